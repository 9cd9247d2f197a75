package tree

import (
	"math"

	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// goOn adds words to the paragraph read last if they continue its last line, and reports whether they do. Programs that
// make forms split a paragraph at a link and put the link between the two halves.
func (t *reader) goOn(words []text.Word, inline bool) bool {
	n := len(t.parts)
	if n == 0 || len(t.loose) > 0 || len(words) == 0 {
		return false
	}
	last := t.parts[n-1]
	goesOn := last.Block.Kind == page.Paragraph && len(last.lines) > 0 && last.joined < maxJoined
	if !goesOn || !followsOn(last.lines[len(last.lines)-1].Words, words[0]) {
		return false
	}
	var whole []text.Word
	for _, l := range last.lines {
		whole = append(whole, l.Words...)
	}
	t.parts = t.parts[:n-1]
	t.newParagraph(append(whole, words...))
	t.parts[n-1].inline, t.parts[n-1].joined = inline, last.joined+1
	return true
}

// followsOn reports whether a word comes next on a line.
func followsOn(line []text.Word, next text.Word) bool {
	last := line[len(line)-1]
	gap := next.Box.X0 - last.Box.X1
	return math.Abs(next.Base-last.Base) <= text.SameLine*last.Size && gap > -text.SameLine*last.Size && gap <= inlineGap*last.Size
}
