package main

import (
	"strings"
	"testing"
)

const byTeX4ht = "<meta name=generator content='TeX4ht (https://tug.org/tex4ht/)'>"

func TestLaTeXIsReadAsPrinted(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ html, want string }{
		"formulas in a line are their letters": {
			"<p>where <math display=inline><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow></math> is</p>", "where x2 is",
		},
		"displayed formulas are left out": {
			"<p>As</p><table class=equation><tr><td><math><mi>y</mi></math></td><td>(1)</td></tr></table><p>says</p>", "As\n\nsays",
		},
		"titles of paragraphs begin them":    {"<h5 class=paragraphHead>Aim.</h5><p>We count.</p>", "Aim. We count."},
		"terms begin their explanation":      {"<dl><dt>red</dt><dd><p>a colour</p></dd></dl>", "red a colour"},
		"numbers of items begin their text":  {"<dl class=enumerate><dt>1.</dt><dd>a</dd><dt>2.</dt><dd>b</dd></dl>", "1. a\n\n2. b"},
		"labels without letters are bullets": {"<dl class=list1><dt>•</dt><dd><p>a</p></dd></dl>", "- a"},
		"contents lists are left out":        {"<div class=tableofcontents>1 Aim</div><p>a</p>", "a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := readHTML(t, byTeX4ht+c.html).markdown(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// A figure is written between the first two paragraphs, and printed between the last two; a note is written at the end, and
// printed after the first.
func TestFiguresAndNotesStandWhereTheyArePrinted(t *testing.T) {
	t.Parallel()
	page := readHTML(t, byTeX4ht+"<p>"+prose(0, 40)+"</p><figure class=figure><figcaption>"+prose(200, 210)+"</figcaption></figure><p>"+
		prose(40, 80)+"</p><p>"+prose(80, 120)+"</p><div class=footnotes><p>"+prose(300, 310)+"</p></div>")
	printed := strings.Fields(prose(0, 40) + " " + prose(300, 310) + " " + prose(40, 80) + " " + prose(200, 210) + " " + prose(80, 120))
	got := (&webPage{asPrinted(printed, page.blocks)}).markdown()
	want := strings.Join([]string{prose(0, 40), prose(300, 310), prose(40, 80), prose(200, 210), prose(80, 120)}, "\n\n")
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Words that are printed nowhere stay where they are written.
func TestFiguresThatAreNotFoundStay(t *testing.T) {
	t.Parallel()
	page := readHTML(t, byTeX4ht+"<p>"+prose(0, 40)+"</p><figure class=figure>"+prose(300, 310)+"</figure><p>"+prose(40, 80)+"</p>")
	got := (&webPage{asPrinted(strings.Fields(prose(0, 80)), page.blocks)}).markdown()
	if want := strings.Join([]string{prose(0, 40), prose(300, 310), prose(40, 80)}, "\n\n"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
