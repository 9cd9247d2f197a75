package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestUnknownFormFieldsAreNamed(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.apply(ticket("ticket"))
	c := s.collection("Reports")
	const all = "this form takes file, url, accuracy, extractor_id, page_separator, skip_images, mask, mask_region, callback_url"
	for _, test := range []struct {
		path   string
		fields []string
		want   string
	}{
		{documents, []string{"document=@x.pdf", pdf}, "Unknown field document; send the file as file"},
		{documents, []string{"file=@x.pdf", pdf, "acuracy=ultra"}, "Unknown field acuracy; did you mean accuracy?"},
		{documents, []string{"file=@x.pdf", pdf, "callbackUrl=https://example.org"}, "Unknown field callbackUrl; did you mean callback_url?"},
		{documents, []string{"x=1"}, "Unknown field x; " + all},
		{documents, []string{"colour=red"}, "Unknown field colour; " + all},
		{extractors + "/ticket", []string{"upload=@x.pdf", pdf}, "Unknown field upload; send the file as file"},
		{extractors + "/ticket", []string{"calback_url=https://example.org"}, "Unknown field calback_url; did you mean callback_url?"},
		{c.files(), []string{"file=@x.txt", "x", "pat=a.txt"}, "Unknown field pat; did you mean path?"},
		{c.files(), []string{"document=@x.txt", "x"}, "Unknown field document; send the file as file"},
	} {
		field, _, _ := strings.Cut(strings.TrimPrefix(test.want, "Unknown field "), ";")
		got := s.do(s.form(test.path, test.fields...)).invalid("body."+field, "extra_forbidden")
		require.Equal(t, test.want, got.Msg)
	}
	encoded := s.request("POST", documents, strings.NewReader("url=https%3A%2F%2Fexample.org&acuracy=ultra"))
	encoded.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	require.Equal(t, "Unknown field acuracy; did you mean accuracy?", s.do(encoded).invalid("body.acuracy", "extra_forbidden").Msg)
	require.Zero(t, s.storedBlobs(), "a refused upload leaves nothing behind")
}

func TestNamesOfUnknownFieldsAreShownSafely(t *testing.T) {
	t.Parallel()
	s := newService(t)
	got := s.do(s.form(documents, "\u202eevil\u200b"+strings.Repeat("y", 5000)+"=1"))
	var p problem
	got.into(422, &p)
	var list []detail
	require.NoError(t, json.Unmarshal(p.Detail, &list))
	require.Equal(t, "\ufffdevil\ufffd"+strings.Repeat("y", 94), list[0].Loc[1])
}

func TestMalformedJSONIsLocatedByLineAndColumn(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for body, want := range map[string]string{
		"{":                             "line 1, column 2: unexpected end of JSON input",
		"{\"name\": \"a\"\n":            "line 2, column 1: unexpected end of JSON input",
		"{\n  \"name\": \"a\",\n}":      "line 3, column 1: invalid character '}' looking for beginning of object key string",
		"{\"näme\": x}":                 "line 1, column 10: invalid character 'x' looking for beginning of value",
		"{}\nx":                         "line 2, column 1: invalid character 'x' after top-level value",
		"{\r\n\"name\": \"\xff\"}":      "line 2, column 10: invalid UTF-8",
		"name=a":                        "line 1, column 2: invalid character 'a' in literal null (expecting 'u')",
		strings.Repeat("[", 20_000):     "line 1, column 10001: invalid character '[' exceeded max depth",
		"{\"name\": \"a\", \"b\": 'c'}": "line 1, column 20: invalid character '\\'' looking for beginning of value",
	} {
		got := s.do(s.json("POST", collections, body)).invalid("body", "json_invalid")
		require.Equal(t, "JSON decode error at "+want, got.Msg)
	}
}
