package charset_test

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"quire/internal/convert/charset"
)

func TestEncodingsAreRecognised(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		encoding encoding.Encoding
		text     string
	}{
		"utf-8":        {encoding.Nop, "Grüße, мир, 世界"},
		"utf-16 mark":  {unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "Grüße aus Köln, 世界"},
		"utf-16 none":  {unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "plain words, no mark"},
		"western":      {charmap.Windows1252, "Das Café „Zürich“ – geöffnet bis 18 Uhr, naïve façade à côté"},
		"short":        {charmap.Windows1252, "Müller"},
		"two letters":  {charmap.Windows1252, "Grüße"},
		"italian":      {charmap.Windows1252, "La città è così, perché più non può"},
		"danish":       {charmap.Windows1252, "Rødgrød med fløde på øen Ærø"},
		"french":       {charmap.Windows1252, "L'été dernier, l'élève a été reçu à l'école. Où ça ? Là-bas…"},
		"polish":       {charmap.Windows1250, "Zażółć gęślą jaźń, wszystkie części umowy są ważne od początku"},
		"czech":        {charmap.Windows1250, "Příliš žluťoučký kůň úpěl ďábelské ódy"},
		"russian":      {charmap.Windows1251, "Договор вступает в силу со дня подписания сторонами"},
		"russian koi8": {charmap.KOI8R, "Договор вступает в силу со дня подписания сторонами"},
		"greek":        {charmap.Windows1253, "Η σύμβαση αρχίζει να ισχύει από την υπογραφή της"},
		"japanese":     {japanese.ShiftJIS, "この契約は署名の日から効力を生じる。カタログも含む。"},
		"japanese euc": {japanese.EUCJP, "この契約は署名の日から効力を生じる。カタログも含む。"},
		"japanese iso": {japanese.ISO2022JP, "この契約は署名の日から"},
		"korean":       {korean.EUCKR, "이 계약은 서명한 날부터 효력이 발생한다"},
		"chinese":      {simplifiedchinese.GB18030, "本合同自双方签字之日起生效，有效期为三年。"},
		"traditional":  {traditionalchinese.Big5, "本契約自雙方簽字之日起生效，有效期為三年。"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, err := c.encoding.NewEncoder().Bytes([]byte(c.text))
			require.NoError(t, err)
			got, as := charset.Decode(data)
			require.Equal(t, c.text, got, as)
		})
	}
}

func TestDamagedUTF8StaysUTF8(t *testing.T) {
	t.Parallel()
	got, name := charset.Decode([]byte("Überall Grüße, schöne Füße, müde Bären, süße Äpfel, höfliche Völker, ängstliche Mäuse, große Straßen, Öl, Übung, Ärger, Köln, für \xff dich"))
	require.Equal(t, "utf-8", name)
	require.Contains(t, got, "Grüße")
	require.Contains(t, got, "\uFFFD dich")
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("Gr\xfc\xdfe"))
	f.Add([]byte("\xff\xfea\x00\x00\xd8"))
	f.Add([]byte("\x1b$B$3\x1b(B"))
	f.Add([]byte("\xef\xbb\xbfx\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		text, name := charset.Decode(data)
		require.NotEmpty(t, name)
		require.True(t, utf8.ValidString(text), name)
		require.LessOrEqual(t, len(text), 4*len(data)+16)
		if utf8.Valid(data) && !bytes.ContainsAny(data, "\x00\x1b") && !bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
			require.Equal(t, string(data), text, "text that is UTF-8 is unchanged")
		}
	})
}
