package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Input is a file made by the campaign. Every page contains its word.
type Input struct {
	Name string
	Body []byte
}

// MakeInput makes a file of the given format with word in it. The format broken is a PDF that no reader can
// open.
func MakeInput(format, word string, pages int) Input {
	text := "Document " + word + " was made by the campaign."
	in := Input{Name: word + "." + format}
	switch format {
	case "pdf":
		in.Body = makePDF(word, pages, text)
	case "docx":
		in.Body = makeDOCX(text)
	case "png":
		in.Body = makePNG(word)
	case "invoice":
		in.Name = word + ".pdf"
		in.Body = makePDF(word, 1, "INVOICE", "Invoice number: INV-"+word+"-018", "Invoice date: 12 March 2025", "Total: 120.00 EUR")
	case "broken":
		in.Name = word + ".pdf"
		in.Body = []byte("%PDF-1.4\n" + strings.Repeat("broken "+word+"\n", 20))
	default:
		in.Body = []byte(text + "\n")
	}
	return in
}

// MakeFile makes a file for a collection that contains a single sentence.
func MakeFile(format, name, sentence string) Input {
	in := Input{Name: name + "." + format, Body: []byte(sentence + "\n")}
	switch format {
	case "pdf":
		in.Body = makePDF(name, 1, sentence)
	case "docx":
		in.Body = makeDOCX(sentence)
	}
	return in
}

const pdfLine = 24 // points between two lines

// makePDF makes a PDF with the lines on each page.
func makePDF(word string, pages int, lines ...string) []byte {
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"}
	var kids []string
	for page := range pages {
		var content strings.Builder
		for i, line := range append(lines, fmt.Sprintf("Page %d of %s.", page+1, word)) {
			fmt.Fprintf(&content, "BT /F1 14 Tf 72 %d Td (%s) Tj ET\n", 700-pdfLine*i, line)
		}
		kids = append(kids, fmt.Sprintf("%d 0 R", len(objects)+1))
		objects = append(objects,
			fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents %d 0 R >>", len(objects)+2),
			fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", content.Len(), content.String()))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), pages)
	return assemblePDF(objects)
}

func assemblePDF(objects []string) []byte {
	var pdf bytes.Buffer
	pdf.WriteString("%PDF-1.4\n")
	var table strings.Builder
	for i, body := range objects {
		fmt.Fprintf(&table, "%010d 00000 n \n", pdf.Len())
		fmt.Fprintf(&pdf, "%d 0 obj\n%s\nendobj\n", i+1, body)
	}
	start := pdf.Len()
	fmt.Fprintf(&pdf, "xref\n0 %d\n0000000000 65535 f \n%strailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n",
		len(objects)+1, table.String(), len(objects)+1, start)
	return pdf.Bytes()
}

const (
	docxTypes = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
	docxRels = `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`
	docxBody = `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">` +
		`<w:body><w:p><w:r><w:t>%s</w:t></w:r></w:p></w:body></w:document>`
)

func makeDOCX(text string) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, part := range [][2]string{
		{"[Content_Types].xml", docxTypes}, {"_rels/.rels", docxRels}, {"word/document.xml", fmt.Sprintf(docxBody, text)},
	} {
		w, err := z.Create(part[0])
		if err != nil {
			panic(err) // writing to a buffer cannot fail
		}
		fmt.Fprint(w, part[1])
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

const (
	pictureWidth, pictureHeight = 900, 200
	pictureSize                 = 48 // points at 72 dpi, so pixels
)

// makePNG draws the word, black on white.
func makePNG(word string) []byte {
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		panic(err) // the font is embedded in the program
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: pictureSize, DPI: 72})
	if err != nil {
		panic(err)
	}
	picture := image.NewGray(image.Rect(0, 0, pictureWidth, pictureHeight))
	draw.Draw(picture, picture.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	pen := font.Drawer{Dst: picture, Src: image.NewUniform(color.Black), Face: face, Dot: fixed.P(40, 110)}
	pen.DrawString("The name is " + word)
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		panic(err)
	}
	return out.Bytes()
}
