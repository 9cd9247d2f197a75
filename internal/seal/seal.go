// Package seal encrypts small messages with AES-256-GCM under keys that can be rotated.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// Keys encrypts with the first key and decrypts with any of them. It is safe for concurrent use. A key should be
// replaced before it has sealed 2³² messages, because nonces are random (NIST SP 800-38D, 8.3).
type Keys struct {
	current string
	aeads   map[string]cipher.AEAD
}

// The errors of Open, for errors.Is.
var (
	ErrUnknownKey = errors.New("sealed with a key that is not configured")
	ErrTampered   = errors.New("the sealed data was changed")
)

// Parse reads keys of the form "id:64 hex digits"; the first one encrypts.
func Parse(list []string) (*Keys, error) {
	k := &Keys{aeads: map[string]cipher.AEAD{}}
	for _, entry := range list {
		id, digits, _ := strings.Cut(entry, ":")
		raw, err := hex.DecodeString(digits)
		if err != nil || len(raw) != 32 || id == "" {
			return nil, errors.New("want id:key with a key of 32 bytes in hex: make one with 'openssl rand -hex 32'")
		}
		if _, twice := k.aeads[id]; twice {
			return nil, fmt.Errorf("two keys have the id %q", id)
		}
		block, err := aes.NewCipher(raw)
		if err != nil {
			return nil, err
		}
		if k.aeads[id], err = cipher.NewGCMWithRandomNonce(block); err != nil {
			return nil, err
		}
		if k.current == "" {
			k.current = id
		}
	}
	if k.current == "" {
		return nil, errors.New("there is no key")
	}
	return k, nil
}

// Seal encrypts plain and returns the id of the key it used.
func (k *Keys) Seal(plain []byte) (keyID string, sealed []byte) {
	return k.current, k.aeads[k.current].Seal(nil, nil, plain, []byte(k.current))
}

// Open decrypts what Seal returned.
func (k *Keys) Open(keyID string, sealed []byte) ([]byte, error) {
	aead, ok := k.aeads[keyID]
	if !ok {
		return nil, fmt.Errorf("%w: %q", ErrUnknownKey, keyID)
	}
	plain, err := aead.Open(nil, nil, sealed, []byte(keyID))
	if err != nil {
		return nil, ErrTampered
	}
	return plain, nil
}

// NewKey returns a random key in hex.
func NewKey() string {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails
	return hex.EncodeToString(raw)
}
