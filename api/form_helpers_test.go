package api_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"strings"
)

// form is a multipart POST. Fields are "name=value"; "name=@file name" is followed by the file's content.
func (s *service) form(path string, fields ...string) *http.Request {
	s.t.Helper()
	contentType, body := multipartBody(fields...)
	r := s.request("POST", path, bytes.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	return r
}

func multipartBody(fields ...string) (contentType string, body []byte) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	_ = w.SetBoundary("b") // it is valid
	for i := 0; i < len(fields); i++ {
		name, value, _ := strings.Cut(fields[i], "=")
		if fileName, ok := strings.CutPrefix(value, "@"); ok {
			part, _ := w.CreateFormFile(name, fileName) // writes to memory
			i++
			_, _ = part.Write([]byte(fields[i]))
			continue
		}
		_ = w.WriteField(name, value)
	}
	_ = w.Close()
	return w.FormDataContentType(), b.Bytes()
}
