package main

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// seeds is the number of documents of each family that the tests check.
const seeds = 12

func TestADocumentFollowsFromItsFamilyAndItsSeed(t *testing.T) {
	t.Parallel()
	for _, f := range families {
		first, again, other := f.document(7), f.document(7), f.document(8)
		require.Equal(t, first, again, f.name)
		require.NotEqual(t, first, other, f.name)
	}
}

func TestTheTruthHasEveryWordOfThePageAndNoOther(t *testing.T) {
	t.Parallel()
	for _, f := range families {
		for seed := range seeds {
			source := f.document(seed)
			truth, err := truthOf(source)
			require.NoError(t, err, "%s-%d", f.name, seed)
			require.Equal(t, shown(source), said(truth), "%s-%d", f.name, seed)
		}
	}
}

var (
	head    = regexp.MustCompile(`(?s)<style>.*</style>`)
	omitted = regexp.MustCompile(`<[^>]* data-skip[^>]*>[^<]*</`)
	tag     = regexp.MustCompile(`<[^>]*>`)
	signs   = regexp.MustCompile(`(?m)^(#+|-|\d+\.) `)
	boxes   = strings.NewReplacer("[x]", "", "[ ]", "", "☒", "", "☐", "")
)

// shown returns the letters and digits that a page of HTML shows, sorted.
func shown(source string) string {
	source = omitted.ReplaceAllString(head.ReplaceAllString(source, ""), "</")
	return letters(html.UnescapeString(tag.ReplaceAllString(boxes.Replace(source), "")))
}

// said returns the letters and digits of Markdown without its markup, sorted.
func said(truth string) string {
	return letters(html.UnescapeString(tag.ReplaceAllString(boxes.Replace(signs.ReplaceAllString(truth, "")), "")))
}

func letters(text string) string {
	out := []rune(strings.Join(strings.Fields(strings.ReplaceAll(text, softHyphen, "")), ""))
	slices.Sort(out)
	return string(out)
}

func TestTablesAreRectangles(t *testing.T) {
	t.Parallel()
	for _, f := range families {
		for seed := range seeds {
			truth, err := truthOf(f.document(seed))
			require.NoError(t, err)
			for _, table := range regexp.MustCompile(`(?s)<table>.*?</table>`).FindAllString(truth, -1) {
				requireRectangle(t, table)
			}
		}
	}
}

var cellTag = regexp.MustCompile(`<td(?: rowspan="(\d+)")?(?: colspan="(\d+)")?>`)

// requireRectangle checks that all rows have the same number of columns, counting the cells that reach down into them.
func requireRectangle(t *testing.T, table string) {
	t.Helper()
	rows := strings.Split(strings.TrimSpace(table), "\n")
	rows = rows[1 : len(rows)-1]
	taken := make([]int, len(rows))
	for y, row := range rows {
		for _, m := range cellTag.FindAllStringSubmatch(row, -1) {
			down, across := max(number(m[1]), 1), max(number(m[2]), 1)
			require.LessOrEqual(t, y+down, len(rows), "a cell reaches below the table:\n%s", table)
			for i := range down {
				taken[y+i] += across
			}
		}
	}
	for _, n := range taken {
		require.Equal(t, taken[0], n, "rows of different length:\n%s", table)
	}
}

func number(digits string) int {
	n := 0
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	return n
}
