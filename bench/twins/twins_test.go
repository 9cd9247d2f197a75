package main

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func readHTML(t *testing.T, text string) *webPage {
	t.Helper()
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return newWebPage(root)
}

func (p *webPage) markdown() string {
	var parts []string
	for _, b := range p.blocks {
		parts = append(parts, b.markdown())
	}
	return strings.Join(parts, "\n\n")
}

func TestWebPagesBecomeBlocks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ html, want string }{
		"headings and paragraphs": {"<h2>Two <em>words</em></h2><p>A\nline.<p>Next", "## Two words\n\nA line.\n\nNext"},
		"lists":                   {"<ol start=3><li>a<ul><li><p>b</ul><li>c</ol>", "3. a\n\n- b\n\n4. c"},
		"listings":                {"<pre>\n  if x:\n    y\n</pre>", "```\n  if x:\n    y\n```"},
		"tables": {
			"<table><caption>T</caption><tr><th colspan=2>a<tr><td>b<td><p>c</table>",
			"T\n\n<table>\n<tr><td colspan=\"2\">a</td></tr>\n<tr><td>b</td><td>c</td></tr>\n</table>",
		},
		"tables of notes":     {"<table><tr><td rowspan=2><img src=n.png><th>Note<tr><td>b</table>", "Note\n\nb"},
		"tables that arrange": {"<table><tr><td>a<td><h3>b</h3><tr><td>c<td>d</table>", "a\n\n### b\n\nc\n\nd"},
		"ways to other pages": {
			"<div class='navheader'>Next</div><ul><li><a href=1>x</a><li><a href=2>y</a><li><a href=3>z</a></ul><p>Text</p>", "Text",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := readHTML(t, c.html).markdown(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// prose returns words that no other range of numbers yields.
func prose(from, to int) string {
	var words []string
	for i := from; i < to; i++ {
		words = append(words, fmt.Sprintf("w%d", i))
	}
	return strings.Join(words, " ")
}

// printed returns the words of pages.
func printed(pages ...string) []pdfWord {
	var words []pdfWord
	for i, p := range pages {
		for _, w := range compared(p) {
			words = append(words, pdfWord{w, i + 1})
		}
	}
	return words
}

func TestAStretchHasWhatItsPagesHold(t *testing.T) {
	t.Parallel()
	later := readHTML(t, "<h1>Later</h1><p>"+prose(300, 500)+"</p>")
	first := readHTML(t, "<h1>First</h1><p>"+prose(0, 200)+"</p><p>Not printed at all</p><h2>Title</h2><p>"+prose(200, 300)+"</p>")
	m := pair(printed(
		"First "+prose(0, 100),
		prose(100, 200)+" Title "+prose(200, 300)+" 2",
		"Later "+prose(300, 500),
	), []*webPage{later, first})
	s, ok := m.stretch(2, 2)
	if want := prose(100, 200) + "\n\n## Title\n\n" + prose(200, 300) + "\n\n"; !ok || s.markdown != want {
		t.Errorf("got %v %q, want %q", ok, s.markdown, want)
	}
	if s.titles != 1 || s.tables != 0 {
		t.Errorf("%d headings and %d tables", s.titles, s.tables)
	}
}

func TestAStretchIsRefusedIfItsWordsAreOthers(t *testing.T) {
	t.Parallel()
	m := pair(printed(prose(0, 200)+" "+prose(900, 950)), []*webPage{readHTML(t, "<p>"+prose(0, 200)+"</p>")})
	if _, ok := m.stretch(1, 1); ok {
		t.Error("a fifth of its words has no element")
	}
}

func TestWordsAreFoundInOrder(t *testing.T) {
	t.Parallel()
	got := align(strings.Fields("a b c x d e"), strings.Fields("b c d y e"))
	if want := []int{-1, 0, 1, -1, 2, 4}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
