package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// onEach runs a test for every version that this processor can run, except the plain one, which is the reference.
func onEach(t *testing.T, test func(t *testing.T, k *Kernels, r *rand.Rand)) {
	t.Parallel()
	for _, k := range All() {
		if k == &plain {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			test(t, k, rand.New(rand.NewPCG(1, 2)))
		})
	}
}

func numbers(r *rand.Rand, n int, size float64) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(r.NormFloat64() * size)
	}
	return x
}

func TestThePlainVersionIsTheLast(t *testing.T) {
	t.Parallel()
	all := All()
	require.Same(t, &plain, all[len(all)-1])
	require.Same(t, all[0], Best())
	require.False(t, plain.Fast)
}

func TestTilesOfBytesAreExact(t *testing.T) {
	onEach(t, func(t *testing.T, k *Kernels, r *rand.Rand) {
		for _, quads := range []int{8, 96, 384} {
			a := make([]byte, k.rows*quads*quad)
			b := make([]int8, k.panels*panelColumns*quads*quad)
			for i := range a {
				a[i] = byte(r.IntN(256))
			}
			for i := range b {
				b[i] = int8(r.IntN(256) - 128)
			}
			// The largest possible sums of four products.
			for i := range quad {
				a[i], b[i], b[quad+i] = math.MaxUint8, math.MinInt8, math.MaxInt8
			}
			got := make([]int32, k.rows*k.panels*panelColumns)
			k.tile(&got[0], &a[0], quads*quad, &b[0], panelColumns*quads*quad, quads)
			want := make([]int32, 0, len(got))
			var part [panelColumns]int32
			for row := range k.rows {
				for p := range k.panels {
					plainTile(&part[0], &a[row*quads*quad], 0, &b[p*panelColumns*quads*quad], 0, quads)
					want = append(want, part[:]...)
				}
			}
			require.Equal(t, want, got)
		}
	})
}

func TestRowsOfBytesAreExact(t *testing.T) {
	onEach(t, func(t *testing.T, k *Kernels, r *rand.Rand) {
		const n, length = 9, 64
		x := numbers(r, n*length, 3)
		clear(x[:length])       // nothing at all
		for i := range length { // only positive
			x[length+i] = float32(math.Abs(float64(x[length+i])))
		}
		x[2*length] = 1e6 // one value that dwarfs the others
		got, want := NewRows(n, length), NewRows(n, length)
		k.Quantise(got, x, length)
		plain.Quantise(want, x, length)
		require.Equal(t, want, got)
		require.Equal(t, int32(0), want.zeros[1])
	})
}

func TestProductsAgree(t *testing.T) {
	onEach(t, func(t *testing.T, k *Kernels, r *rand.Rand) {
		for _, shape := range []struct{ n, in, out int }{{1, 32, 32}, {8, 32, 48}, {13, 64, 96}, {30, 384, 160}} {
			weights := make([]int8, shape.in*shape.out)
			for i := range weights {
				weights[i] = int8(r.IntN(255) - 127)
			}
			scales := numbers(r, shape.out, .01)
			m := NewMatrix(weights, scales, numbers(r, shape.out, 1))
			rows := NewRows(shape.n, shape.in)
			x := numbers(r, shape.n*shape.in, 1)
			k.Quantise(rows, x, shape.in)
			got, want := make([]float32, shape.n*shape.out), make([]float32, shape.n*shape.out)
			k.Multiply(got, rows, m, shape.n)
			plain.Multiply(want, rows, m, shape.n)
			near(t, want, got, 1e-6)
			exact := make([]float32, len(want)) // without quantising the rows
			for i := range exact {
				for j := range shape.in {
					exact[i] += x[i/shape.out*shape.in+j] * float32(weights[j*shape.out+i%shape.out]) * scales[i%shape.out]
				}
				exact[i] += m.bias[i%shape.out]
			}
			near(t, exact, got, .02)
		}
	})
}

func TestTilesOfFloatsAgree(t *testing.T) {
	onEach(t, func(t *testing.T, k *Kernels, r *rand.Rand) {
		for _, depth := range []int{1, 32, 251} {
			const stride = 40
			a, b := numbers(r, TileRows*depth, 1), numbers(r, depth*stride, 1)
			got, want := make([]float32, TileRows*stride), make([]float32, TileRows*stride)
			k.MultiplyTile(got, stride, a, depth, b, stride, depth)
			plain.MultiplyTile(want, stride, a, depth, b, stride, depth)
			near(t, want, got, 1e-5)
		}
	})
}

func TestFunctionsAgree(t *testing.T) {
	onEach(t, func(t *testing.T, k *Kernels, r *rand.Rand) {
		x := append(numbers(r, 384, 4), 0, 1, 1e-20, -1e-20, 30, -30, 100, -100)
		require.InDelta(t, plain.Highest(x), k.Highest(x), 0)

		got, want := slices.Clone(x), slices.Clone(x)
		k.GELU(got)
		plain.GELU(want)
		near(t, want, got, 1e-6)

		got, want = slices.Clone(x), slices.Clone(x)
		got[3], want[3] = -1e30, -1e30 // masked positions
		highest := plain.Highest(x)
		require.InEpsilon(t, plain.ExpSum(want, highest, .5), k.ExpSum(got, highest, .5), 1e-5)
		near(t, want, got, 1e-6)
		require.Less(t, got[3], float32(1e-30))

		y, weight, bias := numbers(r, len(x), 1), numbers(r, len(x), 1), numbers(r, len(x), 1)
		got, want = slices.Clone(x), slices.Clone(x)
		k.AddNormalise(got, y, weight, bias)
		plain.AddNormalise(want, y, weight, bias)
		near(t, want, got, 1e-5)
	})
}

// near compares numbers with a tolerance relative to the largest one.
func near(t *testing.T, want, got []float32, tolerance float64) {
	t.Helper()
	lowest, highest := plainMinMax(want)
	size := max(math.Abs(float64(lowest)), math.Abs(float64(highest)))
	for i := range want {
		require.InDelta(t, want[i], got[i], tolerance*size, "number %d", i)
	}
}

func BenchmarkMultiply(b *testing.B) {
	const n, in, out = 256, 384, 1536
	for _, k := range All() {
		b.Run(k.Name, func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 2))
			m := NewMatrix(make([]int8, in*out), numbers(r, out, 1), numbers(r, out, 1))
			rows, to := NewRows(n, in), make([]float32, n*out)
			k.Quantise(rows, numbers(r, n*in, 1), in)
			for b.Loop() {
				k.Multiply(to, rows, m, n)
			}
			b.ReportMetric(float64(n*in*out)*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gmul/s")
		})
	}
}
