package probe

import (
	"bytes"
	"slices"
	"strings"
)

// Format is a kind of file, named by its usual extension.
type Format string

// The formats that can be converted.
const (
	PDF      Format = "pdf"
	DOCX     Format = "docx"
	PNG      Format = "png"
	JPEG     Format = "jpg"
	WebP     Format = "webp"
	GIF      Format = "gif"
	XLSX     Format = "xlsx"
	CSV      Format = "csv"
	TSV      Format = "tsv"
	HTML     Format = "html"
	Markdown Format = "md"
	JSON     Format = "json"
	XML      Format = "xml"
	Text     Format = "txt"
)

// Kind names the converter that reads a format.
type Kind int

// The kinds. NoKind is that of a name that is not a format.
const (
	NoKind Kind = iota
	PaginatedKind
	WordKind
	ImageKind
	WorkbookKind
	DelimitedKind
	WebPageKind
	TextKind
)

// place is where files of a format are accepted.
type place int

const (
	// inCollections accepts a format in collections only.
	inCollections place = iota
	// everywhere accepts it as a document of its own too.
	everywhere
)

// detector is how a format is recognised. Exactly one of its fields is set.
type detector struct {
	// head judges the start of a binary file.
	head func(head []byte) bool
	// folder is the top folder of an Office Open XML archive that holds the main part.
	folder string
	// text marks plain text, which the extension tells apart; sniff judges the start of a file whose name says nothing.
	text  bool
	sniff func(start []byte) bool
}

// row is what is known of a format. The first of its extensions is the format's name.
type row struct {
	extensions []string
	mediaType  string // with the charset for text
	detector   detector
	accepted   place
	kind       Kind
}

// formats is every format that can be converted, in the order in which they are listed and tried. Text comes last: it is
// what remains.
var formats = []row{
	{[]string{"pdf"}, "application/pdf", detector{head: isPDF}, everywhere, PaginatedKind},
	{[]string{"docx"}, "application/vnd.openxmlformats-officedocument.wordprocessingml.document", detector{folder: "word"}, everywhere, WordKind},
	{[]string{"png"}, "image/png", detector{head: startsWith("\x89PNG\r\n\x1a\n")}, everywhere, ImageKind},
	{[]string{"jpg", "jpeg"}, "image/jpeg", detector{head: startsWith("\xff\xd8\xff")}, everywhere, ImageKind},
	{[]string{"webp"}, "image/webp", detector{head: isWebP}, everywhere, ImageKind},
	{[]string{"gif"}, "image/gif", detector{head: startsWith("GIF87a", "GIF89a")}, everywhere, ImageKind},
	{[]string{"xlsx"}, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", detector{folder: "xl"}, inCollections, WorkbookKind},
	{[]string{"csv"}, "text/csv; charset=utf-8", detector{text: true}, inCollections, DelimitedKind},
	{[]string{"tsv", "tab"}, "text/tab-separated-values; charset=utf-8", detector{text: true}, inCollections, DelimitedKind},
	{[]string{"html", "htm", "xhtml"}, "text/html; charset=utf-8", detector{text: true, sniff: isHTML}, inCollections, WebPageKind},
	{[]string{"md", "markdown"}, "text/markdown; charset=utf-8", detector{text: true}, inCollections, TextKind},
	{[]string{"json"}, "application/json; charset=utf-8", detector{text: true, sniff: isJSON}, inCollections, TextKind},
	{[]string{"xml"}, "application/xml; charset=utf-8", detector{text: true, sniff: isXML}, inCollections, TextKind},
	{[]string{"txt", "text", "log"}, "text/plain; charset=utf-8", detector{text: true}, inCollections, TextKind},
}

func (r row) format() Format { return Format(r.extensions[0]) }

func (f Format) row() (row, bool) {
	i := slices.IndexFunc(formats, func(r row) bool { return r.format() == f })
	if i < 0 {
		return row{}, false
	}
	return formats[i], true
}

// byExtension is the format whose files have the extension ext, in lower case and without its dot.
func byExtension(ext string) (row, bool) {
	i := slices.IndexFunc(formats, func(r row) bool { return slices.Contains(r.extensions, ext) })
	if i < 0 {
		return row{}, false
	}
	return formats[i], true
}

// DocumentExtensions lists the extensions of the formats for which [Format.Document] holds, as people read it.
func DocumentExtensions() string {
	var list []string
	for _, r := range formats {
		if r.accepted == everywhere {
			for _, ext := range r.extensions {
				list = append(list, "."+ext)
			}
		}
	}
	return strings.Join(list, ", ")
}

// Formats lists all formats that can be converted.
func Formats() []Format {
	list := make([]Format, len(formats))
	for i, r := range formats {
		list[i] = r.format()
	}
	return list
}

// Kind is the converter that reads f.
func (f Format) Kind() Kind {
	r, _ := f.row()
	return r.kind
}

// Document reports whether f is converted as a document of its own. All other formats are for collections.
func (f Format) Document() bool {
	r, known := f.row()
	return known && r.accepted == everywhere
}

// Image reports whether f is a picture.
func (f Format) Image() bool { return f.Kind() == ImageKind }

// Drawable reports whether the pages of f have an appearance that can be drawn.
func (f Format) Drawable() bool { return f.Kind() == PaginatedKind || f.Image() }

// MediaType is the IANA media type of f, with the charset for text.
func (f Format) MediaType() string {
	if r, ok := f.row(); ok {
		return r.mediaType
	}
	return "application/octet-stream"
}

// pdfHeaderWithin is how many bytes of anything may stand before the header of a PDF.
const pdfHeaderWithin = 1024

func isPDF(head []byte) bool {
	return bytes.Contains(head[:min(len(head), pdfHeaderWithin)], []byte("%PDF-"))
}

func isWebP(head []byte) bool {
	return len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP"
}

func startsWith(magics ...string) func([]byte) bool {
	return func(head []byte) bool {
		return slices.ContainsFunc(magics, func(magic string) bool { return bytes.HasPrefix(head, []byte(magic)) })
	}
}
