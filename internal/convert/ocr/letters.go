package ocr

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"unicode"
)

// Whenever tesseract starts, it fills a table of similar-looking letter groups, which takes three quarters of the start
// and which only the older engine uses. Groups with letters that the language lacks are skipped. So tesseract is given
// the data of its newer engine with all letters replaced by private ones, which are replaced back in its output.

// privateLetters is added to a letter to get its private counterpart, in the supplementary private use area A.
const privateLetters = 0xF0000

// lastLetter is the last code point with a private counterpart: the area lacks the last two of the basic plane, which
// are not characters.
const lastLetter = 0xFFFD

// rewritten are letters that tesseract itself replaces when it reads its data.
const rewritten = "\u0640\ufb01\ufb02"

func hideLetter(r rune) rune {
	if r > lastLetter || !unicode.IsLetter(r) || strings.ContainsRune(rewritten, r) {
		return r
	}
	return r + privateLetters
}

func showLetter(r rune) rune {
	if private(r) {
		return r - privateLetters
	}
	return r
}

func private(r rune) bool { return r >= privateLetters && r <= privateLetters+lastLetter }

// parts are the parts of a language data file; missing ones are nil.
type parts [][]byte

// These are the indices of the parts that matter here.
const (
	partConfig, partOldLetters, partLetters = 0, 1, 21
	// mostParts is more than any version has.
	mostParts = 64
	// partCount and partOffset are the sizes in bytes of the number of parts and of a part's offset.
	partCount, partOffset = 4, 8
)

// partsOf returns false if the format of the data is not supported.
func partsOf(data []byte) (parts, bool) {
	if len(data) < partCount {
		return nil, false
	}
	n := int(binary.LittleEndian.Uint32(data))
	if n <= partLetters || n > mostParts || len(data) < partCount+n*partOffset {
		return nil, false
	}
	starts, ends := make([]int64, n), []int64{int64(len(data))}
	for i := range starts {
		starts[i] = int64(binary.LittleEndian.Uint64(data[partCount+i*partOffset:])) //nolint:gosec // -1 is one that is missing
		if starts[i] > int64(len(data)) {
			return nil, false
		}
		ends = append(ends, starts[i])
	}
	slices.Sort(ends)
	out := make(parts, n)
	for i, start := range starts {
		if start >= 0 {
			after, _ := slices.BinarySearch(ends, start+1)
			out[i] = data[start:ends[min(after, len(ends)-1)]]
		}
	}
	return out, true
}

func (p parts) bytes() []byte {
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(p))) //nolint:gosec // at most mostParts
	at := uint64(partCount + len(p)*partOffset)                  //nolint:gosec // at most mostParts
	for _, part := range p {
		if part == nil {
			out = binary.LittleEndian.AppendUint64(out, ^uint64(0))
			continue
		}
		out = binary.LittleEndian.AppendUint64(out, at)
		at += uint64(len(part))
	}
	return append(out, slices.Concat(p...)...)
}

// withPrivateLetters returns language data with private letters. It returns false for data of the older engine, for
// data that need another language's data, and for unsupported formats.
func withPrivateLetters(data []byte) ([]byte, bool) {
	p, ok := partsOf(data)
	if !ok || p[partOldLetters] != nil || len(p[partLetters]) == 0 || bytes.Contains(p[partConfig], []byte("load_sublangs")) {
		return nil, false
	}
	if bytes.ContainsFunc(p[partLetters], private) {
		return nil, false
	}
	lines := bytes.SplitAfter(p[partLetters], []byte("\n"))
	for i, line := range lines[1:] { // the first line is their number
		letters, rest, _ := bytes.Cut(line, []byte(" "))
		if !special(string(letters)) {
			lines[i+1] = slices.Concat(bytes.Map(hideLetter, letters), []byte(" "), rest)
		}
	}
	p[partLetters] = slices.Concat(lines...)
	return p.bytes(), true
}

// special reports whether an entry is one that tesseract treats by name.
func special(entry string) bool {
	return slices.Contains([]string{"", "NULL", "Joined"}, entry) || (len(entry) > 1 && entry[0] == '|')
}
