package main

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// maxSpan is the maximum number of columns of a cell.
const maxSpan = 100

// bag counts words.
type bag map[string]int

var notWord = regexp.MustCompile(`[^\p{L}\p{N}]+`)

func bagOf(s string) bag {
	b := bag{}
	for _, w := range notWord.Split(strings.ToLower(s), -1) {
		if w != "" {
			b[w]++
		}
	}
	return b
}

func (b bag) add(other bag) {
	for w, n := range other {
		b[w] += n
	}
}

func (b bag) size() int {
	n := 0
	for _, k := range b {
		n += k
	}
	return n
}

// common counts the words that are in both bags.
func common(a, b bag) int {
	n := 0
	for w, k := range a {
		n += min(k, b[w])
	}
	return n
}

// sheet is a table: the texts of its cells, with a spanning cell in its first place only.
type sheet struct {
	rows  [][]string
	words bag
}

func (t sheet) columns() int {
	n := 0
	for _, r := range t.rows {
		n = max(n, len(r))
	}
	return n
}

func (t sheet) cells() int {
	n := 1
	for _, r := range t.rows {
		n += len(r)
	}
	return n
}

var (
	htmlTable = regexp.MustCompile(`(?is)<table.*?</table>`)
	htmlRow   = regexp.MustCompile(`(?is)<tr[^>]*>(.*?)</tr>`)
	htmlCell  = regexp.MustCompile(`(?is)<t[dh]([^>]*)>(.*?)</t[dh]>`)
	htmlTag   = regexp.MustCompile(`(?s)<[^>]*>`)
	colspan   = regexp.MustCompile(`colspan="?(\d+)`)
	ruleLine  = regexp.MustCompile(`^\s*\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*$`)
)

// readTables returns the tables of Markdown, with pipes or in HTML.
func readTables(md string) []sheet {
	var out []sheet
	for _, t := range htmlTable.FindAllString(md, -1) {
		var rows [][]string
		for _, r := range htmlRow.FindAllStringSubmatch(t, -1) {
			rows = append(rows, htmlCells(r[1]))
		}
		out = append(out, newSheet(rows))
	}
	lines := strings.Split(htmlTable.ReplaceAllString(md, ""), "\n")
	for i := 0; i+1 < len(lines); i++ {
		if !strings.Contains(lines[i], "|") || !strings.Contains(lines[i+1], "|") || !ruleLine.MatchString(lines[i+1]) {
			continue
		}
		rows := [][]string{pipeCells(lines[i])}
		for i += 2; i < len(lines) && strings.Contains(lines[i], "|"); i++ {
			rows = append(rows, pipeCells(lines[i]))
		}
		if len(rows) > 1 && strings.Trim(strings.Join(rows[0], ""), " ") == "" {
			rows = rows[1:]
		}
		out = append(out, newSheet(rows))
	}
	return slices.DeleteFunc(out, func(t sheet) bool { return t.words.size() == 0 })
}

func newSheet(rows [][]string) sheet {
	t := sheet{rows, bag{}}
	for _, r := range rows {
		for _, c := range r {
			t.words.add(bagOf(c))
		}
	}
	return t
}

func pipeCells(line string) []string {
	line = strings.ReplaceAll(strings.TrimSpace(line), `\|`, "")
	return strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), "|")
}

func htmlCells(row string) []string {
	var out []string
	for _, c := range htmlCell.FindAllStringSubmatch(row, -1) {
		out = append(out, htmlTag.ReplaceAllString(c[2], " "))
		if m := colspan.FindStringSubmatch(c[1]); m != nil {
			n, _ := strconv.Atoi(m[1])
			for range min(n, maxSpan) - 1 {
				out = append(out, "")
			}
		}
	}
	return out
}
