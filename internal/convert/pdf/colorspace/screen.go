package colorspace

import (
	"math"
	"sync"
)

// matrix maps three numbers to three.
type matrix [3][3]float64

func (m matrix) times(n matrix) (out matrix) {
	for row := range out {
		for column := range out[row] {
			for i := range m {
				out[row][column] += m[row][i] * n[i][column]
			}
		}
	}
	return out
}

func (m matrix) apply(v [3]float64) (out [3]float64) {
	for row := range out {
		for i := range m {
			out[row] += m[row][i] * v[i]
		}
	}
	return out
}

func (m matrix) inverse() (out matrix) {
	minor := func(a, b, c, d int) float64 { return m[a][b]*m[c][d] - m[a][d]*m[c][b] }
	det := 0.0
	for i := range m {
		det += m[0][i] * minor(1, (i+1)%3, 2, (i+2)%3)
	}
	for row := range out {
		for column := range out[row] {
			a, c := (column+1)%3, (column+2)%3
			b, d := (row+1)%3, (row+2)%3
			out[row][column] = minor(a, b, c, d) / det
		}
	}
	return out
}

// place returns the XYZ colour with a chromaticity and luminance 1.
func place(x, y float64) [3]float64 { return [3]float64{x / y, 1, (1 - x - y) / y} }

// fromPlaces maps XYZ colours to the red, green and blue light of screens, whose white is daylight (IEC 61966-2-1). XYZ
// colours are relative to the light for prints, adapted with Bradford's matrix (ISO 15076-1, annex E).
var fromPlaces = func() matrix {
	white, paper := place(.3127, .3290), [3]float64{.9642, 1, .8249}
	cones := matrix{{.8951, .2664, -.1614}, {-.7502, 1.7135, .0367}, {.0389, -.0685, 1.0296}}
	from, to := cones.apply(white), cones.apply(paper)
	adapt := cones.inverse().times(matrix{{to[0] / from[0]}, {0, to[1] / from[1]}, {0, 0, to[2] / from[2]}}).times(cones)
	red, green, blue := place(.64, .33), place(.30, .60), place(.15, .06)
	var primaries matrix
	for row := range primaries {
		primaries[row] = [3]float64{red[row], green[row], blue[row]}
	}
	share := primaries.inverse().apply(white)
	for row := range primaries {
		for column := range share {
			primaries[row][column] *= share[column]
		}
	}
	return adapt.times(primaries).inverse()
}()

// screenCurve maps an amount of light to a component on a screen.
func screenCurve(light float32) float32 {
	const power, slope, offset, foot, start = 2.4, 1 / 1.055, .055 / 1.055, 1 / 12.92, .04045
	if x := float64(light); x < math.Pow(slope*start+offset, power) {
		return float32(x / foot)
	}
	return float32((math.Pow(float64(light), 1/power) - offset) / slope)
}

// screenShades holds the component for each fixed-point amount of light.
var screenShades = sync.OnceValue(func() *[fixedOne + 1]byte {
	var out [fixedOne + 1]byte
	for i := range out {
		out[i] = byte16(word(unit(screenCurve(float32(i) / fixedOne))))
	}
	return &out
})
