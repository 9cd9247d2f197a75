package main

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

const (
	// maxPages is the most pages of a printed document.
	maxPages = 10
	// minPrinted is the share of the words of a document that its print has, and of those of the print that the document
	// has: comments and deleted text are not printed, and pictures of text have no words in the document.
	minPrinted = 0.9
)

var (
	// picture is a picture, and target where a link leads.
	picture = regexp.MustCompile(`!\[[^\]]*\]\([^)]*\)`)
	target  = regexp.MustCompile(`\]\([^)]*\)`)
	// inner is what is written in a cell besides text, and tag any tag.
	inner = regexp.MustCompile(`</?(?:ul|ol|li|br|p|del)[^>]*>`)
	tag   = regexp.MustCompile(`<[^>]*>`)
	// innerTable is a table in a cell.
	innerTable = regexp.MustCompile(`(?s)(<t[dh][^>]*>[^<]*)<table>(.*?)</table>`)
)

// plain returns Markdown with nothing but text in the cells of its tables, as a page shows it.
func plain(markdown string) string {
	for innerTable.MatchString(markdown) {
		markdown = innerTable.ReplaceAllStringFunc(markdown, func(nested string) string {
			parts := innerTable.FindStringSubmatch(nested)
			return parts[1] + tag.ReplaceAllString(parts[2], " ")
		})
	}
	return inner.ReplaceAllString(picture.ReplaceAllString(markdown, ""), " ")
}

// checkPrinted returns why a document is not what was printed.
func (c *composer) checkPrinted(markdown string) error {
	text := tag.ReplaceAllString(target.ReplaceAllString(markdown, "]"), " ")
	document, paper := words(text), words(tag.ReplaceAllString(c.markdown(), " "))
	characters := 0
	for word, n := range document {
		characters += n * len(word)
	}
	common, all := shared(document, paper)
	switch {
	case len(c.pages) > maxPages:
		return fmt.Errorf("%d pages", len(c.pages))
	case characters < minText:
		return fmt.Errorf("%d characters are too few", characters)
	case float64(common) < minPrinted*float64(all):
		return fmt.Errorf("document and print share %d of %d words", common, all)
	}
	return nil
}

// words counts the words of a text.
func words(text string) map[string]int {
	counts := map[string]int{}
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !wordy(r) && !unicode.Is(unicode.M, r) }) {
		counts[word]++
	}
	return counts
}

// shared returns how many words two texts have in common, and how many the longer one has.
func shared(a, b map[string]int) (common, longer int) {
	inA, inB := 0, 0
	for word, n := range a {
		inA += n
		common += min(n, b[word])
	}
	for _, n := range b {
		inB += n
	}
	return common, max(inA, inB)
}
