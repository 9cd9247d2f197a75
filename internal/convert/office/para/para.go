// Package para determines what a paragraph of an Office document is from its text and its style.
package para

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/office/drawing"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

const blank = " \t\n\u00a0"

// Trim removes white space at both ends of a paragraph, except before code. It returns the number of spans removed from
// the front.
func Trim(spans []page.Span, code bool) (trimmed []page.Span, dropped int) {
	for len(spans) > 0 {
		last := &spans[len(spans)-1]
		if last.Note != "" {
			break
		}
		if last.Text = strings.TrimRight(last.Text, blank); last.Text != "" {
			break
		}
		spans = spans[:len(spans)-1]
	}
	for len(spans) > 0 && spans[0].Note == "" && !code {
		if rest := strings.TrimLeft(spans[0].Text, blank); rest != "" {
			if !spans[0].Code {
				spans[0].Text = rest
			}
			break
		}
		spans = spans[1:]
		dropped++
	}
	return spans, dropped
}

// Formulas returns a block for each formula of a paragraph that contains nothing else, and otherwise nil.
func Formulas(spans []page.Span) []page.Block {
	var blocks []page.Block
	for _, s := range spans {
		switch {
		case s.Math:
			blocks = append(blocks, page.Block{Kind: page.Formula, Spans: []page.Span{s}})
		case s.Note != "" || strings.TrimSpace(s.Text) != "":
			return nil
		}
	}
	return blocks
}

// pageNumber matches the number at the end of an entry in a table of contents.
var pageNumber = pattern.New(`\t[ .]*(\d{1,5}|[ivxlc]{1,9})$`)

// DropPageNumber removes the page number from an entry in a table of contents if it is plain text rather than a
// field.
func DropPageNumber(spans []page.Span) {
	text := page.Block{Spans: spans}.Text()
	left := len(pageNumber.FindString(text))
	for i := len(spans) - 1; i >= 0 && left > 0; i-- {
		s := &spans[i]
		n := min(left, len(s.Text))
		s.Text, left = s.Text[:len(s.Text)-n], left-n
	}
}

// boxes are the characters of a task list, as fonts and content controls show them.
const boxes = "☐☑☒"

// TakeBox removes a check box from the front of a paragraph if it is the only one in it, as in lines of a form. It
// returns "" for any other paragraph.
func TakeBox(spans []page.Span) (box string, rest []page.Span) {
	if len(spans) == 0 {
		return "", spans
	}
	first, size := utf8.DecodeRuneInString(spans[0].Text)
	if !strings.ContainsRune(boxes, first) {
		return "", spans
	}
	text := page.Block{Spans: spans}.Text()[size:]
	if strings.TrimLeft(text, " \t\u00a0") == text || strings.TrimSpace(text) == "" || strings.ContainsAny(text, boxes) {
		return "", spans
	}
	spans[0].Text = spans[0].Text[size:]
	rest, _ = Trim(spans, false)
	return string(first), rest
}

// allCode reports whether all of a paragraph's text is set as code.
func allCode(spans []page.Span) bool {
	for i := range spans {
		if s := &spans[i]; s.Note != "" || (!s.Code && strings.TrimSpace(s.Text) != "") {
			return false
		}
	}
	return true
}

// codeSigns reports whether the text has characters that do not occur in prose.
func codeSigns(spans []page.Span) bool {
	for i := range spans {
		if drawing.HasCodeSigns(spans[i].Text) {
			return true
		}
	}
	return false
}

// LooksLikeCode reports whether a paragraph without a code style is code: all of it is in a monospaced font, and it has
// the characters of code or is among lines of code.
func LooksLikeCode(spans []page.Span, inCode bool) bool {
	return allCode(spans) && (inCode || codeSigns(spans))
}

// ProseInTypewriter turns a paragraph set entirely in a monospaced font into plain text if it reads like prose.
func ProseInTypewriter(spans []page.Span, inCode bool) {
	if inCode || !allCode(spans) || codeSigns(spans) {
		return
	}
	for i := range spans {
		spans[i].Code = false
	}
}

// LettersOfWords turns one or two letters inside a word into plain text, because they are monospaced by accident.
func LettersOfWords(spans []page.Span) {
	for i := 1; i < len(spans); i++ {
		s, before := &spans[i], spans[i-1]
		word := strings.TrimSpace(s.Text)
		level := before.Sup == s.Sup && before.Sub == s.Sub
		if !s.Code || before.Code || !level || len(word) > 2 || strings.ContainsFunc(word, notLetter) {
			continue
		}
		if last, _ := utf8.DecodeLastRuneInString(before.Text); unicode.IsLetter(last) {
			s.Code = false
		}
	}
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// AddNote adds a block to those of a note. The first has the note's label; further paragraphs follow without one.
func AddNote(note []page.Block, label string, b page.Block) []page.Block {
	spans := b.Spans
	switch {
	case b.Table != nil:
		spans = []page.Span{{Text: b.Text()}}
	case b.Kind == page.ListItem:
		spans = append([]page.Span{{Text: b.Marker + " "}}, spans...)
	}
	if len(spans) == 0 {
		return note
	}
	part := page.Block{Kind: page.Footnote, Spans: spans}
	if len(note) == 0 {
		part.Marker = label
	}
	return append(note, part)
}
