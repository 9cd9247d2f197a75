package encoder

import (
	"math"
	"runtime"

	"quire/internal/encoder/kernel"
)

// scratch is the memory needed to encode one text.
type scratch struct {
	rows      []float32 // one row per token, passed from layer to layer
	attention []float32 // queries, keys and values
	attended  []float32
	inner     []float32
	next      []float32
	small     *kernel.Rows
	keys      []float32 // of one head, transposed
	scores    []float32 // of one head, for a tile's rows
}

func newScratch(m *model) *scratch {
	tokens := min(mostTokens, m.positions())
	inner := m.width
	for _, l := range m.layers {
		inner = max(inner, l.inner.Out())
	}
	room := tokens + kernel.Spare
	return &scratch{
		rows: make([]float32, room*m.width), attention: make([]float32, room*3*m.width),
		attended: make([]float32, room*m.width), inner: make([]float32, room*inner), next: make([]float32, room*m.width),
		small: kernel.NewRows(room, inner),
		keys:  make([]float32, headWidth*padded(tokens)), scores: make([]float32, kernel.TileRows*padded(tokens)),
	}
}

// padded rounds n up to whole tiles.
func padded(n int) int {
	return (n + kernel.TileColumns - 1) / kernel.TileColumns * kernel.TileColumns
}

// encode returns one row per token, valid until s is used again.
func (m *model) encode(k *kernel.Kernels, s *scratch, tokens []int32) []float32 {
	n := len(tokens)
	clear(s.next[:n*m.width])
	for i, id := range tokens {
		row := s.rows[i*m.width:][:m.width]
		scale := m.wordScales[id]
		for j, w := range m.words[int(id)*m.width:][:m.width] {
			row[j] = float32(w)*scale + m.places[i*m.width+j]
		}
	}
	addNormalised(k, s.rows, s.next, m.norm, n, m.width)
	for _, l := range m.layers {
		l.apply(k, s, n, m.width)
	}
	return s.rows[:n*m.width]
}

func (l layer) apply(k *kernel.Kernels, s *scratch, n, width int) {
	k.Quantise(s.small, s.rows[:n*width], width)
	k.Multiply(s.attention, s.small, l.attention, n)
	for head := 0; head < width; head += headWidth {
		attend(k, s, head, n, width)
		runtime.Gosched() // the processor may be the only one, and requests are waiting
	}
	k.Quantise(s.small, s.attended[:n*width], width)
	k.Multiply(s.next, s.small, l.attended, n)
	addNormalised(k, s.rows, s.next, l.attendedNorm, n, width)

	inner := l.inner.Out()
	k.Quantise(s.small, s.rows[:n*width], width)
	k.Multiply(s.inner, s.small, l.inner, n)
	k.GELU(s.inner[:n*inner])
	k.Quantise(s.small, s.inner[:n*inner], inner)
	k.Multiply(s.next, s.small, l.output, n)
	addNormalised(k, s.rows, s.next, l.outputNorm, n, width)
}

func addNormalised(k *kernel.Kernels, rows, to []float32, by norm, n, width int) {
	for i := range n {
		k.AddNormalise(rows[i*width:][:width], to[i*width:][:width], by.weight, by.bias)
	}
}

// unseen is the score of positions beyond the text, so that no token attends to them.
const unseen = -1e30

// attend sets the columns of one head in s.attended: for every token, the values of all tokens, weighted by how well
// their keys match its query.
func attend(k *kernel.Kernels, s *scratch, head, n, width int) {
	stride, columns := 3*width, padded(n)
	for i := range n {
		for j, v := range s.attention[i*stride+width+head:][:headWidth] {
			s.keys[j*columns+i] = v
		}
	}
	scale := float32(1 / math.Sqrt(headWidth))
	for row := 0; row < n; row += kernel.TileRows {
		for column := 0; column < columns; column += kernel.TileColumns {
			k.MultiplyTile(s.scores[column:], columns, s.attention[row*stride+head:], stride, s.keys[column:], columns, headWidth)
		}
		for r := range min(kernel.TileRows, n-row) {
			weigh(k, s.scores[r*columns:][:columns], n, scale)
		}
		for column := 0; column < headWidth; column += kernel.TileColumns {
			k.MultiplyTile(s.attended[row*width+head+column:], width, s.scores, columns, s.attention[2*width+head+column:], stride, n)
		}
	}
}

// weigh turns a token's n scores into weights that add up to 1.
func weigh(k *kernel.Kernels, scores []float32, n int, scale float32) {
	for i := n; i < len(scores); i++ {
		scores[i] = unseen
	}
	inverse := 1 / k.ExpSum(scores, k.Highest(scores), scale)
	for i := range scores[:n] {
		scores[i] *= inverse
	}
}
