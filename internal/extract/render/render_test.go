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
