package docx_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRunsBecomeText(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ body, want string }{
		"emphasis": {
			`<w:p>` + rp(`<w:b/>`, "bold ") + rp(`<w:b/><w:i/>`, "both") + rp(`<w:b w:val="0"/>`, " plain ") + rp(`<w:dstrike/>`, "gone") + rp(`<w:vertAlign w:val="superscript"/>`, "2") + `</w:p>`,
			"**bold *both*** plain ~~gone~~<sup>2</sup>",
		},
		"hidden text is dropped":      {`<w:p>` + r("seen") + rp(`<w:vanish/>`, " hidden") + `</w:p>`, "seen"},
		"tabs and breaks":             {`<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/><w:t>d</w:t></w:r></w:p>`, "a b  \nc  \nd"},
		"hyphens":                     {`<w:p><w:r><w:t>co</w:t><w:noBreakHyphen/><w:t>op</w:t><w:softHyphen/><w:t>er</w:t></w:r></w:p>`, "co-oper"},
		"symbols":                     {`<w:p><w:r><w:sym w:font="Wingdings" w:char="F0FE"/><w:t> </w:t><w:sym w:font="Symbol" w:char="F061"/></w:r></w:p>`, "- [x] α"},
		"invisible characters":        {p("a\u200bb\u202ec"), "abc"},
		"empty paragraphs":            {p("a") + p(" ") + `<w:p/>` + p("b"), "a\n\nb"},
		"insertions and deletions":    {`<w:p>` + r("a ") + `<w:ins>` + r("new") + `</w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del></w:p>`, "a new"},
		"laid out XML":                {"<w:p><w:r><w:t>one\n      two</w:t></w:r></w:p>", "one two"},
		"a moved paragraph":           {p("a") + styled(`<w:rPr><w:moveFrom/></w:rPr>`, `<w:moveFrom>`+r("x")+`</w:moveFrom>`) + styled(`<w:rPr><w:moveTo/></w:rPr>`, `<w:moveTo>`+r("x")+`</w:moveTo>`), "a\n\nx"},
		"moves":                       {`<w:p><w:moveFrom>` + r("x") + `</w:moveFrom>` + r("y ") + `<w:moveTo>` + r("x") + `</w:moveTo></w:p>`, "y x"},
		"a deleted paragraph mark":    {styled(`<w:rPr><w:del/></w:rPr>`, r("one ")) + p("line"), "one line"},
		"wrappers":                    {`<w:sdt><w:sdtPr/><w:sdtContent><w:p><w:sdt><w:sdtContent>` + r("a") + `</w:sdtContent></w:sdt><w:smartTag>` + r("b") + `</w:smartTag><w:customXml>` + r("c") + `</w:customXml></w:p></w:sdtContent></w:sdt>`, "abc"},
		"one alternative":             {`<w:p><w:r><mc:AlternateContent><mc:Choice Requires="x"><w:t>new</w:t></mc:Choice><mc:Fallback><w:t>old</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>`, "new"},
		"boxes to tick":               {p("☐ tea") + p("☒ milk") + p("☐ yes ☒ no"), "- [ ] tea\n- [x] milk\n\n[ ] yes [x] no"},
		"a lowered drop cap":          {styled(`<w:framePr w:dropCap="drop"/>`, rp(`<w:position w:val="-12"/><w:sz w:val="112"/>`, "O")) + p("nce"), "Once"},
		"typewriter inside a word":    {`<w:p>` + r("Thes") + rp(`<w:rFonts w:ascii="Consolas"/>`, "e ") + r("are") + `</w:p>`, "These are"},
		"a drop cap":                  {styled(`<w:framePr w:dropCap="drop"/>`, r("O")) + p("nce upon"), "Once upon"},
		"comments are not text":       {`<w:p><w:commentRangeStart w:id="1"/>` + r("a") + `<w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r></w:p>`, "a"},
		"ruby":                        {`<w:p><w:r><w:ruby><w:rt>` + r("かん") + `</w:rt><w:rubyBase>` + r("漢") + `</w:rubyBase></w:ruby></w:r></w:p>`, "漢(かん)"},
		"inline typewriter is code":   {`<w:p>` + r("call ") + rp(`<w:rFonts w:ascii="Consolas"/>`, "printf") + `</w:p>`, "call `printf`"},
		"typewriter lines are code":   {`<w:p>` + rp(`<w:rFonts w:ascii="Consolas"/>`, "def f(n):") + `</w:p><w:p>` + rp(`<w:rFonts w:ascii="Consolas"/>`, "    return n") + `</w:p>`, "```\ndef f(n):\n    return n\n```"},
		"typewriter prose is prose":   {`<w:p>` + rp(`<w:rFonts w:ascii="Courier New"/>`, "Dear Sir, this is a letter.") + `</w:p>`, "Dear Sir, this is a letter."},
		"markup in text is escaped":   {p("&lt;b&gt; # no *tag*"), `\<b> # no \*tag\*`},
		"a frame is its text":         {`<w:tbl><w:tr><w:tc>` + p("Note") + p("well") + `</w:tc></w:tr></w:tbl>`, "Note\n\nwell"},
		"an outline level on its own": {styled(`<w:outlineLvl w:val="1"/>`, r("Part")), "## Part"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, file{body: c.body}))
		})
	}
}

func TestStylesDetermineRoles(t *testing.T) {
	t.Parallel()
	styles := `<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri"/></w:rPr></w:rPrDefault></w:docDefaults>` +
		style("H1", "heading 1", "Normal", `<w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/></w:rPr>`) +
		style("Mine", "Chapter", "H1", "") + style("Front", "Front matter", "H1", `<w:pPr><w:outlineLvl w:val="7"/></w:pPr>`) +
		style("Tief", "Überschrift 3", "", "") +
		style("TOCHeading", "TOC Heading", "H1", `<w:pPr><w:outlineLvl w:val="9"/></w:pPr>`) +
		style("Cap", "caption", "", "") + style("Src", "Source Code", "", "") + style("Q", "Intense Quote", "", "") + style("T1", "toc 1", "", "") + style("T2", "toc 2", "", "") +
		style("Secret", "Secret", "", `<w:rPr><w:vanish/></w:rPr>`) +
		style("Loop", "Loop", "Loop", "") + style("Title", "Title", "", "") +
		`<w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>` +
		`<w:style w:type="character" w:styleId="Var"><w:name w:val="Verbatim Char"/><w:basedOn w:val="Strong"/></w:style>`
	body := pStyle("TOCHeading", "Contents") + pStyle("T1", "One") + pStyle("T2", "Two") +
		pStyle("Mine", "One") + pStyle("Front", "Front") + pStyle("Tief", "Deep") + pStyle("Cap", "Figure 1") +
		pStyle("Src", "a") + pStyle("Src", "") + pStyle("Src", "  b") + pStyle("Q", "said") + pStyle("Q", "so") + pStyle("Secret", "hidden") + pStyle("Loop", "loop") +
		`<w:p>` + rp(`<w:rStyle w:val="Strong"/>`, "strong") + r(" ") + rp(`<w:rStyle w:val="Var"/>`, "x") + `</w:p>` +
		pStyle("Title", "Late title") + pStyle("H1", "Below the title")
	require.Equal(t, "Contents\n\n- One\n  - Two\n\n# One\n\n# Front\n\n### Deep\n\nFigure 1\n\n```\na\n\n  b\n```\n\n> said\n>\n> so\n\nloop\n\n**strong `x`**\n\n# Late title\n\n## Below the title",
		markdown(t, file{body: body, styles: styles}))
}

func TestStrictDocumentsAndOtherPrefixesAreRead(t *testing.T) {
	t.Parallel()
	f := file{parts: map[string]string{"word/document.xml": `<x:document xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:body><x:p><x:r><x:rPr><x:b x:val="true"/></x:rPr><x:t>strict</x:t></x:r></x:p></x:body></x:document>`}}
	require.Equal(t, "**strict**", markdown(t, f))
}

func TestFieldsShowTheirResults(t *testing.T) {
	t.Parallel()
	field := func(instr, result string) string {
		return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>` + instr + `</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>` +
			result + `<w:r><w:fldChar w:fldCharType="end"/></w:r>`
	}
	for name, c := range map[string]struct{ body, want string }{
		"hyperlink":            {`<w:p>` + field(` HYPERLINK "https://a.b/c" \l "d" `, r("here")) + `</w:p>`, "[here](https://a.b/c#d)"},
		"no script":            {`<w:p>` + field(` HYPERLINK "javascript:x" `, r("here")) + `</w:p>`, "here"},
		"table of contents":    {`<w:p>` + field(` TOC \o `, field(` HYPERLINK \l "_Toc1" `, r("One")+`<w:r><w:tab/></w:r>`+field(" PAGEREF _Toc1 ", r("7")))) + `</w:p>`, "One"},
		"page number as text":  {pStyle("T1", "2 Berths</w:t><w:tab/><w:t>14") + pStyle("T1", "Annex</w:t><w:tab/><w:t>iv"), "- 2 Berths\n- Annex"},
		"instruction inside":   {`<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> IF </w:instrText></w:r>` + field("MERGEFIELD x", r("secret")) + `<w:r><w:fldChar w:fldCharType="separate"/></w:r>` + r("yes") + `<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`, "yes"},
		"inside instructions":  {`<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> IF </w:instrText></w:r>` + field("MERGEFIELD x", r("secret")) + `<w:r><w:instrText> = 1</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>` + r("yes") + `<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`, "yes"},
		"over two paragraphs":  {`<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>TOC</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>` + r("a") + `</w:p><w:p>` + r("b") + `<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`, "a\n\nb"},
		"simple field":         {`<w:p>` + r("Table ") + `<w:fldSimple w:instr=" SEQ Table ">` + r("3") + `</w:fldSimple></w:p>`, "Table 3"},
		"a number without end": {`<w:p>` + r("a ") + `<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>` + r("7") + `</w:p>` + p("b"), "a\n\nb"},
		"an instruction open":  {`<w:p>` + r("a") + strings.Repeat(`<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText></w:r>`, 2) + `</w:p>` + p("b"), "a\n\nb"},
		"a long instruction":   {`<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>IF 1 = 1 "x</w:instrText></w:r></w:p><w:p><w:r><w:instrText>y"</w:instrText></w:r>` + field("MERGEFIELD x", r("secret")) + `<w:r><w:fldChar w:fldCharType="separate"/></w:r>` + r("yes") + `<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`, "yes"},
		"check box":            {`<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMCHECKBOX</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>` + r(" yes") + `</w:p>`, "- [x] yes"},
		"drop-down list":       {`<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="a"/><w:listEntry w:val="b"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`, "b"},
		"symbol":               {`<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>SYMBOL 61537 \f Symbol</w:instrText><w:fldChar w:fldCharType="end"/></w:r></w:p>`, "α"},
		"button":               {`<w:p>` + r("To: ") + `<w:r><w:fldChar w:fldCharType="begin"/><w:instrText> MACROBUTTON NoMacro [Name here] </w:instrText><w:fldChar w:fldCharType="end"/></w:r></w:p>`, "To: [Name here]"},
		"one end too many":     {`<w:p><w:r><w:fldChar w:fldCharType="end"/></w:r>` + r("x") + `</w:p>`, "x"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, file{body: c.body, styles: style("T1", "toc 1", "", "")}))
		})
	}
}

func TestLinksAndNotes(t *testing.T) {
	t.Parallel()
	f := file{
		rels: map[string][2]string{"rId1": {"hyperlink", "https://a.b/"}, "rId2": {"hyperlink", "javascript:x"}},
		body: `<w:p><w:hyperlink r:id="rId1" w:anchor="x">` + r("web") + `</w:hyperlink>` + r(", ") + `<w:hyperlink w:anchor="y">` + r("inside") + `</w:hyperlink>` + r(", ") + `<w:hyperlink r:id="rId2">` + r("script") + `</w:hyperlink>` +
			`<w:r><w:footnoteReference w:id="7"/></w:r><w:r><w:endnoteReference w:id="2"/></w:r></w:p>` +
			`<w:tbl><w:tr><w:tc><w:p>` + r("a") + `<w:r><w:footnoteReference w:id="3"/></w:r></w:p></w:tc><w:tc>` + p("b") + `</w:tc></w:tr></w:tbl>`,
		footnotes: `<w:footnote w:type="separator" w:id="0">` + p("---") + `</w:footnote><w:footnote w:id="3">` + p("in a cell") + `</w:footnote><w:footnote w:id="7"><w:p><w:r><w:footnoteRef/></w:r>` + r(" first") + `</w:p>` + p("second") + `</w:footnote>`,
		endnotes:  `<w:endnote w:id="2">` + p("at the end") + `</w:endnote>`,
	}
	require.Equal(t, "[web](https://a.b/#x), inside, script[^1][^i]\n\n| a[^2] | b |\n| --- | --- |\n\n[^1]: first\n\n    second\n\n[^i]: at the end\n\n[^2]: in a cell", markdown(t, f))
}
