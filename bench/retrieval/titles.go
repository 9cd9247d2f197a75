package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"quire/internal/passage"
)

// titledPerDocument is the number of rows of titled tables that are asked for in a document.
const titledPerDocument = 15

// titledRow is a row of a table, identified by its label and the title above the table.
type titledRow struct {
	label, title string
	page         int
}

// namedTables asks for the figures of rows by their labels and the titles of their tables, where tables with other
// titles have rows with the same labels. It returns page F1, and whether the right page is cited.
func (m quality) namedTables(ctx context.Context) (score, cited []outcome, err error) {
	for _, d := range m.documents {
		for _, r := range m.read.titledRows(d.Name) {
			a, err := m.ask(ctx, fmt.Sprintf("How much is the %s in the %s?", r.label, r.title), []string{d.Name}, nil)
			if err != nil {
				return nil, nil, err
			}
			f1 := pageScore(a, d.Name, []int{r.page})
			score, cited = append(score, outcome{d.Name, f1}), append(cited, outcome{d.Name, truth(f1 > 0)})
		}
	}
	return score, cited, nil
}

// titledRows returns rows of a document whose labels occur in tables on several pages. The tables must have titles.
func (l library) titledRows(document string) []titledRow {
	pages, titles := map[string]map[int]bool{}, map[string]map[int]bool{}
	var all []titledRow
	for _, p := range l.passages[document] {
		title := titleAbove(p)
		note(titles, title, p.PageStart)
		for _, row := range rowWithFigures.FindAllString(p.Text, -1) {
			label := labelOf(row)
			note(pages, label, p.PageStart)
			if title != "" {
				all = append(all, titledRow{label, title, p.PageStart})
			}
		}
	}
	var out []titledRow
	for _, r := range all {
		if len(pages[r.label]) > 1 && len(titles[r.title]) == 1 {
			out = append(out, r)
		}
	}
	rand.New(rand.NewPCG(7, uint64(len(out)))).Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:min(len(out), titledPerDocument)]
}

func note(pages map[string]map[int]bool, of string, page int) {
	if pages[of] == nil {
		pages[of] = map[int]bool{}
	}
	pages[of][page] = true
}

// titleAbove returns the last line before the table that a passage is, if that is two to eight words without a full
// stop.
func titleAbove(p passage.Passage) string {
	above, _, table := strings.Cut(p.Text, "\t")
	if !table || p.Kind != passage.Table {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(above[:strings.LastIndexByte(above, '\n')+1]), "\n")
	title := strings.TrimSpace(lines[len(lines)-1])
	if n := len(strings.Fields(title)); n < 2 || n > 8 || strings.ContainsAny(title, ".()$%") {
		return ""
	}
	return strings.ToLower(title)
}
