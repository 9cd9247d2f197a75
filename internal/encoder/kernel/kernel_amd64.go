package kernel

import "golang.org/x/sys/cpu"

// accelerated returns the versions in assembly that this processor can run.
func accelerated() []*Kernels {
	x := cpu.X86
	if !x.HasAVX2 || !x.HasFMA {
		return nil
	}
	list := []*Kernels{&avx2}
	if x.HasAVX512F && x.HasAVX512BW && x.HasAVX512VL && x.HasAVX512VNNI {
		list = append([]*Kernels{&vnni}, list...)
	}
	return list
}

var avx2 = Kernels{
	Name: "AVX2", Fast: true, rows: 2, panels: 1,
	tile: tileAVX2, dequantise: dequantise, minMax: minMax, quantise: quantise,
	MultiplyTile: multiplyTile, ExpSum: expSum, GELU: gelu, AddNormalise: addNormalise,
}

var vnni = Kernels{
	Name: "AVX-512 VNNI", Fast: true, rows: 8, panels: 3,
	tile: tileVNNI, dequantise: dequantise, minMax: minMax, quantise: quantise,
	MultiplyTile: multiplyTile, ExpSum: expSum, GELU: gelu, AddNormalise: addNormalise,
}

//go:noescape
func tileAVX2(acc *int32, a *byte, stride int, b *int8, panel, quads int)

//go:noescape
func tileVNNI(acc *int32, a *byte, stride int, b *int8, panel, quads int)

//go:noescape
func dequantise(out []float32, acc *int32, sums []int32, scales, bias []float32, zero int32, scale float32)

//go:noescape
func minMax(x []float32) (lowest, highest float32)

//go:noescape
func quantise(out []byte, x []float32, inverse float32, zero int32)

//go:noescape
func multiplyTile(c []float32, cStride int, a []float32, aStride int, b []float32, bStride, k int)

//go:noescape
func expSum(x []float32, highest, scale float32) float32

//go:noescape
func gelu(x []float32)

//go:noescape
func addNormalise(x, y, weight, bias []float32)
