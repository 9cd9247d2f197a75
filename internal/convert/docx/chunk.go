package docx

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"path"
	"strings"

	"quire/internal/convert/archive"
	"quire/internal/convert/charset"
	"quire/internal/convert/html"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/paging"
	"quire/internal/convert/page"
)

const (
	// chunkDepth bounds the nesting of documents in documents.
	chunkDepth = 3
	// chunkLimit bounds the bytes of one chunk, because an HTML tree takes many times its size.
	chunkLimit = 16 << 20
	// chunksLimit bounds how much all chunks together unpack to, because one part can be imported any number of times.
	chunksLimit = 128 << 20
)

// altChunk imports a part in another format (17.17.2.1). HTML, alone or as a mail message, and documents are read;
// anything else is noted.
func (d *document) altChunk(e opc.Element, f *flow) error {
	r, ok := d.rels[e.Attr("id")]
	if !ok || r.External || !d.Has(r.Target) {
		return nil
	}
	if *d.imports <= 0 {
		d.remark("too many embedded documents: some were left out")
		return nil
	}
	if d.illustrations.TooOften(r.Target) {
		return nil
	}
	data, err := d.ReadPart(r.Target, chunkLimit)
	if err != nil {
		return err
	}
	*d.imports -= int64(len(data)) + 4096
	var blocks []page.Block
	switch path.Ext(strings.ToLower(r.Target)) {
	case ".html", ".htm", ".xhtml":
		blocks, err = html.Blocks(d.ctx, data, "")
	case ".txt":
		text, _ := charset.Decode(data)
		text = strings.TrimSpace(page.Visible(strings.ReplaceAll(text, "\r\n", "\n")))
		blocks = []page.Block{{Kind: page.Paragraph, Spans: []page.Span{{Text: text}}}}
	case ".mht", ".mhtml", ".eml":
		markup, contentType := messageHTML(data)
		blocks, err = html.Blocks(d.ctx, markup, contentType)
	case ".docx", ".docm":
		blocks, err = d.inner(data)
	default:
		d.remark("an embedded document in another format was left out")
	}
	if page.ReasonOf(err) == page.Corrupt {
		d.remark("an embedded document is damaged and was left out")
		return nil
	}
	f.blocks = append(f.blocks, blocks...)
	return err
}

// inner reads a document embedded in this one.
func (d *document) inner(data []byte) ([]page.Block, error) {
	if d.chunks >= chunkDepth {
		return nil, nil
	}
	limits := d.opt.Limits
	limits.TotalBytes = max(*d.imports, 1)
	zip, err := archive.Open(bytes.NewReader(data), int64(len(data)), limits)
	if err != nil {
		return nil, err
	}
	defer func() { *d.imports -= zip.Inflated() }()
	in := newDocument(d.ctx, zip, d.opt)
	in.imports = d.imports
	in.chunks, in.footnotes, in.endnotes = d.chunks+1, d.footnotes, d.endnotes
	body := &flow{}
	if err := in.prepare(); err != nil {
		return nil, err
	}
	err = in.readBody(body)
	d.read, d.footnotes, d.endnotes = d.read || in.read, in.footnotes, in.endnotes
	return paging.WithNotes(body.blocks, in.notes, map[string]bool{}), err
}

// messageHTML returns the first HTML of a mail message (RFC 2557) and its content type, or nothing if there is
// none.
func messageHTML(data []byte) (markup []byte, contentType string) {
	m, err := mail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		return nil, ""
	}
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		return nil, ""
	}
	if !strings.HasPrefix(kind, "multipart/") {
		return decoded(m.Body, m.Header.Get("Content-Transfer-Encoding")), m.Header.Get("Content-Type")
	}
	parts := multipart.NewReader(m.Body, params["boundary"])
	for {
		p, err := parts.NextRawPart()
		if err != nil {
			return nil, ""
		}
		if contentType = p.Header.Get("Content-Type"); strings.HasPrefix(contentType, "text/html") {
			return decoded(p, p.Header.Get("Content-Transfer-Encoding")), contentType
		}
	}
}

// decoded decodes as much as possible of a body in a transfer encoding.
func decoded(r io.Reader, encoding string) []byte {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "base64":
		r = base64.NewDecoder(base64.StdEncoding, r)
	case "quoted-printable":
		r = quotedprintable.NewReader(r)
	}
	data, _ := io.ReadAll(r)
	return data
}
