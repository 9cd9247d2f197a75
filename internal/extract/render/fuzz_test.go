package render_test

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"quire/internal/extract/definition"
	"quire/internal/extract/render"
)

// wellFormed parses XML to its end and returns the texts of its elements called name.
func wellFormed(t *testing.T, text, name string) []string {
	t.Helper()
	var out []string
	inside := false
	dec := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			if inside = token.Name.Local == name; inside {
				out = append(out, "")
			}
		case xml.CharData:
			if inside {
				out[len(out)-1] += string(token)
			}
		case xml.EndElement:
			inside = false
		}
	}
}

// FuzzFormats checks that every format follows its own rules, whatever the values are.
func FuzzFormats(f *testing.F) {
	for _, s := range []string{"plain", "=1+1", "a|b\\|", "line\r\nbreak", "\x00\x0b\ufffe", "]]><x>", `"`, " \t@x", "\xff", "＝1", "<!--"} {
		f.Add(s, "key")
	}
	f.Add("x", "1 ü:<>")
	f.Add("x", "xmlns")
	f.Fuzz(func(t *testing.T, text, key string) {
		if !utf8.ValidString(text) || !utf8.ValidString(key) {
			t.Skip("JSON has none of these")
		}
		value, err := json.Marshal(map[string]any{"no": text, "note": nil, "lines": []any{map[string]any{"what": text, "price": 1, key: text}}})
		require.NoError(t, err)
		out := map[definition.Format]string{}
		for format, d := range map[definition.Format]*definition.Definition{
			definition.CSV: define(t, "{format: csv, escape_formulas: true}"), definition.XML: define(t, "{format: xml}"),
			definition.Markdown: define(t, "{format: markdown}"), definition.JSON: define(t, "{format: json}"),
		} {
			var b strings.Builder
			require.NoError(t, render.Write(&b, d, value))
			out[format] = b.String()
		}
		wellFormed(t, out[definition.XML], "no")
		rows, err := csv.NewReader(strings.NewReader(out[definition.CSV])).ReadAll()
		require.NoError(t, err)
		require.Len(t, rows, 2)
		require.False(t, strings.HasPrefix(rows[1][0], "="), "a formula")
		require.True(t, json.Valid([]byte(out[definition.JSON])))
		require.Equal(t, 3, strings.Count(out[definition.Markdown], "\n"), "a row is a line")
	})
}
