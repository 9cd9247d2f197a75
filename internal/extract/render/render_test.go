package render_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/extract/definition"
	"quire/internal/extract/render"
)

const value = `{"no":"A|1","note":null,"lines":[{"what":"=SUM(A1)","price":-2},{"what":"x \"y\", z","price":null}]}`

func define(t *testing.T, output string) *definition.Definition {
	d, err := definition.Parse("t.yaml", []byte("name: T\nslug: my-list\noutput: "+output+`
schema:
  type: object
  properties:
    no: {type: string}
    note: {type: [string, "null"]}
    lines: {type: array, items: {type: object, properties: {what: {type: string}, price: {type: number}}}}
`))
	require.NoError(t, err)
	return d
}

func written(t *testing.T, output string) string {
	var b strings.Builder
	require.NoError(t, render.Write(&b, define(t, output), json.RawMessage(value)))
	return b.String()
}

func TestCSVHasARowForEachItem(t *testing.T) {
	t.Parallel()
	require.Equal(t, "no,note,lines.what,lines.price\r\nA|1,,=SUM(A1),-2\r\nA|1,,\"x \"\"y\"\", z\",\r\n", written(t, "{format: csv}"))
	require.Contains(t, written(t, "{format: csv, escape_formulas: true}"), "A|1,,'=SUM(A1),-2\r\n")
}

func TestXMLIsWellFormedAndMarksNulls(t *testing.T) {
	t.Parallel()
	out := written(t, "{format: xml}")
	require.Contains(t, out, `<note xsi:nil="true"></note>`)
	require.Equal(t, 2, strings.Count(out, "<lines>"))
	require.Contains(t, out, "<my_list xmlns:xsi=")
	dec := xml.NewDecoder(strings.NewReader(out))
	for {
		_, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
	}
}

func TestMarkdownEscapesBars(t *testing.T) {
	t.Parallel()
	require.True(t, strings.HasPrefix(written(t, "{format: markdown}"),
		"| no | note | lines.what | lines.price |\n| --- | --- | --- | --- |\n| A\\|1 |  | =SUM(A1) | -2 |\n"))
}

func TestJSONKeepsItsOrder(t *testing.T) {
	t.Parallel()
	require.Less(t, strings.Index(written(t, "{format: json}"), `"no"`), strings.Index(written(t, "{format: json}"), `"lines"`))
}

// rendered writes one row whose text is given.
func rendered(t *testing.T, output, text string) string {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"no": "1", "note": nil, "lines": []any{map[string]any{"what": text, "price": -2.5}}})
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, render.Write(&b, define(t, output), raw))
	return b.String()
}

func TestCSVGuardsAgainstFormulasAndNothingElse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"=1+1": "'=1+1", "+49 30": "'+49 30", "-cmd": "'-cmd", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "＝1+1": "'＝1+1",
		"-12.5": "-12.5", "1-2": "1-2", "a=b": "a=b", "": "",
	} {
		require.Equal(t, "no,note,lines.what,lines.price\r\n1,,"+want+",-2.5\r\n", rendered(t, "{format: csv, escape_formulas: true}", text), text)
		require.NotContains(t, rendered(t, "{format: csv}", text), "'", "the guard is an option")
	}
}

func TestMarkdownRowsAreLines(t *testing.T) {
	t.Parallel()
	out := rendered(t, "{format: markdown}", "a|b\r\nc\nd\\|<i>*x*")
	require.Equal(t, "| 1 |  | a\\|b<br>c<br>d\\\\\\|&lt;i>\\*x\\* | -2.5 |", strings.Split(out, "\n")[2])
}

func TestXMLNamesAreMadeOfAnyKeys(t *testing.T) {
	t.Parallel()
	d, err := definition.Parse("t.yaml", []byte("name: T\nslug: 1-list\noutput: {format: xml}\nschema: {type: object, properties: {'1. Größe (cm)': {type: number}, xmlns: {type: string}, 'a:b<c>': {type: [string, 'null']}, 'ȝ': {type: string}}}"))
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, render.Write(&b, d, json.RawMessage(`{"1. Größe (cm)":180,"xmlns":"x","a:b<c>":null,"ȝ":"y"}`)))
	require.Equal(t, []string{"180"}, wellFormed(t, b.String(), "_1._Größe__cm_"))
	require.Equal(t, []string{"x"}, wellFormed(t, b.String(), "_xmlns"))
	require.Contains(t, b.String(), `<a_b_c_ xsi:nil="true"></a_b_c_>`)
	require.Contains(t, b.String(), "<_1_list xmlns:xsi=")
}
