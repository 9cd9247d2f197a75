package convert

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
	"quire/internal/convert/raster"
	"quire/internal/convert/sandbox"
)

// model answers requests for samples of a page in order and records them.
type model struct {
	answers []string // "" means a failure
	mu      sync.Mutex
	asked   []VisionRequest
}

func (m *model) look(_ context.Context, req VisionRequest) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = append(m.asked, req)
	if m.answers[req.Sample] == "" {
		return "", errors.New("the endpoint is away")
	}
	return m.answers[req.Sample], nil
}

func ultraOf(t *testing.T, m *model, p page.Page) (page.Page, error) {
	t.Helper()
	c := &Converter{cfg: Config{Vision: m.look}}
	return c.vision(t.Context(), ultraPage{page: p, image: blank})
}

func blank(context.Context, float64) (image.Image, float64, error) {
	return image.NewGray(image.Rect(0, 0, 4, 6)), visionDPI, nil
}

func textPage(text string) page.Page {
	return page.Page{Number: 3, Width: 595, Height: 842, Source: page.SourceText, Blocks: []page.Block{
		{Kind: page.Paragraph, Spans: []page.Span{{Text: text}}},
	}}
}

func TestVisionSamplesDecideAPage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what    string
		answers []string
		asked   int
		want    string
		source  page.Source
		notes   []string
	}{
		{"two that agree", []string{"# Total 66", "**Total 66**", "unused"}, 2, "# Total 66", page.SourceVision, nil},
		{"a third decides", []string{"Total 99", "Total 66", "Total 66."}, 3, "Total 66", page.SourceVision, nil},
		{"one fails", []string{"", "Total 66", "Total 66"}, 3, "Total 66", page.SourceVision, nil},
		{"only one answers", []string{"", "", "```\nTotal 66\n```"}, 3, "Total 66", page.SourceVision, nil},
		{"all fail", []string{"", "", ""}, 3, "total 66", page.SourceText, []string{noteVisionFailed}},
		{"nonsense only", []string{"I cannot", "I cannot", "I'm sorry"}, 3, "total 66", page.SourceText, []string{noteVisionFailed}},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			m := &model{answers: c.answers}
			p, err := ultraOf(t, m, textPage("total 66"))
			require.NoError(t, err)
			require.Equal(t, c.want, p.Text())
			require.Equal(t, c.source, p.Source)
			require.Equal(t, c.notes, p.Notes)
			require.Equal(t, 3, p.Number)
			require.Len(t, m.asked, c.asked)
			require.Equal(t, "total 66", m.asked[0].TextLayer)
			_, err = png.Decode(bytes.NewReader(m.asked[0].PNG))
			require.NoError(t, err)
		})
	}
}

func TestScansOwnReadingIsNotShownToTheModel(t *testing.T) {
	t.Parallel()
	p := textPage("misread text")
	p.Source = page.SourceOCR
	m := &model{answers: []string{"the true text", "the true text", ""}}
	got, err := ultraOf(t, m, p)
	require.NoError(t, err)
	require.Empty(t, m.asked[0].TextLayer)
	require.Equal(t, "the true text", strings.TrimSpace(got.Text()))
}

func TestCancelledConversionIsNotAModelFailure(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	c := &Converter{cfg: Config{Vision: func(ctx context.Context, _ VisionRequest) (string, error) {
		cancel()
		return "", ctx.Err()
	}}}
	_, err := c.vision(ctx, ultraPage{page: textPage("x"), image: blank})
	require.ErrorIs(t, err, context.Canceled)
}

func TestPageThatLostWordsIsReread(t *testing.T) {
	t.Parallel()
	reader, err := ocr.New(ocr.Config{})
	require.NoError(t, err)
	f, err := os.Open(filepath.Join("testdata", "samples", "palette.gif"))
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	st, err := f.Stat()
	require.NoError(t, err)
	img, err := raster.Decode(t.Context(), f, st.Size())
	require.NoError(t, err)
	c := &child{ocr: reader, task: sandbox.NewTask(io.Discard)}
	for name, test := range map[string]struct {
		text     string
		coverage float64
		source   page.Source
		notes    []string
	}{
		"words that the layout lost":           {"Plum jam", .7, page.SourceOCR, []string{noteLayoutLost}},
		"words that the image does not have":   {"Plum jam for the reading rooms in town", .7, page.SourceText, nil},
		"a sound text that is not the image's": {"Annual report of the board", 1, page.SourceText, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := textPage(test.text)
			p.Coverage = test.coverage
			got, err := c.ultra(t.Context(), ultraPage{page: p, image: scaledImage(img, p)})
			require.NoError(t, err)
			require.Equal(t, test.source, got.Source)
			for _, note := range test.notes {
				require.Contains(t, got.Notes, note)
			}
		})
	}
}

func TestOnlyAnImplausibleTextYieldsToItsImage(t *testing.T) {
	t.Parallel()
	const (
		report = "The annual report of the board describes how the harbour company supports its reading rooms, repairs the " +
			"northern bridge and measures the water of the canal every month of the year."
		german = "Der Jahresbericht des Vorstands beschreibt, wie die Hafengesellschaft ihre Lesesäle fördert, die nördliche " +
			"Brücke instand setzt und das Wasser des Kanals jeden Monat des Jahres misst."
	)
	shifted := func(by rune) string {
		return strings.Map(func(r rune) rune {
			if r == ' ' {
				return r
			}
			return r - by
		}, report)
	}
	marked := func() string {
		words := strings.Fields(report)
		for i, w := range words {
			words[i] = w[:len(w)/2] + "+" + w[len(w)/2:]
		}
		return strings.Join(words, " ")
	}
	for name, c := range map[string]struct {
		layer    string
		replaced bool
	}{
		"glyph codes for letters":    {shifted(29), true},
		"another alphabet's codes":   {shifted(-3), true},
		"the same text":              {report, false},
		"the same text, marked":      {marked(), false},
		"another language":           {german, false},
		"another text":               {strings.Repeat("nobody knows why the long tables stay empty until noon ", 5), false},
		"numbers and codes":          {strings.Repeat("A-1147 4711 B22 66 ", 20), false},
		"too little to judge":        {"xkq zzt kpp", false},
		"letters that are not Latin": {strings.Repeat("وصل القطار إلى محطة المدينة ", 10), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.replaced, implausible(c.layer) && contradicts(report, c.layer))
		})
	}
}
