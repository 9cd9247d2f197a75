package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"html"
	"math"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

const (
	// apart is the least white space between two figures of a row, and between a label and its figures, as a share of
	// the height of the type. The words of a text are no more than .4 apart.
	apart = .8
	// labelGap is the largest white space between two words of a label, as a share of the height of the type.
	labelGap = 1.5
	// sameLine is how far the lower edges of words of one line may be apart, as a share of the height of the type:
	// fonts of one size reach down to different depths.
	sameLine = .25
)

// word is a word where pdftotext finds it.
type word struct {
	X0   float64 `xml:"xMin,attr"`
	Y0   float64 `xml:"yMin,attr"`
	X1   float64 `xml:"xMax,attr"`
	Y1   float64 `xml:"yMax,attr"`
	Text string  `xml:",chardata"`
}

func (w word) height() float64 { return w.Y1 - w.Y0 }

// words returns the words of a document, page by page.
func words(ctx context.Context, file string) ([][]word, error) {
	out, err := exec.CommandContext(ctx, "pdftotext", "-bbox", file, "-").Output()
	if err != nil {
		return nil, err
	}
	var doc struct {
		Pages []struct {
			Words []word `xml:"word"`
		} `xml:"body>doc>page"`
	}
	if err := xml.Unmarshal(bytes.Map(printable, out), &doc); err != nil {
		return nil, err
	}
	pages := make([][]word, len(doc.Pages))
	for i, p := range doc.Pages {
		pages[i] = p.Words
	}
	return pages, nil
}

// printable drops the characters that XML cannot have.
func printable(r rune) rune {
	if unicode.IsControl(r) && !unicode.IsSpace(r) {
		return -1
	}
	return r
}

// row is a label and the figures to its right, all on one baseline.
type row struct {
	label   string
	figures []string
}

var (
	figure = regexp.MustCompile(`^[-–—+(]*[$€£¥]?[-–—(]*\d[\d.,]*[)%]*$`)
	// sign matches a sign next to a figure or in place of one.
	sign   = regexp.MustCompile(`^[$€£¥%()–—-]+$`)
	digits = regexp.MustCompile(`\d(?:[\d.,]*\d)?`)
	tags   = regexp.MustCompile(`</?(?:sup|sub|strong|em|b|i|code)>|<br>|\\`)
	cells  = regexp.MustCompile(`</t[dh]>|\|`)
	marks  = regexp.MustCompile(`<[^>]*>`)
)

// rows returns the labelled rows of at least two figures on a page.
func rows(page []word) []row {
	var found []row
	for _, line := range lines(page) {
		if r, ok := labelled(line); ok {
			found = append(found, r)
		}
	}
	return found
}

// lines groups words by baseline, from left to right.
func lines(page []word) [][]word {
	slices.SortStableFunc(page, func(a, b word) int { return cmp.Compare(a.Y1, b.Y1) })
	var all [][]word
	for _, w := range page {
		if n := len(all); n > 0 && w.Y1-all[n-1][0].Y1 <= sameLine*math.Min(w.height(), all[n-1][0].height()) {
			all[n-1] = append(all[n-1], w)
			continue
		}
		all = append(all, []word{w})
	}
	for _, line := range all {
		slices.SortFunc(line, func(a, b word) int { return cmp.Compare(a.X0, b.X0) })
	}
	return all
}

// labelled returns the row that a line is.
func labelled(line []word) (row, bool) {
	var r row
	i, edge := len(line)-1, math.Inf(1)
	for ; i >= 0; i-- {
		w := line[i]
		if sign.MatchString(w.Text) {
			continue
		}
		if !figure.MatchString(w.Text) || edge-w.X1 < apart*w.height() {
			break
		}
		r.figures, edge = append(r.figures, digits.FindString(w.Text)), w.X0
	}
	slices.Reverse(r.figures)
	if i < 0 || len(r.figures) < 2 || edge-line[i].X1 < apart*line[i].height() {
		return row{}, false
	}
	for last := line[i]; i >= 0 && last.X0-line[i].X1 < labelGap*last.height(); i-- {
		last = line[i]
		r.label = line[i].Text + " " + r.label
	}
	return r, letters(r.label) != ""
}

// letters returns the letters of a text, in small type.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// in reports whether lines of Markdown contain a row, and whether each of its figures has its own cell there.
func (r row) in(lines []string) (kept, parted bool) {
	label := letters(r.label)
	for _, line := range lines {
		line = html.UnescapeString(tags.ReplaceAllString(line, ""))
		if !strings.Contains(letters(marks.ReplaceAllString(line, "")), label) {
			continue
		}
		if follow(r.figures, digits.FindAllString(marks.ReplaceAllString(line, " "), -1)) {
			kept = true
		}
		var single []string
		for _, cell := range cells.Split(line, -1) {
			if f := digits.FindAllString(marks.ReplaceAllString(cell, " "), -1); len(f) == 1 {
				single = append(single, f[0])
			}
		}
		if follow(r.figures, single) {
			return true, true
		}
	}
	return kept, false
}

// follow reports whether figures are among others, in their order.
func follow(figures, others []string) bool {
	for _, o := range others {
		if len(figures) > 0 && figures[0] == o {
			figures = figures[1:]
		}
	}
	return len(figures) == 0
}
