package answer

import (
	"strings"

	"quire/internal/passage"
	"quire/internal/pattern"
)

const (
	maxTables = 2  // shown for a question that asks for a table as such
	maxRows   = 30 // of each
)

var (
	// tableOn matches a table named by its subject: "the table on wages", "the wages table".
	tableOn = pattern.New(`(?i)\b(?:tables?|tabellen?)\s+(?:on|of|about|for|with|showing|listing|über|zu[mr]?|mit|von)\s+([^?!.,;:]{2,200})`)
	onTable = pattern.New(`(?i)\b(?:the|die|der)\s+((?:[\pL-]+\s+){1,4}?)(?:table|tabelle)\b`)
	// tableUnder matches a request for everything below a heading: "List the keyboard shortcuts."
	tableUnder = pattern.New(`(?i)^\W*(?:please )?(?:list|enumerate|name|show(?: me)?|what are|which are|nenne|liste|was sind|quel(?:le)?s sont|cu[aá]les son|quali sono) (?:all )?(?:of )?` +
		`(?:the |die |les |l[oa]s |gli |i |le )([^?!.,;:]{2,80})\W*$`)
	// reading matches the words around the name of a table in a question about nothing else.
	reading = pattern.New(`(?i)\b(what|which|according|from|where|is|are|in|look|find|see|display|was|welche|zeig[et]?|wo|ist|laut)\b`)
)

// tableAsked is a table that a question names by its subject.
type tableAsked struct {
	words []uint32 // of its subject
	stems stems    // of these
	bare  bool     // the question has no other words
	under bool     // the subject is the whole heading right above it
}

// tableOf reads which table a question names; if it names none, words is empty.
func tableOf(q Question) tableAsked {
	text := gist(q.Text)
	m := tableOn.FindStringSubmatchIndex(text)
	if m == nil {
		m = onTable.FindStringSubmatchIndex(text)
	}
	under := false
	if m == nil {
		m, under = tableUnder.FindStringSubmatchIndex(text), true
	}
	if m == nil {
		return tableAsked{}
	}
	rest := without(text[:m[0]]+" "+text[m[1]:], reading, showing, polite, ofDocuments)
	subject := without(text[m[2]:m[3]], showing, polite)
	return tableAsked{words: q.words(subject), stems: stemsOf(q, subject), bare: len(q.words(rest)) == 0, under: under}
}

// table is a table, or the rows of one, in a passage.
type table struct {
	from Passage
	at   passage.Span
}

func (t table) text() string { return t.from.Text[t.at.Start:t.at.End] }

// among returns the tables that a question names: those with all words of the subject in the headings above them, the
// line before them or their first rows; if there are none, those that contain all the words.
func (a tableAsked) among(passages []Passage) []table {
	if len(a.words) == 0 {
		return nil
	}
	var titled, within []table
	for _, p := range passages {
		for _, s := range p.Spans {
			t := table{p, s}
			if !strings.Contains(t.text(), "\t") || (a.under && !a.heads(t)) {
				continue
			}
			title := a.stems.in(p.Language, t.title())
			switch {
			case hasAll(title, a.words):
				titled = append(titled, t)
			case hasAll(a.stems.in(p.Language, t.title()+"\n"+t.text()), a.words):
				within = append(within, t)
			}
		}
	}
	if len(titled) == 0 {
		return within
	}
	return titled
}

// mostAbove is how many bytes may stand between a heading and the table that it is about: a sentence or two.
const mostAbove = 300

// heads reports whether the heading right above a table has the words of the subject and no others, or the table
// continues one on the page before.
func (a tableAsked) heads(t table) bool {
	heading := t.innermost()
	words := a.stems.in(t.from.Language, heading)
	if len(words) != len(a.words) || !hasAll(words, a.words) {
		return false
	}
	above := t.from.Text[:t.at.Start]
	at := strings.LastIndex(above, heading)
	return strings.TrimSpace(above) == "" || (at >= 0 && len(above)-at-len(heading) <= mostAbove)
}

// innermost returns the innermost heading above a table.
func (t table) innermost() string {
	heading := t.from.Header[strings.LastIndexByte(t.from.Header, '\n')+1:]
	return strings.Trim(heading[strings.LastIndex(heading, " > ")+1:], " >")
}

// title returns the text that says what a table is about: the innermost heading, the line before the table and its
// first rows.
func (t table) title() string {
	above := strings.TrimSpace(t.from.Text[:t.at.Start])
	above = above[strings.LastIndexByte(above, '\n')+1:]
	first, _, _ := strings.Cut(strings.TrimSpace(t.text()), "\n")
	rows := leadingRows(t.text())
	return strings.Join(append(rows, t.innermost(), above, t.from.Columns, first), "\n")
}

// quotes returns the first rows of the tables that a question asks for as such, those of the best passages first.
func (a tableAsked) quotes(passages []Passage) []quote {
	if !a.bare {
		return nil
	}
	var out []quote
	shown := map[tablePlace]bool{}
	for _, t := range a.among(passages) {
		at := tablePlace{t.from.File, t.at.Page, t.at.Block}
		if shown[at] || len(out) == maxTables {
			continue
		}
		shown[at] = true
		out = append(out, t.firstRows())
	}
	return out
}

// tablePlace identifies a table by its place: two passages can have rows of it.
type tablePlace struct {
	file        string
	page, block int
}

func (t table) firstRows() quote {
	end, rows, cut := 0, 0, false
	for row := range strings.Lines(t.text()) {
		if rows++; rows > maxRows {
			cut = true
			break
		}
		end += len(row)
	}
	text := t.text()[:end]
	start := t.at.Start + len(text) - len(strings.TrimLeft(text, "\n "))
	c := quote{from: t.from, cut: cut, span: span{start, t.at.Start + len(strings.TrimRight(text, "\n "))}}
	c.text = t.from.Text[c.span.start:c.span.end]
	c.first, c.last = t.from.Pages(c.span.start, c.span.end)
	return c
}
