package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/klippa-app/go-pdfium/requests"
)

const (
	// separator separates the pages of Markdown.
	separator = "\n\n---\n\n"
	// slideKind begins the names of presentations, a page of which is a page of their Markdown.
	slideKind = "slides."
	// notesTitle is the line above the speaker's notes.
	notesTitle = "*Speaker notes:*"
	// sheetKind begins the names of workbooks, a sheet of which is a page of their Markdown.
	sheetKind = "sheets."
	// minOnPage is the minimum share of the rows of tables that are printed on one page each: a sheet that is wider than
	// the paper is cut between columns.
	minOnPage = 0.95
)

var (
	// pipeRow and markedRow match a row of a table in Markdown and in HTML.
	pipeRow   = regexp.MustCompile(`(?m)^\|.*\|$`)
	markedRow = regexp.MustCompile(`(?s)<tr[^>]*>.*?</tr>`)
	// pageNumber matches what LibreOffice prints below a sheet by default. Above it is the sheet's name.
	pageNumber  = regexp.MustCompile(`^Page \d+(?: of \d+)?$`)
	pipeRule    = regexp.MustCompile(`^[| :-]*$`)
	defaultName = regexp.MustCompile(`^Sheet ?\d+$`)
	// extension matches the extension that ends a name.
	extension = regexp.MustCompile(`_(?:pptx|odp|xlsx|ods|docx|odt)$`)
	// copyNumber matches what tells a document from others made from it.
	copyNumber = regexp.MustCompile(`[\d_-]+`)
)

// takePrints processes a directory of untagged PDFs that were printed from office documents, with the documents' Markdown
// beside them. The beginning of a name says what kind of document it was. Half of the documents, chosen by name, go to a
// source of their own that is only scored.
func (t *taker) takePrints(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.pdf"))
	if err != nil {
		return err
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".pdf")
		source := t.family
		if shuffled(original(name))%2 == 1 {
			source += "-held"
		}
		half := &taker{engine: t.engine, out: filepath.Join(t.out, source)}
		if err := half.makeDirectories(); err != nil {
			return err
		}
		if n, err := half.takePrint(file, name); n == 0 {
			fmt.Printf("%-16s refused  %s: %v\n", source, name, err)
		} else {
			fmt.Printf("%-16s taken    %s: %d excerpts\n", source, name, n)
		}
	}
	return nil
}

// original returns what the names of variants of a document, such as "KIND.PACKAGE.report-2_docx", have in common.
func original(name string) string {
	parts := strings.Split(name, ".")
	stem := extension.ReplaceAllString(parts[len(parts)-1], "")
	return copyNumber.ReplaceAllString(strings.ToLower(stem), "")
}

// takePrint takes excerpts of a presentation, or another document as a whole.
func (t *taker) takePrint(file, name string) (taken int, err error) {
	data, err := os.ReadFile(strings.TrimSuffix(file, ".pdf") + ".md")
	if err != nil {
		return 0, err
	}
	markdown := strings.Split(strings.TrimSpace(string(data)), separator)
	printed, err := t.texts(file)
	if err != nil {
		return 0, err
	}
	if !strings.HasPrefix(name, slideKind) {
		if len(printed) > maxPages {
			return 0, fmt.Errorf("%d pages", len(printed))
		}
		if err := t.takeWhole(file, name, markdown, printed); err != nil {
			return 0, err
		}
		return 1, nil
	}
	if len(markdown) != len(printed) {
		return 0, fmt.Errorf("%d slides on %d pages", len(markdown), len(printed))
	}
	for _, e := range excerptsOf(name, len(printed)) {
		truth, failed := slides(markdown[e.first:e.last], printed[e.first:e.last])
		if failed == nil {
			failed = t.writePrint(file, fmt.Sprintf("%s-%d", name, e.first+1), e, truth)
		}
		if failed != nil {
			err = failed
			continue
		}
		if taken++; taken == maxExcerpts {
			break
		}
	}
	return taken, err
}

// takeWhole takes a document of one or more sheets, or a text.
func (t *taker) takeWhole(file, name string, markdown, printed []string) error {
	paper := strings.Join(printed, "\n")
	if strings.HasPrefix(name, sheetKind) {
		paper = withoutHeads(paper, markdown)
	}
	for i, sheet := range markdown {
		markdown[i] = withoutName(sheet, paper)
	}
	truth := plain(strings.Join(markdown, "\n\n"))
	if err := errors.Join(checkLength(truth), checkWords(truth, paper), checkRows(truth, printed)); err != nil {
		return err
	}
	return t.writePrint(file, name+"-1", excerpt{0, len(printed)}, truth)
}

// slides returns the truth of slides if all of their words are printed, and vice versa.
func slides(markdown, printed []string) (string, error) {
	var truth []string
	for i, slide := range markdown {
		slide = plain(withoutNotes(slide))
		if err := checkWords(slide, printed[i]); err != nil {
			return "", err
		}
		truth = append(truth, slide)
	}
	all := strings.Join(truth, "\n\n")
	return all, errors.Join(checkLength(all), checkRows(all, printed))
}

// withoutNotes returns a slide without the speaker's notes, a quotation at its end, which is not printed.
func withoutNotes(slide string) string {
	slide, _, _ = strings.Cut(slide, notesTitle)
	blocks := strings.Split(strings.TrimSpace(slide), "\n\n")
	for len(blocks) > 0 && strings.HasPrefix(blocks[len(blocks)-1], ">") {
		blocks = blocks[:len(blocks)-1]
	}
	return strings.Join(blocks, "\n\n")
}

// withoutHeads returns the text of printed sheets without the lines above and below each.
func withoutHeads(paper string, sheets []string) string {
	names := map[string]bool{}
	for _, sheet := range sheets {
		first, _, _ := strings.Cut(sheet, "\n\n")
		if name, titled := strings.CutPrefix(first, "# "); titled {
			names[name] = true
		}
	}
	lines := strings.Split(paper, "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool {
		line = strings.TrimSpace(line)
		return names[line] || defaultName.MatchString(line) || pageNumber.MatchString(line)
	})
	return strings.Join(lines, "\n")
}

// withoutName returns a sheet without its name, unless it is printed.
func withoutName(sheet, paper string) string {
	name, rest, _ := strings.Cut(sheet, "\n\n")
	title, titled := strings.CutPrefix(name, "# ")
	if titled && !strings.Contains(squeezed(paper), squeezed(title)) {
		return rest
	}
	return sheet
}

// squeezed returns a text without anything but its letters and digits.
func squeezed(text string) string {
	return strings.Map(func(r rune) rune {
		if wordy(r) {
			return r
		}
		return -1
	}, strings.ToLower(text))
}

func checkLength(truth string) error {
	if length := len(squeezed(truth)); length < minText {
		return fmt.Errorf("%d bytes are too few", length)
	}
	return nil
}

// checkWords returns the reason why a document differs from what was printed, or nil.
func checkWords(truth, paper string) error {
	common, all := shared(words(tag.ReplaceAllString(truth, " ")), words(paper))
	if float64(common) < minPrinted*float64(all) {
		return fmt.Errorf("document and print share %d of %d words", common, all)
	}
	return nil
}

// checkRows requires that the rows of tables are printed on one page each, and that scoring the tables does not take long.
func checkRows(truth string, printed []string) error {
	rows := slices.DeleteFunc(pipeRow.FindAllString(truth, -1), pipeRule.MatchString)
	rows = append(rows, markedRow.FindAllString(truth, -1)...)
	whole, cells := 0, 0
	for _, row := range rows {
		cells += strings.Count(row, "|") + strings.Count(row, "<t")
		text := words(tag.ReplaceAllString(row, " "))
		if slices.ContainsFunc(printed, func(page string) bool { return holds(page, text) }) {
			whole++
		}
	}
	switch {
	case cells > maxCells:
		return fmt.Errorf("about %d cells", cells)
	case float64(whole) < minOnPage*float64(len(rows)):
		return fmt.Errorf("only %d of %d rows are on one page", whole, len(rows))
	}
	return nil
}

// holds reports whether a page has most of the words of a row.
func holds(page string, row map[string]int) bool {
	all := 0
	for _, n := range row {
		all += n
	}
	common := 0
	for word, n := range words(page) {
		common += min(n, row[word])
	}
	return float64(common) >= minPrinted*float64(all)
}

// writePrint writes the truth of an excerpt and the excerpt.
func (t *taker) writePrint(file, id string, pages excerpt, truth string) error {
	source, err := openSource(file)
	if err != nil {
		return err
	}
	defer source.close()
	source.cut(pages)
	return t.save(source, id, truth)
}

// texts returns the text of every page.
func (e *engine) texts(path string) (texts []string, err error) {
	doc, count, err := e.open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.shut(doc)) }()
	for i := range count {
		page := requests.Page{ByIndex: &requests.PageByIndex{Document: doc, Index: i}}
		text, err := e.instance.GetPageText(&requests.GetPageText{Page: page})
		if err != nil {
			return nil, fmt.Errorf("page %d: %w", i+1, err)
		}
		texts = append(texts, text.Text)
	}
	return texts, nil
}
