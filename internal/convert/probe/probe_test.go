package probe_test

import (
	"archive/zip"
	"bytes"
	"mime"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/compound"
	"quire/internal/convert/compound/compoundtest"
	"quire/internal/convert/page"
	"quire/internal/convert/probe"
)

func TestDetectsByContentThenExtension(t *testing.T) {
	t.Parallel()
	const message = "Received: by a;\n\tMon\nFrom: a@b.c\nDate: Mon\nSubject: x\n\nHello\n"
	utf16le := "\xff\xfea\x00,\x00b\x00"
	for _, c := range []struct {
		what, name, content string
		want                probe.Format
	}{
		{"pdf", "a.pdf", "%PDF-1.7\n", probe.PDF},
		{"pdf under a wrong name", "a.png", "%PDF-1.7\n", probe.PDF},
		{"pdf after junk", "a.pdf", "\r\njunk\r\n%PDF-1.4\n", probe.PDF},
		{"png", "", "\x89PNG\r\n\x1a\n\x00\x00", probe.PNG},
		{"jpeg named pdf", "a.pdf", "\xff\xd8\xff\xe0\x00", probe.JPEG},
		{"gif", "a.gif", "GIF89a\x00", probe.GIF},
		{"webp", "a", "RIFF\x00\x00\x00\x00WEBPVP8 ", probe.WebP},
		{"docx", "a.docx", archive(t, "[Content_Types].xml", "word/document.xml"), probe.DOCX},
		{"docx without a name", "", archive(t, "word/document2.xml"), probe.DOCX},
		{"xlsx named docx", "a.docx", archive(t, "xl/workbook.xml"), probe.XLSX},
		{"pptx", "a.pptx", archive(t, "[Content_Types].xml", "ppt/presentation.xml"), probe.PPTX},
		{"a show with macros", "a.ppsm", archive(t, "ppt/presentation.xml"), probe.PPTX},
		{"cut template", "a.POTX", archive(t, "ppt/presentation.xml")[:60], probe.PPTX},
		{"cut docx", "a.docx", archive(t, "word/document.xml")[:60], probe.DOCX},
		{"odt", "a.odt", opened(t, "text"), probe.ODT},
		{"odt named docx", "a.docx", opened(t, "text"), probe.ODT},
		{"a template for texts", "a.ott", opened(t, "text-template"), probe.ODT},
		{"odt without its type", "a.odt", archive(t, "content.xml", "META-INF/manifest.xml"), probe.ODT},
		{"cut odt", "a.odt", opened(t, "text")[:60], probe.ODT},
		{"flat odt", "a", `<?xml version="1.0"?><office:document xmlns:x="y" office:mimetype="application/vnd.oasis.opendocument.text">`, probe.ODT},
		{"odp", "a.odp", opened(t, "presentation"), probe.ODP},
		{"epub", "a.epub", book(t), probe.EPUB},
		{"epub without its type", "a", archive(t, "META-INF/container.xml", "a.opf"), probe.EPUB},
		{"rtf", "a.docx", `{\rtf1 x}`, probe.RTF},
		{"rtf after a line", "a.doc", "\n{\\rtf1 x}", probe.RTF},
		{"ods", "a.ods", opened(t, "spreadsheet"), probe.ODS},
		{"csv", "a.CSV", "a,b\n1,2\n", probe.CSV},
		{"tsv", "a.tsv", "a\tb\n", probe.TSV},
		{"windows-1252 csv", "a.csv", "caf\xe9,1\n", probe.CSV},
		{"utf-16 csv", "a.csv", utf16le, probe.CSV},
		{"html by content", "page", "  <!DOCTYPE html><p>x", probe.HTML},
		{"xhtml by content", "page", `<?xml version="1.0"?><html xmlns="x">`, probe.HTML},
		{"xml by content", "feed", `<?xml version="1.0"?><feed/>`, probe.XML},
		{"json by content", "data", `{"a": [1, 2, {"b": null}]}`, probe.JSON},
		{"brace but not json", "notes", "{ todo } buy milk", probe.Text},
		{"text with a stray control character", "a.md", "# Hi\n\n" + strings.Repeat("word ", 100) + "\x02", probe.Markdown},
		{"a short table with a zero byte", "a.csv", "a,b\x00\n", probe.CSV},
		{"html source kept as text", "a.txt", "<html>", probe.Text},
		{"markdown", "README.md", "# Hi", probe.Markdown},
		{"source code", "main.go", "package main", probe.Text},
		{"message", "a.eml", "Subject: x\r\n\r\nHello", probe.EML},
		{"message by content", "", message, probe.EML},
		{"message of a mailbox", "inbox", "From a@b.c Mon Jan  1 00:00:00 2026\n" + message, probe.EML},
		{"message in windows-1252", "a.eml", message + "caf\xe9", probe.EML},
		{"message kept as text", "a.txt", message, probe.Text},
		{"notes with a date and a subject", "notes", "Date: today\nSubject: boats\n\nBuy oars.", probe.Text},
		{"fields without an end", "notes", "From: a\nTo: b\nDate: c\nand then it rained", probe.Text},
		{"old word", "a.docx", compoundFile("WordDocument", "ObjectPool/_1/Workbook"), probe.DOC},
		{"old excel", "", compoundFile("Workbook", "MBD1/WordDocument"), probe.XLS},
		{"older excel", "a.xls", compoundFile("book"), probe.XLS},
		{"old powerpoint", "a.pps", compoundFile("PowerPoint Document"), probe.PPT},
		{"message of Outlook", "a.msg", compoundFile("__properties_version1.0", "__attach_version1.0_#00000000/WordDocument"), probe.MSG},
		{"damaged old word", "a.dot", compound.Magic + strings.Repeat("\x00", 600), probe.DOC},
		{"starts like BMP", "a", "BMW is a car maker", probe.Text},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			got, err := probe.Detect(strings.NewReader(c.content), int64(len(c.content)), path.Ext(c.name))
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
}

func TestRejectionsExplainThemselves(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what, name, content string
		reason              page.Reason
		words               string
	}{
		{"empty", "a.pdf", "", page.Empty, "empty"},
		{"binary", "a.pdf", "\x00\x01\x02", page.Unsupported, probe.DocumentExtensions()},
		{"latin-1 without a text extension", "a.bin", "caf\xe9", page.Unsupported, "neither"},
		{"text with a control character, by its content alone", "a", "Hi\x02", page.Unsupported, "neither"},
		{"binary named as text", "a.txt", strings.Repeat("some text, and \x00\x01\x02", 50), page.Unsupported, "neither"},
		{"tiff", "a.png", "II*\x00abc", page.Unsupported, "TIFF"},
		{"heic", "a.jpg", "\x00\x00\x00\x18ftypheic", page.Unsupported, "HEIC"},
		{"archive", "a.zip", archive(t, "a.txt"), page.Unsupported, "archives"},
		{"archive named docx", "a.docx", archive(t, "a.txt"), page.Unsupported, "archives"},
		{"a drawing", "a.odg", opened(t, "graphics"), page.Unsupported, "archives"},
		{"encrypted odt", "a.odt", opened(t, "text", "encrypted-package"), page.PasswordProtected, "password"},
		{"encrypted office file", "a.docx", compoundFile("EncryptedPackage", "WordDocument"), page.PasswordProtected, "password"},
		{"another compound file", "a.doc", compoundFile("VisioDocument"), page.Unsupported, "this kind of Office file"},
		{"damaged compound file", "a.bin", compound.Magic + strings.Repeat("\x00", 600), page.Unsupported, "damaged"},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			_, err := probe.Detect(strings.NewReader(c.content), int64(len(c.content)), path.Ext(c.name))
			require.Equal(t, c.reason, page.ReasonOf(err))
			require.ErrorContains(t, err, c.words)
		})
	}
}

func TestExaminedTextMayEndInsideACharacter(t *testing.T) {
	t.Parallel()
	content := strings.Repeat("a", 64<<10-1) + "é and more" // the end of the examined head splits the é
	got, err := probe.Detect(strings.NewReader(content), int64(len(content)), "")
	require.NoError(t, err)
	require.Equal(t, probe.Text, got)
}

func TestOnlyListedFormatsAreDocuments(t *testing.T) {
	t.Parallel()
	for _, f := range []probe.Format{
		probe.PDF, probe.DOCX, probe.PNG, probe.JPEG, probe.WebP, probe.GIF, probe.PPTX, probe.XLSX, probe.ODT, probe.ODS, probe.ODP, probe.RTF, probe.EPUB, probe.CSV, probe.HTML,
		probe.Markdown, probe.Text,
	} {
		require.True(t, f.Document(), f)
		require.Contains(t, probe.DocumentExtensions(), string(f))
	}
	require.False(t, probe.JSON.Document())
	require.ErrorContains(t, probe.UnsupportedDocument(probe.JSON), "JSON")
	require.True(t, strings.HasPrefix(probe.DocumentExtensions(), ".pdf, .docx, .png, .jpg, .jpeg, .webp, .gif, "), "the specification's own types come first")
}

func TestTextIsADocumentWhenItsNameSaysSo(t *testing.T) {
	t.Parallel()
	const site, words = "<!DOCTYPE html><p>x", "some words"
	for name, want := range map[string]struct {
		content string
		format  probe.Format
	}{
		"a.txt":     {words, probe.Text},
		"a.md":      {words, probe.Markdown},
		"a.csv":     {"a,b\n1,2\n", probe.CSV},
		"a.html":    {site, probe.HTML},
		"article":   {site, probe.HTML},
		"page.txt":  {site, probe.Text},
		"words":     {words, ""},
		"a.pdf":     {words, ""},
		"page.pdf":  {site, ""},
		"data.json": {"{}", ""},
	} {
		got, err := probe.Document(strings.NewReader(want.content), int64(len(want.content)), path.Ext(name))
		require.Equal(t, want.format, got, name)
		require.Equal(t, want.format == "", page.ReasonOf(err) != "", "%s: %v", name, err)
	}
}

func TestRejectedDocumentsAreToldWhatIsAccepted(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{"empty.pdf": "", "text.pdf": "text", "binary.pdf": "\x00\x01"} {
		_, err := probe.Document(strings.NewReader(content), int64(len(content)), path.Ext(name))
		require.ErrorContains(t, err, probe.DocumentExtensions(), name)
	}
	for _, name := range []string{"a.pdf", "A.JPEG", "a.Docx", "talk.PPTM", "sheet.XLSX", "a.txt", "scan", "Invoice No.12", "notes 21.11.", ".pdf", "v1.2b", "minutes.of-may"} {
		require.NoError(t, probe.CheckName(name), name)
	}
	for _, name := range []string{"a.json", "a.pdf.exe", "main.go", "a.mp4"} {
		require.ErrorContains(t, probe.CheckName(name), probe.DocumentExtensions(), name)
	}
}

// compoundFile returns a compound file with streams at these paths.
func compoundFile(paths ...string) string {
	streams := map[string]string{}
	for _, path := range paths {
		streams[path] = "content"
	}
	return string(compoundtest.File(streams))
}

func archive(t *testing.T, names ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, n := range names {
		_, err := w.Create(n)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.String()
}

// book returns an EPUB.
func book(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.CreateHeader(&zip.FileHeader{Name: "mimetype", Method: zip.Store})
	require.NoError(t, err)
	_, err = f.Write([]byte("application/epub+zip"))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.String()
}

// opened returns an OpenDocument package of a type, with further entries.
func opened(t *testing.T, kind string, names ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.CreateHeader(&zip.FileHeader{Name: "mimetype", Method: zip.Store})
	require.NoError(t, err)
	_, err = f.Write([]byte("application/vnd.oasis.opendocument." + kind))
	require.NoError(t, err)
	for _, n := range append([]string{"content.xml"}, names...) {
		_, err := w.Create(n)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.String()
}

// Every row of the format table is complete: it has a name, a type that browsers know, a way to recognize it, and a
// converter.
func TestEveryFormatIsDescribed(t *testing.T) {
	t.Parallel()
	require.Equal(t, ".pdf, .docx, .png, .jpg, .jpeg, .webp, .gif, .pptx, .pptm, .ppsx, .ppsm, .potx, .potm, .xlsx, .odt, .ott, .fodt, .ods, .ots, .fods, .odp, .otp, .fodp, .epub, .rtf, .doc, .dot, .xls, .xlt, .ppt, .pps, .pot, .csv, .tsv, .tab, .eml, .msg, .oft, .html, .htm, .xhtml, .md, .markdown, .txt, .text, .log", probe.DocumentExtensions())
	for _, f := range probe.Formats() {
		require.Contains(t, probe.Extensions(), "."+string(f))
		require.NotEqual(t, probe.NoKind, f.Kind(), f)
		_, _, err := mime.ParseMediaType(f.MediaType())
		require.NoError(t, err, f)
		require.NotEqual(t, "application/octet-stream", f.MediaType(), f)
	}
	require.Equal(t, probe.NoKind, probe.Format("tiff").Kind())
	require.Equal(t, "application/octet-stream", probe.Format("").MediaType())
}
