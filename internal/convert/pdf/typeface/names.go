package typeface

import (
	_ "embed" // for tables of names
	"slices"
	"strconv"
	"strings"
	"sync"

	"quire/internal/convert/pdf/object"
)

// glyphList is Adobe's list of glyph names and their characters, ordered by name.
//
// //go:embed glyphlist.txt
//
//go:embed glyphlist.txt
var glyphList string

// characters maps the names in the list to their characters.
var characters = sync.OnceValue(func() map[string]rune {
	_, lines, _ := strings.Cut(glyphList[strings.LastIndexByte(glyphList, '#'):], "\n")
	out := make(map[string]rune, strings.Count(lines, "\n"))
	for line := range strings.Lines(lines) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ";")
		v, _ := strconv.ParseUint(value, 16, 16)
		out[name] = rune(v)
	}
	return out
})

// listed returns the character of a name in the list, or 0.
func listed(name string) rune { return characters()[name] }

// named returns the character that a glyph's name stands for, or 0. A suffix after a dot is the name of a variant.
func named(name string) rune {
	if i := strings.IndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	if hex, ok := strings.CutPrefix(name, "uni"); ok && len(hex) == 4 && upperHex(hex) {
		v, _ := strconv.ParseUint(hex, 16, 16)
		return rune(v)
	}
	if hex, ok := strings.CutPrefix(name, "u"); ok && len(hex) >= 4 && len(hex) <= 6 && upperHex(hex) {
		v, _ := strconv.ParseUint(hex, 16, 32)
		return rune(v)
	}
	return listed(name)
}

// longestComposed is the length of the longest name of a ligature, in bytes. Eight letters by their numbers have 35.
const longestComposed = 40

// composed returns the characters that the name of a ligature stands for, or "": the names of its parts are joined by
// underscores, or are those of several characters in a row. A longer name would let a short text grow without limit.
func composed(name string) string {
	const digits = 4 // of one character
	if len(name) > longestComposed {
		return ""
	}
	if i := strings.IndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	var out []rune
	for part := range strings.SplitSeq(name, "_") {
		if hex, ok := strings.CutPrefix(part, "uni"); ok && len(hex) > digits && len(hex)%digits == 0 && upperHex(hex) {
			for ; hex != ""; hex = hex[digits:] {
				out = append(out, named("uni"+hex[:digits]))
			}
			continue
		}
		out = append(out, named(part))
	}
	if slices.Contains(out, 0) {
		return ""
	}
	return string(resolved(out))
}

// NamedCodes returns what the codes of a font with one-byte codes stand for by the names that it gives to their glyphs.
// Names that stand for nothing are left out.
func NamedCodes(file *object.File, d object.Dict) map[int]string {
	r := reader{file: file}
	out := map[int]string{}
	for code, name := range r.differences(r.get(d, "Encoding").Dict) {
		if text := composed(name); text != "" && code >= 0 && code < len(simple{}.glyphs) {
			out[code] = text
		}
	}
	return out
}

func upperHex(s string) bool { return strings.Trim(s, "0123456789ABCDEF") == "" }

// standardNames are the predefined names of the Compact Font Format by number (Adobe's Technical Note 5176, appendix
// A). The first 229 are those of the usual character set for Latin type.
//
// //go:embed standardnames.txt
//
//go:embed standardnames.txt
var standardNames string

var standardList = sync.OnceValue(func() []string { return strings.Fields(standardNames) })

// latinNames is the number of standard names in the usual character set.
const latinNames = 229

// latin maps characters to their names in the usual character set.
var latin = sync.OnceValue(func() map[rune]string {
	out := make(map[rune]string, latinNames+1)
	for _, name := range standardList()[1:latinNames] {
		out[listed(name)] = name
	}
	out['€'] = "Euro"
	return out
})

// standardCodes holds the numbers of the standard names for the codes from 161 on in the standard encoding, or 0.
var standardCodes = [...]byte{
	96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 0, // 161
	111, 112, 113, 114, 0, 115, 116, 117, 118, 119, 120, 121, 122, 0, 123, 0, // 177
	124, 125, 126, 127, 128, 129, 130, 131, 0, 132, 133, 0, 134, 135, 136, 137, // 193
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 209
	138, 0, 139, 0, 0, 0, 0, 140, 141, 142, 143, 0, 0, 0, 0, 0, // 225
	144, 0, 0, 0, 145, 0, 0, 146, 147, 148, 149, // 241
}

// standardCode returns the number of the standard name of a code in the standard encoding, or 0.
func standardCode(code int) int {
	const first = 161
	switch {
	case code >= ' ' && code < 0x7F:
		return code - ' ' + 1
	case code >= first && code-first < len(standardCodes):
		return int(standardCodes[code-first])
	}
	return 0
}

// standard is the name of the standard encoding.
const standard = "StandardEncoding"

// encodedName returns the glyph name of a code in an encoding, or "" if it has none. It returns false if readers differ
// on the name.
func encodedName(encoding string, code int) (name string, ok bool) {
	if encoding == standard {
		if n := standardCode(code); n != 0 {
			return standardList()[n], true
		}
		return "", true
	}
	if code < ' ' {
		return "", true
	}
	name = latin()[encoded(encoding, code)]
	return name, name != ""
}
