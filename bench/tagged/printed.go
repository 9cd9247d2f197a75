package main

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

const (
	// maxPages is the maximum number of pages of a printed document.
	maxPages = 10
	// minPrinted is the minimum share of a document's words that are in its print, and vice versa: comments and deleted
	// text are not printed, and pictures of text have no words in the document.
	minPrinted = 0.9
)

var (
	// picture matches a picture, and link a link, whose address is not printed.
	picture = regexp.MustCompile(`!\[[^\]]*\]\([^)]*\)`)
	link    = regexp.MustCompile(`\[([^\[\]]*)\]\([^)]*\)`)
	// inner matches markup in a cell, and tag any tag.
	inner = regexp.MustCompile(`</?(?:ul|ol|li|br|p|del)[^>]*>`)
	tag   = regexp.MustCompile(`<[^>]*>`)
	// innerTable matches a table in a cell.
	innerTable = regexp.MustCompile(`(?s)(<t[dh][^>]*>[^<]*)<table>(.*?)</table>`)
)

// plain returns Markdown with only text in the cells of its tables, and without the addresses of links, as a page shows
// it.
func plain(markdown string) string {
	for innerTable.MatchString(markdown) {
		markdown = innerTable.ReplaceAllStringFunc(markdown, func(nested string) string {
			parts := innerTable.FindStringSubmatch(nested)
			return parts[1] + tag.ReplaceAllString(parts[2], " ")
		})
	}
	markdown = link.ReplaceAllString(picture.ReplaceAllString(markdown, ""), "$1")
	return inner.ReplaceAllString(markdown, " ")
}

// checkPrinted returns the reason why a document differs from what was printed, or nil.
func (c *composer) checkPrinted(markdown string) error {
	document, paper := words(tag.ReplaceAllString(markdown, " ")), words(tag.ReplaceAllString(c.markdown(), " "))
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

// shared returns the number of words that two texts have in common, and the number of words of the longer text.
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
