package pdf_test

import (
	"fmt"
	"strings"
	"testing"

	"quire/internal/growth"
)

// doubled returns n objects, each of which refers twice to the next, so that whoever follows all references takes 2ⁿ
// steps. The last one refers to itself.
func doubled(n int, object string) []string {
	all := make([]string, n)
	for i := range all {
		next := fmt.Sprintf("%d 0 R", firstExtra+min(i+1, n-1))
		all[i] = strings.ReplaceAll(object, "%next", next)
	}
	return all
}

// stream returns a stream with the given entries.
func stream(entries, content string) string {
	return fmt.Sprintf("<< /Length %d %s >>\nstream\n%s\nendstream", len(content), entries, content)
}

// mapped builds files with a font whose ToUnicode map has a body that a builder returns.
func mapped(t *testing.T, build func(n int) []byte) func(n int) string {
	t.Helper()
	return func(n int) string {
		body := "begincmap 1 begincodespacerange <00000000> <ffffffff> endcodespacerange\n" + string(build(n)) + "\nendcmap"
		font := "<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [<< /Type /Font " +
			"/Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] >>"
		return pdfFileWith(t, []string{stream("", body), font}, "/Resources << /Font << /A %d 0 R >> >>\n---\nBT /A 9 Tf 72 700 Td <00410042> Tj ET")
	}
}

func TestGrowthOfWhatRefersToItself(t *testing.T) {
	const first = "6 0 R"
	coloured := func(n int, function string) string {
		space := "/Resources << /Font << /F1 3 0 R >> /ColorSpace << /C [/Separation /A /DeviceRGB " + first + "] >> >>\n---\n"
		return pdfFileWith(t, doubled(n, function), space+"/C cs .5 scn "+word)
	}
	growth.Run(t, []growth.Case[string]{
		{Name: "drawn glyphs", Build: func(n int) string {
			const font = "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.1 0 0 .1 0 0] /CharProcs << /a %d 0 R >> /FirstChar 97 " +
				"/LastChar 97 /Widths [9] /Encoding << /Differences [97 /a] >> /Resources << /Font << /N %d 0 R >> >> >>"
			var all []string
			for i := range n {
				number := firstExtra + 2*i
				all = append(all, fmt.Sprintf(font, number+1, firstExtra+2*min(i+1, n-1)), stream("", "9 0 d0 BT /N 9 Tf (aa) Tj ET"))
			}
			return pdfFileWith(t, all, "/Resources << /Font << /N "+first+" >> >>\n---\nBT /N 9 Tf 72 700 Td (aa) Tj ET")
		}},
		{Name: "stitched functions", Build: func(n int) string {
			return coloured(n, "<< /FunctionType 3 /Domain [0 1] /Functions [%next %next] /Bounds [.5] /Encode [0 1 0 1] >>")
		}},
		{Name: "colour spaces", Build: func(n int) string { return coloured(n, "[/Indexed %next 1 (ab)]") }},
		{Name: "names of places", Build: func(n int) string {
			return pdfFileOf(t, "/Names << /Dests "+first+" >>", doubled(n, "<< /Kids [%next %next] /Limits [(a) (z)] >>"),
				"/Annots [<< /Type /Annot /Subtype /Link /Rect [72 690 300 720] /Dest (b) >>]\n---\n"+word)
		}},
		{Name: "fields", Build: func(n int) string {
			return pdfFileOf(t, "/AcroForm << /Fields ["+first+"] >>", doubled(n, "<< /FT /Tx /T (a) /Kids [%next %next] >>"), word)
		}},
	}, read(t, growthEngine(t)))
}

func TestGrowthOfMapsAndPrograms(t *testing.T) {
	growth.Run(t, []growth.Case[string]{
		{Name: "ranges of all codes", Build: mapped(t, growth.Repeat("1 beginbfrange <0000> <ffff> <0041> endbfrange\n"))},
		{Name: "a range of all codes and a long text", Build: mapped(t, growth.Within("1 beginbfrange <0000> <ffff> <", growth.Repeat("0041"), "> endbfrange"))},
		{Name: "a range with a list", Build: mapped(t, growth.Within("1 beginbfrange <0000> <ffff> [", growth.Repeat("<0041> "), "] endbfrange"))},
		{Name: "long codes", Build: mapped(t, growth.Within("1 beginbfrange <", growth.Repeat("ff"), "> <ffff> <0041> endbfrange"))},
		{Name: "a program for a colour", Build: func(n int) string {
			program := stream("/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1]", "{ "+strings.Repeat("dup mul 2 sqrt exp ", n)+"dup dup }")
			return pdfFileWith(t, []string{program}, "/Resources << /Font << /F1 3 0 R >> /ColorSpace << /C [/Separation /A /DeviceRGB %d 0 R] >> >>\n---\n"+
				strings.Repeat("/C cs .5 scn "+word+"\n", 10))
		}},
	}, read(t, growthEngine(t)))
}
