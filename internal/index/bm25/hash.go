package bm25

import (
	"encoding/binary"
	"math/bits"
)

// TokenID returns the vector index of a token: the absolute value of its 32-bit MurmurHash3 with seed 0 read as a
// signed number, as in Qdrant.
func TokenID(token string) uint32 {
	h := int32(murmur3([]byte(token)))
	if h < 0 {
		return uint32(-int64(h))
	}
	return uint32(h)
}

// murmur3 is MurmurHash3_x86_32 (Austin Appleby) with seed 0.
func murmur3(data []byte) uint32 {
	const c1, c2 = 0xcc9e2d51, 0x1b873593
	var h uint32
	n := uint32(len(data))
	for len(data) >= 4 {
		k := binary.LittleEndian.Uint32(data) * c1
		h ^= bits.RotateLeft32(k, 15) * c2
		h = bits.RotateLeft32(h, 13)*5 + 0xe6546b64
		data = data[4:]
	}
	var k uint32
	for i, b := range data {
		k |= uint32(b) << (8 * i)
	}
	h ^= bits.RotateLeft32(k*c1, 15) * c2
	h ^= n
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}
