package page

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// style is the set of marks on a run of text.
type style uint8

const (
	bold style = 1 << iota
	italic
	strike
	sup
	sub
	code
	mathText
	emphasis = bold | italic | strike
	script   = sup | sub
	verbatim = code | mathText
)

// run is a stretch of inline.text with a single style. A run with a note has no text.
type run struct {
	start, end int
	style      style
	link, note string
}

// inline renders the spans of one block. The whole block's text is laid out first, because whether a character
// is markup depends on the rest of the block.
type inline struct {
	text    []byte
	runs    []run
	escapes []int // offsets in text that get a backslash
	marks   []mark
	open    []style
	split   []run
	linkEnd int // the last "](" in text, or -1
}

func styleOf(s *Span) style {
	var st style
	for _, f := range [...]struct {
		on  bool
		bit style
	}{{s.Bold, bold}, {s.Italic, italic}, {s.Strike, strike}, {s.Sup, sup}, {s.Sub, sub}, {s.Code, code}, {s.Math, mathText}} {
		if f.on {
			st |= f.bit
		}
	}
	if st&mathText != 0 {
		return mathText
	}
	return st
}

func (in *inline) empty() bool { return len(in.runs) == 0 }

// load lays out spans, ignoring the marks in drop.
func (in *inline) load(spans []Span, drop style) {
	in.text, in.runs = in.text[:0], in.runs[:0]
	for i := range spans {
		s := &spans[i]
		r := run{start: len(in.text), style: styleOf(s) &^ drop, link: WebLink(s.Link)}
		if label := noteLabel(s.Note); label != "" {
			r.end, r.note, r.link, r.style = r.start, label, "", 0
			in.runs = append(in.runs, r)
			continue
		}
		in.layText(s.Text)
		if r.end = len(in.text); r.end > r.start {
			in.addRun(r)
		}
	}
	in.trimEnd()
	in.styleSpace()
	in.trimEmphasis()
}

// layText appends the visible text with white space collapsed to single spaces and none around newlines.
func (in *inline) layText(s string) {
	from := len(in.text)
	in.text = appendVisible(in.text, s)
	out := from
	for _, c := range in.text[from:] {
		if c == '\t' {
			c = ' '
		}
		if c == ' ' || c == '\n' {
			if out == 0 {
				continue
			}
			switch last := in.text[out-1]; {
			case last == '\n', last == ' ' && c == ' ':
				continue
			case last == ' ' && out > from:
				out--
			}
		}
		in.text[out] = c
		out++
	}
	in.text = in.text[:out]
}

func (in *inline) addRun(r run) {
	if n := len(in.runs); n > 0 {
		if last := &in.runs[n-1]; last.note == "" && last.style == r.style && last.link == r.link {
			last.end = r.end
			return
		}
	}
	in.runs = append(in.runs, r)
}

// trimEnd drops white space at the end of the block.
func (in *inline) trimEnd() {
	for n := len(in.runs); n > 0; n = len(in.runs) {
		last := &in.runs[n-1]
		if last.note != "" {
			return
		}
		for last.end > last.start && (in.text[last.end-1] == ' ' || in.text[last.end-1] == '\n') {
			last.end--
		}
		if in.text = in.text[:last.end]; last.end > last.start {
			return
		}
		in.runs = in.runs[:n-1]
	}
}

// plain reports whether no run carries a mark.
func (in *inline) plain() bool {
	return len(in.runs) == 1 && in.runs[0].style == 0 && in.runs[0].link == ""
}

// styleSpace gives white space between two runs the marks that both share: emphasis must not begin or end with white
// space, but continues across it if possible.
func (in *inline) styleSpace() {
	if in.plain() {
		return
	}
	split := in.split[:0]
	for _, r := range in.runs {
		split = appendTrimmed(split, in.text, r)
	}
	in.split, in.runs = split, in.runs[:0]
	for i, r := range split {
		if blank := r.note == "" && isBlank(in.text[r.start:r.end]); blank || r.note != "" {
			own := r.link
			r.style, r.link = 0, ""
			if i > 0 && i+1 < len(split) && split[i-1].link == split[i+1].link && (r.note != "" || own == split[i-1].link) {
				r.style = split[i-1].style & split[i+1].style &^ (script | verbatim)
				r.link = own
			}
		}
		if r.note != "" {
			in.runs = append(in.runs, r)
			continue
		}
		in.addRun(r)
	}
}

// appendTrimmed appends r, with the white space at its ends as separate runs.
func appendTrimmed(dst []run, text []byte, r run) []run {
	if r.note != "" {
		return append(dst, r)
	}
	body := text[r.start:r.end]
	left := len(body) - len(bytes.TrimLeftFunc(body, unicode.IsSpace))
	right := len(bytes.TrimRightFunc(body, unicode.IsSpace))
	if left >= right {
		left, right = len(body), len(body)
	}
	for _, cut := range [...]int{left, right, len(body)} {
		if end := cut + r.end - len(body); end > r.start {
			part := r
			part.end = end
			r.start = end
			if n := len(dst) - 1; n >= 0 && isBlank(text[part.start:end]) && dst[n].note == "" && isBlank(text[dst[n].start:dst[n].end]) {
				dst[n].end = end
				continue
			}
			dst = append(dst, part)
		}
	}
	return dst
}

func isBlank(b []byte) bool { return len(bytes.TrimSpace(b)) == 0 }

// first returns the character at which the run begins in the rendered Markdown.
func (in *inline) first(r run) rune {
	if c := edge(r); c != 0 {
		return c
	}
	c, _ := utf8.DecodeRune(in.text[r.start:r.end])
	return c
}

// last returns the character at which the run ends in the rendered Markdown.
func (in *inline) last(r run) rune {
	if c := edge(r); c != 0 {
		return c
	}
	c, _ := utf8.DecodeLastRune(in.text[r.start:r.end])
	return c
}

// edge returns the punctuation that a run begins and ends with regardless of its text, or 0.
func edge(r run) rune {
	switch {
	case r.note != "":
		return '['
	case r.style&script != 0:
		return '<'
	case r.style&code != 0:
		return '`'
	case r.style&mathText != 0:
		return '$'
	}
	return 0
}

func isPunct(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

func isWord(r rune) bool { return !unicode.IsSpace(r) && !isPunct(r) }
