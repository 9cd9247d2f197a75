#include "textflag.h"

// VNNIROW adds the products of four inputs of one row with 48 columns, whose weights are in Z24 to Z26.
#define VNNIROW(in, c0, c1, c2) \
	VPBROADCASTD in, Z27      \
	VPDPBUSD     Z24, Z27, c0 \
	VPDPBUSD     Z25, Z27, c1 \
	VPDPBUSD     Z26, Z27, c2

#define CLEAR3(c0, c1, c2) \
	VPXORQ c0, c0, c0 \
	VPXORQ c1, c1, c1 \
	VPXORQ c2, c2, c2

#define STORE3(at, c0, c1, c2) \
	VMOVDQU32 c0, at(DI)       \
	VMOVDQU32 c1, (at+64)(DI)  \
	VMOVDQU32 c2, (at+128)(DI)

// func tileVNNI(acc *int32, a *byte, stride int, b *int8, panel, quads int)
// Eight rows by three panels.
TEXT ·tileVNNI(SB), NOSPLIT, $0-48
	MOVQ acc+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ stride+16(FP), R8
	MOVQ b+24(FP), R9
	MOVQ panel+32(FP), R10
	MOVQ quads+40(FP), CX
	LEAQ (R9)(R10*1), R11
	LEAQ (R9)(R10*2), R12
	LEAQ (R8)(R8*2), R13
	LEAQ (SI)(R8*4), DX
	CLEAR3(Z0, Z1, Z2)
	CLEAR3(Z3, Z4, Z5)
	CLEAR3(Z6, Z7, Z8)
	CLEAR3(Z9, Z10, Z11)
	CLEAR3(Z12, Z13, Z14)
	CLEAR3(Z15, Z16, Z17)
	CLEAR3(Z18, Z19, Z20)
	CLEAR3(Z21, Z22, Z23)

vnniLoop:
	VMOVDQU32 (R9), Z24
	VMOVDQU32 (R11), Z25
	VMOVDQU32 (R12), Z26
	VNNIROW((SI), Z0, Z1, Z2)
	VNNIROW((SI)(R8*1), Z3, Z4, Z5)
	VNNIROW((SI)(R8*2), Z6, Z7, Z8)
	VNNIROW((SI)(R13*1), Z9, Z10, Z11)
	VNNIROW((DX), Z12, Z13, Z14)
	VNNIROW((DX)(R8*1), Z15, Z16, Z17)
	VNNIROW((DX)(R8*2), Z18, Z19, Z20)
	VNNIROW((DX)(R13*1), Z21, Z22, Z23)
	ADDQ $64, R9
	ADDQ $64, R11
	ADDQ $64, R12
	ADDQ $4, SI
	ADDQ $4, DX
	DECQ CX
	JNZ  vnniLoop

	STORE3(0, Z0, Z1, Z2)
	STORE3(192, Z3, Z4, Z5)
	STORE3(384, Z6, Z7, Z8)
	STORE3(576, Z9, Z10, Z11)
	STORE3(768, Z12, Z13, Z14)
	STORE3(960, Z15, Z16, Z17)
	STORE3(1152, Z18, Z19, Z20)
	STORE3(1344, Z21, Z22, Z23)
	VZEROUPPER
	RET

// WORDS adds the products of four inputs (words, in Y8 for one row and in Y9 for the other) with four columns. Every sum
// is kept as two halves, which HALVES joins.
#define WORDS(at, c0, c1) \
	VPMOVSXBW at(R9), Y10    \
	VPMADDWD  Y10, Y8, Y11   \
	VPMADDWD  Y10, Y9, Y12   \
	VPADDD    Y11, c0, c0    \
	VPADDD    Y12, c1, c1

// HALVES adds the two halves of the sums of eight columns.
#define HALVES(c0, c1, at) \
	VPHADDD c1, c0, c0      \
	VPERMQ  $0xD8, c0, c0   \
	VMOVDQU c0, at(DI)

// func tileAVX2(acc *int32, a *byte, stride int, b *int8, panel, quads int)
// Two rows by one panel. Bytes are widened to words first, because VPMADDUBSW would clip the sum of two products.
TEXT ·tileAVX2(SB), NOSPLIT, $0-48
	MOVQ  acc+0(FP), DI
	MOVQ  a+8(FP), SI
	MOVQ  stride+16(FP), R8
	MOVQ  b+24(FP), R9
	MOVQ  quads+40(FP), CX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	VPXOR Y4, Y4, Y4
	VPXOR Y5, Y5, Y5
	VPXOR Y6, Y6, Y6
	VPXOR Y7, Y7, Y7

avxLoop:
	VPBROADCASTD (SI), X8
	VPBROADCASTD (SI)(R8*1), X9
	VPMOVZXBW    X8, Y8
	VPMOVZXBW    X9, Y9
	WORDS(0, Y0, Y4)
	WORDS(16, Y1, Y5)
	WORDS(32, Y2, Y6)
	WORDS(48, Y3, Y7)
	ADDQ         $64, R9
	ADDQ         $4, SI
	DECQ         CX
	JNZ          avxLoop

	HALVES(Y0, Y1, 0)
	HALVES(Y2, Y3, 32)
	HALVES(Y4, Y5, 64)
	HALVES(Y6, Y7, 96)
	VZEROUPPER
	RET

// func dequantise(out []float32, acc *int32, sums []int32, scales, bias []float32, zero int32, scale float32)
TEXT ·dequantise(SB), NOSPLIT, $0-112
	MOVQ         out_base+0(FP), DI
	MOVQ         out_len+8(FP), CX
	MOVQ         acc+24(FP), SI
	MOVQ         sums_base+32(FP), R8
	MOVQ         scales_base+56(FP), R9
	MOVQ         bias_base+80(FP), R10
	VBROADCASTSS zero+104(FP), Y0
	VBROADCASTSS scale+108(FP), Y1
	XORQ         AX, AX

dequantiseLoop:
	VPMULLD     (R8)(AX*4), Y0, Y2
	VMOVDQU     (SI)(AX*4), Y3
	VPSUBD      Y2, Y3, Y3
	VCVTDQ2PS   Y3, Y3
	VMULPS      (R9)(AX*4), Y1, Y4
	VMOVUPS     (R10)(AX*4), Y5
	VFMADD231PS Y4, Y3, Y5
	VMOVUPS     Y5, (DI)(AX*4)
	ADDQ        $8, AX
	CMPQ        AX, CX
	JLT         dequantiseLoop
	VZEROUPPER
	RET

// func minMax(x []float32) (lowest, highest float32)
TEXT ·minMax(SB), NOSPLIT, $0-32
	MOVQ    x_base+0(FP), SI
	MOVQ    x_len+8(FP), CX
	VMOVUPS (SI), Y0
	VMOVAPS Y0, Y1
	XORQ    AX, AX

minMaxLoop:
	VMOVUPS (SI)(AX*4), Y2
	VMINPS  Y2, Y0, Y0
	VMAXPS  Y2, Y1, Y1
	ADDQ    $8, AX
	CMPQ    AX, CX
	JLT     minMaxLoop

	VEXTRACTF128 $1, Y0, X2
	VMINPS       X2, X0, X0
	VPERMILPS    $0x4E, X0, X2
	VMINPS       X2, X0, X0
	VPERMILPS    $0xB1, X0, X2
	VMINPS       X2, X0, X0
	VMOVSS       X0, lowest+24(FP)
	VEXTRACTF128 $1, Y1, X2
	VMAXPS       X2, X1, X1
	VPERMILPS    $0x4E, X1, X2
	VMAXPS       X2, X1, X1
	VPERMILPS    $0xB1, X1, X2
	VMAXPS       X2, X1, X1
	VMOVSS       X1, highest+28(FP)
	VZEROUPPER
	RET

DATA packedOrder<>+0(SB)/4, $0
DATA packedOrder<>+4(SB)/4, $4
DATA packedOrder<>+8(SB)/4, $1
DATA packedOrder<>+12(SB)/4, $5
DATA packedOrder<>+16(SB)/4, $2
DATA packedOrder<>+20(SB)/4, $6
DATA packedOrder<>+24(SB)/4, $3
DATA packedOrder<>+28(SB)/4, $7
GLOBL packedOrder<>(SB), RODATA, $32

#define TOINTEGERS(at, to) \
	VMULPS    at(SI), Y0, to \
	VCVTPS2DQ to, to         \
	VPADDD    Y1, to, to

// func quantise(out []byte, x []float32, inverse float32, zero int32)
// The packing instructions saturate. They work on each half of a register, so the order is restored at the end.
TEXT ·quantise(SB), NOSPLIT, $0-56
	MOVQ         out_base+0(FP), DI
	MOVQ         x_base+24(FP), SI
	MOVQ         x_len+32(FP), CX
	VBROADCASTSS inverse+48(FP), Y0
	VBROADCASTSS zero+52(FP), Y1
	VMOVDQU      packedOrder<>(SB), Y6

quantiseLoop:
	TOINTEGERS(0, Y2)
	TOINTEGERS(32, Y3)
	TOINTEGERS(64, Y4)
	TOINTEGERS(96, Y5)
	VPACKSSDW Y3, Y2, Y2
	VPACKSSDW Y5, Y4, Y4
	VPACKUSWB Y4, Y2, Y2
	VPERMD    Y2, Y6, Y2
	VMOVDQU   Y2, (DI)
	ADDQ      $128, SI
	ADDQ      $32, DI
	SUBQ      $32, CX
	JGT       quantiseLoop
	VZEROUPPER
	RET
