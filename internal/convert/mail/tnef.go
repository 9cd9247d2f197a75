package mail

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
)

// The format in which Outlook encloses what internet messages cannot express ([MS-OXTNEF]), usually as winmail.dat: the
// text as RTF, and the attachments.
const (
	tnefSignature = 0x223e9f78
	tnefHead      = 6 // with the key of the attachments
	attributeHead = 9 // level, id and length
	checksum      = 2

	tnefBody        = 0x0002800c
	tnefProperties  = 0x00069003
	tnefCodepage    = 0x00069007
	tnefRendering   = 0x00069002 // begins an attachment
	tnefTitle       = 0x00018010
	tnefData        = 0x0006800f
	tnefAttachProps = 0x00069005

	// namedProperty is the first property that has a name instead of a number; multiple marks several values.
	namedProperty = 0x8000
	multiple      = 0x1000
	typeText      = 0x001e
	typeUnicode   = 0x001f
	typeObject    = 0x000d
	typeBinary    = 0x0102
	// interfaceID is the length of what precedes an enclosed message.
	interfaceID = 16
)

// unwrap replaces attachments in Outlook's own format by the files in them. Their text is used if the message has none.
func (m *Message) unwrap() {
	var list []Attachment
	for _, a := range m.Attachments {
		inner, ok := readTNEF(a.Content, 0)
		if !ok {
			list = append(list, a)
			continue
		}
		if m.isBlank() {
			m.Bodies = inner.Bodies
		}
		room := max(partLimit-len(list), 0)
		m.Left += inner.Left + max(len(inner.Attachments)-room, 0)
		list = append(list, inner.Attachments[:min(room, len(inner.Attachments))]...)
	}
	m.Attachments = list
}

// isBlank reports whether the message has no text.
func (m *Message) isBlank() bool {
	for _, b := range m.Bodies {
		for _, p := range b.Plain {
			if strings.TrimSpace(p.Text) != "" {
				return false
			}
		}
		if len(b.HTML) > 0 {
			return false
		}
	}
	return true
}

// tnef is the state of one readTNEF.
type tnef struct {
	message *Message
	top     storage
	open    *storage // the attachment being read
	title   string
	data    []byte
	depth   int
}

// readTNEF reads an enclosure of Outlook, up to the point where it is damaged. It returns false for any other file.
func readTNEF(b []byte, depth int) (*Message, bool) {
	if len(b) < tnefHead || binary.LittleEndian.Uint32(b) != tnefSignature {
		return nil, false
	}
	r := &tnef{message: &Message{}, top: storage{fixed: map[uint32]uint64{}, values: map[string][]byte{}}, depth: depth}
	for b = b[tnefHead:]; len(b) >= attributeHead; {
		id, n := binary.LittleEndian.Uint32(b[1:]), int64(binary.LittleEndian.Uint32(b[5:]))
		if b = b[attributeHead:]; n > int64(len(b)) {
			break
		}
		r.attribute(id, b[:n])
		b = b[min(int(n)+checksum, len(b)):]
	}
	r.finish()
	m := r.message
	m.From, m.Subject = r.top.sender(), r.top.line(subject)
	m.To, m.Cc, m.Date = r.top.line(displayTo), r.top.line(displayCc), r.top.sent()
	m.Bodies = []Body{r.top.body()}
	return m, true
}

func (r *tnef) attribute(id uint32, value []byte) {
	switch id {
	case tnefCodepage:
		if len(value) >= 4 {
			r.top.charset = codepage(binary.LittleEndian.Uint32(value))
		}
	case tnefBody:
		r.top.values[fmt.Sprintf("%04X%s", uint16(plainBody), codedText)] = value
	case tnefProperties:
		r.top.properties(value)
	case tnefRendering:
		r.finish()
		r.open = &storage{fixed: map[uint32]uint64{}, values: map[string][]byte{}, charset: r.top.charset}
	case tnefTitle:
		r.title = strings.TrimRight(decodeCharset(value, r.top.charset), "\x00")
	case tnefData:
		r.data = value
	case tnefAttachProps:
		if r.open != nil {
			r.open.properties(value)
		}
	}
}

// finish adds the current attachment to the message.
func (r *tnef) finish() {
	if r.open == nil {
		return
	}
	s, title, data := *r.open, r.title, r.data
	r.open, r.title, r.data = nil, "", nil
	if len(r.message.Attachments) >= partLimit {
		r.message.Left++
		return
	}
	a := s.attachment()
	if a.Name == "" {
		a.Name = baseName(line(title))
	}
	if a.Content == nil {
		a.Content = data
	}
	if inner := s.bytes(attachData, object); len(inner) > interfaceID {
		m, ok := readTNEF(inner[interfaceID:], r.depth+1)
		if r.depth >= embeddedLimit || !ok {
			r.message.Left++
			return
		}
		a.Name, a.MediaType, a.Content = "", "message/rfc822", m.eml()
	}
	if len(a.Content) > 0 {
		r.message.attach(a)
	}
}

// properties reads a list of properties ([MS-OXTNEF] 2.1.3.4), up to the point where it is damaged.
func (s *storage) properties(b []byte) {
	r := &propertyReader{rest: b}
	for n := r.long(); n > 0 && !r.short; n-- {
		tag := r.long()
		kind, id := tag&0xffff, property(tag>>16) //nolint:gosec // the upper half
		if id >= namedProperty {
			r.name()
		}
		s.property(r, id, kind)
	}
}

// property reads the values of a property and keeps the first.
func (s *storage) property(r *propertyReader, id property, kind uint32) {
	count := uint32(1)
	variable := map[uint32]string{typeText: codedText, typeUnicode: unicodeText, typeBinary: binaryData, typeObject: object}[kind&^multiple]
	if variable != "" || kind&multiple != 0 {
		count = r.long()
	}
	for i := uint32(0); i < count && !r.short; i++ {
		if variable != "" {
			if value := r.take(int64(r.long())); i == 0 && !r.short {
				s.values[fmt.Sprintf("%04X%s", uint16(id), variable)] = value
			}
			continue
		}
		value := r.take(fixedLength(kind &^ multiple))
		if i == 0 && !r.short {
			var whole [16]byte
			copy(whole[:], value)
			s.fixed[uint32(id)<<16|kind] = binary.LittleEndian.Uint64(whole[:])
		}
	}
}

// fixedLength returns the length of the values of a type.
func fixedLength(kind uint32) int64 {
	const short, identifier = 4, 16
	switch kind {
	case 0x0005, 0x0006, 0x0007, 0x0014, typeTime:
		return 8
	case 0x0048:
		return identifier
	}
	return short
}

// propertyReader reads values, each of which is padded to a multiple of four bytes.
type propertyReader struct {
	rest  []byte
	short bool // the list ends before it should
}

func (r *propertyReader) take(n int64) []byte {
	if n > int64(len(r.rest)) {
		r.short = true
		return nil
	}
	value := r.rest[:n]
	r.rest = r.rest[min((int(n)+3)&^3, len(r.rest)):]
	return bytes.Clone(value)
}

func (r *propertyReader) long() uint32 {
	if b := r.take(4); !r.short {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// name skips the name of a property.
func (r *propertyReader) name() {
	const guid, textual = 16, 1
	r.take(guid)
	if kind := r.long(); kind == textual {
		r.take(int64(r.long()))
		return
	}
	r.long()
}
