// Package webhook signs messages as specified by Standard Webhooks 1.0, with symmetric secrets:
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
package webhook

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The headers of a signed message, in net/http's canonical form.
const (
	HeaderID        = "Webhook-Id"
	HeaderTimestamp = "Webhook-Timestamp"
	HeaderSignature = "Webhook-Signature"
)

// The errors of Verify, for errors.Is.
var (
	ErrSignature = errors.New("no signature of the message is valid")
	ErrTimestamp = errors.New("the message is too old or from the future")
)

const (
	secretPrefix    = "whsec_"
	version         = "v1,"
	secretBytes     = 32
	minSecretBytes  = 24
	maxSecretBytes  = 64
	toleratedOffset = 5 * time.Minute
)

// NewSecret creates a signing secret: whsec_ and 32 random bytes in base64.
func NewSecret() string {
	b := make([]byte, secretBytes)
	_, _ = rand.Read(b) // never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(b)
}

// Sign returns the headers that accompany body: the message's id, which stays the same over all attempts, the time of
// this attempt, and a signature with every secret, so that a secret can be replaced while receivers still know only the
// old one.
func Sign(secrets []string, id string, at time.Time, body []byte) (http.Header, error) {
	if id == "" || strings.ContainsAny(id, ". \r\n") {
		return nil, fmt.Errorf("webhook id %q cannot be signed", id)
	}
	timestamp := strconv.FormatInt(at.Unix(), 10)
	signatures, err := signAll(secrets, id, timestamp, body)
	if err != nil {
		return nil, err
	}
	return http.Header{
		HeaderID:        {id},
		HeaderTimestamp: {timestamp},
		HeaderSignature: {strings.Join(signatures, " ")},
	}, nil
}

// Verify checks that body was signed with one of secrets, within 5 minutes of now.
func Verify(secrets []string, header http.Header, body []byte, now time.Time) error {
	id, timestamp := header.Get(HeaderID), header.Get(HeaderTimestamp)
	expected, err := signAll(secrets, id, timestamp, body)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(strings.Fields(header.Get(HeaderSignature)), func(got string) bool {
		return slices.ContainsFunc(expected, func(want string) bool { return hmac.Equal([]byte(got), []byte(want)) })
	}) {
		return ErrSignature
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > toleratedOffset {
		return ErrTimestamp
	}
	return nil
}

func signAll(secrets []string, id, timestamp string, body []byte) ([]string, error) {
	if len(secrets) == 0 {
		return nil, errors.New("webhook: no secret to sign with")
	}
	signatures := make([]string, 0, len(secrets))
	for _, s := range secrets {
		key, err := decode(s)
		if err != nil {
			return nil, err
		}
		mac := hmac.New(sha256.New, key)
		_, _ = fmt.Fprintf(mac, "%s.%s.", id, timestamp) // a hash never fails
		_, _ = mac.Write(body)
		signatures = append(signatures, version+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	return signatures, nil
}

func decode(secret string) ([]byte, error) {
	encoded, ok := strings.CutPrefix(secret, secretPrefix)
	key, err := base64.StdEncoding.DecodeString(encoded)
	if !ok || err != nil || len(key) < minSecretBytes || len(key) > maxSecretBytes {
		return nil, errors.New("webhook secret is not whsec_ and 24 to 64 bytes in base64") // never repeat the secret
	}
	return key, nil
}
