package api

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"quire/internal/growth"
	"quire/schema"
)

// within restricts cases to bodies that are accepted.
func within(cases []growth.Case[[]byte]) []growth.Case[[]byte] {
	for i := range cases {
		n := 16
		for len(cases[i].Build(2*n)) <= maxBody {
			n *= 2
		}
		cases[i].To = n
	}
	return cases
}

// received passes a request to its reader and responds with the reader's error.
func received(t *testing.T, r *http.Request, read func(s *Server, c echo.Context) error) {
	t.Helper()
	s := &Server{cfg: Config{BodyPause: time.Minute, CleanFileName: func(name string) string { return name }}}
	c := echo.New().NewContext(r, httptest.NewRecorder())
	s.boundBody(c, maxBody)
	if err := read(s, c); err != nil {
		if _, err := encode(failureOf(err).body("")); err != nil {
			t.Fatal(err)
		}
	}
}

// everything reads a JSON body as every type that the interface accepts.
func everything(s *Server, c echo.Context) error {
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	b.text("query", maxQuestion)
	b.name("name")
	b.slug("slug")
	b.uuids("collection_ids", 1, maxCollections)
	b.uuids("file_ids", 0, maxFileIDs)
	b.boolean("stream")
	b.evalCase()
	b.fingerprint(c)
	return b.err()
}

func TestGrowthOfJSONBodies(t *testing.T) {
	inText := func(name, unit string) func(n int) []byte {
		return growth.Within(`{"`+name+`": "`, growth.Repeat(unit), `"}`)
	}
	inList := func(unit string) func(n int) []byte {
		return growth.Within(`{"file_ids": [`, growth.Repeat(unit+","), unit+`]}`)
	}
	growth.Run(t, within([]growth.Case[[]byte]{
		{Name: "a long question", Build: inText("query", "word ")},
		{Name: "a long name", Build: inText("name", "a")},
		{Name: "marks upon marks", Build: inText("name", "\u0301\u0323")},
		{Name: "a long slug", Build: inText("slug", "a-")},
		{Name: "escapes", Build: inText("query", `\u0041\ud83d\ude00`)},
		{Name: "halves of characters", Build: inText("query", `\ud83d`)},
		{Name: "spaces", Build: inText("query", " ")},
		{Name: "spaces around values", Build: growth.Within("{", growth.Repeat(" \n"), `"query": "a"}`)},
		{Name: "ids", Build: inList(`"0b0f2e3c-7d0e-4a63-9d7c-8a0e5bd30a4f"`)},
		{Name: "invalid ids", Build: inList(`"a"`)},
		{Name: "ids of another type", Build: inList("1")},
		{Name: "ids in lists", Build: inList("[[]]")},
		{Name: "one long id", Build: growth.Within(`{"file_ids": ["`, growth.Repeat("0"), `"]}`)},
		{Name: "unknown fields", Build: growth.Within("{", growth.Numbered(`"k%d": 1, `), `"query": "a"}`)},
		{Name: "unknown fields that are nearly known", Build: growth.Within("{", growth.Numbered(`"quer%d": 1, `), `"query": "a"}`)},
		{Name: "one field many times", Build: growth.Within("{", growth.Repeat(`"query": "a", `), `"query": "a"}`)},
		{Name: "one list many times", Build: growth.Within("{", growth.Repeat(`"file_ids": ["a", "b"], `), `"query": "a"}`)},
		{Name: "a long key", Build: growth.Within(`{"`, growth.Repeat("a"), `": 1}`)},
		{Name: "nested lists", Build: growth.Within(`{"query": `, growth.Around("[", "", "]"), "}")},
		{Name: "nested objects", Build: growth.Within(`{"query": `, growth.Around(`{"a": `, "1", "}"), "}")},
		{Name: "openings of lists", Build: growth.Repeat("[")},
		{Name: "openings of objects", Build: growth.Repeat(`{"a": `)},
		{Name: "ends", Build: growth.Repeat("}")},
		{Name: "lines before a fault", Build: growth.Within("{", growth.Repeat("\n"), "x")},
		{Name: "one line before a fault", Build: growth.Within(`{"a": "`, growth.Repeat("ä"), "\n")},
		{Name: "a broken character at the end", Build: growth.Within(`{"query": "`, growth.Repeat("a"), "\xff")},
		{Name: "an unterminated text", Build: growth.Within(`{"query": "`, growth.Repeat("a"), "")},
		{Name: "a long number", Build: growth.Within(`{"stream": `, growth.Repeat("1"), "}")},
		{Name: "a long word for yes", Build: inText("stream", "yes")},
	}), func(t *testing.T, body []byte) {
		t.Helper()
		received(t, httptest.NewRequest(http.MethodPost, basePath+"/query", bytes.NewReader(body)), everything)
	})
}

func TestGrowthOfForms(t *testing.T) {
	in := intake{fields: slices.Concat(documentFields, fileFields), passed: []string{"passed"}}
	growth.Run(t, within([]growth.Case[[]byte]{
		{Name: "unknown fields", Build: growth.Numbered("k%d=1&")},
		{Name: "unknown fields that are nearly known", Build: growth.Numbered("accurac%d=1&")},
		{Name: "unknown fields without a value", Build: growth.Numbered("k%d&")},
		{Name: "one field many times", Build: growth.Repeat("url=a&")},
		{Name: "one field that is ignored", Build: growth.Repeat("passed=a&")},
		{Name: "a long name", Build: growth.Within("", growth.Repeat("a"), "=1")},
		{Name: "a long name of many scripts", Build: growth.Within("", growth.Repeat("%c3%a4%00"), "=1")},
		{Name: "a long value", Build: growth.Within("url=", growth.Repeat("a"), "")},
		{Name: "a long path", Build: growth.Within("path=", growth.Repeat("a/"), "")},
		{Name: "a path of marks upon marks", Build: growth.Within("path=", growth.Repeat("%cc%81%cc%a3"), "")},
		{Name: "escapes", Build: growth.Within("url=", growth.Repeat("%41+"), "")},
		{Name: "invalid escapes", Build: growth.Within("url=a&", growth.Repeat("%zz"), "")},
		{Name: "separators", Build: growth.Repeat("&")},
		{Name: "equals signs", Build: growth.Repeat("=")},
		{Name: "semicolons", Build: growth.Repeat(";")},
	}), func(t *testing.T, body []byte) {
		t.Helper()
		r := httptest.NewRequest(http.MethodPost, basePath+"/documents", bytes.NewReader(body))
		r.Header.Set(echo.HeaderContentType, echo.MIMEApplicationForm)
		received(t, r, func(s *Server, c echo.Context) error { return bound(s, c, in) })
	})
}

// bound receives a form and reads its fields.
func bound(s *Server, c echo.Context, in intake) error {
	f, err := s.receiveForm(c, in)
	if err != nil {
		return err
	}
	f.fingerprint(c)
	v := f.values()
	v.text("url", maxField)
	v.uuid("extractor_id")
	v.boolean("skip_images", false)
	v.enum("accuracy", "", "standard", "ultra")
	schema.PathProblem(v.composed("path", maxPath))
	if _, err := s.bindFile(f); err != nil {
		return err
	}
	return v.err()
}

func TestGrowthOfMultipartForms(t *testing.T) {
	in := intake{fields: documentFields}
	part := func(head string, build func(n int) []byte, body string) func(n int) []byte {
		return growth.Within("--b\r\n"+head, build, "\r\n\r\n"+body+"\r\n--b--\r\n")
	}
	growth.Run(t, within([]growth.Case[[]byte]{
		{Name: "parts", Build: growth.Within("", growth.Repeat("--b\r\nContent-Disposition: form-data; name=url\r\n\r\na\r\n"), "--b--\r\n")},
		{Name: "a long value", Build: part("Content-Disposition: form-data; name=url\r\n\r\n", growth.Repeat("a"), "")},
		{Name: "lines that are nearly a boundary", Build: part("Content-Disposition: form-data; name=url\r\n\r\n", growth.Repeat("\r\n--"), "")},
		{Name: "a long name", Build: part(`Content-Disposition: form-data; name="`, growth.Repeat("a"), "")},
		{Name: "parameters", Build: part("Content-Disposition: form-data; name=url", growth.Numbered("; k%d=1"), "a")},
		{Name: "one parameter many times", Build: part("Content-Disposition: form-data; name=url", growth.Repeat("; k=1"), "a")},
		{Name: "a name in pieces", Build: part("Content-Disposition: form-data; name=url", growth.Numbered("; filename*%d=a"), "a")},
		{Name: "names in pieces", Build: part("Content-Disposition: form-data; name=url", growth.Numbered("; f%d*0=a"), "a")},
		{Name: "escapes of a name", Build: part(`Content-Disposition: form-data; name="`, growth.Repeat(`\"`), "a")},
		{Name: "headers", Build: part("Content-Disposition: form-data; name=url", growth.Numbered("\r\nX-%d: a"), "a")},
		{Name: "one header many times", Build: part("Content-Disposition: form-data; name=url", growth.Repeat("\r\nX: a"), "a")},
		{Name: "a header over lines", Build: part("Content-Disposition: form-data; name=url", growth.Repeat("\r\n a"), "a")},
		{Name: "text before the first part", Build: growth.Within("", growth.Repeat("a\r\n"), "--b--\r\n")},
		{Name: "text after the last part", Build: growth.Within("--b--\r\n", growth.Repeat("a\r\n"), "")},
	}), func(t *testing.T, body []byte) {
		t.Helper()
		r := httptest.NewRequest(http.MethodPost, basePath+"/documents", bytes.NewReader(body))
		r.Header.Set(echo.HeaderContentType, "multipart/form-data; boundary=b")
		received(t, r, func(s *Server, c echo.Context) error { return bound(s, c, in) })
	})
}

// net/http refuses addresses and headers of more than a megabyte.
func TestGrowthOfFilters(t *testing.T) {
	asked := func(name, unit string) func(n int) []byte {
		return func(n int) []byte { return []byte(name + "=" + url.QueryEscape(strings.Repeat(unit, n))) }
	}
	growth.Run(t, within([]growth.Case[[]byte]{
		{Name: "a long search", Build: asked("search", "a")},
		{Name: "a search of marks upon marks", Build: asked("search", "\u0301\u0323")},
		{Name: "a long prefix", Build: asked("path_prefix", "a/")},
		{Name: "a long id", Build: asked("extractor_id", "0")},
		{Name: "a long number", Build: asked("skip", "1")},
		{Name: "a long date", Build: asked("date_from", "2026-01-01T")},
		{Name: "spaces of a date", Build: asked("date_from", "2026-01-01T00:00:00 ")},
		{Name: "a long status", Build: asked("status", "PENDING")},
		{Name: "unknown filters", Build: growth.Numbered("k%d=1&")},
		{Name: "one filter many times", Build: growth.Repeat("search=a&")},
	}), func(t *testing.T, query []byte) {
		t.Helper()
		r := httptest.NewRequest(http.MethodGet, basePath+"/documents", http.NoBody)
		r.URL.RawQuery = string(query)
		received(t, r, func(_ *Server, c echo.Context) error {
			v := queryValues(c)
			v.paging()
			v.uuid("extractor_id")
			v.composed("search", maxSearch)
			v.composed("path_prefix", maxPath)
			v.time("date_from", false)
			v.time("date_to", true)
			v.enum("status", "", documentStatuses...)
			return v.err()
		})
	})
}

// File names and path segments.
func TestGrowthOfPaths(t *testing.T) {
	var cases []growth.Case[[]byte]
	for i, unit := range []string{"a", "a/", "../", ".", `\`, "ä", "\u0301\u0323", "\u200b", "\xff", "a.", " "} {
		cases = append(cases, growth.Case[[]byte]{Name: fmt.Sprintf("of unit %d", i), Build: growth.Repeat(unit)})
	}
	growth.Run(t, within(cases), func(_ *testing.T, name []byte) {
		s := &Server{cfg: Config{CleanFileName: func(name string) string { return name }}}
		schema.PathProblem(s.defaultPath(string(name)))
		markdownName(string(name))
		shown(string(name))
	})
}
