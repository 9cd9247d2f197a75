package docx_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/docx"
	"quire/internal/convert/page"
)

// record returns an enhanced metafile record: its kind, its length, 32-bit fields and trailing bytes.
func record(kind uint32, fields []uint32, tail []byte) string {
	var b bytes.Buffer
	for _, v := range append([]uint32{kind, uint32(8 + 4*len(fields) + len(tail))}, fields...) {
		_ = binary.Write(&b, binary.LittleEndian, v)
	}
	return b.String() + string(tail)
}

func emf(records ...string) string {
	return record(1, make([]uint32, 8), []byte(" EMF"+strings.Repeat("\x00", 60))) + strings.Join(records, "") + record(14, []uint32{0, 0, 20}, nil)
}

func emfText(y uint32, s string) string {
	fields := make([]uint32, 17)
	fields[8], fields[9], fields[10] = y, uint32(len(s)), 8+17*4
	return record(84, fields, []byte(strings.Join(strings.Split(s, ""), "\x00")+"\x00"))
}

func TestEnhancedMetafilesYieldTextOrElseTheirBitmap(t *testing.T) {
	t.Parallel()
	dib := make([]uint32, 18)
	dib[10], dib[11], dib[12], dib[13] = 80, 40, 120, 4
	bitmap := record(81, dib, append(make([]byte, 40), "bits"...))
	f := file{
		rels: map[string][2]string{"rId1": {"image", "a.emf"}, "rId2": {"image", "b.emf"}, "rId3": {"image", "c.emf"}},
		body: `<w:p>` + drawing("rId1", "Plan") + drawing("rId2", "") + drawing("rId3", "") + `</w:p>`,
		parts: map[string]string{
			"word/a.emf": emf(emfText(10, "Mail "), emfText(10, "System"), bitmap, emfText(30, "Users")),
			"word/b.emf": emf(bitmap),
			"word/c.emf": emf(record(84, make([]uint32, 17), nil), record(81, dib, nil), "\x54\x00\x00\x00\xff\xff\xff\xff"),
		},
	}
	pages, _, err := convert(t.Context(), f.bytes(t), docx.Options{OCR: func(_ context.Context, img []byte) (string, error) {
		require.Equal(t, "BM\x3a\x00\x00\x00", string(img[:6]))
		require.Equal(t, "bits", string(img[54:]))
		return "Berth 4", nil
	}})
	require.NoError(t, err)
	require.Equal(t, "![Plan]()\n\nMail System  \nUsers\n\nBerth 4", page.Markdown(pages[0]))
}

func TestStrayCharactersReadFromALogoAreDropped(t *testing.T) {
	t.Parallel()
	pages, _, err := convert(t.Context(), withPictures().bytes(t), docx.Options{OCR: func(context.Context, []byte) (string, error) { return "2 |%", nil }})
	require.NoError(t, err)
	require.NotContains(t, page.Markdown(pages[0]), "2 ")
	require.Equal(t, page.SourceText, pages[0].Source)
}
