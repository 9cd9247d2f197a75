package probe_test

import (
	"archive/zip"
	"bytes"
	"mime"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/probe"
)

func TestDetectsByContentThenExtension(t *testing.T) {
	t.Parallel()
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
		{"cut docx", "a.docx", archive(t, "word/document.xml")[:60], probe.DOCX},
		{"csv", "a.CSV", "a,b\n1,2\n", probe.CSV},
		{"tsv", "a.tsv", "a\tb\n", probe.TSV},
		{"windows-1252 csv", "a.csv", "caf\xe9,1\n", probe.CSV},
		{"utf-16 csv", "a.csv", utf16le, probe.CSV},
		{"html by content", "page", "  <!DOCTYPE html><p>x", probe.HTML},
		{"xhtml by content", "page", `<?xml version="1.0"?><html xmlns="x">`, probe.HTML},
		{"xml by content", "feed", `<?xml version="1.0"?><feed/>`, probe.XML},
		{"json by content", "data", `{"a": [1, 2, {"b": null}]}`, probe.JSON},
		{"brace but not json", "notes", "{ todo } buy milk", probe.Text},
		{"html source kept as text", "a.txt", "<html>", probe.Text},
		{"markdown", "README.md", "# Hi", probe.Markdown},
		{"source code", "main.go", "package main", probe.Text},
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

func TestRefusesWithWords(t *testing.T) {
	t.Parallel()
	ole := "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 300<<10)
	wide := func(s string) string { return strings.Join(strings.Split(s, ""), "\x00") + "\x00" }
	for _, c := range []struct {
		what, name, content string
		reason              page.Reason
		words               string
	}{
		{"empty", "a.pdf", "", page.Empty, "empty"},
		{"binary", "a.pdf", "\x00\x01\x02", page.Unsupported, probe.DocumentExtensions()},
		{"latin-1 without a text extension", "a.bin", "caf\xe9", page.Unsupported, "neither"},
		{"rtf", "a.docx", `{\rtf1 x}`, page.Unsupported, "RTF"},
		{"tiff", "a.png", "II*\x00abc", page.Unsupported, "TIFF"},
		{"heic", "a.jpg", "\x00\x00\x00\x18ftypheic", page.Unsupported, "HEIC"},
		{"presentation", "a.pptx", archive(t, "ppt/presentation.xml"), page.Unsupported, "PowerPoint"},
		{"archive", "a.zip", archive(t, "a.txt"), page.Unsupported, "archives"},
		{"archive named docx", "a.docx", archive(t, "a.txt"), page.Unsupported, "archives"},
		{"encrypted office file", "a.docx", ole + wide("EncryptedPackage"), page.PasswordProtected, "password"},
		{"old word", "a.doc", ole + wide("WordDocument"), page.Unsupported, ".docx"},
		{"old excel", "a.xls", ole + wide("Workbook"), page.Unsupported, ".xlsx"},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			_, err := probe.Detect(strings.NewReader(c.content), int64(len(c.content)), path.Ext(c.name))
			require.Equal(t, c.reason, page.ReasonOf(err))
			require.ErrorContains(t, err, c.words)
		})
	}
}

func TestTextMayEndInsideACharacter(t *testing.T) {
	t.Parallel()
	content := strings.Repeat("a", 64<<10-1) + "é and more" // the looked-at start cuts é in half
	got, err := probe.Detect(strings.NewReader(content), int64(len(content)), "")
	require.NoError(t, err)
	require.Equal(t, probe.Text, got)
}

func TestDocumentsAreThoseOfTheList(t *testing.T) {
	t.Parallel()
	for _, f := range []probe.Format{probe.PDF, probe.DOCX, probe.PNG, probe.JPEG, probe.WebP, probe.GIF} {
		require.True(t, f.Document(), f)
		require.Contains(t, probe.DocumentExtensions(), string(f))
	}
	require.False(t, probe.XLSX.Document())
	require.ErrorContains(t, probe.UnsupportedDocument(probe.CSV), "CSV")
}

func TestDocumentsAreRefusedWithTheListOfWhatIsAccepted(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{"empty.pdf": "", "text.pdf": "text", "binary.pdf": "\x00\x01"} {
		_, err := probe.Document(strings.NewReader(content), int64(len(content)), path.Ext(name))
		require.ErrorContains(t, err, probe.DocumentExtensions(), name)
	}
	for _, name := range []string{"a.pdf", "A.JPEG", "a.Docx", "scan", "Invoice No.12", "notes 21.11.", ".pdf", "v1.2b", "minutes.of-may"} {
		require.NoError(t, probe.CheckName(name), name)
	}
	for _, name := range []string{"a.txt", "a.pdf.exe", "sheet.XLSX", "a.mp4"} {
		require.ErrorContains(t, probe.CheckName(name), probe.DocumentExtensions(), name)
	}
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

// Every row of the table of formats is complete: a name, a type that browsers know, a way to recognise it, a converter.
func TestEveryFormatIsDescribed(t *testing.T) {
	t.Parallel()
	require.Equal(t, ".pdf, .docx, .png, .jpg, .jpeg, .webp, .gif", probe.DocumentExtensions())
	require.Len(t, probe.Formats(), 14)
	for _, f := range probe.Formats() {
		require.NotEqual(t, probe.NoKind, f.Kind(), f)
		_, _, err := mime.ParseMediaType(f.MediaType())
		require.NoError(t, err, f)
		require.NotEqual(t, "application/octet-stream", f.MediaType(), f)
	}
	require.Equal(t, probe.NoKind, probe.Format("tiff").Kind())
	require.Equal(t, "application/octet-stream", probe.Format("").MediaType())
}
