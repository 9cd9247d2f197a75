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
	PPTX     Format = "pptx"
	XLSX     Format = "xlsx"
	ODT      Format = "odt"
	ODS      Format = "ods"
	ODP      Format = "odp"
	RTF      Format = "rtf"
	EPUB     Format = "epub"
	CSV      Format = "csv"
	TSV      Format = "tsv"
	HTML     Format = "html"
	Markdown Format = "md"
	JSON     Format = "json"
	XML      Format = "xml"
	EML      Format = "eml"
	MSG      Format = "msg"
	DOC      Format = "doc"
	XLS      Format = "xls"
	PPT      Format = "ppt"
	Text     Format = "txt"
)

// Kind names the converter that reads a format.
type Kind int

// The kinds. NoKind belongs to names that are not formats.
const (
	NoKind Kind = iota
	PaginatedKind
	WordKind
	SlidesKind
	ImageKind
	WorkbookKind
	OpenTextKind
	OpenWorkbookKind
	OpenSlidesKind
	RichTextKind
	BookKind
	DelimitedKind
	WebPageKind
	TextKind
	MessageKind
	LegacyKind // read with LibreOffice
)

// place says where files of a format are accepted.
type place int

const (
	// inCollections accepts a format only in collections.
	inCollections place = iota
	// everywhere also accepts it as a separate document.
	everywhere
)

// detector describes how a format is recognized. Exactly one of head, folder, declares, stream and text is set.
type detector struct {
	// head judges the start of a binary file.
	head func(head []byte) bool
	// folder is the top-level folder of an Office Open XML archive that holds the main part.
	folder string
	// declares is the media type that a package declares in its part "mimetype", or flat XML in its outermost element.
	// The type of a template begins with it.
	declares string
	// stream is the top-level stream of a compound file that holds the main part.
	stream string
	// text marks plain text, which is distinguished by the extension; sniff judges the start of a file whose name does
	// not help.
	text  bool
	sniff func(start []byte) bool
}

// row is everything known about a format. The first of its extensions is the format's name.
type row struct {
	extensions []string
	mediaType  string // with the charset for text
	detector   detector
	accepted   place
	kind       Kind
}

// formats lists every format that can be converted, in the order in which they are shown and tried. Text comes last,
// because it is whatever remains.
var formats = []row{
	{[]string{"pdf"}, "application/pdf", detector{head: isPDF}, everywhere, PaginatedKind},
	{[]string{"docx"}, "application/vnd.openxmlformats-officedocument.wordprocessingml.document", detector{folder: "word"}, everywhere, WordKind},
	{[]string{"png"}, "image/png", detector{head: startsWith("\x89PNG\r\n\x1a\n")}, everywhere, ImageKind},
	{[]string{"jpg", "jpeg"}, "image/jpeg", detector{head: startsWith("\xff\xd8\xff")}, everywhere, ImageKind},
	{[]string{"webp"}, "image/webp", detector{head: isWebP}, everywhere, ImageKind},
	{[]string{"gif"}, "image/gif", detector{head: startsWith("GIF87a", "GIF89a")}, everywhere, ImageKind},
	{[]string{"pptx", "pptm", "ppsx", "ppsm", "potx", "potm"}, "application/vnd.openxmlformats-officedocument.presentationml.presentation", detector{folder: "ppt"}, everywhere, SlidesKind},
	{[]string{"xlsx"}, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", detector{folder: "xl"}, everywhere, WorkbookKind},
	{[]string{"odt", "ott", "fodt"}, openDocument + "text", detector{declares: openDocument + "text"}, everywhere, OpenTextKind},
	{[]string{"ods", "ots", "fods"}, openDocument + "spreadsheet", detector{declares: openDocument + "spreadsheet"}, everywhere, OpenWorkbookKind},
	{[]string{"odp", "otp", "fodp"}, openDocument + "presentation", detector{declares: openDocument + "presentation"}, everywhere, OpenSlidesKind},
	{[]string{"epub"}, "application/epub+zip", detector{declares: "application/epub+zip"}, everywhere, BookKind},
	{[]string{"rtf"}, "application/rtf", detector{head: isRTF}, everywhere, RichTextKind},
	{[]string{"doc", "dot"}, "application/msword", detector{stream: "WordDocument"}, everywhere, LegacyKind},
	{[]string{"xls", "xlt"}, "application/vnd.ms-excel", detector{stream: "Workbook"}, everywhere, LegacyKind},
	{[]string{"ppt", "pps", "pot"}, "application/vnd.ms-powerpoint", detector{stream: "PowerPoint Document"}, everywhere, LegacyKind},
	{[]string{"csv"}, "text/csv; charset=utf-8", detector{text: true}, everywhere, DelimitedKind},
	{[]string{"tsv", "tab"}, "text/tab-separated-values; charset=utf-8", detector{text: true}, everywhere, DelimitedKind},
	{[]string{"eml"}, "message/rfc822", detector{text: true, sniff: isMessage}, everywhere, MessageKind},
	{[]string{"msg", "oft"}, "application/vnd.ms-outlook", detector{stream: "__properties_version1.0"}, everywhere, MessageKind},
	{[]string{"html", "htm", "xhtml"}, "text/html; charset=utf-8", detector{text: true, sniff: isHTML}, everywhere, WebPageKind},
	{[]string{"md", "markdown"}, "text/markdown; charset=utf-8", detector{text: true}, everywhere, TextKind},
	{[]string{"json"}, "application/json; charset=utf-8", detector{text: true, sniff: isJSON}, inCollections, TextKind},
	{[]string{"xml"}, "application/xml; charset=utf-8", detector{text: true, sniff: isXML}, inCollections, TextKind},
	{[]string{"txt", "text", "log"}, "text/plain; charset=utf-8", detector{text: true}, everywhere, TextKind},
}

// openDocument is the prefix of the media types of OpenDocument files.
const openDocument = "application/vnd.oasis.opendocument."

func (r row) format() Format { return Format(r.extensions[0]) }

func (f Format) row() (row, bool) {
	i := slices.IndexFunc(formats, func(r row) bool { return r.format() == f })
	if i < 0 {
		return row{}, false
	}
	return formats[i], true
}

// byExtension returns the format whose files have the extension ext, given in lower case and without its dot.
func byExtension(ext string) (row, bool) {
	i := slices.IndexFunc(formats, func(r row) bool { return slices.Contains(r.extensions, ext) })
	if i < 0 {
		return row{}, false
	}
	return formats[i], true
}

// Extensions lists, for people to read, the extensions of all formats that can be converted.
func Extensions() string { return listed(formats) }

// DocumentExtensions lists, for people to read, the extensions of the formats for which [Format.Document]
// holds.
func DocumentExtensions() string {
	return listed(slices.DeleteFunc(slices.Clone(formats), func(r row) bool { return r.accepted != everywhere }))
}

func listed(rows []row) string {
	var list []string
	for _, r := range rows {
		for _, ext := range r.extensions {
			list = append(list, "."+ext)
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

// Kind returns the converter that reads f.
func (f Format) Kind() Kind {
	r, _ := f.row()
	return r.kind
}

// Document reports whether f is converted as a separate document. All other formats are for collections only.
func (f Format) Document() bool {
	r, known := f.row()
	return known && r.accepted == everywhere
}

// Image reports whether f is a picture.
func (f Format) Image() bool { return f.Kind() == ImageKind }

// Drawable reports whether the pages of f have an appearance that can be rendered.
func (f Format) Drawable() bool { return f.Kind() == PaginatedKind || f.Image() }

// MediaType returns the IANA media type of f, with the charset for text.
func (f Format) MediaType() string {
	if r, ok := f.row(); ok {
		return r.mediaType
	}
	return "application/octet-stream"
}

// pdfHeaderWithin is how many arbitrary bytes may precede the header of a PDF.
const pdfHeaderWithin = 1024

func isPDF(head []byte) bool {
	return bytes.Contains(head[:min(len(head), pdfHeaderWithin)], []byte("%PDF-"))
}

// isRTF also accepts the white space that some programs write before the first group.
func isRTF(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n"), []byte("{\\rtf"))
}

func isWebP(head []byte) bool {
	return len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP"
}

func startsWith(magics ...string) func([]byte) bool {
	return func(head []byte) bool {
		return slices.ContainsFunc(magics, func(magic string) bool { return bytes.HasPrefix(head, []byte(magic)) })
	}
}
