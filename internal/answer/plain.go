package answer

import (
	"strings"

	"quire/internal/index/bm25"
)

// plain returns the text that is compared with the question in place of a row: its words without its figures, which
// mean nothing to the encoder, preceded by the title of its table if the question names that. It returns "" for
// anything but a row with words.
func (q question) plain(p Passage, text string, title string) string {
	if !strings.Contains(text, "\t") {
		return ""
	}
	var words []string
	for cell := range strings.SplitSeq(text, "\t") {
		if cell = strings.TrimSpace(cell); cell != "" && !isFigure(cell) {
			words = append(words, cell)
		}
	}
	if len(words) == 0 {
		return ""
	}
	row := strings.Join(words, "\t")
	if q.namesTitle(p.Language, title) {
		return title + ":\t" + row
	}
	return row
}

// namesTitle reports whether a question has at least half of the words of a table's title.
func (q question) namesTitle(language bm25.Language, title string) bool {
	words := bm25.Document(language, title).IDs
	asked := 0
	for _, id := range words {
		if q.weights[q.forms.stems.of(language, id)] > 0 {
			asked++
		}
	}
	return asked > 0 && 2*asked >= len(words)
}

// heading returns the line above a table, or else the heading above it, if it is as short as a title.
func (t table) heading() string {
	above := strings.TrimSpace(t.from.Text[:t.at.Start])
	line := t.from.Header[strings.LastIndexByte(t.from.Header, '\n')+1:]
	line = line[strings.LastIndex(line, " > ")+1:]
	for _, title := range []string{above[strings.LastIndexByte(above, '\n')+1:], strings.TrimLeft(line, " >")} {
		if n := len(strings.Fields(title)); n > 1 && n <= fewInALine && len(title) <= longestName {
			return title
		}
	}
	return ""
}
