package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// blocks are a document in pandoc's JSON: a heading, a list with a list in it, a table with an empty cell, and a listing.
const blocks = `[
{"t":"Header","c":[2,["the-hall",[],[]],[{"t":"Str","c":"The"},{"t":"Space"},{"t":"Link","c":[["",[],[]],[{"t":"Str","c":"hall"}],["http://example.org",""]]}]]},
{"t":"RawBlock","c":["html","<br>"]},
{"t":"Para","c":[{"t":"Image","c":[["",[],[]],[{"t":"Str","c":"badge"}],["a.svg",""]]}]},
{"t":"OrderedList","c":[[3,{"t":"LowerAlpha"},{"t":"OneParen"}],[[{"t":"Plain","c":[{"t":"Str","c":"Lamps"}]},
	{"t":"BulletList","c":[[{"t":"Plain","c":[{"t":"Code","c":[["",[],[]],"x*y"]},{"t":"Str","c":"\ud83d\ude80"}]}]]}]]]},
{"t":"Table","c":[["",[],[]],[null,[]],[[{"t":"AlignDefault"},{"t":"ColWidthDefault"}]],
	[["",[],[]],[[["",[],[]],[[["",[],[]],{"t":"AlignDefault"},1,2,[{"t":"Plain","c":[{"t":"Str","c":"A<B"}]}]]]]]],
	[[["",[],[]],0,[],[[["",[],[]],[[["",[],[]],{"t":"AlignDefault"},1,1,[{"t":"Plain","c":[{"t":"Str","c":"1"}]}]],[["",[],[]],{"t":"AlignDefault"},1,1,[]]]]]]],
	[["",[],[]],[]]]},
{"t":"Header","c":[3,["",[],[]],[{"t":"Str","c":"Below"}]]},
{"t":"CodeBlock","c":[["",[],[]],"a  b"]}
]`

func TestTheTruthIsWhatIsPrinted(t *testing.T) {
	t.Parallel()
	var list []any
	require.NoError(t, json.Unmarshal([]byte(blocks), &list))
	var part []node
	for _, b := range cleaned(list) {
		part = append(part, b.(node))
	}
	const want = "# 1 The hall\n\n3. Lamps\n\n   - x*y\n\n<table>\n<tr><td colspan=\"2\">A&lt;B</td></tr>\n<tr><td>1</td><td></td></tr>\n</table>\n\n" +
		"## 1.1 Below\n\n```\na  b\n```\n\n"
	require.Equal(t, want, markdown(raised(part), true))
}

func TestExcerptsEndBeforeHeadings(t *testing.T) {
	t.Parallel()
	heading, paragraph := node{"t": "Header"}, node{"t": "Para", "c": []any{node{"t": "Str", "c": "one two three"}}}
	heading["c"] = []any{1.0, []any{}, []any{node{"t": "Str", "c": "Title"}}}
	document := []node{heading, paragraph, paragraph, heading, paragraph, paragraph}
	require.Equal(t, 3, endOf(document, 0, 10), "the second section is too long")
	require.Equal(t, 6, endOf(document, 0, 14))
	require.Equal(t, 0, endOf(document, 0, 6), "so is the first")
}
