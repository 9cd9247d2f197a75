#include "textflag.h"

#define TILEROW(in, c0, c1) \
	VBROADCASTSS in, Y14         \
	VFMADD231PS  Y12, Y14, c0    \
	VFMADD231PS  Y13, Y14, c1

#define CLEAR2(c0, c1) \
	VXORPS c0, c0, c0 \
	VXORPS c1, c1, c1

#define STORE2(c0, c1) \
	VMOVUPS c0, (DI)    \
	VMOVUPS c1, 32(DI)  \
	ADDQ    R9, DI

// func multiplyTile(c []float32, cStride int, a []float32, aStride int, b []float32, bStride, k int)
TEXT ·multiplyTile(SB), NOSPLIT, $0-104
	MOVQ c_base+0(FP), DI
	MOVQ cStride+24(FP), R9
	MOVQ a_base+32(FP), SI
	MOVQ aStride+56(FP), R8
	MOVQ b_base+64(FP), R10
	MOVQ bStride+88(FP), R11
	MOVQ k+96(FP), CX
	SHLQ $2, R9
	SHLQ $2, R8
	SHLQ $2, R11
	LEAQ (R8)(R8*2), R13
	LEAQ (SI)(R8*4), DX
	CLEAR2(Y0, Y1)
	CLEAR2(Y2, Y3)
	CLEAR2(Y4, Y5)
	CLEAR2(Y6, Y7)
	CLEAR2(Y8, Y9)
	CLEAR2(Y10, Y11)

tileLoop:
	VMOVUPS (R10), Y12
	VMOVUPS 32(R10), Y13
	TILEROW((SI), Y0, Y1)
	TILEROW((SI)(R8*1), Y2, Y3)
	TILEROW((SI)(R8*2), Y4, Y5)
	TILEROW((SI)(R13*1), Y6, Y7)
	TILEROW((DX), Y8, Y9)
	TILEROW((DX)(R8*1), Y10, Y11)
	ADDQ    R11, R10
	ADDQ    $4, SI
	ADDQ    $4, DX
	DECQ    CX
	JNZ     tileLoop

	STORE2(Y0, Y1)
	STORE2(Y2, Y3)
	STORE2(Y4, Y5)
	STORE2(Y6, Y7)
	STORE2(Y8, Y9)
	STORE2(Y10, Y11)
	VZEROUPPER
	RET

// The constants of exp: the range of its argument, log2(e), ln(2) in two parts, and the polynomial of Cephes' expf,
// which is accurate to two units in the last place.
DATA expLowest<>+0(SB)/4, $-87.0
GLOBL expLowest<>(SB), RODATA, $4
DATA log2e<>+0(SB)/4, $1.44269504088896341
GLOBL log2e<>(SB), RODATA, $4
DATA ln2High<>+0(SB)/4, $0.693359375
GLOBL ln2High<>(SB), RODATA, $4
DATA ln2Low<>+0(SB)/4, $-2.12194440e-4
GLOBL ln2Low<>(SB), RODATA, $4
DATA exp5<>+0(SB)/4, $1.9875691500e-4
GLOBL exp5<>(SB), RODATA, $4
DATA exp4<>+0(SB)/4, $1.3981999507e-3
GLOBL exp4<>(SB), RODATA, $4
DATA exp3<>+0(SB)/4, $8.3334519073e-3
GLOBL exp3<>(SB), RODATA, $4
DATA exp2<>+0(SB)/4, $4.1665795894e-2
GLOBL exp2<>(SB), RODATA, $4
DATA exp1<>+0(SB)/4, $1.6666665459e-1
GLOBL exp1<>(SB), RODATA, $4
DATA half<>+0(SB)/4, $0.5
GLOBL half<>(SB), RODATA, $4
DATA one<>+0(SB)/4, $1.0
GLOBL one<>(SB), RODATA, $4

// EXPCONSTANTS loads the constants of EXP into Y6 to Y15 and Y5.
#define EXPCONSTANTS \
	VBROADCASTSS expLowest<>(SB), Y15 \
	VBROADCASTSS log2e<>(SB), Y14     \
	VBROADCASTSS ln2High<>(SB), Y13   \
	VBROADCASTSS ln2Low<>(SB), Y12    \
	VBROADCASTSS exp5<>(SB), Y11      \
	VBROADCASTSS exp4<>(SB), Y10      \
	VBROADCASTSS exp3<>(SB), Y9       \
	VBROADCASTSS exp2<>(SB), Y8       \
	VBROADCASTSS exp1<>(SB), Y7       \
	VBROADCASTSS half<>(SB), Y6       \
	VBROADCASTSS one<>(SB), Y5

// EXP replaces x, which must not exceed 0, with exp(x). It overwrites n and p.
#define EXP(x, n, p) \
	VMAXPS       x, Y15, x    \
	VMULPS       x, Y14, n    \
	VCVTPS2DQ    n, n         \
	VCVTDQ2PS    n, p         \
	VFNMADD231PS Y13, p, x    \
	VFNMADD231PS Y12, p, x    \
	VMOVAPS      Y11, p       \
	VFMADD213PS  Y10, x, p    \
	VFMADD213PS  Y9, x, p     \
	VFMADD213PS  Y8, x, p     \
	VFMADD213PS  Y7, x, p     \
	VFMADD213PS  Y6, x, p     \
	VFMADD213PS  Y5, x, p     \
	VFMADD213PS  Y5, x, p     \
	VPSLLD       $23, n, n    \
	VPADDD       n, p, x

// SUM adds up the eight numbers of y into the lowest number of x, which is the lower half of y.
#define SUM(y, x, t) \
	VEXTRACTF128 $1, y, t \
	VADDPS       t, x, x  \
	VHADDPS      x, x, x  \
	VHADDPS      x, x, x

// func expSum(x []float32, highest, scale float32) float32
TEXT ·expSum(SB), NOSPLIT, $0-36
	MOVQ         x_base+0(FP), SI
	MOVQ         x_len+8(FP), CX
	EXPCONSTANTS
	VBROADCASTSS highest+24(FP), Y4
	VXORPS       Y3, Y3, Y3

expSumLoop:
	VMOVUPS      (SI), Y0
	VSUBPS       Y4, Y0, Y0
	VBROADCASTSS scale+28(FP), Y1
	VMULPS       Y1, Y0, Y0
	EXP(Y0, Y1, Y2)
	VADDPS       Y0, Y3, Y3
	VMOVUPS      Y0, (SI)
	ADDQ         $32, SI
	SUBQ         $8, CX
	JGT          expSumLoop
	SUM(Y3, X3, X0)
	VMOVSS       X3, ret+32(FP)
	VZEROUPPER
	RET

// The constants of erf: formula 7.1.26 of Abramowitz and Stegun, with an error below 1.5e-7. erfP is divided by the
// square root of two, and the coefficients by two.
DATA signs<>+0(SB)/4, $0x7fffffff
GLOBL signs<>(SB), RODATA, $4
DATA erfP<>+0(SB)/4, $0.23164188831
GLOBL erfP<>(SB), RODATA, $4
DATA erf5<>+0(SB)/4, $0.5307027145
GLOBL erf5<>(SB), RODATA, $4
DATA erf4<>+0(SB)/4, $-0.7265760135
GLOBL erf4<>(SB), RODATA, $4
DATA erf3<>+0(SB)/4, $0.7107068705
GLOBL erf3<>(SB), RODATA, $4
DATA erf2<>+0(SB)/4, $-0.142248368
GLOBL erf2<>(SB), RODATA, $4
DATA erf1<>+0(SB)/4, $0.127414796
GLOBL erf1<>(SB), RODATA, $4

// func gelu(x []float32)
// max(x, 0) - |x|·tail(|x|), where the tail is half of the complement of erf(|x|/√2).
TEXT ·gelu(SB), NOSPLIT, $0-24
	MOVQ x_base+0(FP), SI
	MOVQ x_len+8(FP), CX
	EXPCONSTANTS

geluLoop:
	VMOVUPS      (SI), Y0
	VMULPS       Y0, Y0, Y1
	VMULPS       Y6, Y1, Y1
	VXORPS       Y2, Y2, Y2
	VSUBPS       Y1, Y2, Y1     // -x²/2
	EXP(Y1, Y2, Y3)
	VBROADCASTSS signs<>(SB), Y2
	VANDPS       Y2, Y0, Y4     // |x|
	VBROADCASTSS erfP<>(SB), Y2
	VFMADD213PS  Y5, Y4, Y2
	VDIVPS       Y2, Y5, Y2     // t
	VMULPS       Y4, Y1, Y1
	VMULPS       Y2, Y1, Y1     // |x|·t·exp(-x²/2)
	VBROADCASTSS erf5<>(SB), Y3
	VBROADCASTSS erf4<>(SB), Y4
	VFMADD213PS  Y4, Y2, Y3
	VBROADCASTSS erf3<>(SB), Y4
	VFMADD213PS  Y4, Y2, Y3
	VBROADCASTSS erf2<>(SB), Y4
	VFMADD213PS  Y4, Y2, Y3
	VBROADCASTSS erf1<>(SB), Y4
	VFMADD213PS  Y4, Y2, Y3
	VXORPS       Y4, Y4, Y4
	VMAXPS       Y4, Y0, Y0
	VFNMADD231PS Y3, Y1, Y0
	VMOVUPS      Y0, (SI)
	ADDQ         $32, SI
	SUBQ         $8, CX
	JGT          geluLoop
	VZEROUPPER
	RET

DATA varianceFloor<>+0(SB)/4, $1.0e-12
GLOBL varianceFloor<>(SB), RODATA, $4

// func addNormalise(x, y, weight, bias []float32)
TEXT ·addNormalise(SB), NOSPLIT, $0-96
	MOVQ   x_base+0(FP), SI
	MOVQ   x_len+8(FP), CX
	MOVQ   y_base+24(FP), DI
	MOVQ   weight_base+48(FP), R8
	MOVQ   bias_base+72(FP), R9
	VXORPS Y0, Y0, Y0
	XORQ   AX, AX

sumLoop:
	VMOVUPS (SI)(AX*4), Y1
	VADDPS  (DI)(AX*4), Y1, Y1
	VMOVUPS Y1, (SI)(AX*4)
	VADDPS  Y1, Y0, Y0
	ADDQ    $8, AX
	CMPQ    AX, CX
	JLT     sumLoop

	SUM(Y0, X0, X1)
	VXORPS       X2, X2, X2
	VCVTSI2SSQ   CX, X2, X2
	VDIVSS       X2, X0, X0
	VBROADCASTSS X0, Y0 // the mean
	VXORPS       Y3, Y3, Y3
	XORQ         AX, AX

squaresLoop:
	VMOVUPS     (SI)(AX*4), Y1
	VSUBPS      Y0, Y1, Y1
	VFMADD231PS Y1, Y1, Y3
	ADDQ        $8, AX
	CMPQ        AX, CX
	JLT         squaresLoop

	SUM(Y3, X3, X1)
	VDIVSS       X2, X3, X3
	VADDSS       varianceFloor<>(SB), X3, X3
	VSQRTSS      X3, X3, X3
	VMOVSS       one<>(SB), X1
	VDIVSS       X3, X1, X3
	VBROADCASTSS X3, Y3 // one over the deviation
	XORQ         AX, AX

normaliseLoop:
	VMOVUPS     (SI)(AX*4), Y1
	VSUBPS      Y0, Y1, Y1
	VMULPS      Y3, Y1, Y1
	VMOVUPS     (R8)(AX*4), Y4
	VFMADD213PS (R9)(AX*4), Y4, Y1
	VMOVUPS     Y1, (SI)(AX*4)
	ADDQ        $8, AX
	CMPQ        AX, CX
	JLT         normaliseLoop
	VZEROUPPER
	RET
