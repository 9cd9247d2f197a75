package slides_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/archive"
	"quire/internal/convert/office/opc/opctest"
	"quire/internal/convert/page"
	"quire/internal/convert/slides"
)

func TestHostilePresentationsAreRejectedWithAnExplanation(t *testing.T) {
	t.Parallel()
	plain := deckOf(box("x", 0, 0, 1, 1)).bytes(t)
	presentation := func(xml string) []byte {
		return deckFile{parts: map[string]string{"ppt/presentation.xml": xml}}.bytes(t)
	}
	for name, c := range map[string]struct {
		data []byte
		want page.Reason
	}{
		"not an archive":       {[]byte("hello"), page.Corrupt},
		"truncated":            {plain[:len(plain)/2], page.Corrupt},
		"no presentation":      {opctest.Pack(t, map[string]string{"a.txt": "x"}), page.Corrupt},
		"broken XML":           {presentation(`<p:presentation ` + declare + `><p:sldIdLst>`), page.Corrupt},
		"entity expansion":     {presentation(`<!DOCTYPE x [<!ENTITY a "aaa">]><p:presentation ` + declare + `/>`), page.Corrupt},
		"inflates too far":     {deckOf(strings.Repeat(box("aaaaaaaaaaaaaaaa", 0, 0, 1, 1), 300_000)).bytes(t), page.TooLarge},
		"locked":               {append([]byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), "E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00"...), page.PasswordProtected},
		"a PowerPoint 97 file": {[]byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 P\x00o\x00w\x00"), page.Unsupported},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := convert(t.Context(), c.data, slides.Options{})
			require.Equal(t, c.want, page.ReasonOf(err), "%v", err)
		})
	}
}

func TestDamagedSlidesAreReplacedByANote(t *testing.T) {
	t.Parallel()
	for name, slide := range map[string]string{
		"broken XML":      `<p:sld ` + declare + `><p:cSld>`,
		"nested too deep": `<p:sld ` + declare + `>` + strings.Repeat("<p:grpSp>", 300) + strings.Repeat("</p:grpSp>", 300) + `</p:sld>`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := deckOf(box("a", 0, 0, 1, 1), "", box("c", 0, 0, 1, 1))
			d.parts = map[string]string{"ppt/slides/s2.xml": slide}
			pages := pagesOf(t, d)
			require.Equal(t, page.Corrupt, pages[1].Unread)
			require.Equal(t, 2, pages[1].Number)
			require.Equal(t, "a", pages[0].Text())
			require.Equal(t, "c", pages[2].Text())
		})
	}
}

func TestASlideIsReadOnceHoweverOftenItIsListed(t *testing.T) {
	t.Parallel()
	d := deckOf(box("a", 0, 0, 1, 1))
	d.parts = map[string]string{"ppt/presentation.xml": `<p:presentation ` + declare + `><p:sldIdLst>` + strings.Repeat(`<p:sldId id="256" r:id="rId1"/>`, 50) + `</p:sldIdLst></p:presentation>`}
	require.Equal(t, "a", markdown(t, d))
}

func TestConversionStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := convert(ctx, deckOf(strings.Repeat(box("x", 0, 0, 1, 1), 500)).bytes(t), slides.Options{Limits: archive.Limits{Ratio: 10_000}})
	require.ErrorIs(t, err, context.Canceled)
}

func TestReceiverErrorsAreReturned(t *testing.T) {
	t.Parallel()
	full := errors.New("disk full")
	data := deckOf("").bytes(t)
	err := slides.Convert(t.Context(), bytes.NewReader(data), int64(len(data)), slides.Options{}, func(page.Page) error { return full })
	require.ErrorIs(t, err, full)
	require.Empty(t, page.ReasonOf(err))
}

func FuzzConvert(f *testing.F) {
	for _, shapes := range []string{
		box("x", 0, 0, 10, 10), ph("title", p("T")) + ph("body", pp(`lvl="1"`, `<a:buAutoNum type="alphaLcParenR"/>`, "a")), group(1, 2, 3, box("a", 1, 1, 9, 9)),
		graphic("alt", tbl(`firstRow="1"`, 2, tr(tc(`gridSpan="2"`, "a"), tc(`hMerge="1"`, "")), tr(tc(`rowSpan="3"`, "b")))), pic("x", "alt"), graphic("", `<dgm:relIds r:dm="x"/>`),
	} {
		f.Add([]byte{}, shapes, ph("title", ""), "<a:lvl1pPr><a:buChar char=\"•\"/></a:lvl1pPr>")
	}
	f.Fuzz(func(t *testing.T, data []byte, shapes, layout, texts string) {
		deck := deckOf(shapes, shapes)
		deck.layout, deck.texts = layout, texts
		for _, in := range [][]byte{data, deck.bytes(t)} {
			pages, err := convert(t.Context(), in, slides.Options{})
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
