package quire

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"mime/multipart"
	"slices"
	"strconv"
)

// UploadProgress is called with the number of bytes of the files sent so far and their total size, which is -1 if
// unknown.
type UploadProgress func(sent, size int64)

// form is a multipart form with files, which are streamed.
type form struct {
	fields   map[string]string
	key      string
	files    []Input
	progress UploadProgress

	begun    bool
	around   [][]byte // what precedes each file, and what follows the last
	boundary string
}

// newForm returns a form with the given files and the fields that are not empty. A source that is an address becomes a
// field.
func newForm(fields map[string]string, key string, files []Input, progress UploadProgress) *form {
	given := map[string]string{}
	for name, value := range fields {
		if value != "" {
			given[name] = value
		}
	}
	f := &form{fields: given, key: key, progress: progress}
	for _, file := range files {
		if file.urls != "" {
			given["url"] = file.urls
			continue
		}
		f.files = append(f.files, file)
	}
	return f
}

// prepare writes the parts of the body around the files.
func (f *form) prepare() error {
	var text bytes.Buffer
	w := multipart.NewWriter(&text)
	f.boundary = w.FormDataContentType()
	for _, name := range slices.Sorted(maps.Keys(f.fields)) {
		if err := w.WriteField(name, f.fields[name]); err != nil {
			return err
		}
	}
	for _, file := range f.files {
		if file.failed != nil {
			return &fileError{file.failed}
		}
		if _, err := w.CreateFormFile(f.key, file.name); err != nil {
			return err
		}
		f.around = append(f.around, bytes.Clone(text.Bytes()))
		text.Reset()
	}
	err := w.Close()
	f.around = append(f.around, text.Bytes())
	return err
}

func (f *form) media() string { return f.boundary }

// repeatable reports whether the form can be sent now, whether for the first time or again.
func (f *form) repeatable() bool {
	return !f.begun || !slices.ContainsFunc(f.files, func(file Input) bool { return !file.again })
}

// size returns the total size of the files in bytes, or -1 if it is unknown.
func (f *form) size() int64 {
	var size int64
	for _, file := range f.files {
		if file.size < 0 {
			return -1
		}
		size += file.size
	}
	return size
}

// open returns the body and its size, or -1. Each file is opened when it is its turn.
func (f *form) open() (io.Reader, int64, error) {
	f.begun = true
	size, whole := f.size(), f.size()
	upload := &upload{progress: f.progress, size: size}
	var parts []io.Reader
	for i, text := range f.around {
		parts = append(parts, bytes.NewReader(text))
		if i < len(f.files) {
			parts = append(parts, &lazy{open: f.files[i].open, upload: upload})
		}
		if size >= 0 {
			whole += int64(len(text))
		}
	}
	return &body{Reader: io.MultiReader(parts...), parts: parts}, whole, nil
}

// upload counts the bytes sent of all files.
type upload struct {
	progress   UploadProgress
	sent, size int64
}

// lazy is a file that is opened when it is first read.
type lazy struct {
	open   func() (io.ReadCloser, error)
	file   io.ReadCloser
	upload *upload
}

func (l *lazy) Read(p []byte) (n int, err error) {
	if l.file == nil {
		if l.file, err = l.open(); err != nil {
			return 0, &fileError{err}
		}
	}
	n, err = l.file.Read(p)
	if l.upload.sent += int64(n); n > 0 && l.upload.progress != nil {
		l.upload.progress(l.upload.sent, l.upload.size)
	}
	if err != nil && err != io.EOF { //nolint:errorlint // readers return it as it is
		return n, &fileError{err}
	}
	return n, err
}

// body closes the files that were opened.
type body struct {
	io.Reader
	parts []io.Reader
}

func (b *body) Close() error {
	var errs []error
	for _, part := range b.parts {
		if l, ok := part.(*lazy); ok && l.file != nil {
			errs = append(errs, l.file.Close())
		}
	}
	return errors.Join(errs...)
}

// word returns a choice as written in forms and addresses, or "" for nil.
func word(value *bool) string {
	if value == nil {
		return ""
	}
	return strconv.FormatBool(*value)
}
