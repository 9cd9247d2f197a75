package main

import (
	"context"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const (
	// printTime is the time that a template has.
	printTime = 120 * time.Second
	// maxPages is the maximum number of pages of a print.
	maxPages = 6
	// minPrinted is the minimum share of the words of an excerpt that are in its print, and vice versa. Running heads and
	// words that are divided at line ends differ.
	minPrinted = 0.95
)

// print writes the PDF of an excerpt with a template, and its truth. One that an interrupted run has printed is kept.
func (p *printer) print(ctx context.Context, part []node, template, dir, id string) error {
	if _, err := os.Stat(filepath.Join(dir, "truth", id+".md")); err == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, printTime)
	defer cancel()
	data, err := encoded(part)
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", source)
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	input, output := filepath.Join(temp, "excerpt.json"), filepath.Join(temp, "print.pdf")
	if err := os.WriteFile(input, data, 0o644); err != nil {
		return err
	}
	if out, err := exec.CommandContext(ctx, p.script, template, input, output).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %.200s", err, out)
	}
	known := markdown(part, strings.HasSuffix(template, "-numbered"))
	if err := checkPrint(ctx, output, known); err != nil {
		return err
	}
	pdf, err := os.ReadFile(output)
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(filepath.Join(dir, "pdf", id+".pdf"), pdf, 0o644),
		os.WriteFile(filepath.Join(dir, "truth", id+".md"), []byte(known), 0o644))
}

// checkPrint requires that a print has the words of its truth, on a few pages.
func checkPrint(ctx context.Context, file, known string) error {
	out, err := exec.CommandContext(ctx, "pdftotext", "-raw", "-enc", "UTF-8", file, "-").Output()
	if err != nil {
		return fmt.Errorf("pdftotext: %w", err)
	}
	if pages := strings.Count(string(out), "\f"); pages > maxPages {
		return fmt.Errorf("%d pages", pages)
	}
	common, all := shared(words(inner(known)), words(whole(string(out))))
	if float64(common) < minPrinted*float64(all) {
		return fmt.Errorf("excerpt and print share %d of %d words", common, all)
	}
	return nil
}

// tag matches the tags of tables.
var tag = regexp.MustCompile(`</?(?:table|tr|td)[^>]*>`)

// inner returns Markdown without the marks of its tables.
func inner(markdown string) string { return html.UnescapeString(tag.ReplaceAllString(markdown, " ")) }

// whole returns text with words joined that are divided at line ends.
func whole(text string) string {
	for _, hyphen := range []string{"-\n", "‐\n", "\u00ad\n"} {
		text = strings.ReplaceAll(text, hyphen, "")
	}
	return text
}

// words counts the words of a text, without punctuation, case and ligatures.
func words(text string) map[string]int {
	counts := map[string]int{}
	for _, w := range strings.FieldsFunc(strings.ToLower(norm.NFKC.String(text)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		counts[w]++
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
