package text

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// PictureWords turns words read in a picture into words of text. A picture shows a few labels in many sizes, so
// sizes are not compared line by line: words of about the usual size all get exactly that size.
func PictureWords(read []ink.ScanWord) []Word {
	words, _ := inkWords(read)
	evenSizes(words)
	return words
}

// evenSizes sets words of about the usual size to exactly that size.
func evenSizes(words []Word) {
	if len(words) == 0 {
		return
	}
	sizes := make([]float64, 0, len(words))
	for _, w := range words {
		sizes = append(sizes, w.Size)
	}
	slices.Sort(sizes)
	usual := math.Round(2*sizes[len(sizes)/2]) / 2
	for i := range words {
		if w := &words[i]; math.Abs(w.Size-usual) < sizeNoise*usual {
			w.Size = usual
		} else {
			w.Size = math.Round(w.Size/2) * 2
		}
	}
}

// ScannedWords turns the words read on a scanned page into words of text, with type sizes, bold type, bullets
// and leaders. The boxes of words hug the ink, so their height depends on their letters. It is compared, line
// by line, with that of the page's other words that have such letters.
func ScannedWords(read []ink.ScanWord) []Word {
	words, kept := inkWords(read)
	lines := scanLines(words)
	assignSizes(words, kept, lines)
	recogniseDots(words, kept)
	markBold(words, kept, lines)
	return words
}

// inkWords returns the words that have text, with sizes and baselines estimated from their ink, along with what
// OCR read for them.
func inkWords(read []ink.ScanWord) (words []Word, kept []ink.ScanWord) {
	words, kept = make([]Word, 0, len(read)), make([]ink.ScanWord, 0, len(read))
	for _, w := range read {
		text := strings.TrimSpace(w.Text)
		if text == "" {
			continue
		}
		size, base := inkMetrics(text, w.Box)
		words = append(words, Word{
			Text: text, Box: w.Box, Base: base, Size: size, Confidence: w.Confidence, Order: len(words), Content: -1,
			Mirrored: w.Mirrored,
		})
		kept = append(kept, w)
	}
	return words, kept
}

// scanLines returns the ends of the lines of text, as indices into words: OCR reads line by line.
func scanLines(words []Word) []int {
	var ends []int
	for i := range words {
		if i+1 == len(words) || !sameScanLine(words[i], words[i+1]) {
			ends = append(ends, i+1)
		}
	}
	return ends
}

// sameScanLine reports whether b continues the line of a.
func sameScanLine(a, b Word) bool {
	shared := min(a.Box.Y1, b.Box.Y1) - max(a.Box.Y0, b.Box.Y0)
	gap := b.Box.X0 - a.Box.X1
	level := 2*shared > min(a.Box.Y1-a.Box.Y0, b.Box.Y1-b.Box.Y0)
	return level && gap > -a.Size && gap < 2*a.Size
}

// assignSizes sets the words of every line to the size of its type. Lines of about the same size get the same
// size, the most common ones first. Words that differ much from their line, as superscripts do, keep their own.
func assignSizes(words []Word, read []ink.ScanWord, ends []int) {
	t := newScanType(words)
	lines := make([]weighted, len(ends))
	start := 0
	for k, end := range ends {
		lines[k] = t.line(words[start:end])
		start = end
	}
	sizes := clusters(lines, t.jitter())
	t.continueTitles(words, read, ends, lines, sizes)
	start = 0
	for k, end := range ends {
		standSigns(words[start:end])
		t.sizeWords(words[start:end], sizes[k])
		start = end
	}
}

// continueTitles gives the last words of a title the size of the title's line above them. How far letters extend up and
// down differs between the typefaces of titles and text, so the height of a word or two says less than the thickness of
// its strokes.
func (t scanType) continueTitles(words []Word, read []ink.ScanWord, ends []int, lines []weighted, sizes []float64) {
	from := 0
	for k := 1; k < len(ends); k++ {
		title, rest := words[from:ends[k-1]], words[ends[k-1]:ends[k]]
		strokes := [2]float64{strokeOf(read[from:ends[k-1]]), strokeOf(read[ends[k-1]:ends[k]])}
		from = ends[k-1]
		size := sizes[k-1]
		few := lines[k].weight < longLine && lines[k].weight < lines[k-1].weight
		alike := math.Abs(sizes[k]-size) <= titleNoise*size && math.Abs(strokes[0]-strokes[1]) <= strokeNoise*strokes[0]
		if few && alike && size > 1+sizeNoise && continues(title, rest[0], size*t.usual) {
			sizes[k] = size
		}
	}
}

// continues reports whether a word begins the line below the line of a title.
func continues(title []Word, next Word, em float64) bool {
	last := title[len(title)-1]
	below := next.Base - last.Base
	return below > em/2 && below < titleLeading*em && math.Abs(next.Box.X0-title[0].Box.X0) < titleIndent*em
}

// strokeOf returns the usual thickness of the strokes of words, or 0 if it is not known.
func strokeOf(read []ink.ScanWord) float64 {
	strokes := make([]weighted, 0, len(read))
	for _, w := range read {
		strokes = append(strokes, weighted{w.Stroke, float64(len(w.Text))})
	}
	return medianOf(strokes)
}

// clusters replaces each value by that of its group. Groups are formed by the values of high weight; values of low
// weight, whose error is larger by jitter, join the nearest group or form new ones.
func clusters(values []weighted, jitter float64) []float64 {
	out := make([]float64, len(values))
	long, short := make([]weighted, len(values)), make([]weighted, len(values))
	for i, v := range values {
		if v.weight >= longLine {
			long[i] = v
		} else {
			short[i] = v
		}
	}
	groups := heaviest(long, lineNoise, out)
	for i, v := range short {
		if near := nearestValue(groups, v.value); v.weight > 0 && math.Abs(near-v.value) <= (lineNoise+jitter)*near {
			out[i], short[i].weight = near, 0
		}
	}
	heaviest(short, lineNoise+jitter, out)
	return out
}

// heaviest groups values. The heaviest group is found first and takes everything within noise of its middle,
// then the next one. It sets each value's place in out to the mean of its group, and returns the means.
func heaviest(values []weighted, noise float64, out []float64) (means []float64) {
	var left []int
	for i, v := range values {
		if v.weight > 0 {
			left = append(left, i)
			out[i] = v.value
		}
	}
	slices.SortFunc(left, func(a, b int) int { return cmp.Compare(values[a].value, values[b].value) })
	for len(left) > 0 && len(means) < maxSizes {
		from, to := densest(values, left, noise)
		sum, weight := 0.0, 0.0
		for _, i := range left[from:to] {
			sum, weight = sum+values[i].value*values[i].weight, weight+values[i].weight
		}
		for _, i := range left[from:to] {
			out[i] = sum / weight
		}
		means = append(means, sum/weight)
		left = slices.Delete(left, from, to)
	}
	return means
}

// densest finds the heaviest stretch of sorted values within noise of one of them.
func densest(values []weighted, sorted []int, noise float64) (from, to int) {
	most, sum, low, high := -1.0, 0.0, 0, 0
	for _, i := range sorted {
		middle := values[i].value
		for high < len(sorted) && values[sorted[high]].value <= middle+noise*middle {
			sum += values[sorted[high]].weight
			high++
		}
		for values[sorted[low]].value < middle-noise*middle {
			sum -= values[sorted[low]].weight
			low++
		}
		if sum > most {
			most, from, to = sum, low, high
		}
	}
	return from, to
}

// nearestValue returns the value closest to v, counting 0 as one of them.
func nearestValue(values []float64, v float64) float64 {
	best := 0.0
	for _, g := range values {
		if math.Abs(g-v) < math.Abs(best-v) {
			best = g
		}
	}
	return best
}

// scanType describes the usual type of a scan.
type scanType struct {
	usual float64 // size
	// heights are the heights of its words, by their shape.
	heights map[inkShape]float64
}

func newScanType(words []Word) scanType {
	sizes := make([]weighted, 0, len(words))
	for _, w := range words {
		sizes = append(sizes, weighted{w.Size, float64(len(w.Text))})
	}
	t := scanType{usual: max(math.Round(2*medianOf(sizes))/2, 1), heights: map[inkShape]float64{}}
	byShape := map[inkShape][]weighted{}
	for _, w := range words {
		if math.Abs(w.Size-t.usual) < sizeNoise*t.usual {
			s := shapeOfInk(w.Text)
			byShape[s] = append(byShape[s], weighted{w.Box.Y1 - w.Box.Y0, float64(len(w.Text))})
		}
	}
	for shape, heights := range byShape {
		t.heights[shape] = medianOf(heights)
	}
	return t
}

// jitter returns the relative error in the height of a few letters.
func (t scanType) jitter() float64 {
	return heightError / max(t.heights[inkShape{up: true}], capitalInk*t.usual, 1)
}

// ratio returns the height of a word relative to that of the usual type. Text that runs along the side of the
// page does not count.
func (t scanType) ratio(w Word) float64 {
	if standing(w) {
		return 1
	}
	if h := t.heights[shapeOfInk(w.Text)]; h > 0 {
		return (w.Box.Y1 - w.Box.Y0) / h
	}
	return w.Size / t.usual
}

// line returns the height of a line's type relative to the usual, weighted by the letters that it was measured
// on. A few letters prove nothing; capitals are lower than other tall letters, and by how much depends on the
// typeface.
func (t scanType) line(words []Word) weighted {
	letters, capitals := 0, true
	ratios := make([]weighted, 0, len(words))
	for _, w := range words {
		letters += len(w.Text)
		capitals = capitals && strings.ToUpper(w.Text) == w.Text
		ratios = append(ratios, weighted{t.ratio(w), float64(len(w.Text))})
	}
	ratio := medianOf(ratios)
	tooFew := letters < fewLetters && math.Abs(ratio-1) < sizeNoise
	low := capitals && ratio < 1 && ratio > 1-capitalNoise
	if tooFew || low {
		ratio = 1
	}
	return weighted{ratio, float64(letters)}
}

// standing reports whether a word runs up or down the page.
func standing(w Word) bool {
	width, height, n := w.Box.X1-w.Box.X0, w.Box.Y1-w.Box.Y0, utf8.RuneCountInString(w.Text)
	if n == 2 {
		return height > standingPair*width
	}
	return n > 2 && height > standingWord*width
}

// markBold marks lines as bold if their strokes are thicker than usual from the first word to the last.
func markBold(words []Word, read []ink.ScanWord, ends []int) {
	lines := make([][]weighted, len(ends))
	start := 0
	for k, end := range ends {
		lines[k] = strokes(words[start:end], read[start:end])
		start = end
	}
	usual := medianOf(slices.Concat(lines...))
	start = 0
	for k, end := range ends {
		thick := medianOf(lines[k]) > boldStroke*usual && quantile(lines[k], thinnest) > (1+boldStroke)/2*usual
		if usual > 0 && thick {
			for i := start; i < end; i++ {
				words[i].Style.Bold = true
			}
		}
		start = end
	}
}

// strokes returns the stroke widths of a line's words, relative to its size.
func strokes(line []Word, read []ink.ScanWord) []weighted {
	sizes := make([]weighted, 0, len(line))
	for _, w := range line {
		sizes = append(sizes, weighted{w.Size, float64(len(w.Text))})
	}
	size := medianOf(sizes)
	var out []weighted
	for i, w := range line {
		if read[i].Stroke > 0 && !standing(w) {
			out = append(out, weighted{read[i].Stroke / size, float64(len(w.Text))})
		}
	}
	return out
}

// weighted is a value with a weight.
type weighted struct{ value, weight float64 }

// medianOf returns the weighted median, or 0 for no values.
func medianOf(values []weighted) float64 { return quantile(values, median) }

// quantile returns the least value that at least this share of the weight does not exceed, or 0 for no values.
func quantile(values []weighted, share float64) float64 {
	sorted := slices.Clone(values)
	slices.SortFunc(sorted, func(a, b weighted) int { return cmp.Compare(a.value, b.value) })
	total, sum := 0.0, 0.0
	for _, v := range sorted {
		total += v.weight
	}
	for _, v := range sorted {
		if sum += v.weight; sum >= share*total {
			return v.value
		}
	}
	return 0
}

// inkShape says how far the letters of a word extend: above the x-height, below the baseline.
type inkShape struct{ up, down bool }

func shapeOfInk(text string) inkShape {
	return inkShape{
		up: strings.ContainsFunc(text, func(r rune) bool {
			return unicode.IsUpper(r) || unicode.IsDigit(r) || strings.ContainsRune("bdfhklti()[]/|!?\"'", r)
		}),
		down: strings.ContainsAny(text, "gjpqy()[]/|,;Q"),
	}
}

// inkMetrics estimates type size and baseline, in points, from the ink of a word and how far its letters
// extend.
func inkMetrics(text string, b page.Box) (size, base float64) {
	h := b.Y1 - b.Y0
	switch s := shapeOfInk(text); {
	case s.up && s.down:
		return h / tallDeepInk, b.Y1 - tallDeepPart*h
	case s.up:
		return h / tallInk, b.Y1
	case s.down:
		return h / deepInk, b.Y1 - deepPart*h
	}
	return h / lowInk, b.Y1
}
