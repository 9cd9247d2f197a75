package convert_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/probe"
	"quire/internal/highlight"
)

// The pages of these tests show each word in a colour of its own, so their images say exactly where each word is.

// coloredWord returns the i-th word, which no other word contains, and its colour. All colours lack blue, which
// distinguishes them from those at the edges of letters.
func coloredWord(i int) (string, color.RGBA) {
	onsets, vowels := "bdfgklmnprstvz", "aeiou"
	part := func(n int) string { return string(onsets[n%len(onsets)]) + string(vowels[n/len(onsets)%len(vowels)]) }
	const step = 15
	return part(i%70) + part(i/70+i*3) + part(i*11), color.RGBA{uint8(i % 12 * step), uint8(i / 12 * step), 0, 255}
}

// ink sets the colour of a word.
func ink(c color.RGBA) string {
	return fmt.Sprintf("%.4f %.4f %.4f rg ", float64(c.R)/255, float64(c.G)/255, float64(c.B)/255)
}

// coloredLines returns a content stream with lines of words, beginning with the word first.
func coloredLines(first, lines, words int, x, y float64) string {
	var b strings.Builder
	for l := range lines {
		fmt.Fprintf(&b, "BT /F1 11 Tf 1 0 0 1 %g %g Tm ", x, y-16*float64(l))
		for w := range words {
			text, c := coloredWord(first + l*words + w)
			fmt.Fprintf(&b, "%s(%s ) Tj ", ink(c), text)
		}
		b.WriteString("ET\n")
	}
	return b.String()
}

// colored is a page of colored words.
type colored struct {
	// words is the number of words.
	words   int
	content string
	// media is the MediaBox; empty for Letter. entries are further entries of the page's dictionary.
	media, entries string
	// extra is an object that the resources call X.
	extra string
	// pages is how many copies the document has, all of which are alike; 0 means 1.
	pages int
}

// file writes the document.
func (c colored) file(t *testing.T) string {
	t.Helper()
	if c.media == "" {
		c.media = "0 0 612 792"
	}
	if c.extra == "" {
		c.extra = "null"
	}
	const fonts = "<< /F1 3 0 R /F2 6 0 R >>"
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(c.content), c.content), strings.ReplaceAll(c.extra, "FONTS", fonts),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /ToUnicode 7 0 R >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(hebrew), hebrew),
	}
	var kids []string
	for range max(c.pages, 1) {
		objects = append(objects, fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [%s] /Contents 4 0 R %s /Resources << /Font %s /XObject << /X 5 0 R >> >> >>", c.media, c.entries, fonts))
		kids = append(kids, fmt.Sprintf("%d 0 R", len(objects)))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(kids))
	return written(t, "colored.pdf", string(pdfOf(objects)))
}

// hebrew is a character map by which Latin letters stand for Hebrew ones.
const hebrew = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /H def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfrange <20> <20> <0020> <61> <7a> <05d0> endbfrange endcmap end end`

// shown draws a page the way the service does and returns where each colour is, in points of the page.
func shown(t *testing.T, c *convert.Converter, path string, p page.Page) map[color.RGBA]page.Box {
	t.Helper()
	file, err := c.Draw(t.Context(), convert.Drawing{Path: path, Format: probe.PDF, Number: p.Number, PageWidth: p.Width, Width: 1600, Turn: p.Turned})
	require.NoError(t, err)
	img, _, err := image.Decode(bytes.NewReader(file))
	require.NoError(t, err)
	size := img.Bounds().Size()
	scale := float64(size.X) / p.Width
	require.InDelta(t, p.Height*scale, size.Y, 2)
	found := map[color.RGBA]page.Box{}
	for y := range size.Y {
		for x := range size.X {
			at, _ := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
			if at.B != 0 {
				continue
			}
			pixel := page.Box{X0: float64(x) / scale, Y0: float64(y) / scale, X1: float64(x+1) / scale, Y1: float64(y+1) / scale}
			b, ok := found[at]
			if !ok {
				b = pixel
			}
			found[at] = page.Box{X0: min(b.X0, pixel.X0), Y0: min(b.Y0, pixel.Y0), X1: max(b.X1, pixel.X1), Y1: max(b.Y1, pixel.Y1)}
		}
	}
	return found
}

// slack is how far the ink of a word may be outside of its box, in points: letters protrude from their widths.
const slack = 1

func covers(b, ink page.Box) bool {
	return b.X0 <= ink.X0+slack && b.Y0 <= ink.Y0+slack && b.X1 >= ink.X1-slack && b.Y1 >= ink.Y1-slack
}

// The text of 10 lines of 6 words, and the transformations that turn it for pages of 612 by 792 points.
var (
	plainLines = coloredLines(0, 10, 6, 72, 600)
	turnedText = map[int]string{90: "0 1 -1 0 612 0 cm ", 180: "-1 0 0 -1 612 792 cm ", 270: "0 -1 1 0 0 792 cm "}
)

// oddPages are pages that are unusual but real.
func oddPages() map[string]colored {
	inForm := "<< /Type /XObject /Subtype /Form /BBox [0 0 900 900] /Matrix [1 0 0 1 -30 40] /Resources << /Font FONTS >> "
	pages := map[string]colored{
		"plain":               {content: plainLines},
		"a crop box":          {content: plainLines, entries: "/CropBox [50 60 560 700]"},
		"a crop box, turned":  {content: turnedText[90] + plainLines, entries: "/CropBox [5 50 560 700] /Rotate 90"},
		"a crop box too wide": {content: plainLines, entries: "/CropBox [-100 -100 900 900]"},
		"corners swapped":     {content: plainLines, media: "612 792 0 0"},
		"a negative origin":   {content: "1 0 0 1 -300 -400 cm " + plainLines, media: "-300 -400 312 392"},
		"a distant origin":    {content: "1 0 0 1 5000 3000 cm " + plainLines, media: "5000 3000 5612 3792", entries: "/Rotate 180"},
		"a user unit":         {content: plainLines, entries: "/UserUnit 2.5"},
		"fractions":           {content: plainLines, media: "0.4 0.7 595.276 841.89", entries: "/Rotate 270"},
		"two columns":         {content: coloredLines(0, 15, 4, 60, 700) + coloredLines(60, 15, 4, 330, 700), words: 120},
		"a form object": {
			content: "q .8 0 0 .8 0 0 cm /X Do Q " + coloredLines(60, 4, 5, 72, 150), words: 80,
			extra: inForm + fmt.Sprintf("/Length %d >>\nstream\n%s\nendstream", len(plainLines), plainLines),
		},
		"upside down":           {content: turnedText[180] + plainLines},
		"a little skewed":       {content: ".9994 .0349 -.0349 .9994 40 -10 cm " + plainLines},
		"more skewed":           {content: ".9945 .1045 -.1045 .9945 60 -20 cm " + plainLines},
		"skewed and lying":      {content: turnedText[90] + ".9986 -.0523 .0523 .9986 -20 0 cm " + plainLines},
		"from the right":        {content: leftwardLines(60, 6)},
		"many pages":            {content: plainLines, pages: 12, entries: "/CropBox [10 20 600 780]"},
		"many pages on a side":  {content: plainLines, pages: 12, entries: "/Rotate 90"},
		"many of another angle": {content: turnedText[180] + plainLines, pages: 12, entries: "/Rotate -180"},
	}
	for _, rotate := range []int{90, 180, 270, 450, -90} {
		pages[fmt.Sprintf("turned by %d", rotate)] = colored{content: turnedText[(rotate+360)%360] + plainLines, entries: fmt.Sprintf("/Rotate %d", rotate)}
		pages[fmt.Sprintf("lying by %d", rotate)] = colored{content: plainLines, entries: fmt.Sprintf("/Rotate %d", rotate)}
	}
	for name, p := range pages {
		if p.words == 0 {
			p.words = 60
			pages[name] = p
		}
	}
	return pages
}

// leftwardLines returns lines of words in Hebrew letters, each placed where it is read from right to left.
func leftwardLines(words, perLine int) string {
	var b strings.Builder
	for i := range words {
		text, c := coloredWord(i)
		letters := []byte(text)
		slices.Reverse(letters)
		fmt.Fprintf(&b, "BT /F2 11 Tf 1 0 0 1 %d %d Tm %s(%s) Tj ET\n", 500-60*(i%perLine), 700-16*(i/perLine), ink(c), letters)
	}
	return b.String()
}

func TestBoxesCoverTheInkOfTheirWords(t *testing.T) {
	t.Parallel()
	for _, alone := range []bool{false, true} {
		c, err := convert.New(convert.Config{Processes: 2, PDF: pdf.Config{PDFiumOnly: alone}})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, c.Close()) })
		for name, of := range oddPages() {
			t.Run(fmt.Sprintf("%s, PDFium only %t", name, alone), func(t *testing.T) {
				t.Parallel()
				path := of.file(t)
				pages, err := read(t.Context(), c, path, probe.PDF)
				require.NoError(t, err)
				p := pages[len(pages)-1]
				p.Upright()                              // as the service stores it
				require.Equal(t, of.words, len(p.Words)) //nolint:testifylint // the words would fill screens
				on := shown(t, c, path, p)
				for i := range of.words {
					text, ink := coloredWord(i)
					if name == "from the right" {
						text = inHebrew(text)
					}
					k := slices.IndexFunc(p.Words, func(w page.Word) bool { return w.Text == text })
					require.GreaterOrEqual(t, k, 0, text)
					require.NotZero(t, on[ink], text)
					require.True(t, covers(p.Words[k].Box, on[ink]), "%s: the box %v, the ink %v", text, p.Words[k].Box, on[ink])
				}
				requireMarks(t, p, on)
			})
		}
	}
}

func inHebrew(text string) string {
	return strings.Map(func(r rune) rune { return 'א' + r - 'a' }, text)
}

// requireMarks requires that the marks of a quote cover the ink of its words, and reach the middle of no other word.
func requireMarks(t *testing.T, p page.Page, on map[color.RGBA]page.Box) {
	t.Helper()
	const from, to = 8, 15 // of the words in reading order, over the end of a line
	var quote []string
	for _, w := range p.Words[from:to] {
		quote = append(quote, w.Text)
	}
	book := highlight.NewBook(func(int) (page.Page, error) { return p, nil })
	places, err := book.Find(strings.Join(quote, " "), p.Number, p.Number)
	require.NoError(t, err)
	require.Len(t, places, 1)
	for i := range len(p.Words) {
		text, c := coloredWord(i)
		ink := on[c]
		middle := page.Box{X0: (ink.X0 + ink.X1) / 2, Y0: (ink.Y0 + ink.Y1) / 2, X1: (ink.X0 + ink.X1) / 2, Y1: (ink.Y0 + ink.Y1) / 2}
		marked := slices.ContainsFunc(places[0].Boxes, func(b page.Box) bool { return covers(b, ink) })
		touched := slices.ContainsFunc(places[0].Boxes, func(b page.Box) bool { return covers(b, middle) })
		quoted := slices.Contains(quote, text) || slices.Contains(quote, inHebrew(text))
		require.Equal(t, quoted, marked, "%s: the marks %v, the ink %v", text, places[0].Boxes, ink)
		require.Equal(t, quoted, touched, text)
	}
}
