package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheTruthIsWhatTheHTMLSays(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ html, want string }{
		"headings and paragraphs": {"<h1>One</h1><p>two\nthree</p><h3>four</h3>", "# One\n\ntwo three\n\n### four\n"},
		"line breaks stay":        {"<p>a<br> b </p>", "a\nb\n"},
		"soft hyphens go":         {"<p>ca\u00adnal</p>", "canal\n"},
		"lists": {
			"<ul><li>a</li><li>b</li></ul><ol><li>c</li><li>d</li></ol>", "- a\n\n- b\n\n1. c\n\n2. d\n",
		},
		"tables": {
			`<table><thead><tr><th colspan="2">a &amp; b</th></tr></thead><tr><td rowspan="1">c</td><td></td></tr></table>`,
			"<table>\n<tr><td colspan=\"2\">a &amp; b</td></tr>\n<tr><td>c</td><td></td></tr>\n</table>\n",
		},
		"paragraphs in a cell": {
			"<table><tr><td><p>a</p><p>b</p></td></tr></table>", "<table>\n<tr><td>a b</td></tr>\n</table>\n",
		},
		"an element that stands for another": {
			`<div data-as="table"><div data-as="tr"><p data-as="td">a</p></div></div><p data-as="h2">b</p>`,
			"<table>\n<tr><td>a</td></tr>\n</table>\n\n## b\n",
		},
		"text that stands for a drawing": {`<p><i data-text="[x]"></i> a</p><svg data-text="b"><text>c</text></svg>`, "[x] a\n\nb\n"},
		"what is not text":               {`<p data-skip>1</p><p>a<span data-skip>...</span> 2</p>`, "a 2\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := truthOf(c.html)
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
}

func TestTextOutsideEveryBlockIsAnError(t *testing.T) {
	t.Parallel()
	_, err := truthOf("<p>a</p><div>lost</div>")
	require.ErrorContains(t, err, "lost")
}
