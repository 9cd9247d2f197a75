// Package kernel holds the inner loops of the sentence encoder: products of integer matrices, products of small float
// matrices, and the functions between them. Each exists in plain Go and, for processors that support it, in assembly.
// Integer products are identical to the last bit in all versions.
package kernel

import (
	"runtime"
	"slices"
)

// Sizes of what the kernels work on.
const (
	// panelColumns is the width of a panel of a packed matrix.
	panelColumns = 16
	// quad is how many consecutive inputs a panel keeps together for each column.
	quad = 4
	// Spare is how many rows beyond those in use a matrix must have room for, because the kernels work on whole tiles.
	Spare = 8
	// TileRows is the number of rows that MultiplyTile writes.
	TileRows = 6
	// TileColumns is the number of columns that it writes.
	TileColumns = 16
	// mostTile is the number of sums in the largest integer tile.
	mostTile = 8 * 3 * panelColumns
)

// Kernels is one version of every kernel. The length of their operands is a multiple of 8, and that of rows to be
// quantised a multiple of 32.
type Kernels struct {
	// Name says which instructions it uses.
	Name string
	// Fast reports whether it is fast enough to embed documents.
	Fast bool

	rows, panels int // of a tile of integer products
	// tile sets acc, rows by panels*16, to the products of rows of a (stride bytes apart) and panels of b (panel bytes
	// apart), over quads groups of four inputs.
	tile func(acc *int32, a *byte, stride int, b *int8, panel, quads int)
	// dequantise sets out[i] to (acc[i] - zero*sums[i]) * scales[i] * scale + bias[i].
	dequantise func(out []float32, acc *int32, sums []int32, scales, bias []float32, zero int32, scale float32)
	minMax     func(x []float32) (lowest, highest float32)
	// quantise sets out[i] to x[i]*inverse + zero, rounded to even and kept within a byte.
	quantise func(out []byte, x []float32, inverse float32, zero int32)

	// MultiplyTile sets 6 rows by 16 columns of c to the product of 6 rows of a, each of length k, and k rows of b.
	// Strides are the distances between rows, in numbers.
	MultiplyTile func(c []float32, cStride int, a []float32, aStride int, b []float32, bStride, k int)
	// ExpSum replaces every x by exp((x-highest)*scale), and returns their sum.
	ExpSum func(x []float32, highest, scale float32) float32
	// GELU replaces every x by x times the probability that a normal variable is below x.
	GELU func(x []float32)
	// AddNormalise adds y to x, normalises x to mean 0 and variance 1, and then scales it by weight and shifts it by
	// bias.
	AddNormalise func(x, y, weight, bias []float32)
}

// All returns the versions that this processor can run, the best one first. The last one is plain Go.
func All() []*Kernels { return append(accelerated(), &plain) }

// Best returns the fastest version that this processor can run.
func Best() *Kernels { return All()[0] }

// Highest returns the largest of x.
func (k *Kernels) Highest(x []float32) float32 {
	_, highest := k.minMax(x)
	return highest
}

// Rows are rows of numbers as bytes: a number is (byte - zero) * scale, with a zero and a scale for every row.
type Rows struct {
	bytes  []byte
	zeros  []int32
	scales []float32
	length int
}

// NewRows returns room for n rows of the given length, a multiple of 32.
func NewRows(n, length int) *Rows {
	return &Rows{
		bytes: make([]byte, (n+Spare)*length), zeros: make([]int32, n), scales: make([]float32, n), length: length,
	}
}

// Quantise sets the rows to x, which holds rows of the given length. It maps the range of every row to bytes such that
// 0 stays exact, as ONNX's DynamicQuantizeLinear does for a whole tensor.
func (k *Kernels) Quantise(to *Rows, x []float32, length int) {
	to.length = length
	for i := range len(x) / length {
		row := x[i*length:][:length]
		lowest, highest := k.minMax(row)
		lowest, highest = min(lowest, 0), max(highest, 0)
		scale := (highest - lowest) / 255
		if scale == 0 {
			scale = 1
		}
		zero := roundEven(-lowest / scale)
		k.quantise(to.bytes[i*length:][:length], row, 1/scale, zero)
		to.zeros[i], to.scales[i] = zero, scale
	}
}

// Matrix is a matrix of weights as small integers, with a scale for each column and a bias.
type Matrix struct {
	in, out int
	packed  []int8 // panels of 16 columns, in which each column's inputs are stored in groups of four
	sums    []int32
	scales  []float32
	bias    []float32
}

// NewMatrix packs weights, in rows of len(scales) columns. The number of rows must be a multiple of 32.
func NewMatrix(weights []int8, scales, bias []float32) *Matrix {
	out := len(scales)
	in := len(weights) / out
	padded := (out + mostPanels*panelColumns - 1) / (mostPanels * panelColumns) * (mostPanels * panelColumns)
	m := &Matrix{
		in: in, out: out, packed: make([]int8, in*padded), sums: make([]int32, out),
		scales: slices.Clone(scales), bias: slices.Clone(bias),
	}
	for i := range in {
		for j := range out {
			w := weights[i*out+j]
			m.sums[j] += int32(w)
			m.packed[j/panelColumns*panelColumns*in+(i/quad*panelColumns+j%panelColumns)*quad+i%quad] = w
		}
	}
	return m
}

// mostPanels is the number of panels in the widest tile.
const mostPanels = 3

// Multiply sets the n rows of out to the first n rows of a times m plus the bias. out must have room for n rows.
func (k *Kernels) Multiply(out []float32, a *Rows, m *Matrix, n int) {
	var acc [mostTile]int32
	width := k.panels * panelColumns
	for column := 0; column < m.out; column += width {
		runtime.Gosched() // a product takes milliseconds, and requests are waiting
		columns := min(width, m.out-column)
		panel := &m.packed[column*m.in]
		for row := 0; row < n; row += k.rows {
			k.tile(&acc[0], &a.bytes[row*m.in], m.in, panel, panelColumns*m.in, m.in/quad)
			for r := range min(k.rows, n-row) {
				to := out[(row+r)*m.out+column:][:columns]
				k.dequantise(to, &acc[r*width], m.sums[column:], m.scales[column:], m.bias[column:], a.zeros[row+r], a.scales[row+r])
			}
		}
	}
}

// Out returns the number of columns.
func (m *Matrix) Out() int { return m.out }
