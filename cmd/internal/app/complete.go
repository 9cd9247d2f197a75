package app

import (
	"errors"
	"fmt"

	"quire/cmd/internal/settings"
	"quire/internal/seal"
)

// ErrNoDatabase reports that no setting names the database.
var ErrNoDatabase = errors.New("QUIRE_DATABASE_URL is not set: give the address of PostgreSQL (postgres://user@host/db)")

// Incomplete returns what the API and the worker lack beside secrets, settings that belong together, and what EU mode
// forbids.
func (c Config) Incomplete() settings.Faults {
	var faults settings.Faults
	add := func(wrong bool, setting, problem string) {
		if wrong {
			faults = append(faults, settings.Fault{Setting: setting, Problem: problem})
		}
	}
	add(c.DatabaseURL == "", "QUIRE_DATABASE_URL", "is not set: give the address of PostgreSQL, such as postgres://user@host/db")
	add(c.Blobs == "", "QUIRE_BLOBS", "is not set: give a directory (file:///var/lib/quire) or a bucket (s3://name?region=…)")
	add((c.Deployment == "") != (c.BuildID == ""), "QUIRE_DEPLOYMENT", "and QUIRE_BUILD_ID belong together: set both, or neither")
	add((c.TLSCert == "") != (c.TLSKey == ""), "QUIRE_TLS_CERT", "and QUIRE_TLS_KEY belong together: set both, or neither")
	add((c.TemporalTLSCert == "") != (c.TemporalTLSKey == ""), "QUIRE_TEMPORAL_TLS_CERT", "and QUIRE_TEMPORAL_TLS_KEY belong together: set both, or neither")
	add(c.CodecToken != "" && len(c.PayloadKeys) == 0, "QUIRE_CODEC_TOKEN", "is set, but QUIRE_PAYLOAD_KEYS is not: set both, or neither")
	for _, model := range []struct{ what, url, name string }{
		{"CHAT", c.ChatURL, c.ChatModel},
		{"EMBEDDING", c.EmbeddingURL, c.EmbeddingModel},
		{"RERANK", c.RerankURL, c.RerankModel},
		{"VISION", c.VisionURL, c.VisionModel},
	} {
		add((model.url == "") != (model.name == ""), "QUIRE_"+model.what+"_URL", fmt.Sprintf("and QUIRE_%s_MODEL belong together: set both, or neither", model.what))
	}
	if _, err := seal.Parse(c.PayloadKeys); len(c.PayloadKeys) > 0 {
		add(err != nil, "QUIRE_PAYLOAD_KEYS", fmt.Sprint("cannot be used: ", err))
	}
	_, planFaults := c.ParsePlans()
	faults = append(faults, planFaults...)
	return append(faults, c.outsideRegion()...)
}

// AbsentSecrets are those that neither the environment nor the file of secrets gives.
func (c Config) AbsentSecrets() settings.Faults {
	var faults settings.Faults
	for _, s := range []struct{ name, value string }{{"QUIRE_KEY_PEPPER", c.KeyPepper}, {"QUIRE_LINK_SECRET", c.LinkSecret}} {
		switch {
		case s.value != "":
		case c.SecretsFile == "":
			faults = append(faults, settings.Fault{
				Setting: s.name,
				Problem: "is not set: make it with 'openssl rand -hex 32', or set QUIRE_SECRETS_FILE to a file that keeps it",
			})
		default:
			faults = append(faults, settings.Fault{Setting: s.name, Problem: "is not in " + c.SecretsFile})
		}
	}
	return faults
}
