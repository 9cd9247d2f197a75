package ocr

import (
	"strconv"
	"strings"

	"quire/internal/convert/page"
)

// Word is a word with tesseract's grouping: the numbers of its block, of the paragraph in that block and of the line in
// that paragraph, all from 1.
type Word struct {
	page.Word
	Block, Paragraph, Line int
	// Stroke is the mean thickness of the word's strokes in points, or 0 if unknown.
	Stroke float64
}

// tsvColumns is the number of columns of tesseract's TSV: level, page, block, paragraph, line, word, left, top,
// width, height, confidence, text.
const tsvColumns = 12

// tsvWordLevel is the level of the rows that are words.
const tsvWordLevel = "5"

// parseTSV reads the word rows; rows that do not parse are dropped. Boxes are in pixels.
func parseTSV(out []byte) []Word {
	var words []Word
	for line := range strings.Lines(string(out)) {
		if w, ok := parseRow(strings.TrimRight(line, "\r\n")); ok {
			words = append(words, w)
		}
	}
	return words
}

func parseRow(line string) (Word, bool) {
	cols := strings.SplitN(line, "\t", tsvColumns)
	if len(cols) < tsvColumns || cols[0] != tsvWordLevel {
		return Word{}, false
	}
	text := strings.TrimSpace(page.Visible(cols[11]))
	if text == "" {
		return Word{}, false
	}
	var n [10]int
	for i := 2; i < 10; i++ {
		v, err := strconv.Atoi(cols[i])
		if err != nil {
			return Word{}, false
		}
		n[i] = v
	}
	confidence, err := strconv.ParseFloat(cols[10], 64)
	if err != nil || confidence < 0 {
		return Word{}, false
	}
	w := Word{Block: n[2], Paragraph: n[3], Line: n[4]}
	w.Text = text
	w.Box = page.Box{X0: float64(n[6]), Y0: float64(n[7]), X1: float64(n[6] + n[8]), Y1: float64(n[7] + n[9])}
	w.Confidence = confidence
	return w, true
}
