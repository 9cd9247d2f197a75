package typeface

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quire/internal/convert/pdf/object"
	"quire/internal/growth"
)

// fontOf builds a program with the outlines as its glyphs, and one code table.
func fontOf(glyphs int, outlines ...[]byte) []byte {
	be := binary.BigEndian
	head, maxp, hhea := make([]byte, 54), make([]byte, 6), make([]byte, 36)
	be.PutUint16(head[18:], 1000)
	be.PutUint16(head[50:], 1)
	be.PutUint16(maxp[4:], uint16(glyphs))
	be.PutUint16(hhea[34:], 1)
	var glyf, loca []byte
	for i := range glyphs + 1 {
		loca = be.AppendUint32(loca, uint32(len(glyf)))
		if i < len(outlines) {
			glyf = append(glyf, outlines[i]...)
		}
	}
	tables := map[string][]byte{"head": head, "maxp": maxp, "hhea": hhea, "glyf": append(glyf, 0), "loca": loca, "hmtx": make([]byte, 4+2*(glyphs-1))}
	out := be.AppendUint32(nil, versionOne)
	out = be.AppendUint64(be.AppendUint16(out, uint16(len(tables))), 0)[:12]
	at := 12 + 16*len(tables)
	var bodies []byte
	for name, data := range tables {
		out = be.AppendUint32(append(out, name...), 0)
		out = be.AppendUint32(be.AppendUint32(out, uint32(at+len(bodies))), uint32(len(data)))
		bodies = append(bodies, data...)
	}
	return append(out, bodies...)
}

// composite returns an outline that consists of other glyphs.
func composite(glyphs ...int) []byte {
	out := append([]byte{0xFF, 0xFF}, make([]byte, 8)...)
	for i, glyph := range glyphs {
		flags := uint16(placed)
		if i < len(glyphs)-1 {
			flags |= moreParts
		}
		out = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(out, flags), uint16(glyph))
		out = append(out, 1, 1)
	}
	return out
}

// square returns an outline whose points are all in one place, so that they take no room.
func square(points int) []byte {
	out := append([]byte{0, 1}, make([]byte, 8)...)
	out = binary.BigEndian.AppendUint16(out, uint16(points-1))
	out = append(out, 0, 0)
	for left := points; left > 0; left -= 256 {
		out = append(out, repeats|sameX|sameY, byte(min(left, 256)-1))
	}
	return out
}

func TestGrowthOfPrograms(t *testing.T) {
	same := func(n, glyph int) []int {
		out := make([]int, n)
		for i := range out {
			out[i] = glyph
		}
		return out
	}
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "glyphs", Build: func(n int) []byte { return fontOf(min(n, 60_000)+1, square(4)) }},
		{Name: "points", Build: func(n int) []byte { return fontOf(2, square(min(n+1, 60_000))) }},
		{Name: "parts", Build: func(n int) []byte { return fontOf(2, composite(same(n+1, 1)...), square(4)) }},
		{Name: "a glyph of itself", Build: func(n int) []byte { return fontOf(1, composite(same(n+1, 0)...)) }},
		{Name: "glyphs of all others", Build: func(n int) []byte {
			return fontOf(4, composite(same(n+1, 1)...), composite(same(n+1, 2)...), composite(same(n+1, 3)...), square(4))
		}},
	}, func(_ *testing.T, data []byte) { ask(data) })
}

// indexOf returns an index in the Compact Font Format.
func indexOf(entries ...[]byte) []byte {
	out := binary.BigEndian.AppendUint16(nil, uint16(len(entries)))
	if len(entries) == 0 {
		return out
	}
	out = append(out, 4)
	at := 1
	for i := range len(entries) + 1 {
		out = binary.BigEndian.AppendUint32(out, uint32(at))
		if i < len(entries) {
			at += len(entries[i])
		}
	}
	return append(out, bytes.Join(entries, nil)...)
}

// offsetOf encodes a number of a dictionary in a fixed number of bytes.
func offsetOf(v int) []byte { return binary.BigEndian.AppendUint32([]byte{29}, uint32(v)) }

// cffOf builds a program with the outlines as its glyphs, a character set, and global subroutines.
func cffOf(charset []byte, routines [][]byte, glyphs ...[]byte) []byte {
	head := append([]byte{1, 0, 4, 4}, indexOf([]byte("Font"))...)
	top := func(charset, glyphs int) []byte {
		return bytes.Join([][]byte{offsetOf(charset), {opCharset}, offsetOf(glyphs), {opCharStrings}}, nil)
	}
	rest := append(indexOf(), indexOf(routines...)...)
	at := len(head) + len(indexOf(top(0, 0))) + len(rest)
	return bytes.Join([][]byte{head, indexOf(top(at, at+len(charset))), rest, charset, indexOf(glyphs...)}, nil)
}

// oneCharset returns a character set with a single range of names.
func oneCharset(glyphs int) []byte {
	return binary.BigEndian.AppendUint16([]byte{2, 0, 1}, uint16(glyphs))
}

// Pieces of outlines: a line, a call of the first subroutine, and the ends of a subroutine and of an outline.
var (
	aLine     = []byte{140, 140, 5}
	firstCall = []byte{32, 29}
	back      = []byte{11}
	finish    = []byte{14}
)

func TestGrowthOfProgramsInCompactFormat(t *testing.T) {
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "points", Build: func(n int) []byte { return cffOf([]byte{0}, nil, join(bytes.Repeat(aLine, n), finish)) }},
		{Name: "numbers", Build: func(n int) []byte { return cffOf([]byte{0}, nil, join(bytes.Repeat([]byte{140, 5}, n), finish)) }},
		{Name: "hints", Build: func(n int) []byte { return cffOf([]byte{0}, nil, join(bytes.Repeat([]byte{140, 140, 1}, n), finish)) }},
		{Name: "a routine of itself", Build: func(n int) []byte {
			return cffOf([]byte{0}, [][]byte{join(bytes.Repeat(firstCall, n+1), back)}, join(firstCall, finish))
		}},
		{Name: "routines of all others", Build: func(n int) []byte {
			call := func(i int) []byte { return bytes.Repeat([]byte{byte(32 + i), 29}, n+1) }
			return cffOf([]byte{0}, [][]byte{join(call(1), back), join(call(2), back), join(call(3), back), join(aLine, back)}, join(call(0), finish))
		}},
		{Name: "names", Build: func(n int) []byte {
			glyphs := make([][]byte, min(n, 300)+1)
			for i := range glyphs {
				glyphs[i] = finish
			}
			return cffOf(oneCharset(len(glyphs)), nil, glyphs...)
		}},
	}, func(_ *testing.T, data []byte) { askLetters(data) })
}

// type1Of builds a Type 1 program whose outlines and subroutines are not encrypted separately.
func type1Of(routines [][]byte, glyphs ...[]byte) []byte {
	var secret bytes.Buffer
	fmt.Fprintf(&secret, "0000/lenIV -1 def /Subrs %d array\n", len(routines))
	for i, code := range routines {
		fmt.Fprintf(&secret, "dup %d %d RD %s NP\n", i, len(code), code)
	}
	fmt.Fprintf(&secret, "ND /CharStrings %d dict dup begin\n/.notdef 1 RD \x0E ND\n", len(glyphs)+1)
	for i, code := range glyphs {
		fmt.Fprintf(&secret, "/g%d %d RD %s ND\n", i, len(code), code)
	}
	secret.WriteString("end")
	return type1Around("", secret.Bytes())
}

// type1Around puts the plain part of a program around the encrypted one.
func type1Around(plain string, secret []byte) []byte {
	const c1, c2 = 52845, 22719
	key := uint16(programKey)
	out := []byte("%!PS-AdobeFont-1.0\n/FontMatrix [0.001 0 0 0.001 0 0] def /Encoding StandardEncoding def " + plain + " eexec ")
	for _, p := range secret {
		c := p ^ byte(key>>8)
		key = (uint16(c)+key)*c1 + c2
		out = append(out, c)
	}
	return out
}

func TestGrowthOfProgramsOfType1(t *testing.T) {
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	begin, finish, back := []byte{139, 139, 13}, []byte{14}, []byte{11}
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "glyphs", Build: func(n int) []byte { return type1Of(nil, slices.Repeat([][]byte{join(begin, finish)}, n+1)...) }},
		{Name: "points", Build: func(n int) []byte { return type1Of(nil, join(begin, bytes.Repeat(aLine, n), finish)) }},
		{Name: "bows", Build: func(n int) []byte {
			return type1Of(nil, join(begin, bytes.Repeat([]byte{139, 140, 12, 16, 139, 139, 21}, n), finish))
		}},
		{Name: "a routine of itself", Build: func(n int) []byte {
			return type1Of([][]byte{join(bytes.Repeat([]byte{139, 10}, n+1), back)}, join(begin, []byte{139, 10}, finish))
		}},
		{Name: "routines of all others", Build: func(n int) []byte {
			call := func(i int) []byte { return bytes.Repeat([]byte{byte(139 + i), 10}, n+1) }
			return type1Of([][]byte{join(call(1), back), join(call(2), back), join(call(3), back), join(aLine, back)}, join(begin, call(0), finish))
		}},
		{Name: "words before the secret", Build: func(n int) []byte { return type1Around(strings.Repeat("/Word 1 def ", n), nil) }},
		{Name: "what is never closed", Build: func(n int) []byte { return type1Around(strings.Repeat("{ ( ", n), nil) }},
		{Name: "words in the secret", Build: func(n int) []byte { return type1Around("", bytes.Repeat([]byte("/Word {1} def "), n)) }},
		{Name: "hexadecimal digits", Build: func(n int) []byte { return append(type1Around("", nil), bytes.Repeat([]byte("AB \n"), n)...) }},
	}, func(_ *testing.T, data []byte) { askLetters(data) })
}

func TestGrowthOfMeanings(t *testing.T) {
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "characters", Build: growth.Within("1 beginbfchar ", growth.Repeat("<0041> <0042> "), "endbfchar")},
		{Name: "ranges", Build: growth.Within("1 beginbfrange ", growth.Repeat("<0000> <00FF> <0030> "), "endbfrange")},
		{Name: "sections", Build: growth.Repeat("1 beginbfchar <0041> <0042> endbfchar ")},
		{Name: "what is not known", Build: growth.Repeat("/Name (text) 1 def ")},
	}, func(_ *testing.T, data []byte) { _, _ = parseMeanings(data) })
}

func TestGrowthOfWidths(t *testing.T) {
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "widths in a row", Build: growth.Within("[1 [", growth.Repeat("500 "), "]]")},
		{Name: "widths of ranges", Build: growth.Within("[", growth.Numbered("%d %d 500 "), "]")},
		{Name: "the same range", Build: growth.Within("[", growth.Repeat("0 60000 500 "), "]")},
	}, func(t *testing.T, data []byte) {
		o, err := object.NewLexer(data).Next()
		if err != nil {
			t.Fatal(err)
		}
		file, err := object.Open([]byte("%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< >>\nstartxref\n9\n%%EOF\n"))
		if err != nil {
			t.Fatal(err)
		}
		f := &Face{wide: &wide{widths: map[int]int{}}}
		f.openWide(&reader{file: file, budget: NewBudget()}, object.Dict{"W": o})
	})
}
