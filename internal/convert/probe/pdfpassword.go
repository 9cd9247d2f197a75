package probe

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

// passwordPadding is what the empty password is padded to (ISO 32000-2, 7.6.4.3.2).
const passwordPadding = "\x28\xbf\x4e\x5e\x4e\x75\x8a\x41\x64\x00\x4e\x56\xff\xfa\x01\x08" +
	"\x2e\x2e\x00\xb6\xd0\x68\x3e\x80\x2f\x0c\xa9\xfe\x64\x53\x69\x7a"

// opensWithoutPassword checks the empty user password against a standard security handler's dictionary:
// algorithms 4 to 6 (revisions 2 to 4) and 11 with 2.A and 2.B (revisions 5 and 6) of ISO 32000-2, 7.6.4. An
// incomplete dictionary passes, since the file is then broken rather than locked.
func opensWithoutPassword(d pdfDict, id string) bool {
	revision, _ := d["R"].(int)
	owner, okO := d["O"].(pdfString)
	user, okU := d["U"].(pdfString)
	if !okO || !okU || len(user) < 32 || len(owner) < 32 {
		return true
	}
	switch {
	case revision >= 5:
		return len(user) < 48 || checkSHA(revision, string(user[:32]), string(user[32:40]))
	case revision >= 2:
		return checkRC4(d, revision, string(owner[:32]), string(user), id)
	}
	return true
}

// checkRC4 tries every key length that writers confuse: the dictionary's own, 40 and 128 bits. An accidental
// match is impossible in practice.
func checkRC4(d pdfDict, revision int, owner, user, id string) bool {
	length, _ := d["Length"].(int)
	for _, n := range []int{length / 8, 5, 16} {
		if n < 5 || n > 16 {
			continue
		}
		key := fileKey(d, revision, n, owner, id)
		if revision == 2 && bytes.Equal(rc4Crypt(key, []byte(passwordPadding)), []byte(user[:32])) {
			return true
		}
		if revision > 2 && bytes.Equal(userValue(key, id), []byte(user[:16])) {
			return true
		}
	}
	return false
}

// fileKey computes algorithm 2 for the empty password and a key of n bytes.
func fileKey(d pdfDict, revision, n int, owner, id string) []byte {
	permissions, _ := d["P"].(int)
	msg := []byte(passwordPadding + owner)
	msg = binary.LittleEndian.AppendUint32(msg, uint32(permissions)) //nolint:gosec // two's complement is meant
	msg = append(msg, id...)
	if revision >= 4 && d["EncryptMetadata"] == pdfWord("false") {
		msg = append(msg, 0xff, 0xff, 0xff, 0xff)
	}
	sum := md5.Sum(msg) //nolint:gosec // as specified
	if revision >= 3 {
		for range 50 {
			sum = md5.Sum(sum[:n]) //nolint:gosec // as specified
		}
	}
	return sum[:n]
}

// userValue computes algorithm 5: the first 16 bytes of U.
func userValue(key []byte, id string) []byte {
	sum := md5.Sum([]byte(passwordPadding + id)) //nolint:gosec // as specified
	out := sum[:]
	for i := range 20 {
		round := bytes.Clone(key)
		for j := range round {
			round[j] ^= byte(i)
		}
		out = rc4Crypt(round, out)
	}
	return out
}

func rc4Crypt(key, in []byte) []byte {
	c, err := rc4.NewCipher(key) //nolint:gosec // as specified
	if err != nil {
		return nil
	}
	out := make([]byte, len(in))
	c.XORKeyStream(out, in)
	return out
}

// checkSHA performs algorithm 11 for the empty password: plain SHA-256 in Adobe's revision 5, algorithm 2.B in
// 6.
func checkSHA(revision int, hash, salt string) bool {
	sum := sha256.Sum256([]byte(salt))
	if revision == 5 {
		return string(sum[:]) == hash
	}
	return string(hash2B(sum[:])) == hash
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
