package blob

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// The errors of a signed link, for errors.Is.
var (
	ErrExpired  = errors.New("the link has expired")
	ErrTampered = errors.New("the link's signature is not valid")
)

const minSecretBytes = 32

// Signer creates and checks links that need no other authentication. The signature is an HMAC-SHA-256 over the
// method, the path, the expiry and the key's id. It is safe for concurrent use.
type Signer struct {
	keys    map[string][]byte
	current string
}

// NewSigner returns a Signer that signs with the key whose id is current and accepts the signatures of all keys (id →
// secret of at least 32 bytes), so that keys can be rotated.
func NewSigner(keys map[string][]byte, current string) (*Signer, error) {
	if _, ok := keys[current]; !ok {
		return nil, fmt.Errorf("link signing key %q is not among the keys", current)
	}
	for kid, secret := range keys {
		if len(secret) < minSecretBytes {
			return nil, fmt.Errorf("link signing key %q has fewer than %d bytes", kid, minSecretBytes)
		}
		if kid == "" || strings.ContainsAny(kid, "\n&=") {
			return nil, fmt.Errorf("link signing key id %q is not usable", kid)
		}
	}
	return &Signer{keys: maps.Clone(keys), current: current}, nil
}

// Sign returns the query (without a question mark) that authorises GET and HEAD requests for path until expires, to
// the second. path is the URL's path as the client will send it.
func (s *Signer) Sign(path string, expires time.Time) string {
	exp := strconv.FormatInt(expires.Unix(), 10)
	sig := signature(s.keys[s.current], http.MethodGet, path, exp, s.current)
	return url.Values{"exp": {exp}, "kid": {s.current}, "sig": {sig}}.Encode()
}

// Verify checks a request for a signed link at the time now. It returns ErrTampered if the method, path or query are
// not those that were signed, and ErrExpired if the link has expired. A GET link is also valid for HEAD. The signature
// covers nothing else in the query.
func (s *Signer) Verify(method, path string, query url.Values, now time.Time) error {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	exp, kid, sig := single(query, "exp"), single(query, "kid"), single(query, "sig")
	secret, ok := s.keys[kid]
	if !ok || !hmac.Equal([]byte(sig), []byte(signature(secret, method, path, exp, kid))) {
		return ErrTampered
	}
	until, err := strconv.ParseInt(exp, 10, 64)
	if err != nil {
		return ErrTampered
	}
	if now.Unix() >= until {
		return ErrExpired
	}
	return nil
}

// single returns the value of a parameter that occurs exactly once, and otherwise "", because one of two could be
// unsigned.
func single(query url.Values, name string) string {
	if v := query[name]; len(v) == 1 {
		return v[0]
	}
	return ""
}

func signature(secret []byte, method, path, exp, kid string) string {
	mac := hmac.New(sha256.New, secret)
	// Only the path can contain a newline, and the path's newlines are escaped, so no two links produce the same bytes.
	_, _ = fmt.Fprintf(mac, "%s\n%q\n%s\n%s", method, path, exp, kid) // a hash never fails
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
