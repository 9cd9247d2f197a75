// Package charset turns text of any encoding into UTF-8.
package charset

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	utf "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// Decode converts the bytes of a text file to UTF-8 and returns the name of the encoding that it assumed. It decides by
// a byte order mark, by valid UTF-8, by the zero bytes of UTF-16, or by which legacy encoding yields the most plausible
// text. Bytes that are invalid in the encoding become U+FFFD.
func Decode(data []byte) (text, name string) {
	switch {
	case bytes.HasPrefix(data, []byte{0xEF, 0xBB, 0xBF}):
		return valid(data[3:]), "utf-8"
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE, 0, 0}), bytes.HasPrefix(data, []byte{0, 0, 0xFE, 0xFF}):
		return decode(data, utf32.UTF32(utf32.BigEndian, utf32.UseBOM)), "utf-32"
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}), bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		return decode(data, utf.UTF16(utf.BigEndian, utf.UseBOM)), "utf-16"
	}
	if order, ok := utf16Order(data); ok {
		return decode(data, utf.UTF16(order, utf.IgnoreBOM)), "utf-16"
	}
	if utf8.Valid(data) {
		if bytes.Contains(data, []byte("\x1b$")) || bytes.Contains(data, []byte("\x1b(J")) {
			return decode(data, japanese.ISO2022JP), "iso-2022-jp"
		}
		return string(data), "utf-8"
	}
	if mostlyUTF8(data) {
		return valid(data), "utf-8"
	}
	best := legacy[0]
	sample := data[:min(len(data), sampleSize)]
	for _, l := range legacy[1:] {
		if l.score(sample) > best.score(sample) {
			best = l
		}
	}
	return decode(data, best.encoding), best.name
}

const sampleSize = 64 << 10

func valid(b []byte) string { return strings.ToValidUTF8(string(b), "\uFFFD") }

func decode(data []byte, e encoding.Encoding) string {
	out, err := e.NewDecoder().Bytes(data)
	if err != nil {
		return valid(data)
	}
	return string(out)
}

// utf16Order recognizes UTF-16 without a byte order mark by the positions of its zero bytes. Text in Latin letters has
// one in nearly every pair.
func utf16Order(data []byte) (utf.Endianness, bool) {
	sample := data[:min(len(data), sampleSize)&^1]
	if len(sample) < 4 {
		return utf.LittleEndian, false
	}
	var zeros [2]int
	for i, c := range sample {
		if c == 0 {
			zeros[i&1]++
		}
	}
	pairs := len(sample) / 2
	switch {
	case zeros[1] > pairs/3 && zeros[0] < pairs/10:
		return utf.LittleEndian, true
	case zeros[0] > pairs/3 && zeros[1] < pairs/10:
		return utf.BigEndian, true
	}
	return utf.LittleEndian, false
}

// mostlyUTF8 reports whether a few broken bytes are damage in a UTF-8 file rather than another encoding.
func mostlyUTF8(data []byte) bool {
	good, broken := 0, 0
	for sample := data[:min(len(data), sampleSize)]; len(sample) > 0; {
		r, n := utf8.DecodeRune(sample)
		switch {
		case r == utf8.RuneError && n == 1:
			broken++
		case n > 1:
			good++
		}
		sample = sample[n:]
	}
	return good > 20*broken
}

type legacyEncoding struct {
	name     string
	encoding encoding.Encoding
	script   func(r rune) bool // the letters that the encoding exists for; nil for single-byte Western text
	needs    string            // letters of which one must occur, since the others could just as well be Western
}

// legacy begins with the encoding assumed when nothing else fits better.
var legacy = []legacyEncoding{
	{name: "windows-1252", encoding: charmap.Windows1252},
	{name: "shift_jis", encoding: japanese.ShiftJIS, script: isJapanese},
	{name: "euc-jp", encoding: japanese.EUCJP, script: isJapanese},
	{name: "euc-kr", encoding: korean.EUCKR, script: in(unicode.Hangul)},
	{name: "gb18030", encoding: simplifiedchinese.GB18030, script: isChinese},
	{name: "big5", encoding: traditionalchinese.Big5, script: isChinese},
	{name: "windows-1251", encoding: charmap.Windows1251, script: in(unicode.Cyrillic)},
	{name: "koi8-r", encoding: charmap.KOI8R, script: in(unicode.Cyrillic)},
	{name: "windows-1250", encoding: charmap.Windows1250, script: isCentralEuropean, needs: "ąśźżłťšžŁŚŻŠŽ"},
	{name: "windows-1253", encoding: charmap.Windows1253, script: in(unicode.Greek)},
	{name: "windows-1255", encoding: charmap.Windows1255, script: in(unicode.Hebrew)},
	{name: "windows-1256", encoding: charmap.Windows1256, script: in(unicode.Arabic)},
}

func in(script *unicode.RangeTable) func(rune) bool {
	return func(r rune) bool { return unicode.Is(script, r) }
}

func isCentralEuropean(r rune) bool {
	return strings.ContainsRune("ąćęłńśźżĄĆĘŁŃŚŹŻčďěňřšťůžČĎĚŇŘŠŤŮŽőűŐŰ", r)
}

func isJapanese(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) && r < 0xFF00 }

// isChinese reports whether r is one of the most frequent ideographs, simplified or traditional. Half of any
// text consists of them, whereas bytes of another encoding produce rare ones.
func isChinese(r rune) bool {
	return strings.ContainsRune("的一是不了在人有我他这這中大来來上国國个個到说說们們为為子和你地出道也时時年得就那要下以生会會自着著去之过過家学學对對可里裡后後小么麼心多天而能好都然没沒日于於起还還发發成事只作当當想看文无無开開手十用主行方又如前所本见見经經头頭面公同三已老从從动動两兩长長知民样樣现現分将將外但身些与與高意进進把法此实實回二理美点點月明其种種全工己话話者向情部正名定女问問力机機给給等几幾很业業最间間新什打便位因重被走电電四第门門相次东東政海口使教西再平真信北少关關并内內加化由却代入先五水市体體处處比性通目报報立数數件安表原车車应應路期常提金何更反合放做系计計或司利受果及今务務制解各任至物台记記共接它特直服建度统統字请請交认認论論元社结結指非每管资資条條院变變联聯言权權传傳治决決保达達办辦效各签簽双雙契约約法", r) ||
		(r >= 0x3000 && r <= 0x3002) || r == 0xFF0C
}

// score rates how much the bytes look like text in this encoding. Runs of letters of its script count in
// favour; broken characters, controls and mixtures count against.
func (l legacyEncoding) score(sample []byte) float64 {
	out, err := l.encoding.NewDecoder().Bytes(sample)
	if err != nil {
		return -1
	}
	if l.needs != "" && !strings.ContainsAny(string(out), l.needs) {
		return -1
	}
	var total, points float64
	var before rune
	for _, r := range string(out) {
		if r < utf8.RuneSelf {
			if (r < ' ' && r != '\n' && r != '\r' && r != '\t') || l.mixes(r, before) {
				points--
			}
			before = r
			continue
		}
		total++
		points += l.points(r, before)
		before = r
	}
	if total == 0 {
		return 0
	}
	return points / total
}

// mixes reports whether one of two neighbours is a letter of the encoding's own script and the other a Latin
// letter. Words do not mix scripts.
func (l legacyEncoding) mixes(r, before rune) bool {
	if l.script == nil || l.needs != "" {
		return false
	}
	latin := func(r rune) bool { return r < utf8.RuneSelf && unicode.IsLetter(r) }
	letter := func(r rune) bool { return l.script(r) && unicode.IsLetter(r) && !unicode.Is(unicode.Han, r) }
	return (latin(r) && letter(before)) || (letter(r) && latin(before))
}

func (l legacyEncoding) points(r, before rune) float64 {
	switch {
	case r == utf8.RuneError, r >= 0x80 && r < 0xA0, r >= 0xE000 && r <= 0xF8FF:
		return -10
	case l.script == nil:
		// A Western letter is surrounded by other letters; two accented ones in a row are rare.
		if unicode.IsLetter(r) && before < utf8.RuneSelf {
			return 0.5
		}
		if unicode.IsLetter(r) {
			return 0
		}
		return 0.3
	case l.mixes(r, before):
		return -1
	case l.script(r):
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			return -1 // inside a word, these are the letters of another Cyrillic or Greek code page
		}
		if l.script(before) || unicode.Is(unicode.Latin, r) {
			return 1
		}
		return 0.4
	case unicode.Is(unicode.Han, r) || (r >= 0xFF00 && r <= 0xFFEF) || (r >= 0x3000 && r <= 0x303F):
		return 0.2
	}
	return 0
}
