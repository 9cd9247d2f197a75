package mail_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/compound/compoundtest"
	"quire/internal/convert/mail"
	"quire/internal/convert/page"
	"quire/internal/growth"
)

// wide returns text as Outlook stores it.
func wide(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return string(b)
}

// fixed returns a stream of properties after a header of the given length in bytes.
func fixed(header int, properties map[uint32]uint64) string {
	b := make([]byte, header)
	for tag, value := range properties {
		b = binary.LittleEndian.AppendUint32(b, tag)
		b = binary.LittleEndian.AppendUint32(b, 6)
		b = binary.LittleEndian.AppendUint64(b, value)
	}
	return string(b)
}

// saved returns a message with these streams and that of its header.
func saved(streams map[string]string) []byte {
	if streams["__properties_version1.0"] == "" {
		streams["__properties_version1.0"] = fixed(32, map[uint32]uint64{0x00390040: 134144964000000000, 0x3fde0003: 65001})
	}
	return compoundtest.File(streams)
}

func readMSG(t *testing.T, data []byte) (string, []mail.Attachment) {
	t.Helper()
	m, err := mail.ParseMSG(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	blocks, attachments, err := m.Blocks(t.Context(), mail.Options{})
	require.NoError(t, err)
	return strings.TrimSpace(page.Markdown(page.Page{Number: 1, Blocks: blocks})), attachments
}

func TestMessageOfOutlookIsReadLikeAnyOther(t *testing.T) {
	t.Parallel()
	recipient := func(kind uint64) string { return fixed(8, map[uint32]uint64{0x0c150003: kind}) }
	got, attachments := readMSG(t, saved(map[string]string{
		"__substg1.0_0037001F":                                  wide("The boats"),
		"__substg1.0_0C1A001F":                                  wide("Jürgen"),
		"__substg1.0_5D01001F":                                  wide("j@example.org"),
		"__substg1.0_1013 0102":                                 "ignored",
		"__substg1.0_10130102":                                  "<p>They are <b>ready</b>, Jürgen.</p><img src='cid:p1' alt=plan>",
		"__substg1.0_1000001F":                                  wide("They are ready."),
		"__recip_version1.0_#00000000/__properties_version1.0":  recipient(1),
		"__recip_version1.0_#00000000/__substg1.0_3001001F":     wide("Ann"),
		"__recip_version1.0_#00000000/__substg1.0_39FE001F":     wide("ann@example.org"),
		"__recip_version1.0_#00000001/__properties_version1.0":  recipient(2),
		"__recip_version1.0_#00000001/__substg1.0_3001001F":     wide("Bob"),
		"__recip_version1.0_#00000001/__substg1.0_3003001F":     wide("/O=EXCHANGE/CN=BOB"),
		"__attach_version1.0_#00000000/__properties_version1.0": fixed(8, nil),
		"__attach_version1.0_#00000000/__substg1.0_3707001F":    wide("plan.png"),
		"__attach_version1.0_#00000000/__substg1.0_3712001F":    wide("p1"),
		"__attach_version1.0_#00000000/__substg1.0_37010102":    "PNG",
		"__attach_version1.0_#00000001/__properties_version1.0": fixed(8, nil),
		"__attach_version1.0_#00000001/__substg1.0_3704001F":    wide("LIST~1.CSV"),
		"__attach_version1.0_#00000001/__substg1.0_3707001F":    wide("list of towns.csv"),
		"__attach_version1.0_#00000001/__substg1.0_370E001F":    wide("Text/CSV"),
		"__attach_version1.0_#00000001/__substg1.0_37010102":    "a,b\n",
	}))
	require.Equal(t, strings.Join([]string{
		"# The boats", "",
		`| From | Jürgen \<j@example.org> |`, "| --- | --- |", `| To | Ann \<ann@example.org> |`, "| Cc | Bob |", "| Date | Mon, 02 Feb 2026 09:00:00 +0000 |", "",
		"They are **ready**, Jürgen.", "", "![plan]()",
	}, "\n"), got)
	require.Equal(t, []mail.Attachment{{Name: "list of towns.csv", MediaType: "text/csv", Content: []byte("a,b\n")}}, attachments)
}

func TestTextOfOutlookIsFoundInAnyForm(t *testing.T) {
	t.Parallel()
	const wrapped = `{\rtf1\ansi\ansicpg1251\fromhtml1 {\fonttbl{\f0 Arial;}{\f1\fcharset161 Greek;}}` +
		`{\*\htmltag64 <p>}\htmlrtf {\b \htmlrtf0 \'cf\'f0\'e8 <b> {\*\htmltag84 &nbsp;}\u8364?\u-10179?\u-8704? {\f1 \'e1}{\*\mhtmltag x}\htmlrtf }\htmlrtf0{\*\htmltag72 </p>}}`
	raw := func(rtf string) string {
		return string(binary.LittleEndian.AppendUint32(make([]byte, 8, 16), 0x414c454d)) + "\x00\x00\x00\x00" + rtf
	}
	const hello = "\x2d\x00\x00\x00\x2b\x00\x00\x00LZFu\xf1\xc5\xc7\xa7\x03\x00\x0a\x00rcpg125B2\x0a\xf3 hel\x09\x00 bw\x05\xb0ld}\x0a\x80\x0f\xa0" // [MS-OXRTFCP] 4.1
	for name, test := range map[string]struct {
		streams map[string]string
		want    string
	}{
		"HTML in RTF":        {map[string]string{"__substg1.0_10090102": raw(wrapped), "__substg1.0_1000001F": wide("x")}, "При \\<b> \u00a0€😀 α"},
		"compressed RTF":     {map[string]string{"__substg1.0_10090102": hello}, "hello world"},
		"plain beside RTF":   {map[string]string{"__substg1.0_10090102": hello, "__substg1.0_1000001F": wide("plain")}, "hello world"},
		"RTF with styles":    {map[string]string{"__substg1.0_10090102": raw(`{\rtf1 They are {\b ready}.\par}`), "__substg1.0_1000001F": wide("They are ready.")}, "They are **ready**."},
		"RTF of plain text":  {map[string]string{"__substg1.0_10090102": raw(`{\rtf1\fromtext They are {\b ready}.\par}`), "__substg1.0_1000001F": wide("They are ready.")}, "They are ready."},
		"text of a codepage": {map[string]string{"__substg1.0_1000001E": "\xcf\xf0\xe8\xe2\xe5\xf2\x00", "__properties_version1.0": fixed(32, map[uint32]uint64{0x3ffd0003: 1251})}, "Привет"},
		"HTML as text":       {map[string]string{"__substg1.0_1013001F": wide("<p>é</p>")}, "é"},
		"damaged RTF":        {map[string]string{"__substg1.0_10090102": hello[:30]}, ""},
		"RTF with a table":   {map[string]string{"__substg1.0_10090102": raw(`{\rtf1{\*\x hidden}\trowd\cellx100\cellx200\intbl a\cell b\cell\row\pard c\}}`)}, "| a | b |\n| --- | --- |\n\nc}"},
		"no text":            {map[string]string{"__substg1.0_0037001F": wide("Subject")}, "# Subject"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if test.streams["__properties_version1.0"] == "" {
				test.streams["__properties_version1.0"] = fixed(32, nil)
			}
			got, _ := readMSG(t, saved(test.streams))
			require.Equal(t, test.want, got)
		})
	}
}

func TestMessageInAMessageOfOutlookBecomesOne(t *testing.T) {
	t.Parallel()
	const attached, inner = "__attach_version1.0_#00000000/", "__attach_version1.0_#00000000/__substg1.0_3701000D/"
	_, attachments := readMSG(t, saved(map[string]string{
		attached + "__properties_version1.0":                            fixed(8, map[uint32]uint64{0x37050003: 5}),
		attached + "__substg1.0_3001001F":                               wide("shown name"),
		inner + "__properties_version1.0":                               fixed(24, nil),
		inner + "__substg1.0_0037001F":                                  wide("Innér"),
		inner + "__substg1.0_1000001F":                                  wide("plain\nfoo"),
		inner + "__substg1.0_1013001F":                                  wide("<p>marked <b>up</b></p>"),
		inner + "__attach_version1.0_#00000000/__properties_version1.0": fixed(8, nil),
		inner + "__attach_version1.0_#00000000/__substg1.0_3707001F":    wide("ü.bin"),
		inner + "__attach_version1.0_#00000000/__substg1.0_37010102":    "\x00\r\n--b\r\n",
	}))
	require.Len(t, attachments, 1)
	require.Equal(t, "Innér.eml", attachments[0].Name)
	got, enclosed := read(t, string(attachments[0].Content), mail.Options{})
	require.Equal(t, "# Innér\n\nmarked **up**", got)
	require.Equal(t, []mail.Attachment{{Name: "ü.bin", MediaType: "application/octet-stream", Content: []byte("\x00\r\n--b\r\n")}}, enclosed)
}

func TestDamagedMessageOfOutlookIsTheFilesFault(t *testing.T) {
	t.Parallel()
	data := saved(map[string]string{})[:600]
	_, err := mail.ParseMSG(bytes.NewReader(data), int64(len(data)))
	require.Equal(t, page.Corrupt, page.ReasonOf(err))
}

// broken returns a message whose stream of the given name claims more than the file holds.
func broken(t *testing.T, name string, streams map[string]string) []byte {
	t.Helper()
	data := saved(streams)
	at := bytes.Index(data, []byte(wide(name)))
	require.Positive(t, at)
	binary.LittleEndian.PutUint32(data[at+120:], 1<<30)
	return data
}

func TestStreamsThatCannotBeReadAreReported(t *testing.T) {
	t.Parallel()
	const text, title = "__substg1.0_1000001F", "__substg1.0_0037001F"
	got, _ := readMSG(t, broken(t, text, map[string]string{text: wide("lost"), title: wide("The boats")}))
	require.Contains(t, got, "# The boats")
	require.Contains(t, got, "*The message is damaged: a part of it could not be read.*")

	data := broken(t, text, map[string]string{text: wide("lost"), "__properties_version1.0": fixed(32, nil)})
	_, err := mail.ParseMSG(bytes.NewReader(data), int64(len(data)))
	require.Equal(t, page.Corrupt, page.ReasonOf(err), "a message of which nothing can be read is not an empty one")
}

func TestCodePageInWhichAMessageWasSentIsThatOfItsText(t *testing.T) {
	t.Parallel()
	subject := func(properties map[uint32]uint64, text string) string {
		got, _ := readMSG(t, saved(map[string]string{"__substg1.0_0037001E": text, "__properties_version1.0": fixed(32, properties)}))
		return got
	}
	require.Equal(t, "# 格式測試", subject(map[uint32]uint64{0x3fde0003: 950}, "\xae\xe6\xa6\xa1\xb4\xfa\xb8\xd5"))
	require.Equal(t, "# Проверка", subject(map[uint32]uint64{0x3fde0003: 950, 0x3ffd0003: 1251}, "\xcf\xf0\xee\xe2\xe5\xf0\xea\xe0"), "what Outlook states comes first")
	require.Equal(t, "# Проверка", subject(map[uint32]uint64{0x3fde0003: 20127}, "\xcf\xf0\xee\xe2\xe5\xf0\xea\xe0"), "ASCII has no letters for it")
}

func FuzzParseMSG(f *testing.F) {
	f.Add(saved(map[string]string{"__substg1.0_0037001F": wide("a"), "__substg1.0_10090102": "12345678LZFu1234\x00{\\rtf1 a"}))
	f.Fuzz(convertedMSG)
}

func FuzzRTF(f *testing.F) {
	f.Add([]byte(`{\rtf1\fromhtml1{\*\htmltag <p>}\'e4\u-1?\htmlrtf a\htmlrtf0{\fonttbl{\f0\fcharset128 a}}\f0\bin2 ab}`))
	f.Fuzz(func(t *testing.T, rtf []byte) { convertedMSG(t, withRTF(rtf)) })
}

// withRTF returns a message whose text is uncompressed RTF.
func withRTF(rtf []byte) []byte {
	return saved(map[string]string{"__substg1.0_10090102": "12345678MELA1234" + string(rtf)})
}

func convertedMSG(t *testing.T, data []byte) {
	t.Helper()
	m, err := mail.ParseMSG(bytes.NewReader(data), int64(len(data)))
	if err == nil {
		var blocks []page.Block
		blocks, _, err = m.Blocks(t.Context(), mail.Options{})
		page.Markdown(page.Page{Number: 1, Blocks: blocks})
	}
	if err != nil && page.ReasonOf(err) == "" {
		t.Fatal(err)
	}
}

func TestGrowthOfMessagesOfOutlook(t *testing.T) {
	const fits = 1500 // streams whose sectors the header of a file can list
	rtf := func(build func(n int) []byte) func(n int) []byte {
		return func(n int) []byte { return withRTF(build(min(n, 1<<18))) }
	}
	many := func(streams func(i int, into map[string]string)) func(n int) []byte {
		return func(n int) []byte {
			all := map[string]string{}
			for i := range n {
				streams(i, all)
			}
			return saved(all)
		}
	}
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "attachments", To: fits, Build: many(func(i int, into map[string]string) {
			into[fmt.Sprintf("__attach_version1.0_#%08X/__substg1.0_37010102", i)] = "content"
		})},
		{Name: "recipients", To: fits, Build: many(func(i int, into map[string]string) {
			into[fmt.Sprintf("__recip_version1.0_#%08X/__substg1.0_3001001F", i)] = "n"
		})},
		{Name: "messages in messages", To: 60, Build: many(func(i int, into map[string]string) {
			into[strings.Repeat("__attach_version1.0_#00000000/__substg1.0_3701000D/", i)+"__properties_version1.0"] = fixed(24, nil)
		})},
		{Name: "groups", Build: rtf(growth.Around("{", "a", "}"))},
		{Name: "groups without an end", Build: rtf(growth.Repeat("{"))},
		{Name: "control words", Build: rtf(growth.Repeat(`\par \f1 \htmlrtf `))},
		{Name: "one long control word", Build: rtf(growth.Within(`\`, growth.Repeat("a"), ""))},
		{Name: "fonts", Build: rtf(growth.Within(`{\fonttbl`, growth.Numbered(`{\f%d\fcharset161 a;}`), `}`))},
		{Name: "characters of changing fonts", Build: rtf(growth.Within(`{\fonttbl{\f1\fcharset161 a;}}`, growth.Repeat(`\f1\'e1\f0\'e1`), ""))},
		{Name: "units of UTF-16", Build: rtf(growth.Repeat(`\u-10179?\u-8704?`))},
		{Name: "binary data", Build: rtf(growth.Repeat(`\bin1 a`))},
		{Name: "tags of HTML", Build: rtf(growth.Within(`\fromhtml1`, growth.Repeat(`{\*\htmltag64 <p>}a`), ""))},
		{Name: "compressed repetition", Build: func(n int) []byte {
			return saved(map[string]string{"__substg1.0_10090102": "12345678LZFu1234\x00{\\rtf1 a" + strings.Repeat("\xff"+strings.Repeat("\x00\x0f", 8), min(n, 1<<16))})
		}},
	}, convertedMSG)
}
