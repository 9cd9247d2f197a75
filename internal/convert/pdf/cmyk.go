package pdf

import _ "embed" // for the table of colours

const (
	// inkLevels is the number of levels of each ink in the table, and inkStep the distance between two levels in
	// 65536ths.
	inkLevels = 9
	inkStep   = 1 << 13
)

// inkColors holds the colours of inks on paper according to PDFium: red, green and blue for each combination of levels
// of cyan, magenta, yellow and black, the last of which changes fastest.
//
// //go:embed cmyk.bin
//
//go:embed cmyk.bin
var inkColors []byte

// inked returns the colour, as 0xRRGGBB, of cyan, magenta, yellow and black ink from 0 to 1. Between the levels of the
// table, it starts from the nearest combination and interpolates along each ink, as PDFium does.
func inked(inks [4]float32) uint32 {
	var near, other, rest [4]int
	for i, v := range inks {
		level := int(min(max(v, 0), 1)*255+.5) << 8
		near[i], other[i] = (level+inkStep/2)/inkStep, level/inkStep
		if other[i] == near[i] {
			if other[i]++; near[i] == inkLevels-1 {
				other[i] = near[i] - 1
			}
		}
		rest[i] = (level - near[i]*inkStep) * (near[i] - other[i])
	}
	var out uint32
	for channel := range 3 {
		at := func(levels [4]int) int {
			place := 0
			for _, l := range levels {
				place = place*inkLevels + l
			}
			return int(inkColors[3*place+channel])
		}
		base := at(near)
		sum := base << 8
		for i := range inks {
			beside := near
			beside[i] = other[i]
			sum += (base - at(beside)) * rest[i] / 32
		}
		out = out<<8 | uint32(min(max(sum, 0)>>8, 255))
	}
	return out
}
