package api

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/internal/blob"
	"quire/internal/nearest"
)

const (
	fileField = "file" // the field that takes a file
	// filesField is the field used by the published client (https://pypi.org/project/doctly); it accepts several files.
	filesField = "files"

	maxParts = 20
	maxField = 64 << 10 // bytes of a part that is not the file
)

// form is the received body of an upload: its fields in memory, its files in the blob store.
type form struct {
	fields map[string]string
	file   *upload   // sent as fileField; nil if there was none
	files  []*upload // sent as filesField
	blobs  *blob.Store
}

// upload is a file of a form.
type upload struct {
	id   uuid.UUID // of what the file will become
	name string    // as sent by the client
	key  string
	// masking is the masking of the collection that the file comes from.
	masking []string
	blob.Info
}

// uploads returns the files of the form, in the order in which they were sent.
func (f *form) uploads() []*upload {
	if f.file != nil {
		return []*upload{f.file}
	}
	return f.files
}

// values reads the form's fields.
func (f *form) values() *values {
	return &values{in: "body", get: func(name string) string { return f.fields[name] }}
}

// discard removes the files of a form whose request was refused, so that a refused upload leaves nothing behind. It
// does nothing after keep.
func (f *form) discard(ctx context.Context) {
	if f.blobs == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), dependencyTimeout)
	defer cancel()
	for _, u := range f.uploads() {
		_ = f.blobs.Delete(ctx, u.key) // the clean-up of blobs without a row removes whatever is left
	}
}

// keep leaves the files to their rows. A commit that reports an error may still have happened, so from here on only the
// clean-up, which checks the rows, may remove them.
func (f *form) keep() { f.blobs = nil }

// fingerprint identifies a request for its idempotency key.
func (f *form) fingerprint(c echo.Context) []byte {
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "%s %q\n", c.Request().Method, strings.TrimSuffix(c.Request().URL.Path, "/"))
	for _, name := range slices.Sorted(maps.Keys(f.fields)) {
		_, _ = fmt.Fprintf(h, "%q=%q\n", name, f.fields[name])
	}
	for _, u := range f.uploads() {
		_, _ = fmt.Fprintf(h, "file %q %x", u.name, u.SHA256)
	}
	return h.Sum(nil)
}

// intake defines what a form may contain.
type intake struct {
	keyOf   func(id uuid.UUID) string // returns the key of the blob that stores a file
	fields  []string                  // other fields are refused
	passed  []string                  // fields of other uploads that are ignored here
	several bool                      // accepts filesField too
	// most is the maximum number of files in a request that counts as a single upload; 0 means that each file counts.
	most    int
	urlOnly bool // refuses files
}

func (in intake) isFile(name string) bool {
	return name == fileField || (in.several && name == filesField)
}

// unknown returns the 422 for a field that this form does not have.
func (in intake) unknown(name string, isFile bool) error {
	name = shown(name)
	hint := "this form takes " + strings.Join(append([]string{fileField}, in.fields...), ", ")
	switch near := nearest.Of(strings.ToLower(name), in.fields); {
	case isFile:
		hint = "send the file as " + fileField
	case near != "":
		hint = "did you mean " + near + "?"
	}
	return invalid(problem{Loc: []string{"body", name}, Type: "extra_forbidden", Msg: fmt.Sprintf("Unknown field %s; %s", name, hint)})
}

// receiveForm reads the body of an upload. The caller must discard the form unless the file's row was committed.
func (s *Server) receiveForm(c echo.Context, in intake) (*form, error) {
	r := c.Request()
	header := r.Header.Get(echo.HeaderContentType)
	if header == "" && r.ContentLength == 0 {
		return &form{}, nil
	}
	kind, params, err := mime.ParseMediaType(header)
	switch {
	case err == nil && kind == echo.MIMEMultipartForm && params["boundary"] != "":
		// By default, multipart reads 4 KB at a time, each with a system call.
		return s.receiveMultipart(c, multipart.NewReader(bufio.NewReaderSize(r.Body, 64<<10), params["boundary"]), in)
	case err == nil && kind == echo.MIMEApplicationForm:
		return s.receiveURLEncoded(c, in)
	}
	return nil, invalid(problem{
		Loc: []string{"header", echo.HeaderContentType}, Type: "value_error",
		Msg: "Value error, the body must be multipart/form-data with a boundary",
	})
}

// receiveURLEncoded reads the form that HTTP clients send by default when it contains no file.
func (s *Server) receiveURLEncoded(c echo.Context, in intake) (*form, error) {
	b := requestBody(c)
	raw, err := io.ReadAll(io.LimitReader(b, maxBody+1))
	if err == nil && len(raw) > maxBody {
		return nil, tooLarge(0)
	}
	if err != nil {
		return nil, b.failed(malformedForm(err), s.cfg.MaxUpload)
	}
	sent, err := url.ParseQuery(string(raw))
	if err != nil {
		return nil, malformedForm(err)
	}
	f := &form{fields: map[string]string{}}
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		value := last(sent[name])
		switch {
		case value == "":
		case in.isFile(name):
			return nil, notAFile(name)
		case slices.Contains(in.fields, name):
			f.fields[name] = value
		case !slices.Contains(in.passed, name):
			return nil, in.unknown(name, false)
		}
	}
	return f, nil
}

func (s *Server) receiveMultipart(c echo.Context, parts *multipart.Reader, in intake) (*form, error) {
	f := &form{fields: map[string]string{}, blobs: s.cfg.Blobs}
	err := s.receiveParts(c, f, parts, in)
	if err == nil {
		// Anything after the last boundary is meaningless, but the body has to be read to its end.
		if _, rest := io.Copy(io.Discard, c.Request().Body); rest != nil {
			err = requestBody(c).failed(malformedForm(rest), s.cfg.MaxUpload)
		}
	}
	if err != nil {
		f.discard(c.Request().Context())
		return nil, err
	}
	return f, nil
}

func (s *Server) receiveParts(c echo.Context, f *form, parts *multipart.Reader, in intake) error {
	for n := 0; ; n++ {
		part, err := parts.NextRawPart()
		if err == io.EOF { //nolint:errorlint // NextRawPart returns it unwrapped only after the last boundary
			return nil
		}
		if err != nil {
			return requestBody(c).failed(malformedForm(err), s.cfg.MaxUpload)
		}
		if n == maxParts+in.most {
			return invalid(problem{
				Loc: []string{"body"}, Type: "too_long", Msg: fmt.Sprintf("Form should have at most %d parts", maxParts+in.most),
			})
		}
		if err := s.receivePart(c, f, part, in); err != nil {
			return err
		}
	}
}

func (s *Server) receivePart(c echo.Context, f *form, part *multipart.Part, in intake) error {
	name, fileName, isFile := partNames(part)
	if isFile && in.isFile(name) {
		return s.receiveFile(c, f, &filePart{Part: part, field: name, name: fileName}, in)
	}
	raw, err := io.ReadAll(io.LimitReader(part, maxField+1))
	switch {
	case err != nil:
		return requestBody(c).failed(malformedForm(err), s.cfg.MaxUpload)
	case len(raw) == 0 || slices.Contains(in.passed, name):
	case name == "":
		return malformedForm(errors.New("a part has no name in its Content-Disposition"))
	case in.isFile(name):
		return notAFile(name)
	case !slices.Contains(in.fields, name):
		return in.unknown(name, isFile)
	case isFile:
		return invalid(problem{Loc: []string{"body", name}, Type: "string_type", Msg: "Input should be a valid string"})
	case len(raw) > maxField:
		return invalid(problem{
			Loc: []string{"body", name}, Type: "string_too_long",
			Msg: fmt.Sprintf("String should have at most %d characters", maxField),
		})
	default:
		f.fields[name] = string(raw)
	}
	return nil
}

// partNames reads the Content-Disposition of a part (RFC 7578 §4.2). A file name, even an empty one, makes it a file.
func partNames(part *multipart.Part) (name, fileName string, isFile bool) {
	_, params, err := mime.ParseMediaType(part.Header.Get(echo.HeaderContentDisposition))
	if err != nil {
		return "", "", false
	}
	fileName, isFile = params["filename"]
	return params["name"], fileName, isFile
}

// filePart is a part that holds a file.
type filePart struct {
	*multipart.Part
	field, name string
}

// receiveFile streams the file into the blob store. Browsers send a part without a name and content for a field in
// which no file was chosen.
func (s *Server) receiveFile(c echo.Context, f *form, part *filePart, in intake) error {
	src := &source{r: part}
	var first [1]byte
	n, _ := io.ReadFull(src, first[:]) // Put will encounter the error again
	if n == 0 && part.name == "" && errors.Is(src.err, io.EOF) {
		return nil
	}
	if err := s.another(c, f, part.field, in.most); err != nil {
		return err
	}
	if in.urlOnly {
		return badRequest("Direct upload is not available on this endpoint; use url")
	}
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	u := &upload{id: id, name: part.name, key: in.keyOf(id)}
	u.Info, err = s.cfg.Blobs.Put(c.Request().Context(), u.key, io.MultiReader(bytes.NewReader(first[:n]), src), s.cfg.MaxUpload)
	switch {
	case err == nil:
		f.add(part.field, u)
		return nil
	case errors.Is(err, blob.ErrTooLarge):
		return tooLarge(s.cfg.MaxUpload)
	case src.failed() || requestBody(c).broken():
		return requestBody(c).failed(malformedForm(err), s.cfg.MaxUpload)
	}
	return unavailable("blob store", err)
}

// another refuses a file that may not follow those already received. Of several files, each counts against the
// account's limits as if it had been sent alone, unless the request may hold most files.
func (s *Server) another(c echo.Context, f *form, field string, most int) error {
	switch {
	case len(f.uploads()) == 0:
		return nil
	case f.file != nil && field == fileField:
		return invalid(problem{Loc: []string{"body", field}, Type: "too_long", Msg: "Only one file can be sent"})
	case f.file != nil || field == fileField:
		return invalid(problem{Loc: []string{"body", field}, Type: "value_error", Msg: "Value error, send file or files, not both"})
	}
	if most == 0 {
		return s.limiter.take(c, principal(c), true)
	}
	if len(f.files) >= most {
		return invalid(problem{Loc: []string{"body", field}, Type: "too_long", Msg: fmt.Sprintf("At most %d files can be sent", most)})
	}
	return nil
}

func (f *form) add(field string, u *upload) {
	if field == filesField {
		f.files = append(f.files, u)
		return
	}
	f.file = u
}

// source records how reading ended, to distinguish the client's faults from the store's. It fills the buffers that it
// is given, because the store writes whatever a single Read returns.
type source struct {
	r   io.Reader
	err error
}

// Read implements io.Reader.
func (s *source) Read(p []byte) (n int, err error) {
	for n < len(p) && s.err == nil {
		var more int
		more, s.err = s.r.Read(p[n:])
		n += more
	}
	if n > 0 {
		return n, nil
	}
	return 0, s.err
}

func (s *source) failed() bool { return s.err != nil && !errors.Is(s.err, io.EOF) }

func malformedForm(cause error) error {
	return &failure{
		status:   http.StatusUnprocessableEntity,
		problems: []problem{{Loc: []string{"body"}, Type: "form_invalid", Msg: "The form could not be parsed: it is malformed or incomplete"}},
		closes:   true,
		cause:    cause,
	}
}

func notAFile(field string) error {
	return invalid(problem{
		Loc: []string{"body", field}, Type: "value_error",
		Msg: "Value error, expected a file: the part needs a filename in its Content-Disposition",
	})
}
