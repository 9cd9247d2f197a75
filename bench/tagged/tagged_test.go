package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// drawn is a line of a page: text at a height, in marked content with a number.
type drawn struct {
	x, y int
	text string
}

// pdf returns a PDF with one page of 12-point lines, whose tree consists of the given elements, as PDF objects numbered
// from 10. The last line is an artifact.
func pdf(lines []drawn, elements ...string) string {
	var content strings.Builder
	for i, l := range lines {
		mark := fmt.Sprintf("/P <</MCID %d>> BDC", i)
		if i == len(lines)-1 {
			mark = "/Artifact BMC"
		}
		fmt.Fprintf(&content, "%s BT /F1 12 Tf %d %d Td (%s) Tj ET EMC\n", mark, l.x, l.y, l.text)
	}
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R/StructTreeRoot 6 0 R/MarkInfo<</Marked true>>>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/StructParents 0/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>",
		fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", content.Len(), content.String()),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
		"<</Type/StructTreeRoot/RoleMap<</Chapter/H1/Own/Chapter>>/K 10 0 R>>",
		"null", "null", "null",
	}
	return file(append(objects, elements...)...)
}

// file returns a PDF of objects numbered from 1, the first of which is the catalog.
func file(objects ...string) string {
	var out strings.Builder
	out.WriteString("%PDF-1.7\n")
	var offsets []int
	for i, o := range objects {
		offsets = append(offsets, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&out, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, start)
	return out.String()
}

// written writes data to a new file and returns its path.
func written(t *testing.T, data string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "it.pdf")
	require.NoError(t, os.WriteFile(path, []byte(data), 0o600))
	return path
}

func opened(t *testing.T, path string) *source {
	t.Helper()
	s, err := openSource(path)
	require.NoError(t, err)
	t.Cleanup(s.close)
	return s
}

func composed(t *testing.T, path string) *composer {
	t.Helper()
	root, err := opened(t, path).tree()
	require.NoError(t, err)
	e, err := openEngine(filepath.Join(os.TempDir(), "quire-tagged"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, e.close()) })
	pages, err := e.read(path, allPages)
	require.NoError(t, err)
	return compose(root, pages)
}

var report = []drawn{
	{50, 700, "A report on bicycles"},
	{50, 670, "The first line ends in a divi-"},
	{50, 656, "ded word, and a note"},
	{50, 630, "1."},
	{70, 630, "Wheels are round"},
	{50, 600, "Part"},
	{150, 600, "Price"},
	{50, 580, "Bell and lamp"},
	{50, 60, "A note about words"},
	{50, 30, "Page 7"},
}

func tree(kids ...string) []string {
	return append([]string{"<</Type/StructElem/S/Document/Pg 3 0 R/K[11 0 R 12 0 R 13 0 R 14 0 R]>>"}, kids...)
}

func reportFile() string {
	return pdf(report, tree(
		"<</S/Own/Pg 3 0 R/K 0>>",
		"<</S/P/Pg 3 0 R/K[1 <</Type/MCR/Pg 3 0 R/MCID 2>> 15 0 R]>>",
		"<</S/L/Pg 3 0 R/K<</S/LI/Pg 3 0 R/K[<</S/Lbl/Pg 3 0 R/K 3>><</S/LBody/Pg 3 0 R/K 4>>]>>>>",
		"<</S/Table/Pg 3 0 R/K[<</S/TR/K[<</S/TH/Pg 3 0 R/K 5>><</S/TH/Pg 3 0 R/K 6>>]>><</S/TR/K<</S/TD/A<</O/Table/ColSpan 2>>/Pg 3 0 R/K 7>>>>]>>",
		"<</S/Note/Pg 3 0 R/K 8>>")...)
}

func TestTheTruthIsWhatTheTreeSays(t *testing.T) {
	t.Parallel()
	c := composed(t, written(t, reportFile()))
	require.NoError(t, c.check())
	require.Equal(t, []string{
		"# A report on bicycles",
		"The first line ends in a divided word, and a note",
		"1. Wheels are round",
		"<table>\n<tr><td>Part</td><td>Price</td></tr>\n<tr><td colspan=\"2\">Bell and lamp</td></tr>\n</table>",
		"A note about words",
	}, strings.Split(strings.TrimSpace(c.markdown()), "\n\n"))
}

func TestTheCopyShowsTheSameWithoutTags(t *testing.T) {
	t.Parallel()
	bare, err := opened(t, written(t, reportFile())).strip()
	require.NoError(t, err)
	path := written(t, string(bare))
	_, err = opened(t, path).tree()
	require.ErrorIs(t, err, errUntagged)
	e, err := openEngine(filepath.Join(os.TempDir(), "quire-tagged"))
	require.NoError(t, err)
	pages, err := e.read(path, allPages)
	require.NoError(t, err)
	require.NoError(t, e.close())
	characters := 0
	for _, l := range report {
		characters += len(strings.ReplaceAll(l.text, " ", ""))
	}
	require.Equal(t, []sheet{{leaves: map[int]*leaf{}, loose: characters}}, pages, "no text is lost, and none is marked")
}

func TestTreesThatDoNotFitThePageAreRefused(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("words ", 10)
	lines := []drawn{{50, 700, text}, {50, 670, text}, {50, 640, text}, {50, 610, text}, {50, 30, "7"}}
	one := func(kind string, number int) string { return fmt.Sprintf("<</S/%s/Pg 3 0 R/K %d>>", kind, number) }
	for name, c := range map[string]struct {
		kids []string
		want string
	}{
		"half of the text is missing": {[]string{one("H1", 0), one("P", 1), "null", "null"}, "the tree holds 100 of 200 characters"},
		"it runs up the page":         {[]string{one("H1", 3), one("P", 2), one("P", 1), one("P", 0)}, "3 of 3 steps lead up the page"},
		"it has one role":             {[]string{one("P", 0), one("P", 1), one("P", 2), one("P", 3)}, "nothing but paragraphs"},
		"it has headings only":        {[]string{one("H1", 0), one("H1", 1), one("H1", 2), one("H1", 3)}, "mostly headings"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.ErrorContains(t, composed(t, written(t, pdf(lines, tree(c.kids...)...))).check(), c.want)
		})
	}
}

func TestAPrintIsTheDocumentOrIsRefused(t *testing.T) {
	t.Parallel()
	c := composed(t, written(t, reportFile()))
	require.NoError(t, c.checkPrinted(c.markdown()))
	require.ErrorContains(t, c.checkPrinted(c.markdown()+"A comment that is never printed, by its author."), "share 28 of 37 words")
}

func TestCellsOfATruthHoldNothingButText(t *testing.T) {
	t.Parallel()
	require.Equal(t,
		"<table><tr><td>One two </td><td>Out   in  </td></tr></table>",
		plain("<table><tr><td>One<br>two![a](b.png) </td><td>Out <table><tr><td>in</td></tr></table></td></tr></table>"))
}

func TestTruthHoldsNoAddressThatIsNotPrinted(t *testing.T) {
	t.Parallel()
	require.Equal(t, "See clause 4 [sic] (below).", plain("See [clause 4](https://example.org/#c4) [sic] (below)."))
}

func TestBulletsAreCutFromItems(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		"• item":     {"•", "item"},
		"item":       {"", "item"},
		"(1) item":   {"", "(1) item"},
		"\uf0b7 one": {"\uf0b7", "one"},
	} {
		bullet, rest := cutBullet(text)
		require.Equal(t, want, [2]string{bullet, rest}, text)
	}
}

// book returns a PDF of two pages, which inherit their size and font. A table begins on the first and ends on the second.
func book() string {
	page := func(number, content int) string {
		return fmt.Sprintf("<</Type/Page/Parent 2 0 R/StructParents %d/Contents %d 0 R>>", number, content)
	}
	content := func(lines ...string) string {
		var all strings.Builder
		for i, l := range lines {
			fmt.Fprintf(&all, "/P <</MCID %d>> BDC BT /F1 12 Tf 50 %d Td (%s) Tj ET EMC\n", i, 700-30*i, l)
		}
		return fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", all.Len(), all.String())
	}
	return file(
		"<</Type/Catalog/Pages 2 0 R/StructTreeRoot 8 0 R>>",
		"<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 600 800]/Resources<</Font<</F1 5 0 R>>>>>>",
		page(0, 6), page(1, 7),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
		content("A chapter about the sea", "Fish", "Price"),
		content("Herring", "Three", "It ends with a line of text."),
		"<</Type/StructTreeRoot/K[<</S/H1/Pg 3 0 R/K 0>> 9 0 R <</S/P/Pg 4 0 R/K 2>>]>>",
		"<</S/Table/K[<</S/TR/Pg 3 0 R/K[<</S/TD/K 1>><</S/TD/K 2>><</S/TD>>]>>"+
			"<</S/TR/Pg 4 0 R/K[<</S/TD/K 0>><</S/TD>><</S/TD/K 1>>]>>]>>",
	)
}

func TestAnExcerptHasTheTruthOfItsPagesOnly(t *testing.T) {
	t.Parallel()
	path, second := written(t, book()), excerpt{1, 2}
	s := opened(t, path)
	root, err := s.tree()
	require.NoError(t, err)
	e, err := openEngine(filepath.Join(os.TempDir(), "quire-tagged"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, e.close()) })
	sheets, err := e.read(path, second)
	require.NoError(t, err)
	require.Equal(t, "Herring\n\nThree\n\nIt ends with a line of text.\n\n", compose(root.within(second), sheets).markdown())

	s.cut(second)
	bare, err := s.strip()
	require.NoError(t, err)
	require.NotContains(t, string(bare), "MCID")
	sheets, err = e.read(written(t, string(bare)), allPages)
	require.NoError(t, err)
	require.Len(t, sheets, 1)
	require.Equal(t, len("HerringThreeItendswithalineoftext."), sheets[0].loose, "the page keeps the font that it inherited")
}

func TestExcerptsOfALongDocumentDependOnItsNameOnly(t *testing.T) {
	t.Parallel()
	require.Equal(t, []excerpt{{0, 3}}, excerptsOf("short", 3))
	long := excerptsOf("long", 90)
	require.Len(t, long, maxTries)
	require.Equal(t, long, excerptsOf("long", 90))
	require.NotEqual(t, long, excerptsOf("other", 90))
	for _, e := range long {
		require.True(t, e.last-e.first == excerptPages || e.last == 90)
	}
}

func TestAPackageIsEitherLookedAtOrHeldOut(t *testing.T) {
	t.Parallel()
	files, out := t.TempDir(), t.TempDir()
	for _, name := range []string{"apples", "pears", "plums", "quinces"} {
		dir := filepath.Join(files, name, "docs")
		require.NoError(t, os.MkdirAll(dir, 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "A report.pdf"), []byte(reportFile()), 0o600))
	}
	taker := taker{out: out, family: "real"}
	require.NoError(t, taker.takeAll(filepath.Join(os.TempDir(), "quire-tagged"), files, "", nil))
	var taken []string
	for _, source := range []string{"real", "real-held"} {
		pdfs, err := filepath.Glob(filepath.Join(out, source, "pdf", "*.pdf"))
		require.NoError(t, err)
		require.NotEmpty(t, pdfs)
		for _, pdf := range pdfs {
			require.FileExists(t, filepath.Join(out, source, "truth", strings.TrimSuffix(filepath.Base(pdf), ".pdf")+".md"))
			taken = append(taken, filepath.Base(pdf))
		}
	}
	require.ElementsMatch(t, []string{"apples.A_report-1.pdf", "pears.A_report-1.pdf", "plums.A_report-1.pdf", "quinces.A_report-1.pdf"}, taken)
}

func TestATitleThatTheTreeCallsAParagraphIsNoTruth(t *testing.T) {
	t.Parallel()
	of := func(p part, size float64, text string) block {
		b := block{part: p}
		for _, char := range text {
			b.glyphs = append(b.glyphs, glyph{char: char, size: size})
		}
		return b
	}
	title, text := "A guide", "It says how things are done."
	for name, c := range map[string]struct {
		blocks  []block
		refused bool
	}{
		"a large paragraph above one heading": {[]block{of(paragraph, 24, title), of(heading, 14, title), of(paragraph, 10, text)}, true},
		"a heading of its size":               {[]block{of(heading, 24, title), of(heading, 14, title), of(paragraph, 10, text)}, false},
		"a paragraph of the headings' size":   {[]block{of(heading, 10, title), of(paragraph, 10, text)}, false},
		"no headings":                         {[]block{of(paragraph, 24, title), of(paragraph, 10, text)}, false},
	} {
		err := (&composer{blocks: c.blocks}).checkTitles()
		require.Equal(t, c.refused, err != nil, name)
	}
}

func TestLeadersAreNoText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Index.......7":     "Index 7",
		"Index . . . . . 7": "Index 7",
		"And so on...":      "And so on...",
	} {
		var glyphs []glyph
		for i, char := range text {
			glyphs = append(glyphs, glyph{char: char, left: float64(6 * i), right: float64(6*i + 6), top: 12, size: 12})
		}
		require.Equal(t, want, joined(glyphs))
	}
}

func TestATableWithTextInASingleCellIsNone(t *testing.T) {
	t.Parallel()
	lines := []drawn{{50, 700, "Some text in a frame"}, {50, 30, "7"}}
	c := composed(t, written(t, pdf(lines, "<</S/Document/Pg 3 0 R/K 11 0 R>>",
		"<</S/Table/Pg 3 0 R/K[<</S/TR/K[<</S/TD/Pg 3 0 R/K 0>><</S/TD>>]>><</S/TR/K[<</S/TD>><</S/TD>>]>>]>>")))
	require.Equal(t, "Some text in a frame\n\n", c.markdown())
}
