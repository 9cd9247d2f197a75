package ocr

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"unicode"
)

// Whenever tesseract starts, it fills a table of groups of letters that look alike, which takes it three quarters of a
// start and which only its older engine uses. Groups with letters that the language does not have are passed over. So it is
// given the data of its newer engine with private letters in place of all others, and what it reads is put back.

// privateLetters is added to a letter to make it a private one: that of the supplementary private use area A.
const privateLetters = 0xF0000

// lastLetter is the last one that has a private counterpart: the area has two fewer than the basic plane, which are no letters.
const lastLetter = 0xFFFD

// rewritten are letters that tesseract replaces itself when it reads its data.
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

// parts are the parts of a file of language data, those that are missing nil.
type parts [][]byte

// Those that matter here.
const (
	partConfig, partOldLetters, partLetters = 0, 1, 21
	// mostParts is more than any version has.
	mostParts = 64
	// partCount and partOffset are how many bytes the number of parts and the place of one have.
	partCount, partOffset = 4, 8
)

// partsOf returns false if data are none that are understood.
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

// withPrivateLetters returns language data with private letters. It returns false for data of the older engine, for those
// that need the data of another language and for any that are not understood.
func withPrivateLetters(data []byte) ([]byte, bool) {
	p, ok := partsOf(data)
	if !ok || p[partOldLetters] != nil || len(p[partLetters]) == 0 || bytes.Contains(p[partConfig], []byte("load_sublangs")) {
		return nil, false
	}
	if bytes.ContainsFunc(p[partLetters], private) {
		return nil, false
	}
	lines := bytes.SplitAfter(p[partLetters], []byte("\n"))
	for i, line := range lines[1:] { // the first one is their number
		letters, rest, _ := bytes.Cut(line, []byte(" "))
		if !special(string(letters)) {
			lines[i+1] = slices.Concat(bytes.Map(hideLetter, letters), []byte(" "), rest)
		}
	}
	p[partLetters] = slices.Concat(lines...)
	return p.bytes(), true
}

// special reports whether an entry is one of those that tesseract knows by name.
func special(entry string) bool {
	return slices.Contains([]string{"", "NULL", "Joined"}, entry) || (len(entry) > 1 && entry[0] == '|')
}
