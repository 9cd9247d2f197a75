// Package lock computes the keys of encrypted PDFs that open without a password: the standard security handler of ISO
// 32000-2, 7.6.4, with the empty user password.
package lock

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5" //nolint:gosec // the algorithm of the file format
	"crypto/rc4" //nolint:gosec // the algorithm of the file format
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
)

// Handler holds the parameters of a file's encryption from its encryption dictionary and trailer.
type Handler struct {
	// Revision is R, and Bits the length of the key.
	Revision, Bits int
	// Owner, User and UserKey are O, U and UE.
	Owner, User, UserKey string
	// Permissions is P.
	Permissions int
	// ID is the first part of the file's identifier.
	ID string
	// PlainMetadata is set if the metadata is not encrypted.
	PlainMetadata bool
}

// padding is the padded form of the empty password (7.6.4.3.2).
const padding = "\x28\xbf\x4e\x5e\x4e\x75\x8a\x41\x64\x00\x4e\x56\xff\xfa\x01\x08" +
	"\x2e\x2e\x00\xb6\xd0\x68\x3e\x80\x2f\x0c\xa9\xfe\x64\x53\x69\x7a"

// The lengths of the values that check a password: that of a hash, followed by two salts.
const (
	hashBytes  = 32
	saltsBytes = hashBytes + 16
)

// Complete reports whether all values that are needed to check the password are present.
func (h Handler) Complete() bool {
	if len(h.User) < hashBytes || len(h.Owner) < hashBytes || h.Revision < 2 {
		return false
	}
	return h.Revision < 5 || len(h.User) >= saltsBytes
}

// Key returns the key of a complete handler's file. It returns false if the empty password does not open the file.
func (h Handler) Key() ([]byte, bool) {
	if h.Revision >= 5 {
		return h.keySHA()
	}
	// Writers confuse lengths. An accidental match is impossible in practice.
	for _, n := range []int{h.Bits / 8, 5, 16} {
		if n < 5 || n > 16 {
			continue
		}
		if key := h.keyMD5(n); h.opens(key) {
			return key, true
		}
	}
	return nil, false
}

// keyMD5 computes algorithm 2 for a key of n bytes.
func (h Handler) keyMD5(n int) []byte {
	msg := []byte(padding + h.Owner[:hashBytes])
	msg = binary.LittleEndian.AppendUint32(msg, uint32(h.Permissions)) //nolint:gosec // two's complement is meant
	msg = append(msg, h.ID...)
	if h.Revision >= 4 && h.PlainMetadata {
		msg = append(msg, 0xff, 0xff, 0xff, 0xff)
	}
	sum := md5.Sum(msg) //nolint:gosec // as specified
	if h.Revision >= 3 {
		for range 50 {
			sum = md5.Sum(sum[:n]) //nolint:gosec // as specified
		}
	}
	return sum[:n]
}

// opens compares the result of a key with U: algorithms 4 and 5.
func (h Handler) opens(key []byte) bool {
	if h.Revision == 2 {
		return bytes.Equal(RC4(key, []byte(padding)), []byte(h.User[:hashBytes]))
	}
	sum := md5.Sum([]byte(padding + h.ID)) //nolint:gosec // as specified
	out := sum[:]
	for i := range 20 {
		round := bytes.Clone(key)
		for j := range round {
			round[j] ^= byte(i)
		}
		out = RC4(round, out)
	}
	return bytes.Equal(out, []byte(h.User[:16]))
}

// RC4 encrypts or decrypts. It returns nil if the key has an impossible length.
func RC4(key, in []byte) []byte {
	c, err := rc4.NewCipher(key) //nolint:gosec // as specified
	if err != nil {
		return nil
	}
	out := make([]byte, len(in))
	c.XORKeyStream(out, in)
	return out
}

// keySHA checks the password by algorithm 11, and opens the key in UE. Without UE, the key is nil.
func (h Handler) keySHA() ([]byte, bool) {
	check, salt := h.User[hashBytes:hashBytes+8], h.User[hashBytes+8:saltsBytes]
	if string(h.hash(check)) != h.User[:hashBytes] {
		return nil, false
	}
	if len(h.UserKey) < hashBytes {
		return nil, true
	}
	block, err := aes.NewCipher(h.hash(salt))
	if err != nil {
		return nil, false
	}
	key := []byte(h.UserKey[:hashBytes])
	cipher.NewCBCDecrypter(block, make([]byte, aes.BlockSize)).CryptBlocks(key, key)
	return key, true
}

// hash is plain SHA-256 in Adobe's revision 5, and algorithm 2.B in 6.
func (h Handler) hash(salt string) []byte {
	sum := sha256.Sum256([]byte(salt))
	if h.Revision == 5 {
		return sum[:]
	}
	return hash2B(sum[:])
}

// hash2B computes algorithm 2.B for an empty password and no user key.
func hash2B(k []byte) []byte {
	for round := 0; ; round++ {
		e := bytes.Repeat(k, 64)
		block, err := aes.NewCipher(k[:16])
		if err != nil {
			return nil
		}
		cipher.NewCBCEncrypter(block, k[16:32]).CryptBlocks(e, e)
		switch remainder3(e[:16]) {
		case 0:
			sum := sha256.Sum256(e)
			k = sum[:]
		case 1:
			sum := sha512.Sum384(e)
			k = sum[:]
		default:
			sum := sha512.Sum512(e)
			k = sum[:]
		}
		if round >= 63 && int(e[len(e)-1]) <= round-31 {
			return k[:32]
		}
	}
}

// remainder3 returns b, as a big-endian number, modulo 3. Since 256 leaves 1, the sum of the bytes decides.
func remainder3(b []byte) int {
	sum := 0
	for _, c := range b {
		sum += int(c)
	}
	return sum % 3
}
