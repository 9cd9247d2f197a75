package html_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/html"
	"quire/internal/convert/page"
)

func markdown(t *testing.T, source string) string {
	t.Helper()
	blocks, err := html.Blocks(t.Context(), []byte(source), "")
	require.NoError(t, err)
	return page.Markdown(page.Page{Blocks: blocks})
}

func TestElementsBecomeBlocks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ source, want string }{
		"headings and paragraphs": {"<h1>One <b>bold</b></h1>text <p>a\n b<p>c<h3><div>Deep</div></h3>", "# One bold\n\ntext\n\na b\n\nc\n\n### Deep"},
		"emphasis":                {"<p>a <strong>b</strong> <em>c</em> <del>d</del> x<sup>2</sup> H<sub>2</sub>O <code>e f</code> <q>g</q></p>", "a **b** *c* ~~d~~ x<sup>2</sup> H<sub>2</sub>O `e f` “g”"},
		"styled spans":            {`<span style="font-weight: 700">a</span> <span style="font-style:italic">b</span>`, "**a** *b*"},
		"lines":                   {"<p>a<br>b</p>", "a  \nb"},
		"lists": {
			`<ul><li>a<ol start="3"><li>b</li><li value="7"><p>c</p></li></ol></li><li><input type="checkbox" checked>d</li></ul>`,
			"- a\n\n  3. b\n  7. c\n- [x] d",
		},
		"lettered list":           {`<ol type="a"><li>x</li></ol><ol type="I" reversed><li>y</li><li>z</li></ol>`, "- a. x\n- II. y\n- I. z"},
		"definitions":             {"<dl><dt>Term</dt><dd>Meaning</dd></dl>", "**Term**\n\n- Meaning"},
		"definitions in another":  {"<dl><dt>A</dt><dd>a<dl><dt>B</dt><dd>b</dd></dl></dd></dl>", "**A**\n\n- a\n- **B**\n  - b"},
		"code":                    {"<pre><code class=\"language-go\">\n  if x {\n    y()\n  }\n</code></pre>", "```go\nif x {\n  y()\n}\n```"},
		"code on separate lines":  {"<pre>a<div>b</div>c<code>d</code><code>e</code></pre>", "```\na\nb\ncd\ne\n```"},
		"permalinks of headings":  {`<h2><a href="#x">#</a>Part <a href="#x">¶</a></h2>see <a href="#1">1</a>`, "## Part\n\nsee 1"},
		"pictures":                {`<p>see <img src="x" alt="a  cat"> here</p><figure><img alt="Plan"><figcaption>Figure 1</figcaption></figure><img src="y">`, "see here\n\n![a cat]()\n\n![Plan]()\n\nFigure 1"},
		"formulas":                {`<p>so <math><mi>x</mi><annotation encoding="application/x-tex">{\displaystyle x^{2}}</annotation></math></p><script type="math/tex; mode=display">a=b</script>`, "so $x^{2}$\n\n$$a=b$$"},
		"form controls":           {`Name: <input value="Ann"> <select><option>a<option selected>b</select> <input type=hidden value=secret><button>Send</button>`, "Name: Ann b"},
		"ruby":                    {"<ruby>漢<rp>(</rp><rt>かん</rt></ruby>", "漢(かん)"},
		"quotes":                  {"<blockquote>a<p>b<br>c</p><ul><li>d</ul></blockquote>e", "> a\n>\n> b  \n> c\n\n- d\n\ne"},
		"markup in text":          {"<p># x &lt;b&gt; 1 * 2</p>", `\# x \<b> 1 * 2`},
		"invisible text":          {"<p>a\u200bb<span hidden>no</span><span style='display: none'>no</span></p>", "ab"},
		"title without a heading": {"<title>My  page</title><h2>Part</h2>", "# My page\n\n## Part"},
		"title with a heading":    {"<title>My page</title><h1>Part</h1>", "# Part"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, c.source))
		})
	}
}

func TestTablesKeepTheirStructure(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ source, want string }{
		"plain":                      {"<table><caption>T</caption><tr><th>a<th>b<tr><td>1<td>2</table>", "T\n\n| a | b |\n| --- | --- |\n| 1 | 2 |"},
		"spans":                      {"<table><tr><td rowspan=9>a<td colspan=2>b<tr><td>c<td>d</table>", "<table>\n<tr><td rowspan=\"2\">a</td><td colspan=\"2\">b</td></tr>\n<tr><td>c</td><td>d</td></tr>\n</table>"},
		"spans end with their group": {"<table><tbody><tr><td rowspan=3>a<td>b</tbody><tbody><tr><td>c<td>d</tbody></table>", "| a | b |\n| --- | --- |\n| c | d |"},
		"layout":                     {"<table role=presentation><tr><td><p>a</p><td>b</table>", "a\n\nb"},
		"a frame":                    {"<table><tr><td><h2>Head</h2><p>a</table>", "## Head\n\na"},
		"layout without a word":      {"<table><tr><td>&nbsp;<td><table><tr><td><h1>News</h1><p>a</table><tr><td><td><table><tr><th>x<th>y<tr><td>1<td>2</table></table>", "# News\n\na\n\n| x | y |\n| --- | --- |\n| 1 | 2 |"},
		"block contents":             {"<table><tr><td><ul><li>a</ul><td>b</table>", "<table>\n<tr><td><ul><li>a</li></ul></td><td>b</td></tr>\n</table>"},
		"absurd spans":               {"<table><tr><td colspan=99999999 rowspan=-4>a<tr><td>b</table>", "<table>\n<tr><td colspan=\"1000\">a</td></tr>\n<tr><td>b</td></tr>\n</table>"},
		"an empty table":             {"<p>x<table><tr><td><td></table>", "x"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, c.source))
		})
	}
}

func TestOnlyTheMainContentIsRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ source, want string }{
		"machinery":       {"<body><script>x</script><style>y</style><nav>z</nav><noscript>n</noscript><template>t</template><svg><text>s</text></svg><iframe>i</iframe><p>text</p><footer>(c)</footer>", "text"},
		"main":            {"<div>menu</div><main><p>the content of the page</p><footer>inner</footer></main><div>more</div>", "the content of the page\n\ninner"},
		"a small main":    {"<p>" + strings.Repeat("long text ", 20) + "</p><main>x</main>", strings.TrimSpace(strings.Repeat("long text ", 20)) + "\n\nx"},
		"page header":     {"<header><h1>Title</h1></header><header>logo</header><p>a</p>", "# Title\n\na"},
		"sidebar":         {"<aside><a href=https://a.b>links only</a></aside><p>a</p><aside>A remark on the text</aside>", "a\n\nA remark on the text"},
		"named content":   {"<div class='top'>menu</div><div id=content>" + strings.Repeat("text ", 20) + "</div>", strings.TrimSpace(strings.Repeat("text ", 20))},
		"a bar of links":  {"<div class='nav-bar'><a href=/a>Home</a> <a href=/b>News</a></div><p>" + strings.Repeat("text ", 20), strings.TrimSpace(strings.Repeat("text ", 20))},
		"a bar of words":  {"<div class=menu>Soup of the day: lentils</div>", "Soup of the day: lentils"},
		"cookies":         {"<div id=cookie-banner><p>We value your privacy.</p><button>OK</button></div><p>" + strings.Repeat("text ", 20), strings.TrimSpace(strings.Repeat("text ", 20))},
		"cookies to bake": {"<body class=cookie><div class=cookie-recipe>Flour and sugar</div>", "Flour and sugar"},
		"shown by script": {"<div style='visibility:hidden'>" + strings.Repeat("text ", 20) + "</div>", strings.TrimSpace(strings.Repeat("text ", 20))},
		"only a menu":     {"<p>Menu</p><ul class=dropdown-menu><li>Soup of lentils<li>Bread and butter</ul>", "Menu\n\n- Soup of lentils\n- Bread and butter"},
		"all navigation":  {"<nav><ul><li>a</li><li>b</li></ul></nav><nav>c</nav>", "- a\n- b\n\nc"},
		"a shadow tree":   {`<x-a><template shadowrootmode="open"><p>a</p></template></x-a><template><p>b</p></template>`, "a"},
		"character data":  {`<html xmlns="http://www.w3.org/1999/xhtml"><body><p><![CDATA[a < b & c]]>d</p><p>e</p></body></html>`, "a < b & cd\n\ne"},
		"all furniture":   {"<header><p>a</p></header><footer>b</footer>", "a\n\nb"},
		"nothing in main": {"<main></main><p>a</p>", "a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, c.source))
		})
	}
}

func TestOnlyWebLinksAreKept(t *testing.T) {
	t.Parallel()
	source := `<a href="https://a.b/?x=1&amp;y=2">web</a> <a href="mailto:a@b.c">mail</a> <a href="javascript:alert(1)">script</a> <a href=" JavaScript:x">script</a>
<a href="data:text/html,x">data</a> <a href="#part">part</a> <a href="page.html">page</a> <a href="//a.b/c">net</a>`
	require.Equal(t, "[web](https://a.b/?x=1&y=2) [mail](mailto:a@b.c) script script data part page net", markdown(t, source))
	require.Equal(t, "[page](https://a.b/c/page.html)", markdown(t, `<base href="https://a.b/c/"><a href="page.html">page</a>`))
	require.Equal(t, "[up](https://a.b/x)", markdown(t, `<link rel=canonical href="https://a.b/c/d"><a href="../x">up</a>`))
}

func TestEncodingsAreDetected(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ source, contentType string }{
		"utf-8 without a word": {strings.Repeat("<!-- plain -->", 100) + "<p>Grüße</p>", ""},
		"declared":             {"<meta charset=iso-8859-1><p>Gr\xfc\xdfe</p>", ""},
		"by the sender":        {"<p>Gr\xfc\xdfe</p>", "text/html; charset=windows-1252"},
		"guessed":              {"<p>Gr\xfc\xdfe</p>", ""},
		"utf-16":               {"\xff\xfe<\x00p\x00>\x00G\x00r\x00\xfc\x00\xdf\x00e\x00", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			blocks, err := html.Blocks(t.Context(), []byte(c.source), c.contentType)
			require.NoError(t, err)
			require.Equal(t, "Grüße", page.Page{Blocks: blocks}.Text())
		})
	}
}

func TestLimitsAndErrors(t *testing.T) {
	t.Parallel()
	emit := func(page.Page) error { return nil }
	err := html.Convert(t.Context(), strings.NewReader(""), 33<<20, html.Options{}, emit)
	require.Equal(t, page.TooLarge, page.ReasonOf(err))
	require.Equal(t, "deep\n\nand below", markdown(t, strings.Repeat("<div>", 100_000)+"deep"+strings.Repeat("<font>", 1000)+"<table><tr><td>and below"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = html.Blocks(ctx, []byte("<p>x"), "")
	require.ErrorIs(t, err, context.Canceled)
	full := errors.New("full")
	require.ErrorIs(t, html.Convert(t.Context(), strings.NewReader("<p>x"), 4, html.Options{}, func(page.Page) error { return full }), full)
}

func FuzzConvert(f *testing.F) {
	f.Add("<table><tr><td rowspan=0>a<td colspan=3><ul><li>b</ul></table><ol reversed><li>x<pre>y")
	f.Add("<dl><dt>a<dd>b</dl><select><option>x</select><math><annotation encoding=tex>a</annotation></math>")
	f.Fuzz(func(t *testing.T, source string) {
		err := html.Convert(t.Context(), strings.NewReader(source), int64(len(source)), html.Options{}, func(p page.Page) error {
			require.NotContains(t, page.Markdown(p), "](javascript:")
			return nil
		})
		if err != nil {
			require.NotEmpty(t, page.ReasonOf(err))
		}
	})
}

func TestCodeBlocksKnowTheirLanguage(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`<pre class="sourceCode python"><code>x`:                                   "python",
		`<div class="highlight-go notranslate"><div class=highlight><pre>x`:        "go",
		`<pre class="brush: js; toolbar: false">x`:                                 "js",
		`<pre data-lang=rust><code>x`:                                              "rust",
		`<pre><code class="hljs language-c">x`:                                     "c",
		`<div class="highlight highlight-source-shell"><pre>x`:                     "shell",
		`<div class="highlight-default"><div class="highlight"><pre>x</pre></div>`: "",
	} {
		require.Equal(t, "```"+want+"\nx\n```", markdown(t, source), source)
	}
}

func TestAbsurdTableSpansAreBounded(t *testing.T) {
	t.Parallel()
	source := "<table><tr>" + strings.Repeat("<td rowspan=65534 colspan=1000>x", 50) + strings.Repeat("<tr><td>y", 2000)
	blocks, err := html.Blocks(t.Context(), []byte(source), "")
	require.NoError(t, err)
	require.Less(t, blocks[0].Table.Columns, 1100)
}
