package pdf_test

import (
	"context"
	"image"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
)

// reading returns an OCR that always reads one word.
func reading(word string) pdf.OCR {
	return func(context.Context, image.Image, int) (ink.Scan, error) {
		return ink.Scan{Words: []ink.ScanWord{{Word: page.Word{Text: word, Box: page.Box{X0: 72, Y0: 60, X1: 150, Y1: 72}, Confidence: 95}}}}, nil
	}
}

func TestUnpaintedTextCountsOnlyOnItsOwn(t *testing.T) {
	t.Parallel()
	hidden := "BT 3 Tr /F1 12 Tf 72 500 Td (A layer of text that a scanner put under the picture of the page) Tj ET\n"
	for content, want := range map[string]string{
		hidden: "A layer of text that a scanner put under the picture of the page",
		show(12, "What the reader of this document sees on the page, long enough to count") + hidden: "What the reader of this document sees on the page, long enough to count",
	} {
		p := converted(t, pdfFile(t, content), 1, 1, pdf.Options{})[0]
		require.Equal(t, want, p.Text())
	}
}

func TestMeaninglessTextIsReplacedByOCR(t *testing.T) {
	t.Parallel()
	// The letters a to e stand for private-use characters, as in fonts whose encoding was lost.
	font := "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /Differences " +
		"[97 /uniE001 /uniE002 /uniE003 /uniE004 /uniE005] >> >>"
	path := pdfFileWith(t, []string{font}, "/Resources << /Font << /F1 %d 0 R >> >>\n---\n"+show(12, "abcde abcde abcde", "edcba edcba edcba"))
	p := converted(t, path, 1, 1, pdf.Options{OCR: reading("Legible")})[0]
	require.Equal(t, page.SourceOCR, p.Source)
	require.Equal(t, "Legible", p.Text())
}

func TestStampDoesNotHideTheScan(t *testing.T) {
	t.Parallel()
	picture := "q 612 0 0 792 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q\n"
	path := pdfFile(t, picture+show(9, "Received 12 May"))
	p := converted(t, path, 1, 1, pdf.Options{OCR: reading("Scanned")})[0]
	require.Equal(t, "Scanned", p.Text())
	prose := show(12, "This page has text of its own,", "enough of it to be read without", "looking at the picture behind it.")
	p = converted(t, pdfFile(t, picture+prose), 1, 1, pdf.Options{OCR: reading("Scanned"), SkipImages: true})[0]
	require.Equal(t, page.SourceText, p.Source)
}

func TestPageTooSlowForOCRKeepsItsOwnText(t *testing.T) {
	t.Parallel()
	shape := "0.5 g 100 100 400 500 re f"
	calls := 0
	slow := func(context.Context, image.Image, int) (ink.Scan, error) {
		if calls++; calls == 1 {
			return ink.Scan{}, &page.Error{Reason: page.TooComplex, Message: "too slow"}
		}
		return ink.Scan{Words: []ink.ScanWord{{Word: page.Word{Text: "scanned", Box: page.Box{X0: 72, Y0: 100, X1: 120, Y1: 112}, Confidence: 91}}}}, nil
	}
	pages := converted(t, pdfFile(t, show(12, "first"), shape, shape, show(12, "last")), 1, 4, pdf.Options{OCR: slow})
	require.Len(t, pages, 4)
	require.Equal(t, []string{"first", "", "scanned", "last"}, []string{pages[0].Text(), pages[1].Text(), pages[2].Text(), pages[3].Text()})
	require.Equal(t, []string{"OCR of the page takes too long: left out"}, pages[1].Notes)
}
