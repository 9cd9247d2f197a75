package main_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/zlib"
	bytesof "encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// bomb is a small file that tries to expand into a large one. words are part of the message to its owner; "" means that
// it may succeed.
type bomb struct {
	name  string
	words string
	data  []byte
}

const wordOpen = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`

func bombs(t testing.TB) []bomb {
	t.Helper()
	list := []bomb{
		{"flat.docx", "split it", docxWith(t, parts{strings.NewReader(wordOpen), repeat{`<w:p><w:r><w:t>aaaaaaaaaaaaaaaa</w:t></w:r></w:p>`, 300 << 20}})},
		{"overlap.docx", "", overlappingZip(t)},
		{"laughs.docx", "", docxWith(t, laughs())},
		{"external.docx", "", docxWith(t, strings.NewReader(`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>`+
			wordOpen+`<w:p><w:r><w:t>&e;</w:t></w:r></w:p></w:body></w:document>`))},
		{"deep.docx", "", docxWith(t, parts{strings.NewReader(wordOpen), repeat{"<w:sdt>", 1 << 20}})},
		{"wide.png", "pixels", png(50_000, 50_000, nil)},
		{"tall.png", "pixels", png(1, 2_000_000_000, nil)},
		{"lying.png", "", png(4000, 4000, deflated(t, 256<<20))},
		{"wide.gif", "pixels", append([]byte("GIF89a\xff\xff\xff\xff\x80\x00\x00\x00\x00\x00\xff\xff\xff"), 0x3b)},
		{"pages.pdf", "pages", manyPages(40_000)},
		{"flate.pdf", "", pdfOf("", contentStream(deflated(t, 1<<30), "/FlateDecode"))},
		{"twice.pdf", "", pdfOf("", contentStream(compress(t, deflated(t, 1<<30)), "[/FlateDecode /FlateDecode]"))},
		{"loop.pdf", "", []byte("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1>>endobj\ntrailer<</Root 1 0 R>>")},
		{"arrays.pdf", "", pdfOf("", contentStream(bytes.Repeat([]byte("["), 4<<20), ""))},
	}
	return list
}

// fileBombs returns the bombs that only collections accept.
func fileBombs(t testing.TB) []bomb {
	t.Helper()
	return []bomb{
		{"sheet.xlsx", "split it", xlsxWith(t, repeat{`<row><c t="inlineStr"><is><t>aaaa</t></is></c></row>`, 300 << 20})},
		{"far.xlsx", "", xlsxWith(t, strings.NewReader(`<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`))},
		{"deep.html", "", bytes.Repeat([]byte("<div><b>"), 1<<20)},
		{"tables.html", "", bytes.Repeat([]byte("<table><tr><td colspan=99999 rowspan=99999>"), 1<<14)},
		{"deep.json", "", bytes.Repeat([]byte("["), 8<<20)},
		{"deep.xml", "", bytes.Repeat([]byte("<a>"), 4<<20)},
		{"deep.md", "", bytes.Repeat([]byte("> "), 2<<20)},
		{"stars.md", "", bytes.Repeat([]byte("*a **b "), 1<<18)},
		{"links.md", "", bytes.Repeat([]byte("["), 1<<18)},
		{"pictures.md", "", bytes.Repeat([]byte("!["), 1<<17)},
		{"wide.md", "", []byte(strings.Repeat("|a", 20_000) + "\n" + strings.Repeat("|-", 20_000) + "\n" + strings.Repeat("|b\n", 20_000))},
		{"wide.html", "", []byte("<table><tr>" + strings.Repeat("<td>a", 20_000) + strings.Repeat("<tr><td>b", 20_000))},
		{"spans.html", "", []byte("<table>" + strings.Repeat("<tr><td colspan=1000 rowspan=1000>a", 8_000))},
		{"wide.csv", "", []byte(strings.Repeat("a,", 20_000) + "\n" + strings.Repeat("b\n", 20_000))},
		{"columns.csv", "", bytes.Repeat([]byte("a,"), 4<<20)},
		{"quotes.csv", "", bytes.Repeat([]byte(`"`), 8<<20)},
	}
}

// repeat reads a text over and over, up to size bytes.
type repeat struct {
	text string
	size int64
}

func (r repeat) Read([]byte) (int, error) { return 0, io.EOF }

// WriteTo implements io.WriterTo.
func (r repeat) WriteTo(w io.Writer) (int64, error) {
	block := bytes.Repeat([]byte(r.text), 1<<20/len(r.text))
	var n int64
	for n < r.size {
		m, err := w.Write(block)
		n += int64(m)
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

func laughs() io.Reader {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE x [<!ENTITY a0 "ha">`)
	for i := 1; i < 30; i++ {
		fmt.Fprintf(&b, `<!ENTITY a%d "%s">`, i, strings.Repeat(fmt.Sprintf("&a%d;", i-1), 10))
	}
	b.WriteString(`]>` + wordOpen + `<w:p><w:r><w:t>&a29;</w:t></w:r></w:p></w:body></w:document>`)
	return strings.NewReader(b.String())
}

func zipped(t testing.TB, parts map[string]io.Reader) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
	for name, r := range parts {
		w, err := z.Create(name)
		require.NoError(t, err)
		_, err = io.Copy(w, r)
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return b.Bytes()
}

func docxWith(t testing.TB, document io.Reader) []byte {
	t.Helper()
	return zipped(t, map[string]io.Reader{
		"[Content_Types].xml": strings.NewReader(`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`),
		"_rels/.rels":         strings.NewReader(`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`),
		"word/document.xml":   document,
	})
}

func xlsxWith(t testing.TB, rows io.Reader) []byte {
	t.Helper()
	return zipped(t, map[string]io.Reader{
		"[Content_Types].xml":        strings.NewReader(`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`),
		"_rels/.rels":                strings.NewReader(`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`),
		"xl/workbook.xml":            strings.NewReader(`<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`),
		"xl/_rels/workbook.xml.rels": strings.NewReader(`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`),
		"xl/worksheets/sheet1.xml": parts{
			strings.NewReader(`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`), rows,
			strings.NewReader(`</sheetData></worksheet>`),
		},
	})
}

// parts are consecutive readers, each written by its own WriteTo.
type parts []io.Reader

func (parts) Read([]byte) (int, error) { return 0, io.EOF }

// WriteTo implements io.WriterTo.
func (p parts) WriteTo(w io.Writer) (n int64, err error) {
	for _, r := range p {
		m, err := io.Copy(w, r)
		if n += m; err != nil {
			return n, err
		}
	}
	return n, nil
}

// overlappingZip returns a document whose entries all point at the same bytes.
func overlappingZip(t testing.TB) []byte {
	t.Helper()
	data := docxWith(t, strings.NewReader(strings.Repeat("x", 1000)))
	at := bytes.Index(data, []byte("PK\x01\x02"))
	for first := at; at >= 0 && at+46 < len(data); {
		copy(data[at+42:at+46], data[first+42:first+46])
		next := bytes.Index(data[at+4:], []byte("PK\x01\x02"))
		if next < 0 {
			return data
		}
		at += 4 + next
	}
	return data
}

// deflated returns a zlib stream of n zero bytes.
func deflated(t testing.TB, n int64) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := zlib.NewWriterLevel(&b, zlib.BestSpeed)
	require.NoError(t, err)
	_, err = repeat{"\x00", n}.WriteTo(w)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

func compress(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, err := w.Write(data)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

func png(width, height uint32, idat []byte) []byte {
	var b bytes.Buffer
	b.WriteString("\x89PNG\r\n\x1a\n")
	chunk := func(kind string, data []byte) {
		_ = bytesof.Write(&b, bytesof.BigEndian, uint32(len(data)))
		body := append([]byte(kind), data...)
		b.Write(body)
		_ = bytesof.Write(&b, bytesof.BigEndian, crc32.ChecksumIEEE(body))
	}
	header := bytesof.BigEndian.AppendUint32(bytesof.BigEndian.AppendUint32(nil, width), height)
	chunk("IHDR", append(header, 8, 0, 0, 0, 0))
	chunk("IDAT", idat)
	chunk("IEND", nil)
	return b.Bytes()
}

func stream(dict string, data []byte) []byte {
	return fmt.Appendf(nil, "<<%s/Length %d>>stream\n%s\nendstream", dict, len(data), data)
}

func contentStream(data []byte, filter string) []byte {
	if filter == "" {
		return stream("", data)
	}
	return stream("/Filter "+filter, data)
}

// pdfOf returns a PDF with one page and the given resources. objects are its content (object 4) and those that follow.
func pdfOf(resources string, objects ...[]byte) []byte {
	all := append([][]byte{
		[]byte("<</Type/Catalog/Pages 2 0 R>>"), []byte("<</Type/Pages/Kids[3 0 R]/Count 1>>"),
		[]byte("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<<" + resources + ">>>>"),
	}, objects...)
	return pdfFile(all)
}

func manyPages(n int) []byte {
	return pdfFile([][]byte{
		[]byte("<</Type/Catalog/Pages 2 0 R>>"),
		[]byte(fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", strings.Repeat("3 0 R ", n), n)),
		[]byte("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>"),
	})
}

func pdfFile(objects [][]byte) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	offsets := make([]int, 0, len(objects))
	for i, o := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	at := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, at)
	return b.Bytes()
}
