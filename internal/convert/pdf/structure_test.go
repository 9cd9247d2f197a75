package pdf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// element is a piece of text with its structure type; font is the number of one of pdfFile's fonts.
type element struct {
	kind string
	font int
	text string
}

// taggedPDF writes a page of 12-point lines with a structure tree, one element per line. Elements without a type are
// outside the tree.
func taggedPDF(t *testing.T, elements ...element) string {
	t.Helper()
	var content strings.Builder
	var kids, parents []string
	objects := []string{"", ""}
	pageNumber := firstExtra + 2 + 1 // the content follows the objects
	for _, e := range elements {
		if e.kind != "" {
			pageNumber++
		}
	}
	for i, e := range elements {
		line := fmt.Sprintf("BT /F%d 12 Tf 72 %d Td (%s) Tj ET\n", e.font, 700-30*i, e.text)
		if e.kind == "" {
			content.WriteString(line)
			continue
		}
		fmt.Fprintf(&content, "/%s << /MCID %d >> BDC\n%sEMC\n", e.kind, len(kids), line)
		objects = append(objects, fmt.Sprintf("<< /Type /StructElem /S /%s /P %d 0 R /Pg %d 0 R /K %d >>", e.kind, firstExtra, pageNumber, len(kids)))
		ref := fmt.Sprintf("%d 0 R", firstExtra+len(objects)-1)
		kids, parents = append(kids, ref), append(parents, ref)
	}
	objects[0] = fmt.Sprintf("<< /Type /StructTreeRoot /K [%s] /ParentTree %d 0 R >>", strings.Join(kids, " "), firstExtra+1)
	objects[1] = fmt.Sprintf("<< /Nums [0 [%s]] >>", strings.Join(parents, " "))
	return pdfFileOf(t, fmt.Sprintf("/MarkInfo << /Marked true >> /StructTreeRoot %d 0 R", firstExtra), objects,
		"/StructParents 0\n---\n"+content.String())
}

func kinds(p page.Page) []string {
	out := make([]string, 0, len(p.Blocks))
	for _, b := range p.Blocks {
		out = append(out, fmt.Sprintf("%s %d", b.Kind, b.Level))
	}
	return out
}

func TestStructureTreeOutranksTheLookOfHeadings(t *testing.T) {
	t.Parallel()
	const prose = "The committee met in the spring to consider how reading rooms are used."
	for _, c := range []struct {
		what     string
		elements []element
		want     []string
	}{
		{
			"believed",
			[]element{{"H2", 1, "Plain but a heading"}, {"P", 1, prose}, {"P", 2, "Bold but no heading"}, {"P", 1, prose}},
			[]string{"heading 2", "paragraph 0", "paragraph 0", "paragraph 0"},
		},
		{
			"no headings in it",
			[]element{{"P", 1, "Plain text"}, {"P", 1, prose}, {"P", 2, "Bold and alone"}, {"P", 1, prose}},
			[]string{"paragraph 0", "paragraph 0", "heading 1", "paragraph 0"},
		},
		{
			"all is a heading",
			[]element{{"H1", 1, prose}, {"H1", 1, prose}, {"H1", 1, prose}, {"H1", 1, prose}},
			[]string{"paragraph 0", "paragraph 0", "paragraph 0", "paragraph 0"},
		},
		{
			"much is outside",
			[]element{{"H2", 1, "Plain text"}, {"", 1, prose}, {"", 2, "Bold and alone"}, {"P", 1, prose}},
			[]string{"paragraph 0", "paragraph 0", "heading 1", "paragraph 0"},
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, kinds(finished(t, taggedPDF(t, c.elements...))[0]))
		})
	}
}

func TestBookmarksNameHeadings(t *testing.T) {
	t.Parallel()
	outline := []string{
		fmt.Sprintf("<< /Type /Outlines /First %d 0 R /Last %[1]d 0 R /Count 2 >>", firstExtra+1),
		fmt.Sprintf("<< /Title (The house) /Parent %d 0 R /First %d 0 R /Last %[2]d 0 R /Count 1 /Dest [%d 0 R /Fit] >>", firstExtra, firstExtra+2, firstExtra+4),
		fmt.Sprintf("<< /Title (Its lamps) /Parent %d 0 R /A << /S /GoTo /D [%d 0 R /Fit] >> >>", firstExtra+1, firstExtra+6),
	}
	path := pdfFileOf(t, fmt.Sprintf("/Outlines %d 0 R", firstExtra), outline,
		show(12, "The house", "stands at the harbour and is open.", "Its lamps"), show(12, "Its lamps", "are lit in the evening."))
	pages := finished(t, path)
	require.Equal(t, "heading 1", kinds(pages[0])[0])
	require.NotContains(t, kinds(pages[0])[1:], "heading 2", "the bookmark leads elsewhere")
	require.Equal(t, "heading 2", kinds(pages[1])[0])
}
