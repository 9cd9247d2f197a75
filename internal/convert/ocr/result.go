package ocr

import (
	"image"
	"iter"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// LowConfidence is the mean confidence below which a page's text is doubtful.
const LowConfidence = 70.0

// LowConfidenceNote is the note on a page whose text is doubtful.
const LowConfidenceNote = "low OCR confidence"

// Result is the text of one image.
type Result struct {
	// Width and Height are the size of the upright page in points.
	Width, Height float64
	// Words are in tesseract's reading order, with boxes in points of the upright, straightened page.
	Words []Word
	// Confidence is the mean over characters, 0 to 100; 0 without words.
	Confidence float64
	// Rotation is the clockwise quarter turn that made the image upright: 0, 90, 180 or 270 degrees.
	Rotation int
	// Angle is the skew that was corrected, in degrees, clockwise positive.
	Angle float64
	// Rules and Fills are the straight lines and tinted areas drawn on the page, in the same coordinates as the
	// words' boxes.
	Rules []ink.Rule
	Fills []ink.Fill
	// Shapes are the check boxes and radio buttons drawn on it, each followed by the mark in it.
	Shapes []ink.Shape
	// Unread is a script that the page seems to be written in but for which no data is installed, such as
	// "Cyrillic".
	Unread string
}

// reading holds the words that one attempt found on a sheet, in pixels of its image.
type reading struct {
	sheet *sheet
	words []Word
	// foreign is a script that the page seems to be written in but that cannot be read.
	foreign string
	// strip is the last drawing of isolated pieces that was read, and pieces are its words.
	strip  *image.Gray
	pieces []Word
}

const (
	// unsureText is the mean confidence below which a page may be upside down or in another script.
	unsureText = 80.0
	// doubtfulWord is the confidence below which a word or line is just as likely misread.
	doubtfulWord = 60.0
	// trustedWord is the least confidence of a word that counts in favour of an attempt.
	trustedWord = 30.0
	// minYield is the least share of the letters in the ink that a good attempt reads.
	minYield = .35
	// Fewer glyphs than minSpeckled are just as likely dirt.
	minSpeckled = 8
)

// worth returns the number of characters read, weighted by confidence.
func (r reading) worth() float64 {
	sum := 0.0
	for _, w := range r.words {
		if w.Confidence >= trustedWord {
			sum += float64(letters(w.Text)) * w.Confidence / 100
		}
	}
	return sum
}

// poor reports whether another way of reading may do better.
func (r reading) poor() bool {
	return r.worth() < minYield*float64(r.sheet.glyphs) || confidence(r.words) < doubtfulWord
}

// unsure reports whether the text may be nonsense.
func (r reading) unsure() bool {
	return len(r.words) >= minSpeckled && (confidence(r.words) < unsureText || r.poor())
}

// complete reports whether nothing is left to find by other means.
func (r reading) complete() bool {
	return !r.sheet.wordy || (!r.poor() && !r.missesText())
}

// sideways returns the clockwise quarter turn that puts a page upright whose lines tesseract has read as running down
// or up: 270 if they run down, 90 if they run up, 0 for level lines. Lines that made no sense were read upside down.
func (r reading) sideways() int {
	tall, long, down := 0, 0, 0
	for i, w := range r.words {
		if letters(w.Text) < 3 {
			continue
		}
		long++
		if w.Box.Y1-w.Box.Y0 > w.Box.X1-w.Box.X0 {
			tall++
		}
		if i > 0 && sameLine(r.words[i-1], w) {
			if w.Box.Y0 > r.words[i-1].Box.Y0 {
				down++
			} else {
				down--
			}
		}
	}
	switch {
	case long < minSpeckled || 3*tall < 2*long:
		return 0
	case down > 0 == (confidence(r.words) >= doubtfulWord):
		return 270
	}
	return 90
}

func better(a, b reading) reading {
	if b.worth() > 1.1*a.worth() {
		return b
	}
	return a
}

func letters(s string) int {
	n := 0
	for _, c := range s {
		if letterOrDigit(c) {
			n++
		}
	}
	return n
}

func letterOrDigit(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

func confidence(words []Word) float64 {
	sum, n := 0.0, 0
	for _, w := range words {
		c := utf8.RuneCountInString(w.Text)
		sum += w.Confidence * float64(c)
		n += c
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

// mergeWords adds the words of more that do not overlap a word of base. Of two that do, the one in base stays
// unless it is doubtful, because words that were read together belong together.
func mergeWords(base, more []Word) []Word {
	lastBlock := 0
	for _, w := range base {
		lastBlock = max(lastBlock, w.Block)
	}
	all := slices.Clone(base)
	near, beaten := map[[2]int][]int{}, make([]bool, len(base))
	for i, w := range all {
		note(near, w.Box, i)
	}
	for _, w := range more {
		if w.Confidence < doubtfulWord || letters(w.Text) == 0 {
			continue
		}
		lost := false
		for _, i := range around(near, w.Box) {
			if beaten[i] || !overlap(all[i].Box, w.Box) {
				continue
			}
			beaten[i] = all[i].Confidence < min(doubtfulWord, w.Confidence)
			lost = lost || !beaten[i]
		}
		if !lost {
			w.Block += lastBlock
			note(near, w.Box, len(all))
			all, beaten = append(all, w), append(beaten, false)
		}
	}
	out := all[:0]
	for i, w := range all {
		if !beaten[i] {
			out = append(out, w)
		}
	}
	return out
}

// tilesOf yields the squares of the page that a box touches.
func tilesOf(b page.Box) iter.Seq[[2]int] {
	return func(yield func([2]int) bool) {
		for y := int(b.Y0) / tileSize; y <= int(b.Y1)/tileSize; y++ {
			for x := int(b.X0) / tileSize; x <= int(b.X1)/tileSize; x++ {
				if !yield([2]int{x, y}) {
					return
				}
			}
		}
	}
}

// tileWords is the maximum number of words noted in a square: many times what can be read there. Any further words are
// treated as overlapping nothing.
const tileWords = 128

// note enters word i in the squares that its box touches.
func note(near map[[2]int][]int, b page.Box, i int) {
	for tile := range tilesOf(b) {
		if len(near[tile]) < tileWords {
			near[tile] = append(near[tile], i)
		}
	}
}

// around lists the words in the squares that a box touches. A word may be listed several times.
func around(near map[[2]int][]int, b page.Box) []int {
	var out []int
	for tile := range tilesOf(b) {
		out = append(out, near[tile]...)
	}
	return out
}

// overlap reports whether two boxes share more than a third of the smaller one.
func overlap(a, b page.Box) bool {
	w := min(a.X1, b.X1) - max(a.X0, b.X0)
	h := min(a.Y1, b.Y1) - max(a.Y0, b.Y0)
	smaller := min((a.X1-a.X0)*(a.Y1-a.Y0), (b.X1-b.X0)*(b.Y1-b.Y0))
	return w > 0 && h > 0 && 3*w*h > smaller
}

func (r reading) result() Result {
	if r.sheet == nil {
		return Result{}
	}
	s := r.sheet
	words := r.kept()
	rules, fills := s.rulings(words)
	for i := range words {
		b := tighten(s.image, words[i].Box, words[i].Text)
		words[i].Stroke = strokeWidth(s.image, image.Rect(int(b.X0), int(b.Y0), int(b.X1), int(b.Y1))) * 72 / s.workingDPI()
		words[i].Box = s.points(b)
	}
	return Result{
		Width: float64(s.width) * 72 / s.dpi, Height: float64(s.height) * 72 / s.dpi,
		Words: words, Confidence: confidence(words), Rules: rules, Fills: fills, Shapes: s.shapes(),
		Rotation: s.turn, Angle: s.angle * 180 / math.Pi, Unread: r.foreign,
	}
}

// kept returns the words that are not noise.
func (r reading) kept() []Word {
	if r.sheet.wordy {
		return withoutNoise(r.words, trustedWord)
	}
	return withoutNoise(r.words, doubtfulWord)
}

// withoutNoise drops the lines with a confidence below least, and those with a low one and without a telling word:
// pictures and dirt mistaken for letters.
func withoutNoise(words []Word, least float64) []Word {
	out := make([]Word, 0, len(words))
	for line := range linesOf(words) {
		c := confidence(line)
		if c >= least && (c >= doubtfulWord || slices.ContainsFunc(line, telling)) {
			out = append(out, withoutTrails(line)...)
		}
	}
	return out
}

// linesOf yields the words line by line.
func linesOf(words []Word) iter.Seq[[]Word] {
	return func(yield func([]Word) bool) {
		for start := 0; start < len(words); {
			end := start + 1
			for end < len(words) && sameLine(words[start], words[end]) {
				end++
			}
			if !yield(words[start:end:end]) {
				return
			}
			start = end
		}
	}
}

// meaningful drops the lines without a word or number from a sparse reading, which mistakes every stroke for a
// letter. Single letters stay where tesseract is sure of them and most other lines are words: those are labels
// of a drawing.
func meaningful(words []Word) []Word {
	const sure = 85.0
	var out, single []Word
	lines, told := 0, 0
	for line := range linesOf(words) {
		lines++
		switch {
		case slices.ContainsFunc(line, telling):
			told++
			out = append(out, line...)
		case confidence(line) >= sure:
			single = append(single, line...)
		}
	}
	switch {
	case 3*told < lines: // texture, in which some strokes look like words
		return withoutNoise(out, sure)
	case 2*told >= lines:
		return append(out, single...)
	}
	return out
}

// telling reports whether w is a word of at least three letters or a number of at least two digits.
func telling(w Word) bool {
	digits := 0
	for _, c := range w.Text {
		if unicode.IsDigit(c) {
			digits++
		}
	}
	return w.Confidence >= doubtfulWord && (letters(w.Text) >= 3 || digits >= 2)
}

// Scan returns the layout's view of the page: the words without tesseract's grouping, and the drawings around them.
func (r Result) Scan() ink.Scan {
	words := make([]ink.ScanWord, len(r.Words))
	for i, w := range r.Words {
		words[i] = ink.ScanWord{Word: w.Word, Stroke: w.Stroke}
	}
	return ink.Scan{Words: words, Rules: r.Rules, Fills: r.Fills, Shapes: r.Shapes}
}

// Input returns the layout's input for a page that was read as a whole.
func (r Result) Input(number int) ink.Input {
	s := r.Scan()
	return ink.Input{
		Number: number, Width: r.Width, Height: r.Height, Source: page.SourceOCR, Words: s.Words, Rules: s.Rules, Fills: s.Fills,
		Shapes: s.Shapes,
	}
}

// ImageSize returns the width and height of the image as given, in points.
func (r Result) ImageSize() (width, height float64) {
	if r.Rotation == 90 || r.Rotation == 270 {
		return r.Height, r.Width
	}
	return r.Width, r.Height
}

// OnImage maps a box of the upright, straightened page to the image as given, in points.
func (r Result) OnImage(b page.Box) page.Box {
	sin, cos := math.Sincos(r.Angle * math.Pi / 180)
	out := page.Box{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}
	for _, c := range [][2]float64{{b.X0, b.Y0}, {b.X1, b.Y0}, {b.X0, b.Y1}, {b.X1, b.Y1}} {
		dx, dy := c[0]-r.Width/2, c[1]-r.Height/2
		x, y := r.Width/2+dx*cos-dy*sin, r.Height/2+dx*sin+dy*cos
		switch r.Rotation {
		case 90:
			x, y = y, r.Width-x
		case 180:
			x, y = r.Width-x, r.Height-y
		case 270:
			x, y = r.Height-y, x
		}
		out = page.Box{X0: min(out.X0, x), Y0: min(out.Y0, y), X1: max(out.X1, x), Y1: max(out.Y1, y)}
	}
	return out
}

// Text returns the words, with one line of text per line of the page.
func (r Result) Text() string {
	var b strings.Builder
	for i, w := range r.Words {
		if i > 0 {
			if sameLine(r.Words[i-1], w) {
				b.WriteByte(' ')
			} else {
				b.WriteByte('\n')
			}
		}
		b.WriteString(w.Text)
	}
	return b.String()
}

func sameLine(a, b Word) bool {
	return a.Line == b.Line && a.Paragraph == b.Paragraph && a.Block == b.Block
}
