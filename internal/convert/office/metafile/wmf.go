package metafile

import (
	"encoding/binary"
	"strings"

	"golang.org/x/text/encoding/htmlindex"

	"quire/internal/convert/page"
)

// Records of a Windows metafile ([MS-WMF] 2.1.1.1) that hold text, bitmaps, or the fonts of text.
const (
	wmfTextOut    = 0x0521
	wmfExtTextOut = 0x0A32
	wmfStretchDIB = 0x0F43
	wmfDIBStretch = 0x0B41
	wmfSetDIB     = 0x0D33
	wmfFont       = 0x02FB
	wmfSelect     = 0x012D
	wmfDelete     = 0x01F0

	wmfHeader     = 18 // bytes; the optional placeable header before it has 22
	wmfPlaceable  = 0x9AC6CDD7
	wmfFontObject = 18 // bytes of a font object before its name
	symbolCharset = 2
	maxObjects    = 4096
)

// wmfOther lists the records that create an object other than a font: pens, brushes, palettes, regions.
var wmfOther = map[uint16]bool{0x02FA: true, 0x02FC: true, 0x01F9: true, 0x0142: true, 0x06FF: true, 0x00F7: true}

// wmfCharsets maps a font's character set (2.1.1.5) to its encoding. All others are windows-1252.
var wmfCharsets = map[byte]string{
	128: "shift_jis", 129: "euc-kr", 134: "gbk", 136: "big5", 161: "windows-1253", 162: "windows-1254", 163: "windows-1258",
	177: "windows-1255", 178: "windows-1256", 186: "windows-1257", 204: "windows-1251", 222: "windows-874", 238: "windows-1250",
}

// wmf reads a Windows metafile. It holds what has been read so far, and the fonts among its objects.
type wmf struct {
	text    drawnLines
	bitmap  []byte
	objects []wmfObject
	charset byte
}

// wmfObject is an entry of the object table; charset applies to fonts only.
type wmfObject struct {
	used, font bool
	charset    byte
}

func isWMF(data []byte) bool {
	data = withoutPlaceable(data)
	return len(data) > wmfHeader && (data[0] == 1 || data[0] == 2) && data[1] == 0 && binary.LittleEndian.Uint16(data[2:]) == wmfHeader/2
}

func withoutPlaceable(data []byte) []byte {
	if len(data) > 22 && binary.LittleEndian.Uint32(data) == wmfPlaceable {
		return data[22:]
	}
	return data
}

// windows reads a Windows metafile, with the same results as enhanced. It leaves out text in symbol fonts, such as that
// of old formulas, because its character codes have no meaning.
func windows(data []byte) (text string, bitmap []byte) {
	var m wmf
	for data = withoutPlaceable(data)[wmfHeader:]; len(data) >= 6; {
		size := 2 * int(binary.LittleEndian.Uint32(data))
		if size < 6 || size > len(data) {
			break
		}
		m.record(binary.LittleEndian.Uint16(data[4:]), data[6:size])
		data = data[size:]
	}
	return m.text.String(), m.bitmap
}

func (m *wmf) record(function uint16, params []byte) {
	switch function {
	case wmfTextOut:
		m.textOut(params)
	case wmfExtTextOut:
		m.extTextOut(params)
	case wmfStretchDIB:
		m.dib(params, 22)
	case wmfDIBStretch:
		m.dib(params, 20)
	case wmfSetDIB:
		m.dib(params, 18)
	case wmfFont:
		if len(params) >= wmfFontObject {
			m.create(wmfObject{font: true, charset: params[13]})
		}
	case wmfSelect, wmfDelete:
		m.use(params, function == wmfDelete)
	default:
		if wmfOther[function] {
			m.create(wmfObject{})
		}
	}
}

// create puts an object in the first free slot of the table; later records refer to it by that index (2.3.4).
func (m *wmf) create(o wmfObject) {
	o.used = true
	for i := range m.objects {
		if !m.objects[i].used {
			m.objects[i] = o
			return
		}
	}
	if len(m.objects) < maxObjects {
		m.objects = append(m.objects, o)
	}
}

// use selects or deletes the object that params refer to.
func (m *wmf) use(params []byte, remove bool) {
	if len(params) < 2 {
		return
	}
	i := int(binary.LittleEndian.Uint16(params))
	switch {
	case i >= len(m.objects):
	case remove:
		m.objects[i] = wmfObject{}
	case m.objects[i].font:
		m.charset = m.objects[i].charset
	}
}

// textOut reads META_TEXTOUT (2.3.3.20).
func (m *wmf) textOut(params []byte) {
	if len(params) < 2 {
		return
	}
	n := int(binary.LittleEndian.Uint16(params))
	if at := 2 + n + n%2; at+4 <= len(params) {
		m.add(params[2:2+n], int16(binary.LittleEndian.Uint16(params[at:]))) //nolint:gosec // a coordinate is signed
	}
}

// extTextOut reads META_EXTTEXTOUT (2.3.3.5).
func (m *wmf) extTextOut(params []byte) {
	const rectangle, opaqueOrClipped = 8, 6
	if len(params) < 8 {
		return
	}
	n, at := int(binary.LittleEndian.Uint16(params[4:])), 8
	if params[6]&opaqueOrClipped != 0 {
		at += rectangle
	}
	if at+n <= len(params) {
		m.add(params[at:at+n], int16(binary.LittleEndian.Uint16(params))) //nolint:gosec // a coordinate is signed
	}
}

// add decodes a piece of text at height y by the charset of its font.
func (m *wmf) add(raw []byte, y int16) {
	if m.charset == symbolCharset {
		return
	}
	name := wmfCharsets[m.charset]
	if name == "" {
		name = "windows-1252"
	}
	encoding, err := htmlindex.Get(name)
	if err != nil {
		return
	}
	decoded, err := encoding.NewDecoder().Bytes(raw)
	if err == nil {
		m.text.add(int32(y), strings.TrimSpace(page.Visible(string(decoded))))
	}
}

// dib keeps the bitmap as a BMP file if it is the largest so far. Its header, colours and bits begin at offset at.
func (m *wmf) dib(params []byte, at int) {
	const infoHeader = 40
	if len(params) < at+infoHeader || len(params)-at <= len(m.bitmap) {
		return
	}
	packed := params[at:]
	if binary.LittleEndian.Uint32(packed) != infoHeader {
		return
	}
	colors := int64(binary.LittleEndian.Uint32(packed[32:]))
	if depth := binary.LittleEndian.Uint16(packed[14:]); colors == 0 && depth <= 8 {
		colors = 1 << depth
	}
	if bits := infoHeader + 4*colors; bits <= int64(len(packed)) {
		m.bitmap = bmp(packed[:bits], packed[bits:])
	}
}
