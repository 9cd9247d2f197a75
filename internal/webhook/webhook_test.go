package webhook_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/webhook"
)

// The vector that the Standard Webhooks libraries publish in their tests.
const (
	vectorSecret    = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	vectorID        = "msg_p5jXN8AQM9LWM0D4loKWxJek"
	vectorBody      = `{"test": 2432232314}`
	vectorSignature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
)

var vectorTime = time.Unix(1614265330, 0)

func sign(t *testing.T, secrets ...string) http.Header {
	t.Helper()
	h, err := webhook.Sign(secrets, vectorID, vectorTime, []byte(vectorBody))
	require.NoError(t, err)
	return h
}

func TestSignatureMatchesThePublishedOne(t *testing.T) {
	t.Parallel()
	require.Equal(t, http.Header{
		"Webhook-Id": {vectorID}, "Webhook-Timestamp": {"1614265330"}, "Webhook-Signature": {vectorSignature},
	}, sign(t, vectorSecret))
}

func TestReplacedSecretsWorkSideBySide(t *testing.T) {
	t.Parallel()
	old, current := webhook.NewSecret(), webhook.NewSecret()
	h := sign(t, current, old)
	for _, known := range []string{old, current} {
		require.NoError(t, webhook.Verify([]string{known}, h, []byte(vectorBody), vectorTime))
	}
	require.ErrorIs(t, webhook.Verify([]string{webhook.NewSecret()}, h, []byte(vectorBody), vectorTime), webhook.ErrSignature)
}

func TestVerifyRefusesWhatWasNotSigned(t *testing.T) {
	t.Parallel()
	secrets := []string{vectorSecret}
	for name, change := range map[string]func(http.Header){
		"other id":      func(h http.Header) { h.Set(webhook.HeaderID, "msg_2") },
		"other time":    func(h http.Header) { h.Set(webhook.HeaderTimestamp, "1614265331") },
		"no signature":  func(h http.Header) { h.Del(webhook.HeaderSignature) },
		"other version": func(h http.Header) { h.Set(webhook.HeaderSignature, "v2"+vectorSignature[2:]) },
		"cut signature": func(h http.Header) { h.Set(webhook.HeaderSignature, vectorSignature[:20]) },
		"moved separator": func(h http.Header) {
			h.Set(webhook.HeaderID, vectorID+".1")
			h.Set(webhook.HeaderTimestamp, "614265330")
		},
	} {
		h := sign(t, vectorSecret)
		change(h)
		require.ErrorIs(t, webhook.Verify(secrets, h, []byte(vectorBody), vectorTime), webhook.ErrSignature, name)
	}
	require.ErrorIs(t, webhook.Verify(secrets, sign(t, vectorSecret), []byte("{}"), vectorTime), webhook.ErrSignature)
}

func TestVerifyRefusesOldAndFutureMessages(t *testing.T) {
	t.Parallel()
	h := sign(t, vectorSecret)
	for offset, want := range map[time.Duration]error{
		0: nil, 5 * time.Minute: nil, -5 * time.Minute: nil,
		5*time.Minute + time.Second: webhook.ErrTimestamp, -5*time.Minute - time.Second: webhook.ErrTimestamp,
	} {
		require.ErrorIs(t, webhook.Verify([]string{vectorSecret}, h, []byte(vectorBody), vectorTime.Add(offset)), want)
	}
}

func TestBadSecretsAndIDsAreRefusedWithoutShowingThem(t *testing.T) {
	t.Parallel()
	for _, secret := range []string{"", "whsec_", "whsec_c2hvcnQ=", "whsec_***", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_" + strings.Repeat("AAAA", 30)} {
		_, err := webhook.Sign([]string{secret}, "id", vectorTime, nil)
		require.Error(t, err, secret)
		require.NotContains(t, err.Error(), "MfKQ")
	}
	_, err := webhook.Sign(nil, "id", vectorTime, nil)
	require.Error(t, err)
	for _, id := range []string{"", "a.b", "a b", "a\r\nX: y"} {
		_, err := webhook.Sign([]string{vectorSecret}, id, vectorTime, nil)
		require.Error(t, err, id)
	}
}

func TestSecretsAreLongAndDifferent(t *testing.T) {
	t.Parallel()
	a, b := webhook.NewSecret(), webhook.NewSecret()
	require.NotEqual(t, a, b)
	require.Regexp(t, `^whsec_[A-Za-z0-9+/]{43}=$`, a)
}
