package compat

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"time"

	"quire/internal/door"
)

const (
	// maxSource bounds a request with files in base64, in bytes: a file of 12 MB.
	maxSource = 16 << 20
	// maxField and mostParts bound what precedes the file of a form.
	maxField  = 64 << 10 // bytes
	mostParts = 100
)

var errOneFile = failed(http.StatusUnprocessableEntity, "Send one document at a time")

// fromFile passes on the file of a form while it arrives. It does not read fields that follow the file.
func fromFile(r *http.Request, client *door.Client) (d door.Document, as wish, err error) {
	form, err := r.MultipartReader()
	if err != nil {
		return d, as, failed(http.StatusUnsupportedMediaType, "Send the file as multipart/form-data, in the field files")
	}
	for range mostParts {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return d, as, failed(http.StatusBadRequest, "The form is malformed or incomplete")
		}
		if part.FormName() == "files" && part.FileName() != "" {
			d, err = sendOn(r, client, form, part)
			return d, as, err
		}
		value, err := io.ReadAll(io.LimitReader(part, maxField))
		if err != nil {
			return d, as, failed(http.StatusBadRequest, "The form is malformed or incomplete")
		}
		if err := as.field(part.FormName(), string(value)); err != nil {
			return d, as, err
		}
	}
	return d, as, failed(http.StatusUnprocessableEntity, "The form has no file in the field files")
}

func sendOn(r *http.Request, client *door.Client, form *multipart.Reader, part *multipart.Part) (d door.Document, err error) {
	if err = client.Upload(r.Context(), "/documents", nil, &door.File{Name: part.FileName(), Content: part}, &d); err != nil {
		drain(part)
		return d, err
	}
	if next, err := form.NextPart(); err == nil && next.FileName() != "" {
		return d, errors.Join(errOneFile, client.Delete(r.Context(), "/documents/"+d.ID))
	}
	return d, nil
}

// drainTime is how long the rest of a refused file is read, because clients that send without listening lose the
// response if the connection is closed under them.
const drainTime = 5 * time.Second

func drain(part *multipart.Part) {
	rest := make([]byte, 32<<10)
	for until := time.Now().Add(drainTime); time.Now().Before(until); {
		if _, err := part.Read(rest); err != nil {
			return
		}
	}
}

// source is a document that a request names or contains, in the newer way or in either of the older ones.
type source struct {
	Kind     string `json:"kind"`
	URL      string `json:"url"`
	Content  string `json:"base64_string"`
	FileName string `json:"filename"`
}

type conversionOptions struct {
	Formats []string `json:"to_formats"`
	Mark    string   `json:"md_page_break_placeholder"`
}

type conversion struct {
	Options  conversionOptions `json:"options"`
	Convert  conversionOptions `json:"convert_options"` // of requests for chunks
	Chunking struct {
		Tokens *json.Number `json:"max_tokens"`
		Joined *bool        `json:"merge_peers"`
		Raw    bool         `json:"include_raw_text"`
	} `json:"chunking_options"`
	Document bool `json:"include_converted_doc"`
	Target   struct {
		Kind string `json:"kind"`
	} `json:"target"`
	Sources []source `json:"sources"`
	HTTP    []source `json:"http_sources"`
	Files   []source `json:"file_sources"`
}

// wish returns the form in which the request wants the document.
func (in *conversion) wish() (w wish, err error) {
	w = wish{raw: in.Chunking.Raw, document: in.Document, apart: in.Chunking.Joined != nil && !*in.Chunking.Joined}
	if in.Chunking.Tokens != nil {
		err = w.limit(in.Chunking.Tokens.String())
	}
	return w, errors.Join(err, w.formats(in.Options.Formats), w.formats(in.Convert.Formats),
		w.between(cmp.Or(in.Options.Mark, in.Convert.Mark)), target(in.Target.Kind))
}

// fromSource passes on the only source of a request.
func fromSource(r *http.Request, client *door.Client) (d door.Document, as wish, err error) {
	var in conversion
	if err := readJSON(r, maxSource, &in); err != nil {
		return d, as, err
	}
	if as, err = in.wish(); err != nil {
		return d, as, err
	}
	all := append(append(in.Sources, in.HTTP...), in.Files...)
	if len(all) != 1 {
		return d, as, errOneFile
	}
	var fields []door.Field
	var file *door.File
	if one := all[0]; one.URL != "" {
		fields = []door.Field{{Name: "url", Value: one.URL}}
	} else {
		raw, err := base64.StdEncoding.DecodeString(one.Content)
		if err != nil || len(raw) == 0 {
			return d, as, failed(http.StatusUnprocessableEntity, "A source needs a url, or a base64_string with a filename")
		}
		file = &door.File{Name: one.FileName, Content: bytes.NewReader(raw)}
	}
	err = client.Upload(r.Context(), "/documents", fields, file, &d)
	return d, as, err
}
