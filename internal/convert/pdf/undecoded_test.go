package pdf_test

import (
	"context"
	"fmt"
	"image"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
)

// scanOf returns a picture of 200 × 300 pixels in the given encoding that fills its page.
func scanOf(filter, parameters, data string) (object, content string) {
	object = fmt.Sprintf("<< /Type /XObject /Subtype /Image /Width 200 /Height 300 /ColorSpace /DeviceGray /BitsPerComponent 1 "+
		"/Filter /%s %s /Length %d >>\nstream\n%s\nendstream", filter, parameters, len(data), data)
	return object, "/Resources << /XObject << /I %d 0 R >> >>\n---\nq 612 0 0 792 0 0 cm /I Do Q"
}

// nothing is an OCR that finds no words.
func nothing(context.Context, image.Image, int) (ink.Scan, error) { return ink.Scan{}, nil }

const group4 = "/DecodeParms << /K -1 /Columns 200 /Rows 300 >>"

// blankFax is a blank page in Group 4: one bit for each of its 300 lines, and the end of the block.
var blankFax = strings.Repeat("\xff", 37) + "\xf0\x01\x00\x10"

func TestPageWithUndecodablePictureBecomesANote(t *testing.T) {
	t.Parallel()
	noise := strings.Repeat("This is no picture, whatever its dictionary says. ", 80)
	for name, test := range map[string]struct{ filter, parameters, data string }{
		"JBIG2":            {"JBIG2Decode", "", noise},
		"JPEG 2000":        {"JPXDecode", "", noise},
		"JPEG":             {"DCTDecode", "", noise},
		"empty fax":        {"CCITTFaxDecode", group4, ""},
		"fax of zeros":     {"CCITTFaxDecode", group4, strings.Repeat("\x00", 4000)},
		"fax of ones":      {"CCITTFaxDecode", group4, strings.Repeat("\xff", 4000)},
		"Group 3 of zeros": {"CCITTFaxDecode", "/DecodeParms << /K 0 /Columns 200 /Rows 300 >>", strings.Repeat("\x00", 4000)},
		"unknown coding":   {"NewDecode", "", noise},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			object, content := scanOf(test.filter, test.parameters, test.data)
			pages := converted(t, pdfFileWith(t, []string{object}, show(12, "A page that can be read"), content), 1, 2, pdf.Options{OCR: nothing})
			require.Equal(t, "A page that can be read", pages[0].Text())
			require.Empty(t, pages[0].Unread)
			require.Equal(t, page.Corrupt, pages[1].Unread)
			require.Equal(t, []string{"Page 2 could not be read: its picture is damaged or of a kind that cannot be decoded."}, pages[1].Notes)
			require.Equal(t, pages[1].Notes[0], pages[1].Text(), "the Markdown says so too")
			require.InDelta(t, 612, pages[1].Width, .1)
		})
	}
}

func TestBlankScanIsNotDamage(t *testing.T) {
	t.Parallel()
	object, content := scanOf("CCITTFaxDecode", group4, blankFax)
	p := converted(t, pdfFileWith(t, []string{object}, content), 1, 1, pdf.Options{OCR: nothing})[0]
	require.Empty(t, p.Unread)
	require.Empty(t, p.Notes)
	require.Empty(t, p.Text())
}

func TestOwnTextStaysIfOCRFindsNone(t *testing.T) {
	t.Parallel()
	// The letters a to e stand for private-use characters, as in fonts whose encoding was lost.
	font := "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding " +
		"/Differences [97 /uniE001 /uniE002 /uniE003 /uniE004 /uniE005] >> >>"
	for name, test := range map[string]struct {
		shown, text string
		unread      page.Reason
		notes       []string
	}{
		"most says nothing": {
			"abcde abcde xyz", "Page 1 could not be read: its fonts do not say which letters they show, and OCR finds none.", page.Corrupt,
			[]string{"Page 1 could not be read: its fonts do not say which letters they show, and OCR finds none."},
		},
		"most can be read": {
			"ZYXWVU abcd TSRQ", "ZYXWVU TSRQ", "",
			[]string{"parts of the text are in fonts that do not say which letters they show: left out"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := pdfFileWith(t, []string{font}, "/Resources << /Font << /F1 %d 0 R >> >>\n---\n"+show(12, test.shown))
			p := converted(t, path, 1, 1, pdf.Options{OCR: nothing})[0]
			require.Equal(t, test.text, p.Text())
			require.Equal(t, test.unread, p.Unread)
			require.Equal(t, test.notes, p.Notes)
		})
	}
}
