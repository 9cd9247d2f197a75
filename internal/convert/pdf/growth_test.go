package pdf_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/convert"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/probe"
	"quire/internal/growth"
)

// drawn builds files with one page whose content comes from a builder.
func drawn(t *testing.T, build func(n int) []byte) func(n int) string {
	return drawnWith(t, "", nil, build)
}

// drawnWith also adds entries to the page and objects to the file, whose numbers begin at firstExtra.
func drawnWith(t *testing.T, entries string, objects []string, build func(n int) []byte) func(n int) string {
	t.Helper()
	return func(n int) string { return pdfFileWith(t, objects, entries+"\n---\n"+string(build(n))) }
}

// spaced builds contents of n units, in which %x and %y are positions all over the page.
func spaced(unit string) func(n int) []byte {
	return func(n int) []byte {
		var b strings.Builder
		for i := range n {
			x, y := fmt.Sprint(i*7919%600), fmt.Sprint(i*104729%780)
			b.WriteString(strings.NewReplacer("%x", x, "%y", y).Replace(unit) + "\n")
		}
		return []byte(b.String())
	}
}

// numbered returns n texts, with the number of each in place of its %d.
func numbered(n int, text string) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = strings.ReplaceAll(text, "%d", fmt.Sprint(firstExtra+i))
	}
	return all
}

const word = "BT /F1 8 Tf 72 700 Td (word) Tj ET"

// form returns a form XObject, which is used by its name.
func form(entries, content string) string {
	return fmt.Sprintf("<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Length %d %s >>\nstream\n%s\nendstream", len(content), entries, content)
}

const picture = "<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 4 >>\nstream\nabcd\nendstream"

// growthEngine reads one file at a time.
func growthEngine(t *testing.T) *pdf.Engine {
	t.Helper()
	e, err := pdf.NewEngine(pdf.Config{MaxPages: 1 << 20})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	_, err = e.Inspect(t.Context(), pdfFile(t, word)) // starts PDFium
	require.NoError(t, err)
	return e
}

// read inspects a file and reads its pages. Many of the files are damaged: only the cost counts.
func read(t *testing.T, e *pdf.Engine) func(t *testing.T, path string) {
	t.Helper()
	return func(t *testing.T, path string) {
		t.Helper()
		info, err := e.Inspect(t.Context(), path)
		if err != nil {
			require.NotEmpty(t, page.ReasonOf(err), err)
			return
		}
		err = e.Pages(t.Context(), path, 1, info.Pages, pdf.Options{}, func(page.Page) error { return nil })
		require.True(t, err == nil || page.ReasonOf(err) != "", err)
	}
}

func TestGrowthOfContents(t *testing.T) {
	growth.Run(t, []growth.Case[string]{
		{Name: "words", Build: drawn(t, spaced("BT /F1 8 Tf %x %y Td (word) Tj ET"))},
		{Name: "fonts with drawn glyphs", Build: func(n int) string {
			return drawnTypeFile(t, []string{"HIxz"}, slices.Repeat([]drawnType{{letters: "HIxz", below: 16}}, n))
		}},
		{Name: "words in one place", Build: drawn(t, growth.Repeat(word+"\n"))},
		{Name: "one long text", Build: drawn(t, growth.Within("BT /F1 8 Tf 72 700 Td (", growth.Repeat("word "), ") Tj ET"))},
		{Name: "moved letters", Build: drawn(t, growth.Within("BT /F1 8 Tf 72 700 Td [", growth.Repeat("(a) -1 "), "] TJ ET"))},
		{Name: "texts without a font", Build: drawn(t, growth.Repeat("BT (a) Tj ET\n"))},
		{Name: "saved states", Build: drawn(t, growth.Around("q ", word, " Q"))},
		{Name: "saved states without an end", Build: drawn(t, growth.Repeat("q "))},
		{Name: "states in a row", Build: drawn(t, growth.Repeat("q Q "))},
		{Name: "transformations", Build: drawn(t, growth.Repeat("1 0 0 1 0 0 cm "))},
		{Name: "rectangles", Build: drawn(t, spaced("%x %y 1 1 re f"))},
		{Name: "rectangles of one path", Build: drawn(t, growth.Within("", spaced("%x %y 9 9 re"), "f"))},
		{Name: "fills with words", Build: drawn(t, spaced(".9 g %x %y 30 12 re f 0 g BT /F1 8 Tf %x %y Td (ab) Tj ET"))},
		{Name: "lines", Build: drawn(t, spaced("%x %y m 300 300 l S"))},
		{Name: "rules and a text", Build: drawn(t, growth.Within(show(8, "a text", "of lines"), spaced("20 %y m 580 %y l S"), ""))},
		{Name: "one long path", Build: drawn(t, growth.Within("0 0 m ", spaced("%x %y l"), "S"))},
		{Name: "curves", Build: drawn(t, spaced("%x %y m 1 2 3 4 5 6 c f"))},
		{Name: "clipping paths", Build: drawn(t, growth.Within("", spaced("%x %y 500 500 re W n"), word))},
		{Name: "clipping paths of saved states", Build: drawn(t, growth.Repeat("q 0 0 600 700 re W n "+word+" "))},
		{Name: "marked contents", Build: drawn(t, growth.Repeat("/P <</MCID 0>> BDC "+word+" EMC\n"))},
		{Name: "numbers without an operator", Build: drawn(t, growth.Repeat("1 "))},
		{Name: "nested arrays", Build: drawn(t, growth.Repeat("["))},
		{Name: "nested dictionaries", Build: drawn(t, growth.Repeat("<<"))},
		{Name: "nested dictionaries with keys", Build: drawn(t, growth.Repeat("<</A "))},
		{Name: "nested parentheses", Build: drawn(t, growth.Around("(", "a", ")"))},
		{Name: "comments", Build: drawn(t, growth.Repeat("% a\n"))},
		{Name: "unknown operators", Build: drawn(t, growth.Repeat("abc "))},
		{Name: "pictures within", Build: drawn(t, growth.Repeat("q 9 0 0 9 9 9 cm BI /W 1 /H 1 /BPC 8 /CS /G ID a EI Q\n"))},
		{Name: "pictures without an end", Build: drawn(t, growth.Repeat("BI /W 1 /H 1 /BPC 8 /CS /G ID a "))},
	}, read(t, growthEngine(t)))
}

func TestGrowthOfResources(t *testing.T) {
	const own = "/Resources << /XObject << /X %d 0 R >> /Font << /F1 3 0 R >> /Shading << /S %d 0 R >> /Pattern << /P %d 0 R >> >>"
	font := "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FontDescriptor << /Type /FontDescriptor /FontName /Own%d /Flags 32 >> >>"
	named := func(kind, prefix, object, use string) func(n int) string {
		return func(n int) string {
			var names, uses strings.Builder
			for i := range n {
				fmt.Fprintf(&names, "/%s%d %d 0 R ", prefix, i, firstExtra+i)
				fmt.Fprintf(&uses, use+"\n", i)
			}
			return pdfFileWith(t, numbered(n, object), "/Resources << /Font << /F1 3 0 R >> /"+kind+" << "+names.String()+">> >>\n---\n"+uses.String())
		}
	}
	growth.Run(t, []growth.Case[string]{
		{Name: "fonts with names of ligatures", Build: named("Font", "G", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [27 /f_i /f_l] >> >>", "BT /G%d 8 Tf 72 700 Td (\\033) Tj ET")},
		{Name: "names of ligatures", Build: func(n int) string {
			font := "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [27" + strings.Repeat(" /f_i", n) + "] >> >>"
			return pdfFileWith(t, []string{font}, slices.Repeat([]string{"/Resources << /Font << /G %d 0 R >> >>\n---\nBT /G 8 Tf 72 700 Td (\\033) Tj ET"}, 20)...)
		}},
		{Name: "a form many times", Build: drawnWith(t, own, []string{form("/Resources << /Font << /F1 3 0 R >> >>", word)}, growth.Repeat("/X Do\n"))},
		{Name: "a form that uses itself", Build: drawnWith(t, own, []string{form("/Resources << /XObject << /X 6 0 R >> >>", "/X Do")}, growth.Repeat("/X Do\n"))},
		{Name: "a long form", Build: func(n int) string {
			return pdfFileWith(t, []string{form("/Resources << /Font << /F1 3 0 R >> >>", string(spaced("BT /F1 8 Tf %x %y Td (word) Tj ET")(n)))}, own+"\n---\n/X Do")
		}},
		{Name: "nested forms", Build: func(n int) string {
			all := []string{form("/Resources << /Font << /F1 3 0 R >> >>", word)}
			for i := range n {
				all = append(all, form(fmt.Sprintf("/Resources << /XObject << /X %d 0 R >> >>", firstExtra+i), "/X Do"))
			}
			return pdfFileWith(t, all, own+"\n---\n/X Do")
		}},
		{Name: "forms", Build: named("XObject", "X", form("/Resources << /Font << /F1 3 0 R >> >>", word), "/X%d Do")},
		{Name: "groups", Build: drawnWith(t, own, []string{form("/Group << /S /Transparency >> /Resources << /Font << /F1 3 0 R >> >>", word)}, growth.Repeat("q /X Do Q\n"))},
		{Name: "fonts", Build: named("Font", "G", font, "BT /G%d 8 Tf 72 700 Td (ab) Tj ET")},
		{Name: "a picture many times", Build: drawnWith(t, own, []string{picture}, spaced("q 9 0 0 9 %x %y cm /X Do Q"))},
		{Name: "a picture many times on a text", Build: drawnWith(t, own, []string{picture}, growth.Within(show(8, "a text", "of lines"), spaced("q 90 0 0 90 %x %y cm /X Do Q"), ""))},
		{Name: "pictures", Build: named("XObject", "X", picture, "q 9 0 0 9 9 9 cm /X%d Do Q")},
		{Name: "shadings", Build: drawnWith(t, own, []string{"<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 1] /Function << /FunctionType 2 /Domain [0 1] /N 1 >> >>"}, growth.Repeat("/S sh\n"))},
		{Name: "patterns", Build: drawnWith(t, own, []string{"<< /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >> /Length 9 >>\nstream\n0 0 1 1 f\nendstream"}, spaced("/Pattern cs /P scn %x %y 20 20 re f"))},
		{Name: "states", Build: named("ExtGState", "E", "<< /CA .5 >>", "/E%d gs")},
	}, read(t, growthEngine(t)))
}

func TestGrowthOfAnnotations(t *testing.T) {
	annotated := func(annotation string) func(n int) string {
		return func(n int) string {
			var all strings.Builder
			for i := range n {
				all.WriteString(strings.NewReplacer("%x", fmt.Sprint(i*7919%600), "%y", fmt.Sprint(i*104729%780)).Replace(annotation))
			}
			return pdfFile(t, "/Annots ["+all.String()+"]\n---\n"+word)
		}
	}
	appearance := "/AP << /N 6 0 R >>"
	widgets := func(n int) string {
		all := strings.Repeat("<< /Type /Annot /Subtype /Widget /Rect [9 9 90 20] "+appearance+" >>", n)
		return pdfFileWith(t, []string{form("/Resources << /Font << /F1 3 0 R >> >>", word)}, "/Annots ["+all+"]\n---\n"+word)
	}
	growth.Run(t, []growth.Case[string]{
		{Name: "links", Build: annotated("<< /Type /Annot /Subtype /Link /Rect [%x %y 599 700] /A << /S /URI /URI (http://a.b) >> >>")},
		{Name: "links in one place", Build: annotated("<< /Type /Annot /Subtype /Link /Rect [9 9 599 700] /A << /S /URI /URI (http://a.b) >> >>")},
		{Name: "links to nowhere", Build: annotated("<< /Type /Annot /Subtype /Link /Rect [%x %y 599 700] >>")},
		{Name: "notes", Build: annotated("<< /Type /Annot /Subtype /Text /Rect [%x %y 599 700] /Contents (a) >>")},
		{Name: "texts", Build: annotated("<< /Type /Annot /Subtype /FreeText /Rect [%x %y 599 700] /Contents (a) /DA (/F1 8 Tf) >>")},
		{Name: "fields", Build: widgets},
		{Name: "stamps", Build: annotated("<< /Type /Annot /Subtype /Stamp /Rect [%x %y 599 700] >>")},
		{Name: "markings", Build: annotated("<< /Type /Annot /Subtype /Highlight /Rect [%x %y 599 700] /QuadPoints [1 2 3 4 5 6 7 8] >>")},
	}, read(t, growthEngine(t)))
}

// leaf is an empty page.
const leaf = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>"

func TestGrowthOfTrees(t *testing.T) {
	root := func(n int) []string {
		return []string{"<< /Type /Catalog /Pages 2 0 R >>", fmt.Sprintf("<< /Type /Pages /Kids [3 0 R] /Count %d >>", n)}
	}
	growth.Run(t, []growth.Case[string]{
		{Name: "pages", Build: func(n int) string {
			all := root(n)
			var kids strings.Builder
			for i := range n {
				fmt.Fprintf(&kids, "%d 0 R ", 3+i)
				all = append(all, leaf)
			}
			all[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids.String(), n)
			return pdfFileFrom(t, all)
		}},
		{Name: "a deep tree of one page", Build: func(n int) string {
			all := root(1)
			for i := range n {
				all = append(all, fmt.Sprintf("<< /Type /Pages /Parent %d 0 R /Kids [%d 0 R] /Count 1 >>", 2+i, 4+i))
			}
			return pdfFileFrom(t, append(all, leaf))
		}},
		{Name: "pages that are not there", Build: func(n int) string { return pdfFileFrom(t, append(root(n), leaf)) }},
		{Name: "contents in parts", Build: func(n int) string {
			all := append(root(1), "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ["+strings.Repeat("4 0 R ", n)+"] >>")
			return pdfFileFrom(t, append(all, "<< /Length 3 >>\nstream\nq Q\nendstream"))
		}},
		{Name: "objects that nobody uses", Build: func(n int) string {
			return pdfFileFrom(t, append(append(root(1), leaf), numbered(n, "<< /A %d >>")...))
		}},
		{Name: "references to references", Build: func(n int) string {
			all := append(root(1), "<< /Type /Page /Parent 2 0 R /MediaBox 4 0 R >>")
			for i := range n {
				all = append(all, fmt.Sprintf("%d 0 R", 5+i))
			}
			return pdfFileFrom(t, append(all, "[0 0 612 792]"))
		}},
		{Name: "nested arrays", Build: func(n int) string {
			return pdfFileFrom(t, append(append(root(1), leaf), strings.Repeat("[", n)+strings.Repeat("]", n)))
		}},
		{Name: "bookmarks", Build: func(n int) string {
			var all []string
			for i := range n {
				all = append(all, fmt.Sprintf("<< /Title (a) /Parent 6 0 R /Next %d 0 R /Dest [2 0 R /Fit] >>", firstExtra+2+i))
			}
			return pdfFileOf(t, "/Outlines 6 0 R", append([]string{"<< /Type /Outlines /First 7 0 R >>"}, all...), word)
		}},
		{Name: "bookmarks of one long title", From: 1 << 9, To: 1 << 10, Build: func(n int) string {
			title := "(" + strings.Repeat("title ", 4*n) + ")"
			all := []string{"<< /Type /Outlines /First 8 0 R >>", title}
			for i := range n {
				all = append(all, fmt.Sprintf("<< /Title 7 0 R /Parent 6 0 R /Next %d 0 R /Dest [2 0 R /Fit] >>", firstExtra+3+i))
			}
			return pdfFileOf(t, "/Outlines 6 0 R", all, word)
		}},
		{Name: "nested bookmarks", Build: func(n int) string {
			var all []string
			for i := range n {
				all = append(all, fmt.Sprintf("<< /Title (a) /Parent %d 0 R /First %d 0 R >>", firstExtra+i, firstExtra+2+i))
			}
			return pdfFileOf(t, "/Outlines 6 0 R", append([]string{"<< /Type /Outlines /First 7 0 R >>"}, all...), word)
		}},
		{Name: "bookmarks by name", Build: func(n int) string {
			var all []string
			for i := range n {
				all = append(all, fmt.Sprintf("<< /Title (a) /Parent 6 0 R /Next %d 0 R /Dest (n%d) >>", firstExtra+2+i, i))
			}
			names := growth.Numbered("(n%d) [2 0 R /Fit] ")(n)
			return pdfFileOf(t, "/Outlines 6 0 R /Names << /Dests << /Names ["+string(names)+"] >> >>", append([]string{"<< /Type /Outlines /First 7 0 R >>"}, all...), word)
		}},
	}, read(t, growthEngine(t)))
}

// tagging is the entry of the catalog of a tagged file.
const tagging = "/MarkInfo << /Marked true >> /StructTreeRoot 6 0 R"

// marked returns a page of n words, each with its position in the structure.
func marked(n int) string {
	return "/StructParents 0\n---\n" + string(growth.Numbered("/P <</MCID %d>> BDC BT /F1 8 Tf 72 700 Td (word) Tj ET EMC\n")(n))
}

func TestGrowthOfStructure(t *testing.T) {
	chain := func(kind string) func(n int) string {
		return func(n int) string {
			pageObject := firstExtra + n + 2
			var parents strings.Builder
			elements := make([]string, n)
			for i := range n {
				fmt.Fprintf(&parents, "%d 0 R ", firstExtra+1+i)
				kid := fmt.Sprintf("%d", i)
				if i+1 < n {
					kid = fmt.Sprintf("[%d %d 0 R]", i, firstExtra+2+i)
				}
				elements[i] = fmt.Sprintf("<< /Type /StructElem /S /%s /P %d 0 R /Pg %d 0 R /K %s >>", kind, firstExtra+i, pageObject, kid)
			}
			tree := fmt.Sprintf("<< /Type /StructTreeRoot /K 7 0 R /ParentTree << /Nums [0 [%s]] >> >>", parents.String())
			return pdfFileOf(t, tagging, append([]string{tree}, elements...), marked(n))
		}
	}
	growth.Run(t, []growth.Case[string]{
		{Name: "nested paragraphs", Build: chain("P")},
		{Name: "nested sections", Build: chain("Sect")},
		{Name: "nested tables", Build: chain("Table")},
	}, read(t, growthEngine(t)))
}

// For some files, PDFium's own work grows faster than the file. The processor time of a step limits it, and a note
// takes the place of the page.
func TestWorkThatPDFiumMultipliesEndsWithTheTimeOfAStep(t *testing.T) {
	t.Parallel()
	c, err := convert.New(convert.Config{Processes: 2, Budget: convert.Budget{Base: time.Minute, Step: time.Second}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	const doublings = 36
	forms := []string{form("/Resources << /Font << /F1 3 0 R >> >>", word)}
	for i := range doublings {
		forms = append(forms, form(fmt.Sprintf("/Resources << /XObject << /X %d 0 R >> >>", firstExtra+i), "/X Do /X Do"))
	}
	for name, path := range map[string]string{
		"nested marked contents": drawn(t, growth.Around("/P <</MCID 0>> BDC ", word, " EMC"))(1 << 17),
		"forms of forms":         pdfFileWith(t, forms, "/Resources << /XObject << /X %d 0 R >> >>\n---\n/X Do"),
		"elements of one parent": elements(t, 1<<15),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var unread page.Reason
			err := c.Pages(t.Context(), path, probe.PDF, 1, 1, convert.Options{}, func(p page.Page) error {
				unread = p.Unread
				return nil
			})
			require.NoError(t, err)
			require.Equal(t, page.TooComplex, unread)
		})
	}
}

// elements returns a tagged file with one page of n paragraphs, all at the top of the structure.
func elements(t *testing.T, n int) string {
	t.Helper()
	pageObject := firstExtra + n + 2
	var kids strings.Builder
	all := make([]string, n)
	for i := range n {
		fmt.Fprintf(&kids, "%d 0 R ", firstExtra+1+i)
		all[i] = fmt.Sprintf("<< /Type /StructElem /S /P /P 6 0 R /Pg %d 0 R /K %d >>", pageObject, i)
	}
	root := fmt.Sprintf("<< /Type /StructTreeRoot /K [%s] /ParentTree << /Nums [0 [%s]] >> >>", kids.String(), kids.String())
	return pdfFileOf(t, tagging, append([]string{root}, all...), marked(n))
}
