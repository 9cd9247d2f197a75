package mail

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"strings"
	"time"
	"unicode/utf16"

	"quire/internal/convert/compound"
	"quire/internal/convert/page"
)

// property identifies a property of a message, a recipient or an attachment ([MS-OXPROPS]).
type property uint16

const (
	subject          property = 0x0037
	clientSubmitTime property = 0x0039
	representingName property = 0x0042
	representingMail property = 0x0065
	transportHeaders property = 0x007d
	recipientType    property = 0x0c15
	senderName       property = 0x0c1a
	senderMail       property = 0x0c1f
	displayBcc       property = 0x0e02
	displayCc        property = 0x0e03
	displayTo        property = 0x0e04
	deliveryTime     property = 0x0e06
	plainBody        property = 0x1000
	compressedRTF    property = 0x1009
	htmlBody         property = 0x1013
	displayName      property = 0x3001
	addressOf        property = 0x3003
	attachData       property = 0x3701
	attachShortName  property = 0x3704
	attachLongName   property = 0x3707
	attachMediaType  property = 0x370e
	attachContentID  property = 0x3712
	smtpAddress      property = 0x39fe
	internetCodepage property = 0x3fde
	messageCodepage  property = 0x3ffd
	senderSMTP       property = 0x5d01
	representingSMTP property = 0x5d02
)

const (
	fixedProperties  = "__properties_version1.0"
	recipientPrefix  = "__recip_version1.0_"
	attachmentPrefix = "__attach_version1.0_"
	// embeddedLimit is the maximum nesting depth of messages; deeper ones are left out.
	embeddedLimit = 8
	// The lengths of the headers of property streams, and of an entry.
	topHeader, embeddedHeader, otherHeader, fixedEntry = 32, 24, 8, 16
	typeLong, typeTime                                 = 0x0003, 0x0040
	// The types of recipients.
	toOther, toCopy, toHidden = 1, 2, 3
	// Times are counted from 1601, which is given here in Unix seconds.
	windowsEpoch   = -11644473600
	ticksPerSecond = 10_000_000
)

// ParseMSG reads a message saved by Outlook ([MS-OXMSG]). A *page.Error is the file's own fault.
func ParseMSG(r io.ReaderAt, size int64) (*Message, error) {
	file, err := compound.Open(r, size)
	if errors.Is(err, compound.ErrFormat) {
		return nil, damagedMSG(err)
	}
	if err != nil {
		return nil, err
	}
	reader := &msgReader{file: file}
	m := reader.message(file.Root(), topHeader, 0)
	m.Damaged = reader.damaged
	if isEmpty := m.isBlank() && m.Subject == "" && len(m.Attachments) == 0; isEmpty && m.Damaged {
		return nil, damagedMSG(compound.ErrFormat)
	}
	return m, nil
}

func damagedMSG(cause error) error {
	return &page.Error{
		Reason: page.Corrupt, Message: "The message is damaged and cannot be read. Open it in Outlook, save it again and send the new file.", Cause: cause,
	}
}

type msgReader struct {
	file    *compound.File
	damaged bool // a stream could not be read
}

// read returns the content of a stream, or nil if there is none or it cannot be read.
func (r *msgReader) read(e *compound.Entry) []byte {
	if e == nil || e.Storage {
		return nil
	}
	b, err := r.file.Read(e)
	r.damaged = r.damaged || err != nil
	return b
}

// storage is a message, a recipient or an attachment.
type storage struct {
	reader  *msgReader // nil if the values are not in a file
	entry   *compound.Entry
	fixed   map[uint32]uint64 // values of a fixed length, by tag
	values  map[string][]byte // of a variable length, by property and type, if they are not in the file
	charset string            // of text that is not Unicode
}

func (r *msgReader) storage(e *compound.Entry, header int, charset string) storage {
	s := storage{reader: r, entry: e, fixed: map[uint32]uint64{}, charset: charset}
	raw := r.read(e.Child(fixedProperties))
	for raw = raw[min(header, len(raw)):]; len(raw) >= fixedEntry; raw = raw[fixedEntry:] {
		s.fixed[binary.LittleEndian.Uint32(raw)] = binary.LittleEndian.Uint64(raw[8:])
	}
	return s
}

func (s storage) long(p property) uint32 { return uint32(s.fixed[uint32(p)<<16|typeLong]) } //nolint:gosec // the lower half holds it

// bytes returns a property of a variable length and a type, or nil.
func (s storage) bytes(p property, kind string) []byte {
	name := fmt.Sprintf("%04X%s", uint16(p), kind)
	if s.reader == nil {
		return s.values[name]
	}
	return s.reader.read(s.entry.Child("__substg1.0_" + name))
}

// The types of properties, as the names of streams state them.
const (
	unicodeText = "001F"
	codedText   = "001E"
	binaryData  = "0102"
	object      = "000D"
)

func (s storage) text(p property) string {
	if b := s.bytes(p, unicodeText); len(b) > 1 {
		units := make([]uint16, len(b)/2)
		for i := range units {
			units[i] = binary.LittleEndian.Uint16(b[2*i:])
		}
		return strings.TrimRight(string(utf16.Decode(units)), "\x00")
	}
	return strings.TrimRight(decodeCharset(s.bytes(p, codedText), s.charset), "\x00")
}

// line returns the first non-empty value of several properties, on one line.
func (s storage) line(properties ...property) string {
	for _, p := range properties {
		if text := line(s.text(p)); text != "" {
			return text
		}
	}
	return ""
}

func (s storage) time(p property) string {
	ticks := s.fixed[uint32(p)<<16|typeTime]
	if ticks == 0 {
		return ""
	}
	return time.Unix(int64(ticks/ticksPerSecond)+windowsEpoch, 0).UTC().Format(time.RFC1123Z) //nolint:gosec // far from overflow
}

func (s storage) sender() string {
	return person(s.line(senderName, representingName), s.line(senderSMTP, representingSMTP, senderMail, representingMail))
}

func (s storage) sent() string { return cmp.Or(s.time(clientSubmitTime), s.time(deliveryTime)) }

// message reads a message that is nested in depth others.
func (r *msgReader) message(e *compound.Entry, header, depth int) *Message {
	s := r.storage(e, header, "")
	s.charset = s.textCharset()
	headers, _ := splitHeader([]byte(s.text(transportHeaders)))
	m := &Message{
		From:    s.sender(),
		Subject: s.line(subject),
		Date:    cmp.Or(headers.text("date"), s.sent()),
	}
	people := map[uint32][]string{}
	for _, c := range e.Children {
		switch {
		case strings.HasPrefix(c.Name, recipientPrefix):
			one := r.storage(c, otherHeader, s.charset)
			kind := one.long(recipientType)
			people[kind] = append(people[kind], person(one.line(displayName), one.line(smtpAddress, addressOf)))
		case strings.HasPrefix(c.Name, attachmentPrefix):
			if len(m.Attachments) >= partLimit {
				m.Left++
				continue
			}
			r.attach(m, r.storage(c, otherHeader, s.charset), depth)
		}
	}
	m.To = cmp.Or(strings.Join(people[toOther], ", "), s.line(displayTo))
	m.Cc = cmp.Or(strings.Join(people[toCopy], ", "), s.line(displayCc))
	m.Bcc = cmp.Or(strings.Join(people[toHidden], ", "), s.line(displayBcc))
	m.Bodies = []Body{s.body()}
	return m
}

// textCharset returns the charset of a message's text that is not Unicode, or "" if it is unknown. Where Outlook does not
// state it, the one in which the message was sent tells it, unless that can hold any text or none of its letters.
func (s storage) textCharset() string {
	if stated := codepage(s.long(messageCodepage)); stated != "" {
		return stated
	}
	sent := codepage(s.long(internetCodepage))
	if sent == "utf-8" || ascii(sent) {
		return ""
	}
	return sent
}

// person formats a name with its address. Addresses in Exchange's own directory mean nothing to readers.
func person(name, address string) string {
	if _, err := mail.ParseAddress(address); err != nil || strings.EqualFold(name, address) {
		return cmp.Or(name, address)
	}
	if name == "" {
		return address
	}
	return name + " <" + address + ">"
}

// fromText marks the beginning of RTF that a program has made from plain text, of which it preserves no more
// ([MS-OXRTFEX] 2.1.3.1).
const fromText = `\fromtext`

// body returns the forms of the message's text. HTML wrapped in RTF is read instead of the RTF.
func (s storage) body() Body {
	var b Body
	if text := s.text(plainBody); text != "" {
		b.Plain = []Plain{{Text: text}}
	}
	if h := s.html(); len(h.Content) > 0 {
		b.HTML = []HTML{h}
		return b
	}
	rtf := decompressRTF(s.bytes(compressedRTF, binaryData))
	text, isHTML := unwrapRTF(rtf)
	switch {
	case text == "":
		return b
	case isHTML:
		b.HTML = []HTML{{Content: []byte(text), ContentType: "text/html; charset=utf-8"}}
		return b
	case len(b.Plain) == 0:
		b.Plain = []Plain{{Text: text}}
	}
	const head = 1 << 10
	if len(rtf) <= bodyLimit && !bytes.Contains(rtf[:min(len(rtf), head)], []byte(fromText)) {
		b.RTF = rtf
	}
	return b
}

func (s storage) html() HTML {
	if raw := s.bytes(htmlBody, binaryData); len(raw) > 0 && len(raw) <= bodyLimit {
		if label := codepage(s.long(internetCodepage)); encodingOf(label) != nil {
			return HTML{Content: []byte(decodeCharset(raw, label)), ContentType: "text/html; charset=utf-8"}
		}
		return HTML{Content: raw, ContentType: "text/html"}
	}
	return HTML{Content: []byte(s.text(htmlBody)), ContentType: "text/html; charset=utf-8"}
}

// attach adds an attachment to a message. An embedded message is written as an internet message.
func (r *msgReader) attach(m *Message, s storage, depth int) {
	a := s.attachment()
	if inner := s.entry.Child(fmt.Sprintf("__substg1.0_%04X%s", uint16(attachData), object)); inner != nil && inner.Child(fixedProperties) != nil {
		if depth >= embeddedLimit {
			m.Left++
			return
		}
		embedded := r.message(inner, embeddedHeader, depth+1)
		a.Name, a.MediaType, a.Content = "", "message/rfc822", embedded.eml()
	}
	m.attach(a)
}

// attachment returns an attachment that is a file.
func (s storage) attachment() Attachment {
	return Attachment{
		Name:      baseName(s.line(attachLongName, attachShortName, displayName)),
		MediaType: cmp.Or(strings.ToLower(s.line(attachMediaType)), "application/octet-stream"),
		ID:        strings.Trim(s.line(attachContentID), "<>"), Content: s.bytes(attachData, binaryData),
	}
}

// codepages maps Windows code pages to charsets whose names do not follow from the number.
var codepages = map[uint32]string{
	932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 1200: "utf-16le", 10000: "macintosh", 20127: "us-ascii", 20866: "koi8-r", 21866: "koi8-u",
	50220: "iso-2022-jp", 50221: "iso-2022-jp", 50222: "iso-2022-jp", 51932: "euc-jp", 51949: "euc-kr", 54936: "gb18030", 65001: "utf-8",
}

// codepage returns the charset of a Windows code page, or "" if it is unknown.
func codepage(n uint32) string {
	const firstISO = 28590
	switch name, known := codepages[n]; {
	case known:
		return name
	case n == 0:
		return ""
	case n > firstISO && n <= firstISO+16:
		return fmt.Sprintf("iso-8859-%d", n-firstISO)
	}
	return fmt.Sprintf("windows-%d", n)
}

// eml writes the message as an internet message, without encoding its parts.
func (m *Message) eml() []byte {
	var b bytes.Buffer
	for _, f := range [][2]string{{"From", m.From}, {"To", m.To}, {"Cc", m.Cc}, {"Bcc", m.Bcc}, {"Date", m.Date}, {"Subject", m.Subject}} {
		if f[1] != "" {
			fmt.Fprintf(&b, "%s: %s\r\n", f[0], f[1])
		}
	}
	var parts [][]byte
	for _, body := range m.Bodies {
		var forms [][]byte
		for _, p := range body.Plain {
			forms = append(forms, append([]byte("Content-Type: text/plain; charset=utf-8\r\n\r\n"), p.Text...))
		}
		for _, h := range body.HTML {
			forms = append(forms, append([]byte("Content-Type: "+h.ContentType+"\r\n\r\n"), h.Content...))
		}
		parts = append(parts, multipart("alternative", forms))
	}
	for _, a := range m.Attachments {
		head := fmt.Sprintf("Content-Type: %s\r\nContent-ID: <%s>\r\nContent-Disposition: attachment; filename=%q\r\n\r\n", line(a.MediaType), line(a.ID), a.Name)
		parts = append(parts, append([]byte(head), a.Content...))
	}
	return append(b.Bytes(), multipart("mixed", parts)...)
}

// multipart joins parts with a boundary derived from them, so that none can contain it.
func multipart(kind string, parts [][]byte) []byte {
	boundary := fmt.Sprintf("%x", sha256.Sum256(bytes.Join(parts, nil)))
	var b bytes.Buffer
	fmt.Fprintf(&b, "Content-Type: multipart/%s; boundary=%q\r\n\r\n", kind, boundary)
	for _, p := range parts {
		fmt.Fprintf(&b, "--%s\r\n", boundary)
		b.Write(p)
		b.WriteString("\r\n")
	}
	fmt.Fprintf(&b, "--%s--\r\n", boundary)
	return b.Bytes()
}
