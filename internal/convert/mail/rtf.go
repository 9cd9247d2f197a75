package mail

import (
	"encoding/binary"
	"html"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// dictionary is the text to which every compressed RTF may refer ([MS-OXRTFCP] 2.1.2.1).
const dictionary = `{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans SerifSymbolArial` +
	`Times New RomanCourier{\colortbl\red0\green0\blue0` + "\r\n" + `\par \pard\plain\f0\fs20\b\i\u\tab\tx`

const (
	rtfHeader    = 16
	window       = 4096
	compressed   = 0x75465a4c // "LZFu"
	uncompressed = 0x414c454d // "MELA"
)

// decompressRTF returns the RTF of a message ([MS-OXRTFCP]), up to the point where it is damaged. The result is at most
// nine times as long, because two bytes stand for at most 17.
func decompressRTF(b []byte) []byte {
	if len(b) < rtfHeader {
		return nil
	}
	kind := binary.LittleEndian.Uint32(b[8:])
	if b = b[rtfHeader:]; kind == uncompressed {
		return b
	}
	if kind != compressed {
		return nil
	}
	ring := make([]byte, window)
	at := copy(ring, dictionary)
	out := make([]byte, 0, 4*len(b))
	put := func(c byte) {
		out = append(out, c)
		ring[at] = c
		at = (at + 1) % window
	}
	for len(b) > 0 {
		control := b[0]
		b = b[1:]
		for bit := range 8 {
			switch {
			case control>>bit&1 == 0 && len(b) > 0:
				put(b[0])
				b = b[1:]
			case len(b) < 2:
				return out
			default:
				from, length := int(b[0])<<4|int(b[1])>>4, int(b[1]&15)+2
				if b = b[2:]; from == at {
					return out
				}
				for range length {
					put(ring[from])
					from = (from + 1) % window
				}
			}
		}
	}
	return out
}

// unwrapRTF returns the HTML that RTF was made from ([MS-OXRTFEX]), or else its text.
func unwrapRTF(rtf []byte) (text string, isHTML bool) {
	r := &rtfReader{source: rtf, group: group{codepage: "windows-1252", unicode: 1}, standard: "windows-1252", fonts: map[int]string{}}
	r.read()
	r.flush()
	return r.out.String(), r.html
}

// group holds the state that lasts until the end of a group.
type group struct {
	skip     bool // a destination whose content is not text
	tag      bool // markup of the HTML
	muted    bool // only for readers of RTF
	fontsOf  bool // the table of fonts
	codepage string
	unicode  int // characters that follow one in Unicode, for other readers
}

// groupLimit is the maximum nesting depth of groups; deeper groups share the state of the deepest.
const groupLimit = 1000

type rtfReader struct {
	source  []byte
	out     strings.Builder
	pending []byte // bytes of the text that are not decoded yet
	group
	outer    []group
	deeper   int // groups beyond the limit
	html     bool
	star     bool // the next control word begins a destination that may be ignored
	font     int
	fonts    map[int]string // charsets
	standard string
	high     rune // the first of two units of UTF-16
	drop     int  // characters that stand in for the last one in Unicode
}

func (r *rtfReader) read() {
	for len(r.source) > 0 {
		c := r.source[0]
		r.source = r.source[1:]
		switch c {
		case '{':
			r.flush()
			r.open()
		case '}':
			r.flush()
			r.close()
		case '\\':
			r.control()
		case '\r', '\n', 0:
		default:
			r.char(c)
		}
	}
}

func (r *rtfReader) open() {
	r.star, r.drop = false, 0
	if len(r.outer) >= groupLimit {
		r.deeper++
		return
	}
	r.outer = append(r.outer, r.group)
}

func (r *rtfReader) close() {
	r.star, r.drop = false, 0
	if r.deeper > 0 {
		r.deeper--
		return
	}
	if n := len(r.outer); n > 0 {
		r.group, r.outer = r.outer[n-1], r.outer[:n-1]
	}
}

// char reads a character of the text.
func (r *rtfReader) char(c byte) {
	if r.drop > 0 {
		r.drop--
		return
	}
	if r.visible() {
		r.pending = append(r.pending, c)
	}
}

func (r *rtfReader) visible() bool { return !r.skip && !r.muted }

// flush decodes the bytes read so far.
func (r *rtfReader) flush() {
	if len(r.pending) == 0 {
		return
	}
	r.write(decodeCharset(r.pending, r.codepage))
	r.pending = r.pending[:0]
}

// write writes text. In HTML, text that is not markup is escaped.
func (r *rtfReader) write(s string) {
	if !r.visible() {
		return
	}
	if r.html && !r.tag {
		s = html.EscapeString(s)
	}
	r.out.WriteString(s)
}

// control reads what follows a backslash.
func (r *rtfReader) control() {
	if len(r.source) == 0 {
		return
	}
	if c := r.source[0]; c|0x20 < 'a' || c|0x20 > 'z' {
		r.source = r.source[1:]
		r.symbol(c)
		return
	}
	end := 0
	for end < len(r.source) && r.source[end]|0x20 >= 'a' && r.source[end]|0x20 <= 'z' {
		end++
	}
	word := string(r.source[:min(end, 32)])
	r.source = r.source[end:]
	const longestNumber = 11
	digits := 0
	for digits < min(len(r.source), longestNumber) && isNumber(r.source[digits], digits == 0) {
		digits++
	}
	number, err := strconv.Atoi(string(r.source[:digits]))
	if r.source = r.source[digits:]; len(r.source) > 0 && r.source[0] == ' ' {
		r.source = r.source[1:]
	}
	r.word(word, number, err == nil)
}

func isNumber(c byte, first bool) bool { return (c >= '0' && c <= '9') || (first && c == '-') }

func (r *rtfReader) symbol(c byte) {
	switch c {
	case '*':
		r.star = true
	case '\'':
		if len(r.source) >= 2 {
			high, ok := hexDigit(r.source[0])
			low, also := hexDigit(r.source[1])
			if r.source = r.source[2:]; ok && also {
				r.char(high<<4 | low)
			}
		}
	case '~':
		r.special("\u00a0")
	case '_':
		r.special("\u2011")
	case '{', '}', '\\':
		r.char(c)
	case '\n', '\r':
		r.special("\n")
	}
}

// special writes the character that a control word stands for.
func (r *rtfReader) special(s string) {
	if r.drop > 0 {
		r.drop--
		return
	}
	r.flush()
	r.write(s)
}

var rtfCharacters = map[string]string{
	"par": "\n", "line": "\n", "sect": "\n", "page": "\n", "row": "\n", "cell": "\t", "tab": "\t", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
	"bullet": "•", "endash": "–", "emdash": "—", "enspace": " ", "emspace": " ", "zwj": "\u200d", "zwnj": "\u200c",
}

// rtfDestinations are the destinations whose content is not text, in addition to those marked as such.
var rtfDestinations = map[string]bool{
	"colortbl": true, "stylesheet": true, "info": true, "pict": true, "header": true, "footer": true, "fonttbl": true, "object": true,
}

// word reads a control word.
func (r *rtfReader) word(word string, n int, numbered bool) {
	if s, ok := rtfCharacters[word]; ok {
		r.special(s)
		return
	}
	star := r.star
	r.star = false
	switch word {
	case "htmltag":
		r.flush()
		r.tag, r.skip = true, false
	case "htmlrtf":
		r.flush()
		r.muted = !numbered || n != 0
	case "fromhtml":
		r.html = true
	case "u":
		r.flush()
		r.unit(rune(uint16(n))) //nolint:gosec // negative numbers stand for those above 32,767
		r.drop = r.unicode
	case "uc":
		r.unicode = min(max(n, 0), 8)
	case "bin":
		r.source = r.source[min(max(n, 0), len(r.source)):]
	case "ansicpg":
		r.codepage = codepage(uint32(max(n, 0))) //nolint:gosec // not negative
		r.standard = r.codepage
	case "f":
		r.flush()
		if r.font = n; !r.fontsOf {
			if r.codepage = r.fonts[n]; r.codepage == "" {
				r.codepage = r.standard
			}
		}
	case "fcharset":
		if r.fontsOf && len(r.fonts) < 1000 {
			r.fonts[r.font] = fontCharsets[n]
		}
	default:
		if star || rtfDestinations[word] {
			r.skip, r.fontsOf = true, word == "fonttbl"
		}
	}
}

// unit writes a UTF-16 code unit, or keeps it if it is the first of two.
func (r *rtfReader) unit(c rune) {
	pair := utf16.DecodeRune(r.high, c)
	if r.high = 0; utf16.IsSurrogate(c) {
		if r.high = c; pair == utf8.RuneError {
			return
		}
		c, r.high = pair, 0
	}
	r.write(string(c))
}

// fontCharsets maps font charset numbers to charsets that differ from the document's.
var fontCharsets = map[int]string{
	77: "macintosh", 128: "shift_jis", 129: "euc-kr", 134: "gbk", 136: "big5", 161: "windows-1253", 162: "windows-1254", 163: "windows-1258",
	177: "windows-1255", 178: "windows-1256", 186: "windows-1257", 204: "windows-1251", 222: "windows-874", 238: "windows-1250",
}
