package rtf_test

import (
	"strings"
	"testing"

	"quire/internal/convert/page"
	"quire/internal/convert/rtf"
	"quire/internal/growth"
)

// refused is more than the maximum nesting depth of groups.
const refused = 1 << 15

func inBody(build func(n int) []byte) func(n int) []byte { return growth.Within(head, build, "}") }

func convertGrown(t *testing.T, input []byte) {
	t.Helper()
	pages, err := convert(t.Context(), string(input), rtf.Options{})
	if err != nil && page.ReasonOf(err) == "" {
		t.Fatal(err)
	}
	for i := range pages {
		page.Markdown(pages[i])
	}
}

func TestGrowthOfText(t *testing.T) {
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "paragraphs", Build: inBody(growth.Repeat(`a\par`))},
		{Name: "one long text", Build: inBody(growth.Repeat("word "))},
		{Name: "groups", Build: inBody(growth.Repeat(`{\b a}{\i b}`))},
		{Name: "groups in groups", To: refused, Build: inBody(growth.Around("{", "a", "}"))},
		{Name: "deep groups, often", Build: inBody(growth.Repeat(strings.Repeat("{", 300) + "a" + strings.Repeat("}", 300)))},
		{Name: "one long word", Build: inBody(growth.Within(`\`, growth.Repeat("a"), " "))},
		{Name: "one long number", Build: inBody(growth.Within(`\u`, growth.Repeat("1"), " "))},
		{Name: "words that nobody knows", Build: inBody(growth.Repeat(`\nothing1 `))},
		{Name: "lengths beyond the file", Build: inBody(growth.Repeat(`\bin2000000000 a`))},
		{Name: "bytes", Build: inBody(growth.Repeat(`\'e9`))},
		{Name: "bytes of two-byte characters", Build: inBody(growth.Within(`{\f4 `, growth.Repeat(`\'93\'fa`), "}"))},
		{Name: "characters in Unicode", Build: inBody(growth.Repeat(`\u233?`))},
		{Name: "replacements that are skipped", Build: inBody(growth.Repeat(`\uc16\u233 a`))},
		{Name: "fonts", Build: growth.Within(`{\rtf1{\fonttbl`, growth.Numbered(`{\f%d\fcharset1 a;}`), "}a}")},
		{Name: "one long name of a font", Build: growth.Within(`{\rtf1{\fonttbl{\f1 `, growth.Repeat("a"), ";}}a}")},
		{Name: "chains of styles", Build: func(n int) []byte {
			styles := growth.Numbered(`{\s%d\sbasedon%d1 a;}`)(n)
			return []byte(`{\rtf1{\stylesheet` + string(styles) + `}` + string(growth.Numbered(`\s%d a\par`)(n)) + `}`)
		}},
		{Name: "fields", Build: inBody(growth.Repeat(`{\field{\*\fldinst HYPERLINK "http://a.b"}{\fldrslt c}}`))},
		{Name: "fields in fields", To: refused, Build: inBody(growth.Around(`{\field{\*\fldinst X}{\fldrslt `, "a", "}}"))},
		{Name: "one long instruction", Build: inBody(growth.Within(`{\field{\*\fldinst `, growth.Repeat(`"a`), `}{\fldrslt b}}`))},
		{Name: "results of one instruction", Build: inBody(growth.Within(`{\field{\*\fldinst HYPERLINK "a"}`, growth.Repeat(`{\fldrslt b}`), `}`))},
		{Name: "results of one long instruction", Build: func(n int) []byte {
			return []byte(head + `{\field{\*\fldinst HYPERLINK ` + strings.Repeat(`"a`, n) + `}` + strings.Repeat(`{\fldrslt b}`, n) + `}}`)
		}},
		{Name: "list items", Build: inBody(growth.Repeat(`{\listtext 1.\tab}\ls1 a\par`))},
		{Name: "one long marker", Build: inBody(growth.Within(`{\listtext `, growth.Repeat("a"), `}\ls1 a\par`))},
		{Name: "notes", Build: inBody(growth.Repeat(`a{\footnote b\par}`))},
		{Name: "notes in notes", To: refused, Build: inBody(growth.Around(`{\footnote a`, "b", "}"))},
		{Name: "text boxes in text boxes", To: refused, Build: inBody(growth.Around(`{\shptxt a`, "b", "}"))},
		{Name: "pages", Build: inBody(growth.Repeat(`a\page\par`))},
		{Name: "breaks of one paragraph", Build: inBody(growth.Repeat(`\page `))},
		{Name: "sections", Build: inBody(growth.Repeat(`a\sect\sectd `))},
		{Name: "pictures", Build: inBody(growth.Repeat(`{\pict\pngblip 89504e47}`))},
		{Name: "one long picture", Build: inBody(growth.Within(`{\pict\pngblip `, growth.Repeat("89504e47\n"), `}`))},
		{Name: "pictures in pictures", To: refused, Build: inBody(growth.Around(`{\pict 89`, "", "}"))},
		{Name: "code", Build: inBody(growth.Repeat(`\pard\s6 a;\par`))},
		{Name: "contents with page numbers", Build: inBody(growth.Within(`\pard\s8 a\tab`, growth.Repeat(`. . `), `12\par`))},
	}, convertGrown)
}

func TestGrowthOfTables(t *testing.T) {
	const row = `\trowd\cellx10\cellx20\intbl a\cell b\cell\row`
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "rows", Build: inBody(growth.Repeat(row))},
		{Name: "tables", Build: inBody(growth.Repeat(row + row + `\pard x\par`))},
		{Name: "cells of one row", Build: inBody(growth.Within(`\trowd\intbl `, growth.Repeat(`a\cell `), `\row`))},
		{Name: "cells with their ends", Build: inBody(growth.Within(`\trowd\intbl `, growth.Numbered(`\cellx%d a\cell `), `\row`))},
		{Name: "ends that differ", Build: inBody(growth.Numbered(`\trowd\cellx%d\intbl a\cell\row`))},
		{Name: "rows of one description", Build: func(n int) []byte {
			return []byte(head + `\trowd` + string(growth.Numbered(`\cellx%d`)(n)) + strings.Repeat(`\intbl a\cell\row`, n) + "}")
		}},
		{Name: "rows merged", Build: inBody(growth.Repeat(`\trowd\clvmrg\cellx10\cellx20\intbl a\cell b\cell\row`))},
		{Name: "columns merged", Build: inBody(growth.Repeat(`\trowd\cellx10\clmrg\cellx20\intbl a\cell b\cell\row`))},
		{Name: "tables in tables, often", Build: inBody(growth.Repeat(`\intbl\itap16 a\nestcell{\*\nesttableprops\trowd\cellx9\nestrow}\itap0\pard x\par`))},
		{Name: "tables that begin and end", Build: inBody(growth.Repeat(`\intbl\itap16 a\par\pard b\par`))},
		{Name: "paragraphs of a cell", Build: inBody(growth.Within(`\trowd\cellx9\cellx18\intbl `, growth.Repeat(`a\par `), `\cell b\cell\row`))},
	}, convertGrown)
}

func TestGrowthOfComposedText(t *testing.T) {
	growth.Compose(t, []string{
		"{", "}", `\par`, `\b `, `\b0 `, `\'e9`, `\u233?`, `\uc2 `, `{\*\x `, `\trowd`, `\cellx100`, `\cellx200`, `\intbl `, `\cell `, `\row`, `\itap2 `, `\nestcell `, `\pard `,
		`{\footnote `, `{\field`, `{\*\fldinst HYPERLINK "a"}`, `{\fldrslt `, `{\listtext 1.}`, `\ls1 `, `{\pict 89`, `{\shptxt `, `\page `, `\sect `, `\s1 `, `\s6 `, `\clvmrg`, "a", " ", `\tab `, `\fi-9 `,
	}, 0, func(drawn []byte) []byte { return []byte(head + string(drawn)) }, convertGrown)
}
