package rtf_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/rtf"
)

// head begins a document with fonts and styles.
const head = `{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\froman\fcharset0 Times New Roman;}{\f1\fmodern\fprq1\fcharset0 Courier New;}` +
	`{\f2\fcharset2 Symbol;}{\f3\fcharset204 Arial Cyr{\*\falt Arial};}{\f4\fcharset128 MS Mincho;}}{\colortbl;\red255\green0\blue0;}` +
	`{\stylesheet{\s0 Normal;}{\s1\sbasedon0\outlinelevel0\b heading 1;}{\s2\sbasedon0 Title;}{\s3\sbasedon1\outlinelevel1 heading 2;}{\s4\i Quote;}{\s5 caption;}` +
	`{\s6 Preformatted Text;}{\s7\sbasedon6 mine;}{\s8 toc 1;}{\*\cs10 \additive Source Text;}}{\*\generator x;}`

func convert(ctx context.Context, content string, opt rtf.Options) ([]page.Page, error) {
	var pages []page.Page
	err := rtf.Convert(ctx, strings.NewReader(content), int64(len(content)), opt, func(p page.Page) error {
		pages = append(pages, p)
		return nil
	})
	return pages, err
}

func pagesOf(t *testing.T, body string) []page.Page {
	t.Helper()
	pages, err := convert(t.Context(), head+body+"}", rtf.Options{})
	require.NoError(t, err)
	return pages
}

// markdown converts a body that must have exactly one page.
func markdown(t *testing.T, body string) string {
	t.Helper()
	pages := pagesOf(t, body)
	require.Len(t, pages, 1)
	return page.Markdown(pages[0])
}

func TestTextIsRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ body, want string }{
		"paragraphs":                     {`a\par b\par`, "a\n\nb"},
		"a last paragraph without end":   {`a\par b`, "a\n\nb"},
		"emphasis and its groups":        {`a {\b b {\i c}} \b d\b0  e`, "a **b *c* d** e"},
		"plain text again":               {`{\b\i a \plain b}`, "***a*** b"},
		"scripts and strikes":            {`x{\super 2} H{\sub 2}O {\strike no}`, "x<sup>2</sup> H<sub>2</sub>O ~~no~~"},
		"characters by name":             {`a\emdash b\~c\_d \lquote e\rquote  \bullet  \{f\}\\`, "a—b\u00a0c-d ‘e’ • {f}\\\\"},
		"lines and tabs":                 {"a\\line b\\tab c\r\nd", "a  \nb cd"},
		"the code page of the file":      {`caf\'e9`, "café"},
		"the character set of a font":    {`{\f3 \'cf\'f0\'e8}`, "При"},
		"characters of two bytes":        {`{\f4 \'93\'fa\'96\'7b}`, "日本"},
		"a symbol font":                  {`{\f2 a}{\f2 \u61538\'62}`, "αβ"},
		"Unicode and what stands for it": {`\uc1 caf\u233 e \u8364\'80 {\uc2\u26085\'93\'fa}{\uc0\u26412}x`, "café € 日本x"},
		"characters in two halves":       {`\u-10179?\u-8704?`, "😀"},
		"hidden and deleted text":        {`a{\v b}{\deleted c}d`, "ad"},
		"links":                          {`{\field{\*\fldinst{HYPERLINK "https://example.org/a" }}{\fldrslt{\ul there}}}`, "[there](https://example.org/a)"},
		"places in the document":         {`{\field{\*\fldinst HYPERLINK \\l "x"}{\fldrslt here}}{\field{\*\fldinst PAGE}{\fldrslt 7}}`, "here"},
		"fields in fields":               {`{\field{\*\fldinst IF {\field{\*\fldinst PAGE}{\fldrslt 3}} }{\fldrslt yes}}`, "yes"},
		"code in a line":                 {`call {\f1 f(x)} or {\cs10 g} now`, "call `f(x)` or `g` now"},
		"headers, footers and the like":  {`{\header head\par}{\footer foot\par}{\info{\title t}{\author me}}{\*\unknown x{y}}{\bkmkstart z}a`, "a"},
		"comments":                       {`a{\*\annotation why?}b`, "ab"},
		"both forms of a text":           {`{\upr{ansi}{\*\ud{\u26085?}}}`, "日"},
		"text boxes":                     {`a{\shp{\*\shpinst{\sp{\sn x}{\sv 1}}{\shptxt b\par c}}{\shprslt d}} e\par`, "a e\n\nb\n\nc"},
		"formulas, as text":              {`if {\mmath{\*\moMath{\mf{\mfPr{\mtype bar}}{\mnum{\mr 1}}{\mden{\mr n}}}}{\mmathPict x}}`, "if 1n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, c.body))
		})
	}
}

func TestParagraphsHaveTheRoleOfTheirStyle(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ body, want string }{
		"headings":                   {`\pard\s1\b a\par\pard\plain\s3 b\par`, "# a\n\n## b"},
		"headings below a title":     {`\pard\s2 t\par\pard\s1 a\par`, "# t\n\n## a"},
		"headings by their level":    {`\pard\outlinelevel2 a\par`, "### a"},
		"text in a heading's type":   {`\pard\s1\outlinelevel9\b a\par`, "a"},
		"quotations":                 {`\pard\s4\i a\par`, "> a"},
		"code, which goes on":        {`\pard\s6 a(\par\par\pard\s7   b)\par`, "```\na(\n\n  b)\n```"},
		"contents":                   {`\pard\s8 Towns\tab 12\par`, "- Towns"},
		"style sheets leave no text": {`a`, "a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, c.body))
		})
	}
}

func TestListsShowTheirOwnNumbers(t *testing.T) {
	t.Parallel()
	item := func(level, marker, text string) string {
		return `{\listtext\pard\plain ` + marker + `\tab}\ls1\ilvl` + level + " " + text + `\par\pard `
	}
	for name, c := range map[string]struct{ body, want string }{
		"numbers":                  {item("0", "3.", "a") + item("1", "(b)", "b") + item("0", "4.", "c"), "3. a\n   - (b) b\n4. c"},
		"bullets":                  {item("0", `\f2\'b7`, "a") + item("0", `\u8226?`, "b"), "- a\n- b"},
		"lists of older programs":  {`{\pntext\f0 1.\tab}{\*\pn\pnlvlbody{\pntxta .}}a\par`, "1. a"},
		"numbers that are empty":   {item("0", "", "a"), "a"},
		"lists without their text": {`\ls1 a\par`, "- a"},
		"headings with numbers":    {`\s1` + item("0", "1.2", "a"), "# 1.2 a"},
		"typed signs that hang":    {`\pard\li360\fi-360\bullet\tab a\par\pard\li720\fi-360\bullet\tab b\par\pard\li360\fi-360 2.\tab c\par`, "- a\n  - b\n2. c"},
		"typed signs that do not":  {`2.\tab c\par`, "2.\tc"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, strings.ReplaceAll(markdown(t, c.body), "2\\. c", "2.\tc"))
		})
	}
}

func TestNotesFollowTheirPage(t *testing.T) {
	t.Parallel()
	require.Equal(t, "a[^1] b[^i]\n\n[^1]: one\n\n    more\n\n[^i]: two",
		markdown(t, `a{\super\chftn}{\footnote\pard{\super\chftn} one\par more}  b{\footnote\ftnalt two}\par`))
}

func TestPagesAreThoseOfTheAuthor(t *testing.T) {
	t.Parallel()
	texts := func(body string) []string {
		var texts []string
		for _, p := range pagesOf(t, body) {
			texts = append(texts, p.Text())
		}
		return texts
	}
	require.Equal(t, []string{"a", "b"}, texts(`a\par\page b\par`))
	require.Equal(t, []string{"a", "b"}, texts(`a\par\pagebb b\par`))
	require.Equal(t, []string{"a", "b"}, texts(`a\sect\sectd b\par`))
	require.Equal(t, []string{"a\nb"}, texts(`a\sect\sectd\sbknone b\par`))
	require.Equal(t, []string{"a\nb"}, texts(`{\info\nofpages9}a\par\page b\par`), "breaks that do not agree with the pages that were counted")
}

func TestPicturesAreReadUnlessLeftOut(t *testing.T) {
	t.Parallel()
	var got []byte
	ocr := func(_ context.Context, img []byte) (string, error) {
		got = img
		return "text in a picture", nil
	}
	hex := head + "a{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv A duck}}}\\pngblip\r\n89504e\r\n47}}{\\nonshppict{\\pict\\wmetafile8 00}}\\par}"
	pages, err := convert(t.Context(), hex, rtf.Options{OCR: ocr})
	require.NoError(t, err)
	require.Equal(t, "\x89PNG", string(got))
	require.Equal(t, []page.Block{
		{Kind: page.Paragraph, Spans: []page.Span{{Text: "a"}}}, {Kind: page.Picture, Alt: "A duck", Spans: []page.Span{{Text: "text in a picture"}}},
	}, pages[0].Blocks)
	require.Equal(t, page.SourceMixed, pages[0].Source)
	_, err = convert(t.Context(), head+"{\\pict\\pngblip\\bin5 \x89PNG}}}", rtf.Options{OCR: ocr})
	require.NoError(t, err)
	require.Equal(t, "\x89PNG}", string(got))
	pages, err = convert(t.Context(), hex, rtf.Options{OCR: ocr, SkipImages: true})
	require.NoError(t, err)
	require.Len(t, pages[0].Blocks, 1)
}

func TestTablesKeepTheirGrid(t *testing.T) {
	t.Parallel()
	row := func(defs string, cells ...string) string {
		return `\trowd` + defs + `\pard\intbl ` + strings.Join(cells, `\cell `) + `\cell\row `
	}
	const two = `\cellx2000\cellx4000`
	for name, c := range map[string]struct{ body, want string }{
		"header rows":                    {row(`\trhdr`+two, "a", "b") + row(two, "c", "d") + `\pard x`, "| a | b |\n| --- | --- |\n| c | d |\n\nx"},
		"columns spanned":                {row(`\cellx4000`, "a") + row(two, "c", "d"), "<table>\n<tr><td colspan=\"2\">a</td></tr>\n<tr><td>c</td><td>d</td></tr>\n</table>"},
		"columns merged":                 {row(`\clmgf\cellx2000\clmrg\cellx4000`, "a", "") + row(two, "c", "d"), "<table>\n<tr><td colspan=\"2\">a</td></tr>\n<tr><td>c</td><td>d</td></tr>\n</table>"},
		"rows merged":                    {row(`\clvmgf\cellx2000\cellx4000`, "a", "b") + row(`\clvmrg\cellx2000\cellx4000`, "", "d"), "<table>\n<tr><td rowspan=\"2\">a</td><td>b</td></tr>\n<tr><td>d</td></tr>\n</table>"},
		"a description behind its cells": {`\pard\intbl a\cell b\cell\trowd\trhdr` + two + `\row\pard\intbl c\cell d\cell\trowd` + two + `\row\pard`, "| a | b |\n| --- | --- |\n| c | d |"},
		"cells that nobody describes":    {`\trowd\trhdr\pard\intbl a\cell b\cell\row\trowd c\cell d\cell\row`, "| a | b |\n| --- | --- |\n| c | d |"},
		"cells without a width":          {row(`\trhdr`+two, "a", "b") + row(`\cellx2000\cellx2000`, "c", "d") + row(`\cellx4000\cellx2000`, "e", "f"), "| a | b |\n| --- | --- |\n| c | d |\n| e | f |"},
		"empty cells without a width":    {row(`\trhdr\cellx2000\cellx2000\cellx4000`, "a", "", "b") + row(two, "c", "d"), "| a | b |\n| --- | --- |\n| c | d |"},
		"lines almost in one place":      {row(`\trhdr`+two, "a", "b") + row(`\cellx2010\cellx4000`, "c", "d"), "| a | b |\n| --- | --- |\n| c | d |"},
		"paragraphs in cells":            {row(`\trhdr`+two, "a", "b") + row(two, `c\par d`, "e"), "| a | b |\n| --- | --- |\n| c<br>d | e |"},
		"tables in cells": {`\trowd` + two + `\pard\intbl a\cell\pard\intbl\itap2 x\nestcell y\nestcell{\*\nesttableprops\trowd\cellx500\cellx1000\nestrow}{\nonesttables\par}` +
			`\pard\intbl\itap1 b\cell\row`, "<table>\n<tr><td>a</td><td>\n<table>\n<tr><td>x</td><td>y</td></tr>\n</table>\nb</td></tr>\n</table>"},
		"a frame around text": {row(`\cellx2000`, "a"), "a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, c.body))
		})
	}
}

func TestHostileDocumentsAreRejectedWithAnExplanation(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"something else":      "hello",
		"groups without end":  `{\rtf1` + strings.Repeat("{", 10_000),
		"groups that go deep": `{\rtf1` + strings.Repeat("{", 10_000) + "a" + strings.Repeat("}", 10_001),
	} {
		_, err := convert(t.Context(), content, rtf.Options{})
		require.Equal(t, page.Corrupt, page.ReasonOf(err), name)
	}
}

func TestOddDocumentsAreRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ body, want string }{
		"too many ends":                 {`a}}}} b`, "a b"},
		"ends without cells":            {`\row\nestrow\cell a\par`, "a"},
		"tables in tables in tables":    {`\intbl\itap9999 a\par`, "a"},
		"numbers beyond all bounds":     {`\u99999999999999999999 a\trowd\cellx99999999999999\f-99999999999 b\par`, ""},
		"a cut file":                    {`a\'e`, "a?"},
		"lengths beyond the file":       {`a\bin99999999999 \bin9999 b\par{\pict\bin99999 x}c`, "ab\n\nc"},
		"a cut picture":                 {`a{\pict\bin99999999999 x`, "a"},
		"styles based on themselves":    {`{\stylesheet{\s20\sbasedon20 loop;}}\s20 a`, "a"},
		"notes that never end":          {`a{\footnote b`, "a[^1]\n\n[^1]: b"},
		"results of no field":           {`{\fldrslt a}`, "a"},
		"text between a row's ends":     {`\trowd\cellx10\intbl a\cell b\row c`, ""},
		"replacements that are missing": {`\uc9\u26085 a{b}`, "日b"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := markdown(t, c.body)
			if c.want != "" {
				require.Equal(t, c.want, strings.TrimSpace(strings.ReplaceAll(got, "![]()", "")))
			}
		})
	}
}

func TestConversionStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := convert(ctx, head+strings.Repeat(`a\par`, 10_000)+"}", rtf.Options{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestReceiverErrorsAreReturned(t *testing.T) {
	t.Parallel()
	full := errors.New("disk full")
	content := head + "a}"
	err := rtf.Convert(t.Context(), strings.NewReader(content), int64(len(content)), rtf.Options{}, func(page.Page) error { return full })
	require.ErrorIs(t, err, full)
	require.Empty(t, page.ReasonOf(err))
}

func FuzzConvert(f *testing.F) {
	for _, body := range []string{
		`a\par b`, `{\b a {\i b}}\'e9\u-10179?\u-8704?`, `\trowd\clvmgf\cellx9\cellx20\intbl a\cell b\cell\row`, `{\footnote a\par b}`, `{\field{\*\fldinst HYPERLINK "x"}{\fldrslt y}}`,
		`{\listtext 1.\tab}\ls1 a\par`, `{\pict\pngblip 89504e47}{\pict\bin3 abc}`, `{\shp{\*\shpinst{\shptxt a}}}`, `\intbl\itap2 x\nestcell{\*\nesttableprops\trowd\nestrow}`, `a\page\sect b`,
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, content := range []string{body, head + body + "}"} {
			pages, err := convert(t.Context(), content, rtf.Options{})
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
