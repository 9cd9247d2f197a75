package odf_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/archive"
	"quire/internal/convert/odf"
	"quire/internal/convert/office/opc/opctest"
	"quire/internal/convert/page"
)

// reads returns an OCR function that returns the same text for every picture.
func reads(text string) func(context.Context, []byte) (string, error) {
	return func(context.Context, []byte) (string, error) { return text, nil }
}

func TestHostileDocumentsAreRejectedWithAnExplanation(t *testing.T) {
	t.Parallel()
	plain := file{body: p("x")}.bytes(t)
	content := func(xml string) []byte { return file{parts: map[string]string{"content.xml": xml}}.bytes(t) }
	for name, c := range map[string]struct {
		data []byte
		want page.Reason
	}{
		"not an archive":   {[]byte("hello"), page.Corrupt},
		"truncated":        {plain[:len(plain)/2], page.Corrupt},
		"no content":       {opctest.Pack(t, map[string]string{"mimetype": "x"}), page.Corrupt},
		"no text":          {content(`<office:document-content ` + declare + `/>`), page.Corrupt},
		"broken XML":       {content(`<office:document-content ` + declare + `><office:body><office:text><text:p>`), page.Corrupt},
		"nested too deep":  {file{body: strings.Repeat("<text:section>", 300) + strings.Repeat("</text:section>", 300)}.bytes(t), page.Corrupt},
		"entity expansion": {content(`<!DOCTYPE x [<!ENTITY a "aaa">]><office:document-content ` + declare + `/>`), page.Corrupt},
		"inflates too far": {file{body: strings.Repeat(p("aaaaaaaaaaaaaaaa"), 900_000)}.bytes(t), page.TooLarge},
		"flat and broken":  {[]byte("<office:document"), page.Corrupt},
		"locked": {file{parts: map[string]string{"META-INF/manifest.xml": `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">` +
			`<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`}}.bytes(t), page.PasswordProtected},
		"locked as a whole": {opctest.Pack(t, map[string]string{"encrypted-package": "x"}), page.PasswordProtected},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := convert(t.Context(), c.data, odf.Options{})
			require.Equal(t, c.want, page.ReasonOf(err), "%v", err)
		})
	}
}

func TestConversionStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	data := file{body: strings.Repeat(p("x"), 5000)}.bytes(t)
	_, err := convert(ctx, data, odf.Options{Limits: archive.Limits{Ratio: 10_000}})
	require.ErrorIs(t, err, context.Canceled)
}

func TestReceiverErrorsAreReturned(t *testing.T) {
	t.Parallel()
	full := errors.New("disk full")
	data := file{body: p("x")}.bytes(t)
	err := odf.Convert(t.Context(), bytes.NewReader(data), int64(len(data)), odf.Options{}, func(page.Page) error { return full })
	require.ErrorIs(t, err, full)
	require.Empty(t, page.ReasonOf(err))
}

func FuzzConvert(f *testing.F) {
	styles := listStyle("D", decimal, letter) + style("paragraph", "Heading_20_1", "Heading_20_1", "")
	for _, body := range []string{
		p("x"), h(2, "y"), list(`text:style-name="D"`, p("a")+list("", p("b"))), styled("Heading_20_1", "h"),
		table(row(cell(`table:number-columns-spanned="2" table:number-rows-spanned="3"`, p("a")), cell(`table:number-columns-repeated="9"`, p("b")))),
		p(`<draw:frame><draw:object><math:math><math:mfrac><math:mi>a</math:mi></math:mfrac></math:math></draw:object></draw:frame>`),
		p(`a<text:soft-page-break/>b<text:note><text:note-body>` + p("n") + `</text:note-body></text:note>`), `<text:numbered-paragraph text:level="99">` + p("x") + `</text:numbered-paragraph>`,
	} {
		f.Add([]byte{}, body, styles, style("paragraph", "P1", "Heading_20_1", `<style:paragraph-properties fo:break-before="page"/>`))
	}
	f.Fuzz(func(t *testing.T, data []byte, body, styles, automatic string) {
		built := file{body: body, styles: styles, automatic: automatic, pages: 2}
		for _, in := range [][]byte{data, built.bytes(t), built.flat()} {
			pages, err := convert(t.Context(), in, odf.Options{})
			if err != nil {
				require.NotEmpty(t, page.ReasonOf(err), "%v", err)
				continue
			}
			for i := range pages {
				require.Equal(t, i+1, pages[i].Number)
				require.True(t, utf8.ValidString(page.Markdown(pages[i])))
			}
		}
	})
}
