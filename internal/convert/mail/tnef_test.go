package mail_test

import (
	"encoding/base64"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/mail"
	"quire/internal/growth"
)

// tnefFile returns a file in Outlook's own format with these attributes.
func tnefFile(attributes ...string) string {
	return "\x78\x9f\x3e\x22\x01\x00" + strings.Join(attributes, "")
}

func tnefAttribute(level byte, id uint32, value string) string {
	b := binary.LittleEndian.AppendUint32([]byte{level}, id)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(value)))
	return string(b) + value + "\x00\x00"
}

// tnefProperties returns a list of properties of variable length, by tag.
func tnefProperties(properties ...any) string {
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(properties)/2))
	for i := 0; i < len(properties); i += 2 {
		value := properties[i+1].(string)
		b = binary.LittleEndian.AppendUint32(b, properties[i].(uint32))
		b = binary.LittleEndian.AppendUint32(b, 1)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(value)))
		b = append(append(b, value...), make([]byte, -len(value)&3)...)
	}
	return string(b)
}

// tnefAttachment returns an attachment with a name and content.
func tnefAttachment(name, content string) string {
	return tnefAttribute(2, 0x00069002, "\x01\x00") + tnefAttribute(2, 0x00018010, "SHORT~1.TXT\x00") + tnefAttribute(2, 0x0006800f, content) +
		tnefAttribute(2, 0x00069005, tnefProperties(uint32(0x3707001f), wide(name)+"\x00\x00"))
}

// enclosing returns a mail with text that encloses a file in base64.
func enclosing(text, file string) string {
	return "Subject: Boats\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n" + text +
		"\r\n--b\r\nContent-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
		base64.StdEncoding.EncodeToString([]byte(file)) + "\r\n--b--\r\n"
}

func TestAttachmentsInOutlooksOwnFormatAreUnwrapped(t *testing.T) {
	t.Parallel()
	inner := tnefFile(tnefAttribute(1, 0x00069003, tnefProperties(uint32(0x0037001e), "Inner\x00", uint32(0x1000001e), "Forwarded.\x00")))
	file := tnefFile(tnefAttribute(1, 0x00069007, "\xe4\x04\x00\x00\x00\x00\x00\x00"),
		tnefAttachment("list of towns.csv", "a,b\n"), tnefAttachment("empty.txt", ""),
		tnefAttribute(2, 0x00069002, "")+tnefAttribute(2, 0x00069005, tnefProperties(uint32(0x3701000d), strings.Repeat("i", 16)+inner)))
	got, attachments := read(t, enclosing("Here they are.", file), mail.Options{})
	require.Equal(t, "# Boats\n\nHere they are.", got)
	require.Len(t, attachments, 2)
	require.Equal(t, mail.Attachment{Name: "list of towns.csv", MediaType: "application/octet-stream", Content: []byte("a,b\n")}, attachments[0])
	require.Equal(t, "Inner.eml", attachments[1].Name)
	got, _ = read(t, string(attachments[1].Content), mail.Options{})
	require.Equal(t, "# Inner\n\nForwarded.", got)
}

func TestTextInOutlooksOwnFormatIsReadIfThereIsNoOther(t *testing.T) {
	t.Parallel()
	raw := string(binary.LittleEndian.AppendUint32(make([]byte, 8, 16), 0x414c454d)) + "\x00\x00\x00\x00" + `{\rtf1 They are {\b ready}.\par}`
	got, attachments := read(t, enclosing("", tnefFile(tnefAttribute(1, 0x00069003, tnefProperties(uint32(0x10090102), raw)))), mail.Options{})
	require.Equal(t, "# Boats\n\nThey are **ready**.", got)
	require.Empty(t, attachments)
}

func TestDamagedFilesOfOutlookAreReadAsFarAsTheyGo(t *testing.T) {
	t.Parallel()
	file := tnefFile(tnefAttachment("a.csv", "a,b\n"), tnefAttachment("b.csv", "c,d\n"))
	_, attachments := read(t, enclosing("Text", file[:len(file)-40]), mail.Options{})
	require.Len(t, attachments, 2)
	require.Equal(t, []string{"a.csv", "SHORT~1.TXT"}, []string{attachments[0].Name, attachments[1].Name})
	_, attachments = read(t, enclosing("Text", "no such file"), mail.Options{})
	require.Equal(t, "winmail.dat", attachments[0].Name)
}

func TestGrowthOfOutlooksOwnFormat(t *testing.T) {
	file := func(build func(n int) []byte) func(n int) []byte {
		return func(n int) []byte { return []byte(enclosing("", tnefFile(string(build(n))))) }
	}
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "attachments", Build: file(growth.Repeat(tnefAttachment("a", "b")))},
		{Name: "properties", Build: file(func(n int) []byte {
			return []byte(tnefAttribute(1, 0x00069003, "\xff\xff\xff\x7f"+strings.Repeat("\x03\x00\x37\x00\x01\x00\x00\x00", n)))
		})},
		{Name: "values of a property", Build: file(func(n int) []byte {
			return []byte(tnefAttribute(1, 0x00069003, "\x01\x00\x00\x00\x1e\x10\x37\x00\xff\xff\xff\x7f"+strings.Repeat("\x00\x00\x00\x00", n)))
		})},
		{Name: "one list, often", Build: file(growth.Repeat(tnefAttribute(1, 0x00069003, tnefProperties(uint32(0x0037001e), "a"))))},
		{Name: "messages in messages", Build: file(func(n int) []byte {
			inner := tnefFile()
			for range min(n, 50) {
				inner = tnefFile(tnefAttribute(2, 0x00069002, "") + tnefAttribute(2, 0x00069005, tnefProperties(uint32(0x3701000d), strings.Repeat("i", 16)+inner)))
			}
			return []byte(inner[6:] + strings.Repeat(tnefAttachment("a", "b"), n))
		})},
	}, func(_ *testing.T, input []byte) { mail.Parse(input) })
}

func FuzzTNEF(f *testing.F) {
	f.Add([]byte(tnefFile(tnefAttachment("a", "b"), tnefAttribute(1, 0x00069003, tnefProperties(uint32(0x0037001e), "a")))))
	f.Fuzz(func(_ *testing.T, file []byte) { mail.Parse([]byte(enclosing("", string(file)))) })
}
