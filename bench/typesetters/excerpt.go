package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

const (
	// minWords is the minimum number of words of an excerpt, and maxWords the maximum, which some are given less of.
	minWords, maxWords = 300, 1100
	leastMaximum       = 500
	// maxCells is the maximum number of cells of its tables.
	maxCells = 300
	// maxCode is the maximum share of its words that are in listings.
	maxCode = 0.4
)

// excerptOf returns a part of a document that begins with a heading and ends before another, or nil. Which one depends
// only on the name; every other document is asked for a table.
func excerptOf(name string, blocks []node) []node {
	var starts []int
	for i, b := range blocks {
		if b["t"] == "Header" {
			starts = append(starts, i)
		}
	}
	rank := func(i int) uint32 { return shuffled(fmt.Sprintf("%s %d", name, i)) }
	slices.SortFunc(starts, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
	most := leastMaximum + int(rank(-1))%(maxWords-leastMaximum)
	var plain []node
	for _, start := range starts {
		part := blocks[start:endOf(blocks, start, most)]
		if !isFit(part) {
			continue
		}
		if rank(-2)%2 == 0 || holds(part, "Table") {
			return raised(part)
		}
		if plain == nil {
			plain = part
		}
	}
	return raised(plain)
}

// endOf returns the end of the longest part, of at most so many words, that ends before a heading.
func endOf(blocks []node, start, most int) int {
	end, words := start, 0
	for i := start; i < len(blocks) && words <= most; i++ {
		words += wordsOf(blocks[i])
		if words <= most && (i+1 == len(blocks) || blocks[i+1]["t"] == "Header") {
			end = i + 1
		}
	}
	return end
}

func wordsOf(b node) int { return len(strings.Fields(text(b))) }

// isFit reports whether a part is long enough, has more than paragraphs, and nothing that has no place in the truth.
func isFit(part []node) bool {
	words, code, kinds := 0, 0, map[string]int{}
	for _, b := range part {
		words += wordsOf(b)
		if b["t"] == "CodeBlock" {
			code += wordsOf(b)
		}
		count(b, kinds)
	}
	switch {
	case words < minWords || float64(code) > maxCode*float64(words):
		return false
	case kinds["Note"]+kinds["Math"]+kinds["empty row"] > 0 || kinds["cell"] > maxCells:
		return false
	}
	return kinds["Header"] > 1 || kinds["Table"]+kinds["BulletList"]+kinds["OrderedList"] > 0
}

func holds(part []node, kind string) bool {
	kinds := map[string]int{}
	for _, b := range part {
		count(b, kinds)
	}
	return kinds[kind] > 0
}

// count counts the nodes of every kind, cells, and rows that had pictures only.
func count(v any, kinds map[string]int) {
	switch v := v.(type) {
	case node:
		kind, _ := v["t"].(string)
		kinds[kind]++
		if kind == "Table" {
			for _, row := range rows(v["c"].([]any)) {
				kinds["cell"] += len(row)
				if text(row) == "" {
					kinds["empty row"]++
				}
			}
		}
		count(v["c"], kinds)
	case []any:
		for _, c := range v {
			count(c, kinds)
		}
	}
}

// raised returns a part with its highest headings at the first level.
func raised(part []node) []node {
	highest := 6.0
	for _, b := range part {
		if b["t"] == "Header" {
			highest = min(highest, b["c"].([]any)[0].(float64))
		}
	}
	var out []node
	for _, b := range part {
		if b["t"] == "Header" {
			content := slices.Clone(b["c"].([]any))
			content[0] = content[0].(float64) - highest + 1
			b = node{"t": "Header", "c": content}
		}
		out = append(out, b)
	}
	return out
}
