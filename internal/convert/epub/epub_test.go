package epub_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/archive"
	"quire/internal/convert/epub"
	"quire/internal/convert/office/opc/opctest"
	"quire/internal/convert/page"
	"quire/internal/growth"
)

// book returns a book with further parts and with chapters, given as the content of their bodies.
func book(t testing.TB, parts map[string]string, chapters ...string) []byte {
	t.Helper()
	all := map[string]string{
		"mimetype":               "application/epub+zip",
		"META-INF/container.xml": `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>`,
		"OEBPS/nav.xhtml":        `<html><body><nav epub:type="toc"><ol><li><a href="c1.xhtml">Contents</a></li></ol></nav></body></html>`,
	}
	var manifest, spine strings.Builder
	for i, body := range chapters {
		all[fmt.Sprintf("OEBPS/c%d.xhtml", i+1)] = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>` + body + `</body></html>`
		fmt.Fprintf(&manifest, `<item id="c%d" href="c%d.xhtml" media-type="application/xhtml+xml"/>`, i+1, i+1)
		fmt.Fprintf(&spine, `<itemref idref="c%d"/>`, i+1)
	}
	all["OEBPS/content.opf"] = `<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>` +
		manifest.String() + `</manifest><spine><itemref idref="nav"/>` + spine.String() + `</spine><guide><reference type="toc" href="toc.xhtml"/></guide></package>`
	maps.Copy(all, parts)
	return opctest.Pack(t, all)
}

func convert(ctx context.Context, data []byte, opt epub.Options) ([]page.Page, error) {
	var pages []page.Page
	err := epub.Convert(ctx, bytes.NewReader(data), int64(len(data)), opt, func(p page.Page) error {
		pages = append(pages, p)
		return nil
	})
	return pages, err
}

func markdowns(t *testing.T, data []byte) []string {
	t.Helper()
	pages, err := convert(t.Context(), data, epub.Options{})
	require.NoError(t, err)
	var texts []string
	for i, p := range pages {
		require.Equal(t, i+1, p.Number)
		texts = append(texts, page.Markdown(p))
	}
	return texts
}

func TestChaptersArePagesInReadingOrder(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"# One\n\na", "# Two\n\nb"}, markdowns(t, book(t, nil, "<h1>One</h1><p>a</p>", "<p/>", "<h1>Two</h1><p>b</p>")))
	require.Equal(t, []string{""}, markdowns(t, book(t, nil)), "a book without text is one empty page")
	require.Equal(t, []string{"head\n\na\n\nfoot"}, markdowns(t, book(t, nil, "<header>head</header><p>a<a id='x'/></p><footer>foot</footer>")), "nothing in a book is furniture")
}

func TestPartsAreReadOnceAndWithoutAnOrder(t *testing.T) {
	t.Parallel()
	opf := func(spine string) map[string]string {
		return map[string]string{"OEBPS/content.opf": `<package><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>` +
			`<item id="css" href="s.css" media-type="text/css"/><item id="a" href="c1.xhtml" media-type="application/xhtml+xml"/><item id="b" href="C1.xhtml" media-type="application/xhtml+xml"/>` +
			`</manifest><spine>` + spine + `</spine></package>`}
	}
	require.Equal(t, []string{"x"}, markdowns(t, book(t, opf(`<itemref idref="a"/><itemref idref="b"/>`), "<p>x</p>")), "one part under two names")
	require.Equal(t, []string{"x"}, markdowns(t, book(t, opf(`<itemref idref="none"/>`), "<p>x</p>")), "an order of parts that do not exist")
	require.Equal(t, []string{"x"}, markdowns(t, book(t, opf(""), "<p>x</p>")), "no order")
}

func TestPartsAreFoundUnderAnyNameAndType(t *testing.T) {
	t.Parallel()
	one := func(name, href, mediaType string) []byte {
		return book(t, map[string]string{name: "<html><body><p>x</p></body></html>", "OEBPS/content.opf": `<package><manifest><item id="a" href="` + href + `" media-type="` + mediaType + `"/>` +
			`</manifest><spine><itemref idref="a"/></spine></package>`})
	}
	for _, data := range [][]byte{
		one("OEBPS/a b.xhtml", "a%20b.xhtml", "application/xhtml+xml"),
		one("OEBPS/a%20b.xhtml", "a%20b.xhtml", "application/xhtml+xml"),
		one("OEBPS/a.html", "a.html", "text/x-oeb1-document"),
	} {
		require.Equal(t, []string{"x"}, markdowns(t, data))
	}
}

func TestNotesFollowTheChaptersThatReferToThem(t *testing.T) {
	t.Parallel()
	reference := func(href string) string {
		return `<a epub:type="noteref" href="` + href + `">7</a>`
	}
	note := func(id, text string) string {
		return `<aside epub:type="footnote" id="` + id + `"><p>` + text + `<a role="doc-backlink" href="#r">↩</a></p></aside>`
	}
	require.Equal(t, []string{"a[^1]b\n\n[^1]: one", "c[^2]\n\n[^2]: two", "d"},
		markdowns(t, book(t, nil, "<p>a"+reference("#n1")+"b</p>"+note("n1", "one"), "<p>c"+reference("c3.xhtml#n2")+"</p>", "<p>d</p>"+note("n2", "two"))))
	require.Equal(t, []string{"a<sup>7</sup>\n\nx"}, markdowns(t, book(t, nil, "<p>a"+reference("#none")+"</p><p>x</p>")), "what nothing marks as a note stays where it is")
	require.Equal(t, []string{"a\n\none"}, markdowns(t, book(t, nil, "<p>a</p>"+note("n1", "one"))), "a note that nothing refers to")
}

func TestPicturesAreReadUnlessLeftOut(t *testing.T) {
	t.Parallel()
	data := book(t, map[string]string{"OEBPS/i/1.png": "\x89PNG"}, `<p>a<img src="i/1.png" alt="A duck"/></p><svg><image xlink:href="i/1.png"/></svg><img src="http://a.b/c.png"/>`)
	ocr := func(context.Context, []byte) (string, error) { return "text in a picture", nil }
	pages, err := convert(t.Context(), data, epub.Options{OCR: ocr})
	require.NoError(t, err)
	require.Equal(t, "a\ntext in a picture\ntext in a picture", pages[0].Text())
	require.Equal(t, page.SourceMixed, pages[0].Source)
	pages, err = convert(t.Context(), data, epub.Options{OCR: ocr, SkipImages: true})
	require.NoError(t, err)
	require.Equal(t, "a", pages[0].Text())
}

func TestHostileBooksAreRejectedWithAnExplanation(t *testing.T) {
	t.Parallel()
	encryption := func(algorithm string) map[string]string {
		return map[string]string{"META-INF/encryption.xml": `<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm="` + algorithm + `"/></enc:EncryptedData></encryption>`}
	}
	for name, c := range map[string]struct {
		data []byte
		want page.Reason
	}{
		"not an archive":       {[]byte("hello"), page.Corrupt},
		"no package document":  {opctest.Pack(t, map[string]string{"mimetype": "application/epub+zip"}), page.Corrupt},
		"a broken one":         {book(t, map[string]string{"OEBPS/content.opf": "<package>"}), page.Corrupt},
		"inflates too far":     {book(t, nil, strings.Repeat("<p>aaaaaaaaaaaaaaaa</p>", 900_000)), page.TooLarge},
		"management of rights": {book(t, encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc"), "<p>a</p>"), page.PasswordProtected},
		"obfuscated fonts":     {book(t, encryption("http://www.idpf.org/2008/embedding"), "<p>a</p>"), ""},
		"a missing chapter":    {book(t, map[string]string{"OEBPS/content.opf": `<package><manifest><item id="a" href="none.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>`}), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := convert(t.Context(), c.data, epub.Options{})
			require.Equal(t, c.want, page.ReasonOf(err), "%v", err)
		})
	}
}

func TestConversionStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := convert(ctx, book(t, nil, "<p>a</p>"), epub.Options{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestGrowthOfBooks(t *testing.T) {
	inChapter := func(build func(n int) []byte) func(n int) []byte {
		return func(n int) []byte { return book(t, nil, string(build(n))) }
	}
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "paragraphs", Build: inChapter(growth.Repeat("<p>a</p>"))},
		{Name: "chapters", To: 1 << 13, Build: func(n int) []byte { return book(t, nil, strings.Split(strings.Repeat("<p>a</p>,", n), ",")...) }},
		{Name: "one chapter, listed often", Build: func(n int) []byte {
			return book(t, map[string]string{"OEBPS/content.opf": `<package><manifest><item id="a" href="c1.xhtml"/></manifest><spine>` + strings.Repeat(`<itemref idref="a"/>`, n) + `</spine></package>`}, strings.Repeat("<p>a</p>", n))
		}},
		{Name: "parts in a deep folder", Build: func(n int) []byte {
			folder := strings.Repeat("a/", min(n, 30_000))
			return book(t, map[string]string{
				"META-INF/container.xml": `<container><rootfiles><rootfile full-path="` + folder + `c.opf"/></rootfiles></container>`,
				folder + "c.opf":         "<package><manifest>" + string(growth.Numbered(`<item id="i%d" href="c"/>`)(n)) + "</manifest></package>",
			}, "<p>a</p>")
		}},
		{Name: "tags closed in themselves", Build: inChapter(growth.Repeat("<a/>b<br/>"))},
		{Name: "tags that are not closed", Build: inChapter(growth.Repeat("<a "))},
		{Name: "notes", Build: inChapter(growth.Numbered(`<p>a<a epub:type="noteref" href="#n%d">1</a></p><aside epub:type="footnote" id="n%d">b</aside>`))},
		{Name: "references to one note", Build: inChapter(growth.Within(`<aside epub:type="footnote" id="n">b</aside>`, growth.Repeat(`<a epub:type="noteref" href="#n">1</a>`), ""))},
		{Name: "deep notes, often", Build: inChapter(growth.Repeat(strings.Repeat(`<div epub:type="footnote" id="n">a`, 100) + strings.Repeat("</div>", 100)))},
		{Name: "pictures", Build: inChapter(growth.Repeat(`<img src="a.png" alt="b"/>`))},
		{Name: "drawings in drawings", Build: inChapter(growth.Around("<svg>", `<image href="a"/>`, "</svg>"))},
	}, func(t *testing.T, input []byte) {
		t.Helper()
		pages, err := convert(t.Context(), input, epub.Options{Limits: archive.Limits{Ratio: 10_000}})
		if err != nil && page.ReasonOf(err) == "" {
			t.Fatal(err)
		}
		for i := range pages {
			page.Markdown(pages[i])
		}
	})
}

func FuzzConvert(f *testing.F) {
	f.Add([]byte{}, `<p>a<a epub:type="noteref" href="#n">1</a></p><aside epub:type="footnote" id="n">b</aside>`, `<package><spine/></package>`)
	f.Add([]byte{}, `<table><tr><td><img src="x" alt="y"/></td></tr></table><svg><image href="z"/></svg>`, "")
	f.Fuzz(func(t *testing.T, data []byte, chapter, opf string) {
		parts := map[string]string{}
		if opf != "" {
			parts["OEBPS/content.opf"] = opf
		}
		for _, in := range [][]byte{data, book(t, parts, chapter)} {
			pages, err := convert(t.Context(), in, epub.Options{})
			if err != nil {
				require.NotEmpty(t, page.ReasonOf(err), "%v", err)
			}
			for i := range pages {
				require.True(t, utf8.ValidString(page.Markdown(pages[i])))
			}
		}
	})
}
