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

// UploadProgress is told how many bytes of the files were sent, and how many there are: -1 if that is not known.
type UploadProgress func(sent, size int64)

// form is a form with files, which are streamed.
type form struct {
	fields   map[string]string
	key      string
	files    []Input
	progress UploadProgress

	begun    bool
	around   [][]byte // what stands before each file, and at the end
	boundary string
}

// newForm returns a form with the fields that are not empty, and with the files. A source that is an address is a field.
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

// prepare writes what stands around the files.
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

// repeatable reports whether the form can be sent now, for the first time or again.
func (f *form) repeatable() bool {
	return !f.begun || !slices.ContainsFunc(f.files, func(file Input) bool { return !file.again })
}

// size returns how many bytes the files have, or -1 if that is not known.
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

// open returns the body, and its size or -1. A file is opened when it is its turn.
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

// upload counts what was sent of all files.
type upload struct {
	progress   UploadProgress
	sent, size int64
}

// lazy is a file that is opened when it is read.
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

// word writes a choice as forms and addresses have it; without one it is empty.
func word(value *bool) string {
	if value == nil {
		return ""
	}
	return strconv.FormatBool(*value)
}
