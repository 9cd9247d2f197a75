// Package apikey creates and recognizes API keys: qk_live_ or qk_test_, 32 random bytes in base62, and a checksum,
// which lets scanners tell a leaked key from a look-alike without asking anyone
// (https://github.blog/2021-04-05-behind-githubs-new-authentication-token-formats/).
package apikey

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"hash/crc32"
	"math/big"
	"strings"
)

// Env is the environment that a key is valid for.
type Env string

// The environments.
const (
	Live Env = "live"
	Test Env = "test"
)

const (
	secretBytes    = 32
	secretDigits   = 43 // of base 62 for 32 bytes
	checksumDigits = 6  // of base 62 for 32 bits

	digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

func (e Env) prefix() string { return "qk_" + string(e) + "_" }

// New creates a key.
func New(env Env) string {
	secret := make([]byte, secretBytes)
	_, _ = rand.Read(secret) // never fails
	key := env.prefix() + base62(new(big.Int).SetBytes(secret), secretDigits)
	return key + checksum(key)
}

// Parse returns the environment of the key s, and reports whether s is a key at all, judging by its form and checksum.
func Parse(s string) (Env, bool) {
	for _, env := range []Env{Live, Test} {
		body, ok := strings.CutPrefix(s, env.prefix())
		if !ok || len(body) != secretDigits+checksumDigits || strings.Trim(body, digits) != "" {
			continue
		}
		at := len(s) - checksumDigits
		return env, checksum(s[:at]) == s[at:]
	}
	return "", false
}

// Hash returns the form in which a key is stored: its HMAC-SHA-256 under the server's pepper, 32 bytes. A slow hash is
// not needed, because nobody can guess 256 random bits.
func Hash(pepper []byte, plain string) []byte {
	mac := hmac.New(sha256.New, pepper)
	_, _ = mac.Write([]byte(plain)) // a hash never fails
	return mac.Sum(nil)
}

// Display returns the part of a key that may be shown and logged: its prefix and its last 4 characters. It returns ""
// for anything that is not a key.
func Display(plain string) string {
	env, ok := Parse(plain)
	if !ok {
		return "…"
	}
	return env.prefix() + "…" + plain[len(plain)-4:]
}

func checksum(key string) string {
	return base62(big.NewInt(int64(crc32.ChecksumIEEE([]byte(key)))), checksumDigits)
}

// base62 writes n in base 62, padded with zeros to the given width.
func base62(n *big.Int, width int) string {
	out := make([]byte, width)
	base, digit := big.NewInt(int64(len(digits))), new(big.Int)
	for i := range width {
		n.DivMod(n, base, digit)
		out[width-1-i] = digits[digit.Int64()]
	}
	return string(out)
}
