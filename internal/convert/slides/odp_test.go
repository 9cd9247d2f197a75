package slides_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/slides"
	"quire/internal/growth"
)

// openDeck returns a flat OpenDocument presentation with slides of 720 by 405 points, each given by its content. The
// style H hides a slide.
func openDeck(content ...string) []byte {
	s := `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"` +
		` xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"` +
		` xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"` +
		` xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:mimetype="application/vnd.oasis.opendocument.presentation"><office:automatic-styles>` +
		`<style:page-layout style:name="L"><style:page-layout-properties fo:page-width="25.4cm" fo:page-height="5.625in"/></style:page-layout>` +
		`<style:style style:name="H" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style></office:automatic-styles>` +
		`<office:master-styles><style:master-page style:name="M" style:page-layout-name="L"/></office:master-styles><office:body><office:presentation>`
	for _, slide := range content {
		s += `<draw:page draw:master-page-name="M">` + slide + `</draw:page>`
	}
	return []byte(s + `</office:presentation></office:body></office:document>`)
}

// openBox returns a text box of a class at a position, in points.
func openBox(class string, x, y, w, h float64, content string) string {
	return fmt.Sprintf(`<draw:frame presentation:class="%s" svg:x="%gpt" svg:y="%gpt" svg:width="%gpt" svg:height="%gpt"><draw:text-box>%s</draw:text-box></draw:frame>`, class, x, y, w, h, content)
}

func openText(text string) string { return `<text:p>` + text + `</text:p>` }

func convertODP(ctx context.Context, data []byte) ([]page.Page, error) {
	var pages []page.Page
	err := slides.ConvertODP(ctx, bytes.NewReader(data), int64(len(data)), slides.Options{}, func(p page.Page) error {
		pages = append(pages, p)
		return nil
	})
	return pages, err
}

func odpPages(t *testing.T, content ...string) []page.Page {
	t.Helper()
	pages, err := convertODP(t.Context(), openDeck(content...))
	require.NoError(t, err)
	return pages
}

func TestOpenSlidesArePagesWithGeometry(t *testing.T) {
	t.Parallel()
	pages := odpPages(t, openBox("title", 10, 20, 300, 40, openText("Towns")+openText("of Wessex")), openBox("", 0, 0, 1, 1, openText("b")))
	require.Len(t, pages, 2)
	require.InDelta(t, 720, pages[0].Width, .01)
	require.InDelta(t, 405, pages[0].Height, .01)
	require.True(t, pages[0].Apart)
	require.Equal(t, page.Heading, pages[0].Blocks[0].Kind)
	require.Equal(t, page.Box{X0: 10, Y0: 20, X1: 310, Y1: 60}, pages[0].Blocks[0].Box)
	require.Equal(t, "Towns\nof Wessex", pages[0].Blocks[0].Text())
	require.Equal(t, 2, pages[1].Number)
	require.Len(t, odpPages(t), 1, "a presentation without slides is one empty page")
}

func TestOpenSlidesAreReadInOrder(t *testing.T) {
	t.Parallel()
	item := `<text:list><text:list-item>` + openText("a") + `<text:list><text:list-item>` + openText("b") + `</text:list-item></text:list></text:list-item></text:list>`
	row := `<table:table-row><table:table-cell>` + openText("x") + `</table:table-cell><table:table-cell>` + openText("y") + `</table:table-cell></table:table-row>`
	for name, c := range map[string]struct{ content, want string }{
		"a title that is drawn last": {openBox("outline", 0, 100, 700, 200, item) + openBox("title", 0, 0, 700, 50, openText("T")), "# T\n\n- a\n  - b"},
		"a subtitle":                 {openBox("title", 0, 0, 700, 50, openText("T")) + openBox("subtitle", 0, 60, 700, 20, openText("S")), "# T\n\n## S"},
		"columns":                    {openBox("", 400, 100, 300, 200, openText("right")) + openBox("", 0, 100, 300, 200, openText("left")), "left\n\nright"},
		"shapes in groups":           {`<draw:g><draw:custom-shape svg:x="1cm" svg:y="1cm" svg:width="3cm" svg:height="1cm">` + openText("a") + `</draw:custom-shape></draw:g>`, "a"},
		"a table":                    {`<draw:frame svg:x="1pt" svg:y="1pt" svg:width="9pt" svg:height="9pt"><table:table>` + row + row + `</table:table></draw:frame>`, "| x | y |\n| --- | --- |\n| x | y |"},
		"notes": {
			openBox("title", 0, 0, 700, 50, openText("T")) + `<presentation:notes><draw:page-thumbnail/>` + openBox("notes", 0, 0, 1, 1, openText("say it")) + openBox("header", 0, 0, 1, 1, openText("no")) + `</presentation:notes>`,
			"# T\n\n*Speaker notes:*\n\n> say it",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := odpPages(t, c.content)
			require.Len(t, pages, 1)
			require.Equal(t, c.want, page.Markdown(pages[0]))
		})
	}
}

func TestHiddenOpenSlidesSaySo(t *testing.T) {
	t.Parallel()
	data := bytes.Replace(openDeck(openBox("", 0, 0, 1, 1, openText("a"))), []byte(`<draw:page `), []byte(`<draw:page draw:style-name="H" `), 1)
	pages, err := convertODP(t.Context(), data)
	require.NoError(t, err)
	require.Equal(t, "*Hidden slide:*\n\na", page.Markdown(pages[0]))
}

func TestGrowthOfOpenSlides(t *testing.T) {
	inSlide := func(build func(n int) []byte) func(n int) []byte {
		return func(n int) []byte { return openDeck(string(build(n))) }
	}
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "slides", Build: func(n int) []byte {
			return openDeck(strings.Split(strings.Repeat(openBox("title", 0, 0, 9, 9, openText("a"))+"\n", n), "\n")...)
		}},
		{Name: "shapes in order", Build: inSlide(growth.Repeat(openBox("", 0, 0, 9, 9, openText("a"))))},
		{Name: "shapes apart", Build: inSlide(growth.Numbered(`<draw:rect svg:x="%dpt" svg:y="%dpt" svg:width="1pt" svg:height="1pt">` + openText("a") + `</draw:rect>`))},
		{Name: "groups in groups", To: 1 << 15, Build: inSlide(growth.Around("<draw:g>", openBox("", 0, 0, 1, 1, openText("a")), "</draw:g>"))},
		{Name: "one long title", Build: func(n int) []byte { return openDeck(openBox("title", 0, 0, 9, 9, strings.Repeat(openText("a"), n))) }},
		{Name: "notes", Build: inSlide(growth.Within("<presentation:notes>", growth.Repeat(openBox("notes", 0, 0, 1, 1, openText("a"))), "</presentation:notes>"))},
	}, func(t *testing.T, input []byte) {
		t.Helper()
		pages, err := convertODP(t.Context(), input)
		if err != nil && page.ReasonOf(err) == "" {
			t.Fatal(err)
		}
		for _, p := range pages {
			page.Markdown(p)
		}
	})
}

func FuzzConvertODP(f *testing.F) {
	f.Add([]byte{}, openBox("title", 1, 2, 3, 4, openText("a")))
	f.Add([]byte{}, `<draw:g><draw:rect svg:x="1cm">`+openText("a")+`</draw:rect></draw:g><presentation:notes/>`)
	f.Fuzz(func(t *testing.T, data []byte, content string) {
		for _, in := range [][]byte{data, openDeck(content)} {
			pages, err := convertODP(t.Context(), in)
			if err != nil {
				require.NotEmpty(t, page.ReasonOf(err), "%v", err)
			}
			for i := range pages {
				require.Equal(t, i+1, pages[i].Number)
				require.True(t, utf8.ValidString(page.Markdown(pages[i])))
			}
		}
	})
}
