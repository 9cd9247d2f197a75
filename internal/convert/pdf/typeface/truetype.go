package typeface

import (
	"encoding/binary"
	"errors"
)

// errProgram is the error for font programs that are left to another reader.
var errProgram = errors.New("a font program that is damaged or unusual")

// table is a part of a font program. Its methods return false beyond its end.
type table []byte

func (t table) u16(at int) (int, bool) {
	if at < 0 || at+2 > len(t) {
		return 0, false
	}
	return int(binary.BigEndian.Uint16(t[at:])), true
}

func (t table) i16(at int) (int, bool) {
	v, ok := t.u16(at)
	return int(int16(v)), ok //nolint:gosec // two's complement
}

func (t table) u32(at int) (int, bool) {
	if at < 0 || at+4 > len(t) {
		return 0, false
	}
	return int(binary.BigEndian.Uint32(t[at:])), true
}

// words reads the unsigned numbers at the offsets.
func (t table) words(offsets ...int) ([]int, bool) {
	out := make([]int, len(offsets))
	for i, at := range offsets {
		var ok bool
		if out[i], ok = t.u16(at); !ok {
			return nil, false
		}
	}
	return out, true
}

// program is a TrueType font program (ISO/IEC 14496-22).
type program struct {
	glyf, loca, hmtx, post table
	unitsPerEm, glyphs     int
	longLoca               bool
	longMetrics            int
	maps                   []codeTable
	names                  *glyphNames // nil until they are needed
	budget                 *Budget
}

// Budget limits the work on all fonts of a document.
type Budget struct {
	// bytes is the remaining number of bytes of programs, and points that of points of outlines.
	bytes, points int
}

// NewBudget returns the budget of a document: that of fifty fonts with all of their glyphs.
func NewBudget() *Budget { return &Budget{bytes: 64 << 20, points: 4 << 20} }

const (
	// maxTables is the maximum number of tables in a program.
	maxTables = 64
	// The version at the beginning of programs, and that of Apple's.
	versionOne = 0x00010000
	versionMac = 0x74727565
)

// openProgram reads a program's tables. Anything missing or inconsistent is an error.
func openProgram(data []byte, budget *Budget) (*program, error) {
	if budget.bytes -= len(data); budget.bytes < 0 {
		return nil, errProgram
	}
	tables, err := directory(data)
	if err != nil {
		return nil, err
	}
	p := &program{glyf: tables["glyf"], loca: tables["loca"], hmtx: tables["hmtx"], post: tables["post"], budget: budget}
	if !p.header(tables["head"], tables["maxp"], tables["hhea"]) || p.glyf == nil {
		return nil, errProgram
	}
	size := 2
	if p.longLoca {
		size = 4
	}
	if len(p.loca) < size*(p.glyphs+1) || len(p.hmtx) < 4*p.longMetrics { // trailing bearings may be missing, and are 0
		return nil, errProgram
	}
	p.maps, err = codeTables(tables["cmap"])
	return p, err
}

// directory returns the tables of a program by name.
func directory(data table) (map[string]table, error) {
	version, ok := data.u32(0)
	count, ok2 := data.u16(4)
	if !ok || !ok2 || (version != versionOne && version != versionMac) || count > maxTables {
		return nil, errProgram
	}
	tables := map[string]table{}
	for i := range count {
		at := 12 + 16*i
		offset, ok := data.u32(at + 8)
		length, ok2 := data.u32(at + 12)
		if !ok || !ok2 || offset > len(data) || length > len(data)-offset {
			return nil, errProgram
		}
		name := string(data[at : at+4])
		if _, twice := tables[name]; twice {
			return nil, errProgram
		}
		tables[name] = data[offset : offset+length]
	}
	return tables, nil
}

// header reads the data that applies to the whole font.
func (p *program) header(head, maxp, hhea table) bool {
	v, ok := head.words(18, 50)
	if !ok || v[0] == 0 || v[1] > 1 {
		return false
	}
	p.unitsPerEm, p.longLoca = v[0], v[1] == 1
	if p.glyphs, ok = maxp.u16(4); !ok || p.glyphs == 0 {
		return false
	}
	p.longMetrics, ok = hhea.u16(34)
	return ok && p.longMetrics > 0 && p.longMetrics <= p.glyphs
}

// bearing returns the left side bearing of a glyph.
func (p *program) bearing(glyph int) int {
	at := 4*glyph + 2
	if glyph >= p.longMetrics {
		at = 4*p.longMetrics + 2*(glyph-p.longMetrics)
	}
	v, _ := p.hmtx.i16(at)
	return v
}

// thousandths converts a measure to thousandths of the type size, rounded as in PDFium.
func (p *program) thousandths(v int) int { return thousandths(v, p.unitsPerEm) }

func thousandths(v, unitsPerEm int) int {
	return int((float64(v)*1000 + float64(unitsPerEm/2)) / float64(unitsPerEm))
}
