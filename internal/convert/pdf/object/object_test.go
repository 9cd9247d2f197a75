package object_test

import (
	"bytes"
	"compress/zlib"
	"encoding/ascii85"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/pdf/object"
)

// objects reads everything in a content stream.
func objects(t *testing.T, text string) []object.Object {
	t.Helper()
	l := object.NewLexer([]byte(text))
	var out []object.Object
	for {
		o, err := l.Next()
		require.NoError(t, err)
		if o.Kind == object.End {
			return out
		}
		out = append(out, o)
	}
}

func TestObjectsAreReadAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]object.Object{
		"12":              {Kind: object.Integer, Number: 12},
		"-.5":             {Kind: object.Real, Number: -.5},
		"+4.":             {Kind: object.Real, Number: 4},
		"true":            {Kind: object.Boolean, Number: 1},
		"null":            {},
		"/A#20b":          {Kind: object.Name, Bytes: []byte("A b")},
		"(a(b)c)":         {Kind: object.String, Bytes: []byte("a(b)c")},
		`(\101\n\)\7z)`:   {Kind: object.String, Bytes: []byte("A\n)\x07z")},
		"(a\\\r\nb\r\nc)": {Kind: object.String, Bytes: []byte("ab\nc")},
		"<4 142 5>":       {Kind: object.String, Bytes: []byte("ABP")},
		"% note\nTj":      {Kind: object.Keyword, Bytes: []byte("Tj")},
	} {
		require.Equal(t, []object.Object{want}, objects(t, text), text)
	}
	all := objects(t, "[1 (a)]<</K[/N]/L<</M 2>>>>T*")
	require.Equal(t, []object.Kind{object.Array, object.Dictionary, object.Keyword}, []object.Kind{all[0].Kind, all[1].Kind, all[2].Kind})
	require.Equal(t, 2, all[1].Dict["L"].Dict["M"].Int())
}

func TestWhatIsNotSyntaxIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"--1", "1-2", "1.2.3", "(a", "<4x>", "<4", "[1", "[1 Tj]", "<</A>>", "<<1 2>>", ")", "99999999999", strings.Repeat("[", 99)} {
		_, err := object.NewLexer([]byte(text)).Next()
		require.Error(t, err, text)
	}
}

// file writes a file from objects, the first of which is the catalog.
func file(all ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var table strings.Builder
	for i, o := range all {
		fmt.Fprintf(&table, "%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n%s", len(all)+1, table.String())
	start := bytes.LastIndex(b.Bytes(), []byte("xref\n"))
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(all)+1, start)
	return b.Bytes()
}

func stream(entries string, data []byte) string {
	return fmt.Sprintf("<< /Length %d %s >>\nstream\n%s\nendstream", len(data), entries, data)
}

func deflated(data []byte) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}

func ascii85ed(data []byte) []byte {
	out := make([]byte, ascii85.MaxEncodedLen(len(data)))
	return append(out[:ascii85.Encode(out, data)], "~>"...)
}

// data opens a file whose second object is a stream, and unpacks that stream.
func data(t *testing.T, raw []byte) ([]byte, error) {
	t.Helper()
	f, err := object.Open(raw)
	require.NoError(t, err)
	o, err := f.Resolve(object.Object{Kind: object.Reference, Number: 2})
	require.NoError(t, err)
	return f.Data(o)
}

func TestStreamsAreUnpacked(t *testing.T) {
	t.Parallel()
	text := []byte("some text, some text, some text")
	for entries, coded := range map[string][]byte{
		"":                         text,
		"/Filter /FlateDecode":     deflated(text),
		"/Filter [/AHx /Fl]":       fmt.Appendf(nil, "%x>", deflated(text)),
		"/Filter /RunLengthDecode": append(append([]byte{byte(len(text) - 1)}, text...), 128),
		"/Filter /ASCII85Decode":   ascii85ed(text),
	} {
		got, err := data(t, file("<< >>", stream(entries, coded)))
		require.NoError(t, err, entries)
		require.Equal(t, string(text), string(got), entries)
	}
}

func TestPredictedRowsAreRestored(t *testing.T) {
	t.Parallel()
	rows := []byte{0, 1, 2, 3, 1, 1, 1, 1, 2, 1, 1, 1, 3, 2, 2, 2, 4, 1, 1, 1}
	got, err := data(t, file("<< >>", stream("/Filter /Fl /DecodeParms << /Predictor 15 /Columns 3 >>", deflated(rows))))
	require.NoError(t, err)
	require.Equal(t, []byte{1, 2, 3, 1, 2, 3, 2, 3, 4, 3, 5, 6, 4, 6, 7}, got)
}

func TestABombIsRefused(t *testing.T) {
	t.Parallel()
	bomb := deflated(make([]byte, 64<<20))
	for _, entries := range []string{"/Filter /FlateDecode", "/Filter [/Fl /Fl]"} {
		coded := bomb
		if strings.Contains(entries, "[") {
			coded = deflated(bomb)
		}
		_, err := data(t, file("<< >>", stream(entries, coded)))
		require.Error(t, err)
	}
}

func TestObjectsInStreamsAreFound(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	packed := "3 0 4 18 << /Pages 4 0 R >> << /Kids [5 0 R] >>"
	at := map[int]int{}
	add := func(n int, body string) {
		at[n] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", n, body)
	}
	add(2, stream("/Type /ObjStm /N 2 /First 9 /Filter /FlateDecode", deflated([]byte(packed))))
	add(5, "<< /Type /Page /Rotate 90 >>")
	start := b.Len()
	entry := func(kind, second, third int) string {
		return string([]byte{byte(kind), byte(second >> 8), byte(second), byte(third)})
	}
	table := entry(0, 0, 0) + entry(1, start, 0) + entry(1, at[2], 0) + entry(2, 2, 0) + entry(2, 2, 1) + entry(1, at[5], 0)
	add(1, stream("/Type /XRef /W [1 2 1] /Size 6 /Root 3 0 R", []byte(table)))
	fmt.Fprintf(&b, "startxref\n%d\n%%%%EOF\n", start)
	f, err := object.Open(b.Bytes())
	require.NoError(t, err)
	pages, err := f.Pages()
	require.NoError(t, err)
	require.Len(t, pages, 1)
	require.Equal(t, 90, pages[0]["Rotate"].Int())
}

func TestPagesInheritFromTheBranchesAbove(t *testing.T) {
	t.Parallel()
	f, err := object.Open(file("<< /Pages 2 0 R >>", "<< /Kids [3 0 R 5 0 R] /Rotate 90 >>", "<< /Kids [4 0 R] /Rotate 180 >>",
		"<< /Type /Page >>", "<< /Type /Page >>"))
	require.NoError(t, err)
	pages, err := f.Pages()
	require.NoError(t, err)
	require.Len(t, pages, 2)
	require.Equal(t, 180, pages[0]["Rotate"].Int())
	require.Equal(t, 90, pages[1]["Rotate"].Int())
}

func TestLoopsEnd(t *testing.T) {
	t.Parallel()
	f, err := object.Open(file("<< /Pages 2 0 R >>", "<< /Kids [2 0 R] >>", "4 0 R", "3 0 R"))
	require.NoError(t, err)
	_, err = f.Pages()
	require.Error(t, err)
	_, err = f.Resolve(object.Object{Kind: object.Reference, Number: 3})
	require.Error(t, err)
	again := strings.Replace(string(file("<< >>")), "/Root 1 0 R", fmt.Sprintf("/Root 1 0 R /Prev %d", strings.Index(string(file("<< >>")), "xref\n")), 1)
	_, err = object.Open([]byte(again))
	require.Error(t, err)
}

func TestDamagedFilesAreRefused(t *testing.T) {
	t.Parallel()
	good := string(file("<< /Pages 2 0 R >>", stream("", []byte("abc"))))
	for name, bad := range map[string]string{
		"no header":   "x" + good,
		"no table":    strings.Replace(good, "startxref", "startxyz", 1),
		"encrypted":   strings.Replace(good, "/Root", "/Encrypt 1 0 R /Root", 1),
		"wrong place": strings.Replace(good, "65535 f", "65535 x", 1),
	} {
		_, err := object.Open([]byte(bad))
		require.Error(t, err, name)
	}
	f, err := object.Open([]byte(strings.Replace(good, "/Length 3", "/Length 2", 1)))
	require.NoError(t, err)
	_, err = f.Resolve(object.Object{Kind: object.Reference, Number: 2})
	require.Error(t, err)
}

// Each file has one page and was encrypted by qpdf: open-* opens without a password, user-* does not.
func TestEncryptedFilesOpenWithoutAPassword(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../probe/testdata/*.pdf")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range files {
		raw, err := os.ReadFile(name)
		require.NoError(t, err)
		f, err := object.Open(raw)
		if strings.HasPrefix(filepath.Base(name), "user-") {
			require.Error(t, err, name)
			continue
		}
		require.NoError(t, err, name)
		pages, err := f.Pages()
		require.NoError(t, err, name)
		contents, err := f.Get(pages[0], "Contents")
		require.NoError(t, err, name)
		code, err := f.Data(contents)
		require.NoError(t, err, name)
		require.Contains(t, string(code), " Tf", name)
	}
}
