package docx_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/docx"
	"quire/internal/convert/page"
)

// wmfRecord returns a Windows metafile record: its length in words, its function, and 16-bit fields or bytes.
func wmfRecord(function uint16, fields ...any) string {
	var b bytes.Buffer
	for _, f := range fields {
		if s, ok := f.(string); ok {
			b.WriteString(s)
			continue
		}
		_ = binary.Write(&b, binary.LittleEndian, int16(f.(int)))
	}
	if b.Len()%2 == 1 {
		b.WriteByte(0)
	}
	head := binary.LittleEndian.AppendUint32(nil, uint32(3+b.Len()/2))
	return string(binary.LittleEndian.AppendUint16(head, function)) + b.String()
}

func wmf(records ...string) string {
	s := "\x01\x00\x09\x00\x00\x03" + string(make([]byte, 12))
	for _, r := range records {
		s += r
	}
	return s + wmfRecord(0)
}

func wmfFont(charset byte) string {
	return wmfRecord(0x02FB, string(append(make([]byte, 13), charset))+"\x00\x00\x00\x00Name\x00")
}

func TestWindowsMetafilesYieldTextOrElseTheirBitmap(t *testing.T) {
	t.Parallel()
	header := append(make([]byte, 40), "bits"...)
	header[0], header[14] = 40, 24
	bitmap := wmfRecord(0x0F43, string(make([]byte, 22))+string(header))
	text := wmf(
		wmfRecord(0x02FA, 0, 0, 0, 0, 0),     // a pen is object 0
		wmfFont(204), wmfFont(2), wmfFont(0), // 1 to 3
		wmfRecord(0x012D, 1), wmfRecord(0x0521, 6, "\xcf\xeb\xe0\xed 7", 40, 10),
		wmfRecord(0x01F0, 0), wmfFont(2), // takes the pen's slot
		wmfRecord(0x012D, 0), wmfRecord(0x0521, 2, "ab", 60, 10), // symbols
		wmfRecord(0x012D, 3), wmfRecord(0x0A32, 80, 10, 5, 2, 0, 0, 9, 9, "Users"), wmfRecord(0x0A32, 80, 50, 3, 0, "all"),
	)
	f := file{
		rels: map[string][2]string{"rId1": {"image", "a.wmf"}, "rId2": {"image", "b.wmf"}, "rId3": {"image", "c.wmf"}},
		body: `<w:p>` + drawing("rId1", "") + drawing("rId2", "") + drawing("rId3", "Broken") + `</w:p>`,
		parts: map[string]string{
			"word/a.wmf": "\xd7\xcd\xc6\x9a" + string(make([]byte, 18)) + text,
			"word/b.wmf": wmf(bitmap),
			"word/c.wmf": wmf(wmfRecord(0x0521, 900, "x"), wmfRecord(0x0A32, 1), wmfRecord(0x0F43, 3), wmfRecord(0x012D), "\xff\xff\xff\xff"),
		},
	}
	pages, _, err := convert(t.Context(), f.bytes(t), docx.Options{OCR: func(_ context.Context, img []byte) (string, error) {
		require.Equal(t, "BM", string(img[:2]))
		require.Equal(t, uint32(54), binary.LittleEndian.Uint32(img[10:]))
		require.Equal(t, "bits", string(img[54:]))
		return "Berth 4", nil
	}})
	require.NoError(t, err)
	require.Equal(t, "План 7  \nUsers all\n\nBerth 4\n\n![Broken]()", page.Markdown(pages[0]))
}
