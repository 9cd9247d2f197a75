package colorspace

import (
	"encoding/binary"
	"math"
	"slices"

	"quire/internal/convert/pdf/object"
)

// profile is an ICC profile (ISO 15076-1) that consists of curves and a matrix. Colours are computed as Little CMS does
// for PDFium, from bytes to bytes.
type profile struct {
	tags map[string][]byte
}

const (
	headerSize = 128
	// maxTags is the maximum number of tags of a profile.
	maxTags = 100
	// white16 is the greatest value of 16 bits.
	white16 = 65535
)

// profiled reads a space with a profile.
func (r *reader) profiled(o object.Object) (*Space, error) {
	stream, err := r.file.Resolve(o)
	if err != nil || stream.Kind != object.Stream {
		return nil, ErrUnknown
	}
	n, err := r.file.Get(stream.Dict, "N")
	if err != nil {
		return nil, err
	}
	data, err := r.file.Data(stream)
	if err != nil {
		return nil, err
	}
	if n.Int() == 3 && isScreen(data) {
		return &Space{Components: 3, mix: screen}, nil
	}
	p, space, ok := openProfile(data)
	if !ok {
		return nil, ErrUnknown
	}
	switch {
	case space == "GRAY" && n.Int() == 1:
		return p.gray()
	case space == "RGB " && n.Int() == 3:
		return p.matrix()
	}
	return nil, ErrUnknown
}

// isScreen reports whether a profile is sRGB, recognized as PDFium does.
func isScreen(data []byte) bool {
	const size, at, name = 3144, 0x190, "sRGB IEC61966-2.1"
	return len(data) == size && string(data[at:at+len(name)]) == name
}

// openProfile reads the tags of a profile, and its colour space. It returns false if the profile has lookup tables or
// is not for a device.
func openProfile(data []byte) (p profile, space string, ok bool) {
	if len(data) < headerSize+4 || int(binary.BigEndian.Uint32(data)) != len(data) || string(data[36:40]) != "acsp" || string(data[20:24]) != "XYZ " {
		return p, "", false
	}
	if class := string(data[12:16]); class != "mntr" && class != "scnr" && class != "prtr" {
		return p, "", false
	}
	count := int(binary.BigEndian.Uint32(data[headerSize:]))
	if count > maxTags || len(data) < headerSize+4+12*count {
		return p, "", false
	}
	p.tags = map[string][]byte{}
	for i := range count {
		entry := data[headerSize+4+12*i:]
		name, from, size := string(entry[:4]), int(binary.BigEndian.Uint32(entry[4:])), int(binary.BigEndian.Uint32(entry[8:]))
		if from > len(data) || size > len(data)-from {
			return p, "", false
		}
		switch name[1:] {
		case "2B0", "2B1", "2B2", "2B3":
			return p, "", false
		}
		p.tags[name] = data[from : from+size]
	}
	return p, string(data[16:20]), true
}

// gray reads a profile with one curve.
func (p profile) gray() (*Space, error) {
	c, ok := openCurve(p.tags["kTRC"])
	if !ok || c(0) != 0 {
		return nil, ErrUnknown
	}
	var shades [256]byte
	for i := range shades {
		shades[i] = byte16(word(screenCurve(c(float32(i*257) / white16))))
	}
	return &Space{Components: 1, mix: func(v []float32) ([3]float32, bool) {
		s := shades[byteOf(v[0])]
		return levels(s, s, s), true
	}}, nil
}

// byteOf returns a component as a byte, without rounding.
func byteOf(v float32) byte { return byte(min(max(int(v*255), 0), 255)) }

// word returns a value as 16 bits.
func word(v float32) uint16 {
	d := float64(v)*white16 + .5
	return uint16(min(max(math.Floor(d), 0), white16))
}

// byte16 converts 16 bits to 8.
func byte16(v uint16) byte { return byte((uint32(v)*65281 + 8388608) >> 24) }

// The format of the fixed-point numbers used to apply the matrix: one is 1 << fixedBits.
const (
	fixedBits = 14
	fixedOne  = 1 << fixedBits
)

func fixed(v float64) int { return int(math.Floor(v*fixedOne + .5)) }

// matrix reads a profile with three curves and a matrix.
func (p profile) matrix() (*Space, error) {
	var curves [3][256]int
	var own matrix
	for i, color := range []string{"r", "g", "b"} {
		c, ok := openCurve(p.tags[color+"TRC"])
		column, ok2 := openPlace(p.tags[color+"XYZ"])
		if !ok || !ok2 || c(0) != 0 {
			return nil, ErrUnknown
		}
		for level := range curves[i] {
			curves[i][level] = fixed(float64(c(float32(level) / 255)))
		}
		for row := range own {
			own[row][i] = column[row]
		}
	}
	m := fromPlaces.times(own)
	if m.same() { // Little CMS computes these in a different way
		return nil, ErrUnknown
	}
	var fixedMatrix [3][3]int
	for row := range m {
		for column := range m[row] {
			fixedMatrix[row][column] = fixed(m[row][column])
		}
	}
	shades := screenShades()
	return &Space{Components: 3, mix: func(v []float32) ([3]float32, bool) {
		var out [3]byte
		for row := range out {
			sum := fixedOne / 2
			for column := range curves {
				sum += fixedMatrix[row][column] * curves[column][byteOf(v[column])]
			}
			out[row] = shades[min(max(sum>>fixedBits, 0), fixedOne)]
		}
		return levels(out[0], out[1], out[2]), true
	}}, nil
}

// openPlace reads an XYZ colour.
func openPlace(data []byte) (out [3]float64, ok bool) {
	if len(data) < 20 || string(data[:4]) != "XYZ " {
		return out, false
	}
	for i := range out {
		out[i] = float64(int32(binary.BigEndian.Uint32(data[8+4*i:]))) / (1 << 16) //nolint:gosec // two's complement
	}
	return out, true
}

// same reports whether a matrix is the identity.
func (m matrix) same() bool {
	const least = 1.0 / white16
	unchanged := matrix{{1}, {0, 1}, {0, 0, 1}}
	for row := range m {
		for column, v := range m[row] {
			if math.Abs(v-unchanged[row][column]) >= least {
				return false
			}
		}
	}
	return true
}

// curve maps a component to light, or the reverse.
type curve func(v float32) float32

// openCurve reads a curve: a power, a formula or a table.
func openCurve(data []byte) (curve, bool) {
	if len(data) < 12 {
		return nil, false
	}
	switch string(data[:4]) {
	case "curv":
		return openTable(data)
	case "para":
		return openFormula(data)
	}
	return nil, false
}

func openTable(data []byte) (curve, bool) {
	const header, most = 12, 1 << 16
	n := int(binary.BigEndian.Uint32(data[8:]))
	if n > most || len(data) < header+2*n {
		return nil, false
	}
	at := func(i int) int { return int(binary.BigEndian.Uint16(data[header+2*i:])) }
	switch n {
	case 0:
		return func(v float32) float32 { return v }, true
	case 1:
		power := float64(at(0)) / (1 << 8)
		return func(v float32) float32 { return float32(math.Pow(float64(max(v, 0)), power)) }, power > 0
	}
	entries := make([]int, n)
	for i := range entries {
		entries[i] = at(i)
	}
	return func(v float32) float32 { return float32(interpolated(entries, int(word(v)))) / white16 }, true
}

// interpolated returns the value of a table at a 16-bit position.
func interpolated(entries []int, v int) int {
	last := len(entries) - 1
	if v == white16 {
		return entries[last]
	}
	place := v * last
	place += (place + 0x7fff) / white16
	cell, rest := place>>16, place&0xffff
	from, to := entries[cell], entries[cell+1]
	return from + ((to-from)*rest+0x8000)>>16
}

// openFormula reads a curve that is a power above some value and linear below it.
func openFormula(data []byte) (curve, bool) {
	counts := []int{1, 3, 4, 5, 7}
	kind := int(binary.BigEndian.Uint16(data[8:]))
	if kind >= len(counts) || len(data) < 12+4*counts[kind] {
		return nil, false
	}
	var p [7]float64
	for i := range counts[kind] {
		p[i] = float64(int32(binary.BigEndian.Uint32(data[12+4*i:]))) / (1 << 16) //nolint:gosec // two's complement
	}
	if !slices.Contains([]int{0, 3}, kind) || p[0] <= 0 {
		return nil, false
	}
	if kind == 0 {
		return func(v float32) float32 { return float32(math.Pow(float64(max(v, 0)), p[0])) }, true
	}
	return func(v float32) float32 {
		if x := float64(v); x < p[4] {
			return float32(x * p[3])
		} else if base := p[1]*x + p[2]; base > 0 {
			return float32(math.Pow(base, p[0]))
		}
		return 0
	}, true
}
