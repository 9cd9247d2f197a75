package typeface

import (
	"bytes"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
)

// type1 holds what a Type 1 program (Adobe Type 1 Font Format, 1990) has in addition to its glyphs.
type type1 struct {
	program  *charProgram
	routines map[int]table
	// skipped is how many bytes at the beginning of each outline and subroutine are meaningless, or -1 if they are not
	// encrypted.
	skipped int
	seen    map[string]bool
}

// The keys of the encryption.
const (
	programKey = 55665
	outlineKey = 4330
	// programSkipped is how many bytes at the beginning of the encrypted part of a program are meaningless.
	programSkipped = 4
)

// openType1 reads a program whose unit is a thousandth of the type size. Anything missing or inconsistent is an error.
func openType1(data table, budget *Budget) (*charProgram, error) {
	if budget.bytes -= len(data); budget.bytes < 0 || !bytes.HasPrefix(data, []byte("%!")) {
		return nil, errProgram
	}
	plain, secret, ok := bytes.Cut(data, []byte("eexec"))
	if !ok {
		return nil, errProgram
	}
	t := &type1{
		program:  &charProgram{unitsPerEm: thousand, budget: budget, glyphs: []table{nil}, names: []string{notDefined}},
		routines: map[int]table{}, skipped: programSkipped, seen: map[string]bool{},
	}
	t.program.read = t.outline
	encoding, ok := t.readPlain(plain)
	if !ok || !t.readSecret(opened(secret)) || t.program.glyphs[0] == nil {
		return nil, errProgram
	}
	t.program.index()
	if len(t.program.byName) != len(t.program.names) {
		return nil, errProgram
	}
	if encoding == nil {
		t.program.encodeStandard()
		t.program.coded = true
		return t.program, nil
	}
	for code, name := range encoding {
		t.program.codes[code] = t.program.byName[name]
	}
	t.program.coded = true
	return t.program, nil
}

// opened decrypts the encrypted part of a program, which may be written in hexadecimal digits.
func opened(secret []byte) []byte {
	secret = bytes.TrimLeft(secret, " \t\r\n")
	digits := func(b []byte) bool { return strings.Trim(string(b), "0123456789abcdefABCDEF") == "" }
	if len(secret) >= programSkipped && digits(secret[:programSkipped]) {
		packed := slices.DeleteFunc(slices.Clone(secret), func(c byte) bool { return strings.IndexByte(" \t\r\n", c) >= 0 })
		n, _ := hex.Decode(packed, packed) // up to the first character that is not a digit
		secret = packed[:n]
	}
	return decrypted(secret, programKey, programSkipped)
}

// decrypted decrypts data and removes the meaningless bytes at the beginning.
func decrypted(data []byte, key uint16, skipped int) []byte {
	const c1, c2 = 52845, 22719
	out := make([]byte, len(data))
	for i, c := range data {
		out[i] = c ^ byte(key>>8)
		key = (uint16(c)+key)*c1 + c2
	}
	return out[min(skipped, len(out)):]
}

// readPlain reads the plain part of a program, and returns its encoding, or nil for the standard one.
func (t *type1) readPlain(data []byte) (encoding map[int]string, ok bool) {
	l := &psLexer{data: data}
	for l.next() {
		if !strings.HasPrefix(l.token, "/") {
			continue
		}
		switch key := l.token[1:]; key {
		case "FontMatrix", "Encoding":
			if t.seen[key] {
				return nil, false
			}
			t.seen[key] = true
			if key == "FontMatrix" {
				ok = l.usualMatrix()
			} else {
				encoding, ok = l.encoding()
			}
			if !ok {
				return nil, false
			}
		case "WeightVector", "Private", "CharStrings":
			return nil, false
		}
	}
	return encoding, t.seen["FontMatrix"] && t.seen["Encoding"]
}

// readSecret reads the subroutines and the outlines.
func (t *type1) readSecret(data []byte) bool {
	l := &psLexer{data: data}
	for l.next() {
		if !strings.HasPrefix(l.token, "/") {
			continue
		}
		switch key := l.token[1:]; key {
		case "lenIV":
			n, ok := l.number()
			if t.skipped = n; !ok || n < -1 || t.seen["Subrs"] {
				return false
			}
		case "Subrs", "CharStrings":
			if t.seen[key] {
				return false
			}
			t.seen[key] = true
			if key == "CharStrings" {
				return t.readGlyphs(l) && !bytes.Contains(l.data[l.at:], []byte("/CharStrings"))
			}
			if !t.readRoutines(l) {
				return false
			}
		}
	}
	return false
}

// readRoutines reads lines like "dup 5 9 RD ......... NP".
func (t *type1) readRoutines(l *psLexer) bool {
	count, ok := l.number()
	if !ok || count > maxEntries || !l.next() { // array
		return false
	}
	for {
		before := *l
		if !l.next() {
			return false
		}
		if l.token != "dup" {
			*l = before
			return true
		}
		i, ok := l.number()
		data, ok2 := t.binary(l)
		if _, twice := t.routines[i]; !ok || !ok2 || twice || i < 0 || i >= count {
			return false
		}
		t.routines[i] = data
		if !l.next() { // NP, or "noaccess put"
			return false
		}
		if l.token == "noaccess" && !l.next() {
			return false
		}
	}
}

// readGlyphs reads lines like "/name 9 RD ......... ND" up to an end.
func (t *type1) readGlyphs(l *psLexer) bool {
	p := t.program
	for l.next() {
		name, ok := strings.CutPrefix(l.token, "/")
		switch {
		case l.token == "end":
			return len(p.glyphs) > 1
		case !ok:
			continue
		}
		data, ok := t.binary(l)
		switch {
		case !ok || len(p.glyphs) > maxEntries:
			return false
		case name == notDefined && p.glyphs[0] == nil:
			p.glyphs[0] = data
		default:
			p.glyphs, p.names = append(p.glyphs, data), append(p.names, name)
		}
	}
	return false
}

// binary reads the length of data, a word and, after a space, the data.
func (t *type1) binary(l *psLexer) (table, bool) {
	n, ok := l.number()
	if !ok || n < max(t.skipped, 0) || !l.next() || l.at+1+n > len(l.data) {
		return nil, false
	}
	data := l.data[l.at+1 : l.at+1+n]
	l.at += 1 + n
	if t.skipped < 0 {
		return data, true
	}
	return decrypted(data, outlineKey, t.skipped), true
}

// number reads a whole number.
func (l *psLexer) number() (int, bool) {
	if !l.next() {
		return 0, false
	}
	v, err := strconv.Atoi(l.token)
	return v, err == nil && v <= 1<<24
}

// usualMatrix reads a matrix and reports whether it makes the unit a thousandth of the type size.
func (l *psLexer) usualMatrix() bool {
	if !l.next() || l.token != "[" {
		return false
	}
	for _, want := range []float64{.001, 0, 0, .001, 0, 0} {
		if !l.next() {
			return false
		}
		if v, err := strconv.ParseFloat(l.token, 64); err != nil || v != want {
			return false
		}
	}
	return l.next() && l.token == "]"
}

// encoding reads an encoding: nil for the standard one, or an array whose entries are set one by one.
func (l *psLexer) encoding() (map[int]string, bool) {
	if !l.next() {
		return nil, false
	}
	if l.token == standard {
		return nil, true
	}
	if _, err := strconv.Atoi(l.token); err != nil {
		return nil, false
	}
	out := map[int]string{}
	code := -1 // the previous number
	for l.next() {
		name, named := strings.CutPrefix(l.token, "/")
		switch {
		case l.token == "def":
			return out, true
		case named && code >= 0 && code < 256:
			out[code] = name
		}
		var err error
		if code, err = strconv.Atoi(l.token); err != nil {
			code = -1
		}
		if strings.Contains(l.token, "#") { // a number that is not decimal
			return nil, false
		}
	}
	return nil, false
}
