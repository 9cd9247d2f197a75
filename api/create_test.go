package api_test

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/internal/convert/probe"
)

var supported = probe.DocumentExtensions()

func TestRefusedFormsNameTheField(t *testing.T) {
	t.Parallel()
	s := newService(t)
	file := []string{"file=@x.pdf", pdf}
	for name, tc := range map[string]struct {
		fields    []string
		loc, kind string
	}{
		"accuracy":             {append(file, "accuracy=LITE"), "body.accuracy", "enum"},
		"page separator":       {append(file, "page_separator=2"), "body.page_separator", "bool_parsing"},
		"skip images":          {append(file, "skip_images=yep"), "body.skip_images", "bool_parsing"},
		"extractor":            {append(file, "extractor_id=invoice"), "body.extractor_id", "uuid_parsing"},
		"url without host":     {[]string{"url=https://"}, "body.url", "url_parsing"},
		"url without scheme":   {[]string{"url=example.org/x.pdf"}, "body.url", "url_parsing"},
		"url of a file":        {[]string{"url=file:///etc/passwd"}, "body.url", "url_parsing"},
		"url by ftp":           {[]string{"url=ftp://example.org/x.pdf"}, "body.url", "url_scheme"},
		"url with a bad port":  {[]string{"url=https://example.org:x/"}, "body.url", "url_parsing"},
		"url too long":         {[]string{"url=https://example.org/" + strings.Repeat("x", 8192)}, "body.url", "string_too_long"},
		"url with NUL":         {[]string{"url=https://example.org/\x00"}, "body.url", "string_unicode"},
		"url as a file":        {[]string{"url=@url.txt", "https://example.org"}, "body.url", "string_type"},
		"callback by http":     {append(file, "callback_url=http://example.org/"), "body.callback_url", "value_error"},
		"private callback":     {append(file, "callback_url=https://192.168.1.1/"), "body.callback_url", "value_error"},
		"hidden callback":      {append(file, "callback_url=https://0x7f.1/"), "body.callback_url", "value_error"},
		"callback to loopback": {append(file, "callback_url=https://localhost/"), "body.callback_url", "value_error"},
		"callback not a URL":   {append(file, "callback_url=hook"), "body.callback_url", "value_error"},
		"file as text":         {[]string{"file=hello"}, "body.file", "value_error"},
		"two files":            {append(file, file...), "body.file", "too_long"},
		"too many parts":       {append(file, strings.Split(strings.Repeat("url= ", 20), " ")[:20]...), "body", "too_long"},
		"huge field":           {append(file, "accuracy="+strings.Repeat("x", 65<<10)), "body.accuracy", "string_too_long"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s.do(s.form(documents, tc.fields...)).invalid(tc.loc, tc.kind)
		})
	}
	t.Cleanup(func() { require.Zero(t, s.storedBlobs(), "a refused upload leaves nothing behind") })
}

func TestContradictoryRequests(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for name, tc := range map[string]struct {
		fields []string
		status int
		detail string
	}{
		"nothing":           {nil, 400, "Either file or url is required"},
		"empty fields":      {[]string{"file=", "url=", "accuracy="}, 400, "Either file or url is required"},
		"no file chosen":    {[]string{"file=@", ""}, 400, "Either file or url is required"},
		"file and url":      {[]string{"url=https://example.org/x.pdf", "file=@x.pdf", pdf}, 400, "Send either file or url, not both"},
		"empty file":        {[]string{"file=@x.pdf", ""}, 400, "The file is empty. Supported: " + supported},
		"text":              {[]string{"file=@x.pdf", "just words"}, 400, "Unsupported file type: the file is plain text, but its name does not say so. Supported: " + supported},
		"PostScript":        {[]string{"file=@x.docx", "%!PS-Adobe-3.0"}, 400, "Unsupported file type: PostScript is not supported. Supported: " + supported},
		"unknown extractor": {[]string{"extractor_id=" + uuid.NewString(), "file=@x.pdf", pdf}, 404, "Extractor not found"},
		"the shape first":   {[]string{"extractor_id=" + uuid.NewString()}, 404, "Extractor not found"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s.do(s.form(documents, tc.fields...)).fails(tc.status, tc.detail)
		})
	}
	t.Cleanup(func() { require.Zero(t, s.storedBlobs(), "a refused upload leaves nothing behind") })
}

func TestBodiesThatAreNotAForm(t *testing.T) {
	t.Parallel()
	s := newService(t)
	post := func(contentType, body string) reply {
		r := s.request("POST", documents, strings.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		return s.do(r)
	}
	s.post(documents).fails(400, "Either file or url is required")
	post("application/json", `{"url":"https://example.org/x.pdf"}`).invalid("header.Content-Type", "value_error")
	post("multipart/form-data", "x").invalid("header.Content-Type", "value_error")
	post("multipart/form-data; boundary=b", "nothing of the kind").invalid("body", "form_invalid")
	post("multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x.pdf\"\r\n\r\n%PDF-1.4 cut off").invalid("body", "form_invalid")
	post("multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"url\"\r\n\r\nhttps://example.org/x.pdf\r\n").invalid("body", "form_invalid")
	post("application/x-www-form-urlencoded", "url=%zz").invalid("body", "form_invalid")
	post("application/x-www-form-urlencoded", "file=%25PDF-1.4").invalid("body.file", "value_error")
	require.Zero(t, s.storedBlobs())
}

func TestLockedPDFIsRefused(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../internal/convert/probe/testdata/user-256.pdf")
	require.NoError(t, err)
	s := newService(t)
	s.do(s.form(documents, "file=@x.pdf", string(raw))).fails(400, "PDF is password-protected")
	require.Zero(t, s.storedBlobs())
}

func TestContentDecidesTheType(t *testing.T) {
	t.Parallel()
	s := newService(t)
	png := "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
	var d doc
	s.do(s.form(documents, "file=@photo.pdf", png)).into(200, &d)
	row, err := s.db.Document(t.Context(), s.id, d.ID)
	require.NoError(t, err)
	require.Equal(t, "png", row.Format)
	require.Equal(t, "photo.pdf", d.FileName)
	s.do(s.form(documents, "file=@no extension", pdf)).into(200, &d)
	s.do(s.form(documents, "file=@program.exe", pdf)).fails(400, "Unsupported file type: .exe files are not supported here. "+
		"Supported: "+supported)
	s.do(s.form(documents, "file=@broken.pdf", "%PDF-1.7 and then nothing")).into(200, &d)
}

func TestFieldsMayArriveInAnyOrder(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, fields := range [][]string{
		{"accuracy=ultra", "file=@x.pdf", pdf, "skip_images=yes", "unknown="},
		{"file=@x.pdf", pdf, "file=@", "", "url=", "accuracy=lite", "accuracy=ultra", "skip_images=on"},
	} {
		var d doc
		s.do(s.form(documents, fields...)).into(200, &d)
		require.Equal(t, "ultra", *d.Accuracy)
		row, err := s.db.Document(t.Context(), s.id, d.ID)
		require.NoError(t, err)
		require.True(t, row.SkipImages)
		require.True(t, row.PageSeparator)
	}
}

func TestFileNamesAreMadeHarmless(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for disposition, want := range map[string]string{
		`filename="../../etc/passwd.pdf"`:                 "passwd.pdf",
		`filename="C:\\Users\\me\\a.pdf"`:                 "a.pdf",
		`filename*=UTF-8''a%01%7F%0Db.pdf`:                "ab.pdf",
		"filename=\"caf\xe9.pdf\"":                        "caf.pdf",
		`filename="Übersicht 2026.pdf"`:                   "Übersicht 2026.pdf",
		`filename*=UTF-8''%E2%82%AC%20rates.pdf`:          "€ rates.pdf",
		`filename="` + strings.Repeat("é", 300) + `.pdf"`: strings.Repeat("é", 125) + ".pdf",
		"filename=\"a\u202egnp.pdf\"":                     "agnp.pdf",
		`filename=".."`:                                   "document.pdf",
		`filename=".pdf"`:                                 ".pdf",
		`filename=" ..pdf. "`:                             "..pdf",
		`filename="1706.03762"`:                           "1706.03762",
		`filename=""`:                                     "document.pdf",
	} {
		r := s.request("POST", documents, strings.NewReader(
			"--b\r\nContent-Disposition: form-data; name=\"file\"; "+disposition+"\r\n\r\n"+pdf+"\r\n--b--\r\n"))
		r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		var d doc
		s.do(r).into(200, &d)
		require.Equal(t, want, d.FileName, disposition)
		require.True(t, utf8.ValidString(d.FileName))
	}
}
