package kernel

import (
	"math"
	"unsafe"
)

var plain = Kernels{
	Name: "plain Go", rows: 1, panels: 1,
	tile: plainTile, dequantise: plainDequantise, minMax: plainMinMax, quantise: plainQuantise,
	MultiplyTile: plainMultiplyTile, ExpSum: plainExpSum, GELU: plainGELU, AddNormalise: plainAddNormalise,
}

func roundEven(x float32) int32 { return int32(math.RoundToEven(float64(x))) }

// plainTile computes a tile of one row and one panel.
func plainTile(acc *int32, a *byte, _ int, b *int8, _, quads int) {
	sums := unsafe.Slice(acc, panelColumns)
	row, panel := unsafe.Slice(a, quads*quad), unsafe.Slice(b, quads*quad*panelColumns)
	clear(sums)
	for q := range quads {
		in := row[q*quad:][:quad]
		group := panel[q*quad*panelColumns:][:quad*panelColumns]
		a0, a1, a2, a3 := int32(in[0]), int32(in[1]), int32(in[2]), int32(in[3])
		for j := range sums {
			w := group[j*quad:][:quad]
			sums[j] += a0*int32(w[0]) + a1*int32(w[1]) + a2*int32(w[2]) + a3*int32(w[3])
		}
	}
}

func plainDequantise(out []float32, acc *int32, sums []int32, scales, bias []float32, zero int32, scale float32) {
	for i, v := range unsafe.Slice(acc, len(out)) {
		out[i] = float32(v-zero*sums[i])*(scales[i]*scale) + bias[i]
	}
}

func plainMinMax(x []float32) (lowest, highest float32) {
	lowest, highest = x[0], x[0]
	for _, v := range x {
		lowest, highest = min(lowest, v), max(highest, v)
	}
	return lowest, highest
}

func plainQuantise(out []byte, x []float32, inverse float32, zero int32) {
	for i, v := range x {
		out[i] = byte(min(max(roundEven(v*inverse)+zero, 0), math.MaxUint8))
	}
}

func plainMultiplyTile(c []float32, cStride int, a []float32, aStride int, b []float32, bStride, k int) {
	for r := range TileRows {
		row := c[r*cStride:][:TileColumns]
		clear(row)
		for i, v := range a[r*aStride:][:k] {
			for j, w := range b[i*bStride:][:TileColumns] {
				row[j] += v * w
			}
		}
	}
}

func plainExpSum(x []float32, highest, scale float32) float32 {
	var sum float32
	for i, v := range x {
		e := float32(math.Exp(float64((v - highest) * scale)))
		x[i] = e
		sum += e
	}
	return sum
}

func plainGELU(x []float32) {
	for i, v := range x {
		x[i] = v * float32(.5*(1+math.Erf(float64(v)/math.Sqrt2)))
	}
}

// varianceFloor keeps the standard deviation of a constant row from being zero; the value is the model's.
const varianceFloor = 1e-12

func plainAddNormalise(x, y, weight, bias []float32) {
	var sum float32
	for i := range x {
		x[i] += y[i]
		sum += x[i]
	}
	mean := sum / float32(len(x))
	var squares float32
	for _, v := range x {
		squares += (v - mean) * (v - mean)
	}
	inverse := float32(1 / math.Sqrt(float64(squares)/float64(len(x))+varianceFloor))
	for i, v := range x {
		x[i] = (v-mean)*inverse*weight[i] + bias[i]
	}
}
