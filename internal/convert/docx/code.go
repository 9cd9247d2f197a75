package docx

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/page"
)

// code adds a line to the code block before it, or begins one.
func (p *paragraph) code(f *flow) (page.Block, bool) {
	var text strings.Builder
	for i := range p.spans {
		text.WriteString(p.spans[i].Text)
	}
	n := len(f.blocks) - 1
	goesOn := n >= 0 && f.blocks[n].Kind == page.Code && f.inCode && !p.breaksBeforeText()
	if strings.TrimSpace(text.String()) == "" {
		f.lines++
		return page.Block{}, false
	}
	f.inCode = true
	blank := strings.Repeat("\n", f.lines)
	f.lines = 0
	if goesOn {
		f.blocks[n].Spans = append(f.blocks[n].Spans, page.Span{Text: "\n" + blank + text.String()})
		return page.Block{}, false
	}
	return page.Block{Kind: page.Code, Spans: []page.Span{{Text: text.String()}}}, true
}

// allCode says whether all of the paragraph's text is set as code.
func (p *paragraph) allCode() bool {
	for i := range p.spans {
		if s := &p.spans[i]; s.Note != "" || !s.Code && strings.TrimSpace(s.Text) != "" {
			return false
		}
	}
	return true
}

// callSign is a name with arguments or none; "word(s)" is prose.
var callSign = regexp.MustCompile(`\w\(([^s]|s[^)]|$)`)

// codeSigns says whether the text has signs that prose does not have.
func (p *paragraph) codeSigns() bool {
	for i := range p.spans {
		if s := p.spans[i].Text; strings.ContainsAny(s, "{}[];=<>|\\$_#") || callSign.MatchString(s) {
			return true
		}
	}
	return false
}

// looksLikeCode says whether a paragraph without a code style is code: all of it in a typewriter font, with
// the signs of code or among lines that are.
func (p *paragraph) looksLikeCode(inCode bool) bool {
	return p.allCode() && (inCode || p.codeSigns())
}

// proseInTypewriter makes a whole paragraph in a typewriter font plain text when it reads like prose.
func (p *paragraph) proseInTypewriter(inCode bool) {
	if inCode || !p.allCode() || p.codeSigns() {
		return
	}
	for i := range p.spans {
		p.spans[i].Code = false
	}
}

// lettersOfWords makes a letter or two inside a word plain text: they are in a typewriter font by accident.
func (p *paragraph) lettersOfWords() {
	for i := 1; i < len(p.spans); i++ {
		s, before := &p.spans[i], p.spans[i-1]
		word := strings.TrimSpace(s.Text)
		if !s.Code || before.Code || before.Sup != s.Sup || before.Sub != s.Sub || len(word) > 2 || strings.ContainsFunc(word, notLetter) {
			continue
		}
		if last, _ := utf8.DecodeLastRuneInString(before.Text); unicode.IsLetter(last) {
			s.Code = false
		}
	}
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }
