package api

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTextIsAJSONStringHoweverItIsCut(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"empty":               "",
		"quotes and controls": "a \"b\" \\ \x00\x1f\n\t\u2028 <&>",
		"long characters":     strings.Repeat("ü€😀", 20),
		"cut at the end":      "price: 5 \xe2\x82",
		"not UTF-8":           "\x80\x80\x80\x80\xff\xf0\x9f\x98A\xc3\xe2\x82B",
	} {
		want, err := json.Marshal(text)
		require.NoError(t, err)
		var whole string
		require.NoError(t, json.Unmarshal(want, &whole))
		for size := 1; size <= 7; size++ {
			var b strings.Builder
			out := &jsonText{w: &b}
			for at := 0; at < len(text); at += size {
				n, err := out.Write([]byte(text[at:min(at+size, len(text))]))
				require.NoError(t, err)
				require.Equal(t, min(size, len(text)-at), n)
			}
			require.NoError(t, out.end())
			var got string
			require.NoError(t, json.Unmarshal([]byte(`"`+b.String()+`"`), &got), name)
			require.Equal(t, whole, got, "%s in pieces of %d", name, size)
		}
	}
}
