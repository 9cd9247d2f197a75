package docx_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func abstract(id int, levels ...string) string {
	return fmt.Sprintf(`<w:abstractNum w:abstractNumId="%d">%s</w:abstractNum>`, id, strings.Join(levels, ""))
}

func level(at int, format, text, more string) string {
	return fmt.Sprintf(`<w:lvl w:ilvl="%d"><w:start w:val="1"/><w:numFmt w:val="%s"/><w:lvlText w:val="%s"/>%s</w:lvl>`, at, format, text, more)
}

func num(id, list int, overrides string) string {
	return fmt.Sprintf(`<w:num w:numId="%d"><w:abstractNumId w:val="%d"/>%s</w:num>`, id, list, overrides)
}

func startAt(at, start int) string {
	return fmt.Sprintf(`<w:lvlOverride w:ilvl="%d"><w:startOverride w:val="%d"/></w:lvlOverride>`, at, start)
}

func TestListsCountAsWordDoes(t *testing.T) {
	t.Parallel()
	legal := []string{level(0, "decimal", "%1.", ""), level(1, "lowerLetter", "%2)", ""), level(2, "lowerRoman", "(%3)", "")}
	for name, c := range map[string]struct{ numbering, body, want string }{
		"levels restart below": {
			abstract(1, legal...) + num(1, 1, ""),
			listItem(1, 0, "a") + listItem(1, 1, "b") + listItem(1, 2, "c") + listItem(1, 1, "d") + listItem(1, 0, "e") + listItem(1, 1, "f"),
			"1. a\n   - a) b\n     - (i) c\n   - b) d\n2. e\n   - a) f",
		},
		"lists sharing a definition continue": {
			abstract(1, legal...) + num(1, 1, "") + num(2, 1, ""),
			listItem(1, 0, "a") + p("between") + listItem(2, 0, "b"), "1. a\n\nbetween\n\n2. b",
		},
		"an override restarts the count once": {
			abstract(1, legal...) + num(1, 1, "") + num(2, 1, startAt(0, 5)),
			listItem(1, 0, "a") + p("x") + listItem(2, 0, "b") + listItem(2, 0, "c"), "1. a\n\nx\n\n5. b\n6. c",
		},
		"a separate level": {
			abstract(1, legal...) + num(1, 1, `<w:lvlOverride w:ilvl="0">`+level(0, "upperRoman", "%1.", "")+`</w:lvlOverride>`),
			listItem(1, 0, "a") + listItem(1, 0, "b"), "- I. a\n- II. b",
		},
		"all levels in digits": {
			abstract(1, level(0, "upperRoman", "Art. %1", ""), level(1, "decimal", "%1.%2", "<w:isLgl/>")) + num(1, 1, ""),
			listItem(1, 0, "a") + listItem(1, 1, "b"), "- Art. I a\n  - 1.1 b",
		},
		"a level that never restarts": {
			abstract(1, level(0, "decimal", "%1.", ""), level(1, "decimal", "%2.", `<w:lvlRestart w:val="0"/>`)) + num(1, 1, ""),
			listItem(1, 0, "a") + listItem(1, 1, "b") + listItem(1, 0, "c") + listItem(1, 1, "d"), "1. a\n   1. b\n2. c\n\n   2. d",
		},
		"skipped levels count": {
			abstract(1, level(0, "decimal", "%1", ""), level(1, "decimal", "%1.%2", ""), level(2, "decimal", "%1.%2.%3", "")) + num(1, 1, ""),
			listItem(1, 0, "a") + listItem(1, 2, "b") + listItem(1, 1, "c"), "1. a\n   - 1.1.1 b\n   - 1.2 c",
		},
		"bullets": {
			abstract(1, level(0, "bullet", "\uf0b7", ""), level(1, "bullet", "☒", "")) + num(1, 1, ""),
			listItem(1, 0, "a") + listItem(1, 1, "done"), "- a\n  - [x] done",
		},
		"numbering switched off":    {abstract(1, legal...) + num(1, 1, ""), listItem(0, 0, "a"), "a"},
		"an unknown list":           {"", listItem(9, 0, "a"), "a"},
		"empty items still count":   {abstract(1, legal...) + num(1, 1, ""), listItem(1, 0, "a") + listItem(1, 0, "") + listItem(1, 0, "c"), "1. a\n3. c"},
		"other systems of numerals": {abstract(1, level(0, "decimalZero", "%1.", ""), level(1, "ordinal", "%2", ""), level(2, "chineseCounting", "%3、", "")) + num(1, 1, ""), listItem(1, 0, "a") + listItem(1, 1, "b") + listItem(1, 2, "c"), "01. a\n    - 1st b\n      - 一、 c"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, file{body: c.body, numbering: c.numbering}))
		})
	}
}

func TestHeadingsCarryTheirNumbers(t *testing.T) {
	t.Parallel()
	f := file{
		numbering: abstract(1, level(0, "decimal", "%1", `<w:pStyle w:val="H1"/>`), level(1, "decimal", "%1.%2", `<w:pStyle w:val="H2"/>`)) + num(4, 1, "") +
			`<w:abstractNum w:abstractNumId="2"><w:numStyleLink w:val="Outline"/></w:abstractNum>` + num(5, 2, ""),
		styles: style("H1", "heading 1", "", `<w:pPr><w:numPr><w:numId w:val="4"/></w:numPr><w:outlineLvl w:val="0"/></w:pPr>`) +
			style("H2", "heading 2", "", `<w:pPr><w:numPr><w:numId w:val="4"/></w:numPr><w:outlineLvl w:val="1"/></w:pPr>`) +
			`<w:style w:type="numbering" w:styleId="Outline"><w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr></w:style>`,
		body: pStyle("H1", "One") + pStyle("H2", "Inner") + listItem(5, 1, "linked") + pStyle("H2", "Last"),
	}
	require.Equal(t, "# 1 One\n\n## 1.1 Inner\n\n- 1.2 linked\n\n## 1.3 Last", markdown(t, f))
}
