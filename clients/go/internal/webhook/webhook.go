// Package webhook verifies the signatures of Standard Webhooks 1.0.
package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// tolerance is the maximum difference between the time of a webhook and the local time.
const tolerance = 300 * time.Second

// ErrSignature means that a webhook was not signed with any of the secrets, or was signed too long ago.
var ErrSignature = errors.New("the webhook is not from the service")

// Check returns ErrSignature unless one of the secrets signed the body within the tolerance.
func Check(body []byte, header http.Header, secrets []string, now time.Time) error {
	id, sent := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseInt(sent, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > tolerance {
		return fmt.Errorf("%w: it is too old, or from the future", ErrSignature)
	}
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) == 0 {
			return fmt.Errorf("%w: the secret does not have the form whsec_ and base64", ErrSignature)
		}
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%s.%s", id, sent, body)
		want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		for offered := range strings.FieldsSeq(header.Get("Webhook-Signature")) {
			if hmac.Equal([]byte(offered), []byte(want)) {
				return nil
			}
		}
	}
	return fmt.Errorf("%w: it was not signed with this secret", ErrSignature)
}
