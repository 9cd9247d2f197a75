package slides_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

func TestSlidesBecomePagesWithTheirGeometry(t *testing.T) {
	t.Parallel()
	pages := pagesOf(t, deckOf(ph("title", p("First"))+box("note", 10, 20, 30, 10), box("second", 0, 0, 10, 10)))
	for i, pg := range pages {
		require.Equal(t, i+1, pg.Number)
		require.Equal(t, page.SourceText, pg.Source)
		require.True(t, pg.Apart)
		require.InDelta(t, 720, pg.Width, .01)
		require.InDelta(t, 540, pg.Height, .01)
	}
	require.Equal(t, page.Box{X0: 72, Y0: 144, X1: 288, Y1: 216}, pages[0].Blocks[1].Box)
	require.Equal(t, "# First\n\nnote", page.Markdown(pages[0]))
	require.Equal(t, "second", page.Markdown(pages[1]))
}

func TestAPresentationWithoutSlidesHasOneEmptyPage(t *testing.T) {
	t.Parallel()
	require.Empty(t, markdown(t, deckFile{}))
}

func TestPlaceholdersHaveRoles(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ shapes, want string }{
		"title":                         {ph("title", p("Plans")), "# Plans"},
		"centred title":                 {ph("ctrTitle", p("Plans")), "# Plans"},
		"title of two lines":            {ph("title", `<a:p>`+r("Plans")+`<a:br/>`+r("for 2031")+`</a:p>`), "# Plans for 2031"},
		"title of two paragraphs":       {ph("title", p("Plans")+p("for 2031")), "# Plans for 2031"},
		"title after its text":          {box("text", 0, 30, 10, 10) + ph("title", p("Plans")), "# Plans\n\ntext"},
		"empty title":                   {ph("title", `<a:p/>`) + box("text", 0, 30, 10, 10), "text"},
		"subtitle":                      {ph("ctrTitle", p("Plans")) + ph("subTitle", p("for 2031")), "# Plans\n\n## for 2031"},
		"authors below a title":         {ph("ctrTitle", p("Plans")) + ph("subTitle", p("A. Author")+p("May 2031")), "# Plans\n\nA. Author\n\nMay 2031"},
		"date, footer and slide number": {ph("dt", p("1 May")) + ph("ftr", p("Acme")) + ph("sldNum", `<a:p><a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p>`) + box("text", 0, 0, 10, 10), "text"},
		"slide number in the text":      {sp("", "", `<a:p>`+r("Page ")+`<a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p>`), "Page"},
		"another field":                 {sp("", "", `<a:p>`+r("On ")+`<a:fld type="datetime1"><a:t>1 May</a:t></a:fld></a:p>`), "On 1 May"},
		"hidden shape":                  {`<p:sp><p:nvSpPr><p:cNvPr id="2" name="x" hidden="1"/></p:nvSpPr><p:txBody>` + p("secret") + `</p:txBody></p:sp>` + box("text", 0, 0, 10, 10), "text"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, deckOf(c.shapes)))
		})
	}
}

func TestFootersAreKeptApart(t *testing.T) {
	t.Parallel()
	d := deckOf(sp(`<p:ph type="ftr"/>`, xfrm(0, 70, 20, 4), p("Acme"))+box("text", 0, 30, 10, 10), box("more", 0, 30, 10, 10))
	d.master = box("Confidential", 0, 0, 20, 4)
	d.layout = ph("title", p("Click to edit"))
	pages := pagesOf(t, d)
	require.Equal(t, []page.Kind{page.Paragraph, page.PageFoot, page.PageHead}, kinds(pages[0].Blocks))
	require.Equal(t, "text\nAcme\nConfidential", pages[0].Text())
	require.Equal(t, "more", pages[1].Text(), "what every slide shows is told once")
}

func kinds(blocks []page.Block) []page.Kind {
	list := make([]page.Kind, len(blocks))
	for i, b := range blocks {
		list[i] = b.Kind
	}
	return list
}

func TestRunsKeepTheirStyle(t *testing.T) {
	t.Parallel()
	link := `<a:hlinkClick r:id="web"/>`
	for name, c := range map[string]struct{ runs, want string }{
		"bold and italic":            {r("a ") + rp(`b="1"`, "", "b") + r(" ") + rp(`i="1"`, "", "c"), "a **b** *c*"},
		"struck":                     {rp(`strike="sngStrike"`, "", "old") + rp(`strike="noStrike"`, "", " new"), "~~old~~ new"},
		"raised and lowered":         {r("x") + rp(`baseline="30000"`, "", "2") + r(" H") + rp(`baseline="-25%"`, "", "2") + r("O"), "x<sup>2</sup> H<sub>2</sub>O"},
		"link":                       {r("see ") + rp("", link, "the site"), "see [the site](https://a.b/c)"},
		"link cut in runs":           {rp(`lang="en"`, link, "the ") + rp(`lang="de"`, link, "site"), "[the site](https://a.b/c)"},
		"link to a slide":            {rp("", `<a:hlinkClick r:id="jump" action="ppaction://hlinksldjump"/>`, "next"), "next"},
		"script link":                {rp("", `<a:hlinkClick r:id="evil"/>`, "click"), "click"},
		"line break":                 {r("a") + `<a:br/>` + r("b"), "a  \nb"},
		"arrow in a font of symbols": {r("a ") + rp("", `<a:sym typeface="Wingdings"/>`, "à") + rp("", `<a:sym typeface="Wingdings"/>`, " b"), "a → b"},
		"white space of the file":    {r("a\n   b"), "a b"},
		"formula in a line": {r("so ") + `<mc:AlternateContent><mc:Choice Requires="a14"><a14:m><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></a14:m></mc:Choice>` +
			`<mc:Fallback>` + r("lost") + `</mc:Fallback></mc:AlternateContent>`, "so $x$"},
		"formula": {`<a14:m><m:oMathPara><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></m:oMathPara></a14:m>`, "$$x$$"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := deckFile{slides: []slideFile{{shapes: sp("", "", `<a:p>`+c.runs+`</a:p>`), rels: map[string][2]string{
				"web": {"hyperlink", "https://a.b/c"}, "jump": {"slide", "s1.xml"}, "evil": {"hyperlink", "javascript:alert(1)"},
			}}}}
			require.Equal(t, c.want, markdown(t, d))
		})
	}
}

func TestAShapesLinkIsThatOfItsText(t *testing.T) {
	t.Parallel()
	shape := `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Button"><a:hlinkClick r:id="web"/></p:cNvPr></p:nvSpPr><p:txBody>` + p("more") + `</p:txBody></p:sp>`
	d := deckFile{slides: []slideFile{{shapes: shape, rels: map[string][2]string{"web": {"hyperlink", "https://a.b/c"}}}}}
	require.Equal(t, "[more](https://a.b/c)", markdown(t, d))
}

func TestStrictPresentationsAreRead(t *testing.T) {
	t.Parallel()
	d := deckOf(ph("title", p("Plans")) + box("text", 0, 30, 10, 10))
	d.strict = true
	require.Equal(t, "# Plans\n\ntext", markdown(t, d))
}

func TestTextBodiesKeepTheirLists(t *testing.T) {
	t.Parallel()
	char, numbers := `<a:buChar char="–"/>`, `<a:buAutoNum type="arabicPeriod"/>`
	for name, c := range map[string]struct{ paragraphs, want string }{
		"no list":              {p("a") + p("b"), "a\n\nb"},
		"bullets":              {pp("", char, "a") + pp(`lvl="1"`, char, "b") + pp("", char, "c"), "- a\n  - b\n- c"},
		"numbers":              {pp("", numbers, "a") + pp("", numbers, "b"), "1. a\n2. b"},
		"numbers go on":        {pp("", numbers, "a") + pp(`lvl="1"`, char, "x") + pp("", numbers, "b"), "1. a\n   - x\n2. b"},
		"numbers begin again":  {pp("", numbers, "a") + p("text") + pp("", numbers, "b"), "1. a\n\ntext\n\n1. b"},
		"deeper numbers":       {pp("", numbers, "a") + pp(`lvl="1"`, numbers, "x") + pp("", numbers, "b") + pp(`lvl="1"`, numbers, "y"), "1. a\n   1. x\n2. b\n   1. y"},
		"a first number":       {pp("", `<a:buAutoNum type="arabicParenR" startAt="3"/>`, "a") + pp("", `<a:buAutoNum type="arabicParenR" startAt="3"/>`, "b"), "3) a\n4) b"},
		"letters":              {pp("", `<a:buAutoNum type="alphaLcParenBoth"/>`, "a"), "- (a) a"},
		"roman":                {pp("", `<a:buAutoNum type="romanUcPeriod"/>`, "a") + pp("", `<a:buAutoNum type="romanUcPeriod"/>`, "b"), "- I. a\n- II. b"},
		"pictures as bullets":  {pp("", `<a:buBlip><a:blip/></a:buBlip>`, "a"), "- a"},
		"boxes to tick":        {pp("", `<a:buFont typeface="Wingdings"/><a:buChar char="q"/>`, "a") + pp("", `<a:buFont typeface="Wingdings"/><a:buChar char="þ"/>`, "b"), "- a\n- [x] b"},
		"bullets of its own":   {`<a:lstStyle><a:lvl2pPr>` + char + `</a:lvl2pPr></a:lstStyle>` + p("a") + pp(`lvl="1"`, "", "b") + pp(`lvl="1"`, `<a:buNone/>`, "c"), "a\n\n- b\n\nc"},
		"empty items":          {pp("", numbers, "a") + `<a:p><a:pPr>` + numbers + `</a:pPr></a:p>` + pp("", numbers, "b"), "1. a\n2. b"},
		"levels out of bounds": {pp(`lvl="99"`, char, "a") + pp(`lvl="-3"`, char, "b"), "- a\n- b"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, deckOf(sp("", "", c.paragraphs))))
		})
	}
}

func TestMonospacedTextIsCodeUnlessItReadsLikeProse(t *testing.T) {
	t.Parallel()
	line := func(text string) string { return `<a:p>` + rp("", `<a:latin typeface="Consolas"/>`, text) + `</a:p>` }
	for name, c := range map[string]struct{ paragraphs, want string }{
		"lines":                  {p("Like this:") + line("def f(n):") + line("    return n") + `<a:p/>` + line("f(1)") + p("Done."), "Like this:\n\n```\ndef f(n):\n    return n\n\nf(1)\n```\n\nDone."},
		"lines of one paragraph": {`<a:p>` + rp("", `<a:latin typeface="Courier New"/>`, "a = 1;") + `<a:br/>` + rp("", `<a:latin typeface="Courier New"/>`, "b = 2;") + `</a:p>`, "```\na = 1;\nb = 2;\n```"},
		"one line":               {line("make test_all"), "`make test_all`"},
		"in a sentence":          {`<a:p>` + r("call ") + rp("", `<a:latin typeface="Consolas"/>`, "printf") + `</a:p>`, "call `printf`"},
		"in a list":              {pp("", `<a:buChar char="•"/>`, "x") + `<a:p><a:pPr><a:buChar char="•"/></a:pPr>` + rp("", `<a:latin typeface="Consolas"/>`, "f(x)") + `</a:p>`, "- x\n- `f(x)`"},
		"prose":                  {line("  Dear Sir,") + line("this is a letter."), "Dear Sir,\n\nthis is a letter."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, deckOf(sp("", "", c.paragraphs))))
		})
	}
}

func TestPlaceholdersInheritTheirLists(t *testing.T) {
	t.Parallel()
	bullets := `<p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buAutoNum type="arabicPeriod"/></a:lvl2pPr></p:bodyStyle>`
	lstStyle := func(first string) string { return `<a:lstStyle><a:lvl1pPr>` + first + `</a:lvl1pPr></a:lstStyle>` }
	text := p("a") + pp(`lvl="1"`, "", "b")
	for name, c := range map[string]struct {
		deck deckFile
		want string
	}{
		"from the master's styles":  {deckFile{styles: bullets, slides: []slideFile{{shapes: ph("body", text)}}}, "- a\n  1. b"},
		"but not outside":           {deckFile{styles: bullets, slides: []slideFile{{shapes: sp("", "", text)}}}, "a\n\nb"},
		"but not in titles":         {deckFile{styles: bullets, slides: []slideFile{{shapes: ph("title", p("a"))}}}, "# a"},
		"from the master's shape":   {deckFile{styles: bullets, master: ph("body", lstStyle(`<a:buNone/>`)), layout: sp(`<p:ph idx="1"/>`, "", ""), slides: []slideFile{{shapes: ph("body", text)}}}, "a\n\n1. b"},
		"from the layout":           {deckFile{styles: bullets, layout: sp(`<p:ph type="body" idx="7"/>`, "", lstStyle(`<a:buAutoNum type="arabicPeriod"/>`)), slides: []slideFile{{shapes: sp(`<p:ph idx="7"/>`, "", text)}}}, "1. a\n   1. b"},
		"unless the shape says so":  {deckFile{styles: bullets, slides: []slideFile{{shapes: ph("body", lstStyle(`<a:buNone/>`)+text)}}}, "a\n\n1. b"},
		"from the presentation":     {deckFile{texts: `<a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr>`, slides: []slideFile{{shapes: sp("", "", p("a"))}}}, "- a"},
		"without layout and master": {deckFile{slides: []slideFile{{shapes: ph("body", text), layout: "../layouts/none.xml"}}}, "a\n\nb"},
		"from a damaged layout":     {deckFile{parts: map[string]string{"ppt/layouts/l1.xml": "<p:sldLayout"}, slides: []slideFile{{shapes: ph("body", text)}}}, "a\n\nb"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, c.deck))
		})
	}
}

func TestPlaceholdersInheritTheirPlace(t *testing.T) {
	t.Parallel()
	d := deckFile{
		master: sp(`<p:ph type="title"/>`, xfrm(1, 2, 50, 10), ""),
		layout: ph("title", "") + sp(`<p:ph type="pic" idx="4"/>`, xfrm(5, 30, 10, 10), ""),
		slides: []slideFile{{shapes: ph("title", p("T")) + sp(`<p:ph type="pic" idx="4"/>`, "", p("caption"))}},
	}
	blocks := pagesOf(t, d)[0].Blocks
	require.Equal(t, page.Box{X0: 7.2, Y0: 14.4, X1: 367.2, Y1: 86.4}, rounded(blocks[0].Box))
	require.Equal(t, page.Box{X0: 36, Y0: 216, X1: 108, Y1: 288}, rounded(blocks[1].Box))
}
