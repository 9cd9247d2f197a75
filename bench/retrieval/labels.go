package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// labelsPerDocument is how many rows of a document are asked about.
const labelsPerDocument = 15

// rowWithFigures matches a row of a table by its label, of up to five words, and a figure.
var rowWithFigures = regexp.MustCompile(`(?m)^[ •]*(\pL[\pL'’&-]*(?: [\pL'’&-]+){0,4})\t[^\n]*\d`)

// ownRows asks for the figures of rows by their labels alone, where other rows have the label's words and more ("Revenue",
// "Deferred revenue"), and reports whether the first quote is a row with that label.
func (m quality) ownRows(ctx context.Context) ([]outcome, error) {
	var out []outcome
	for _, d := range m.documents {
		for _, label := range m.read.ambiguous(d.Name) {
			a, err := m.ask(ctx, fmt.Sprintf("How much is the %s?", label), []string{d.Name}, nil)
			if err != nil {
				return nil, err
			}
			own := len(a.Quotes) > 0 && labelOf(a.Quotes[0].Text) == label
			if !own {
				m.show("ROW "+label, nil, a)
			}
			out = append(out, outcome{d.Name, truth(own)})
		}
	}
	return out, nil
}

// ambiguous returns labels of rows whose words other labels of the document have too.
func (l library) ambiguous(document string) []string {
	labels := map[string]map[string]bool{}
	for _, p := range l.passages[document] {
		for _, row := range rowWithFigures.FindAllString(p.Text, -1) {
			labels[labelOf(row)] = wordsOf(labelOf(row))
		}
	}
	var out []string
	for _, label := range slices.Sorted(maps.Keys(labels)) {
		within := func(other map[string]bool) bool {
			for w := range labels[label] {
				if !other[w] {
					return false
				}
			}
			return len(other) > len(labels[label])
		}
		if slices.ContainsFunc(slices.Collect(maps.Values(labels)), within) {
			out = append(out, label)
		}
	}
	rand.New(rand.NewPCG(5, uint64(len(out)))).Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:min(len(out), labelsPerDocument)]
}

func labelOf(row string) string {
	label, _, _ := strings.Cut(row, "\t")
	return strings.ToLower(strings.Trim(label, " •"))
}

func wordsOf(label string) map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(label) {
		words[w] = true
	}
	return words
}
