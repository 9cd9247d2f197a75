package form

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// choice is one of the words on a line from which a ring selects one: a word, or the part of one between slashes.
type choice struct {
	text string
	box  page.Box
	size float64
	// word is the index of the word on the page, and at the byte offset of the choice in it.
	word, at int
	// slashed is set if there is a slash between it and the previous choice.
	slashed bool
}

// choices finds the words that rings are drawn around. A ring selects a choice if it encloses exactly one of several
// words separated by slashes, or of several numbers that count up: rings around other words are parts of diagrams. It
// returns the words with a ticked box before every selected one, and a field for each.
func choices(words []text.Word, rings []page.Box) ([]text.Word, []page.Field) {
	if len(rings) == 0 {
		return words, nil
	}
	lines := newRows(words)
	var fields []page.Field
	chosen := map[int]choice{} // by word
	for _, ring := range rings {
		line := lines.around(ring)
		list := parts(line)
		at := enclosed(list, ring)
		if at < 0 {
			continue
		}
		from, to := alternatives(list, at)
		c := list[at]
		if _, again := chosen[c.word]; again || to-from < 2 {
			continue
		}
		chosen[c.word] = c
		fields = append(fields, choiceField(list, from, to, at))
	}
	if len(chosen) == 0 {
		return words, nil
	}
	return tickChoices(words, chosen), fields
}

// around returns the words on the line that a ring is drawn on, from left to right.
func (r rows) around(ring page.Box) []placed {
	middle := (ring.Y0 + ring.Y1) / 2
	reach := (ring.Y1 - ring.Y0) / 4
	return r.between(middle-reach, middle+reach)
}

// parts splits the words of a line at their slashes. The width of a part is proportional to its number of letters.
func parts(line []placed) []choice {
	var out []choice
	slashed := false
	for _, w := range line {
		length := float64(max(utf8.RuneCountInString(w.Text), 1))
		wide := (w.Box.X1 - w.Box.X0) / length
		at, x := 0, w.Box.X0
		if length > longestLabel { // such as an address or a path
			out = append(out, choice{text: w.Text, box: w.Box, size: w.Size, word: w.at, slashed: slashed})
			slashed = false
			continue
		}
		for i, part := range strings.Split(w.Text, "/") {
			if i > 0 {
				slashed = true
				at++
				x += wide
			}
			width := wide * float64(utf8.RuneCountInString(part))
			if part != "" {
				b := w.Box
				b.X0, b.X1 = x, x+width
				out = append(out, choice{text: part, box: b, size: w.Size, word: w.at, at: at, slashed: slashed})
				slashed = false
			}
			at, x = at+len(part), x+width
		}
	}
	return out
}

// enclosed returns the only choice that a ring encloses, or -1 if it encloses none or several, or cuts through one.
func enclosed(list []choice, ring page.Box) int {
	found := -1
	for i, c := range list {
		play := ringPlay * c.size
		if c.box.X1 <= ring.X0+play || c.box.X0 >= ring.X1-play {
			continue
		}
		inside := c.box.X0 >= ring.X0-play && c.box.X1 <= ring.X1+play
		tight := ring.X1-ring.X0 <= c.box.X1-c.box.X0+ringSlack*c.size && ring.Y1-ring.Y0 <= ringHeight*c.size
		if !inside || !tight || found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// alternatives returns the range of choices to which the one at the given index belongs: those joined by slashes, or
// the numbers that count up.
func alternatives(list []choice, at int) (from, to int) {
	from, to = at, at+1
	for from > 0 && list[from].slashed && at-from < maxChoices {
		from--
	}
	for to < len(list) && list[to].slashed && to-at < maxChoices {
		to++
	}
	if to-from > 1 {
		return from, to
	}
	follows := func(i int) bool {
		a, err := strconv.Atoi(list[i].text)
		b, err2 := strconv.Atoi(list[i+1].text)
		return err == nil && err2 == nil && b == a+1
	}
	for from > 0 && follows(from-1) && at-from < maxChoices {
		from--
	}
	for to < len(list) && follows(to-1) && to-at < maxChoices {
		to++
	}
	if to-from < leastScale {
		return at, at
	}
	return from, to
}

// choiceField returns the field for a range of a line's choices, one of which a ring encloses.
func choiceField(list []choice, from, to, at int) page.Field {
	f := page.Field{Kind: page.RadioField, Value: bare(list[at].text), Ticked: true, Box: list[from].box}
	for i, c := range list[from:to] {
		f.Options = append(f.Options, page.Option{Label: bare(c.text), Value: bare(c.text), Chosen: from+i == at, Box: c.box})
		f.Box = ink.Union(f.Box, c.box)
	}
	var label []string
	next := list[from].box.X0
	for i := from - 1; i >= 0 && len(label) < maxChoices && next-list[i].box.X1 <= declaredGap*list[i].size; i-- {
		label, next = append([]string{list[i].text}, label...), list[i].box.X0
	}
	f.Label = strings.Trim(strings.Join(label, " "), " :.…_*")
	return f
}

// bare returns a word without the punctuation around it.
func bare(s string) string {
	if t := strings.TrimFunc(s, unicode.IsPunct); t != "" {
		return t
	}
	return s
}

// tickChoices sets a ticked box before the words that are chosen.
func tickChoices(words []text.Word, chosen map[int]choice) []text.Word {
	out := make([]text.Word, 0, len(words)+len(chosen))
	for i, w := range words {
		c, ok := chosen[i]
		if !ok {
			out = append(out, w)
			continue
		}
		if c.at > 0 {
			before := w
			before.Text, before.Box.X1 = w.Text[:c.at], c.box.X0
			out = append(out, before)
			w.Glued, w.Spaced = true, false
		}
		box := w
		box.Text, box.Box.X0, box.Box.X1 = Ticked, c.box.X0, c.box.X0
		w.Text, w.Box.X0 = w.Text[c.at:], c.box.X0
		w.Glued, w.Spaced = false, true
		out = append(out, box, w)
	}
	return out
}
