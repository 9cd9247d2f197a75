package app

import (
	"errors"
	"fmt"
	"net"
	"slices"

	"quire/cmd/internal/settings"
	"quire/internal/seal"
)

// ErrNoDatabase means that no setting names the database.
var ErrNoDatabase = errors.New("QUIRE_DATABASE_URL is not set: give a PostgreSQL address (postgres://user@host/db)")

// Incomplete returns the faults that concern the readers: missing settings other than secrets, settings that are only
// valid together, and what EU mode forbids.
func (c Config) Incomplete(readers Readers) settings.Faults {
	var faults settings.Faults
	add := func(wrong bool, setting, problem string) {
		if wrong {
			faults = append(faults, settings.Fault{Setting: setting, Problem: problem})
		}
	}
	add(c.DatabaseURL == "", "QUIRE_DATABASE_URL", "is not set: give a PostgreSQL address, such as postgres://user@host/db")
	add(c.Blobs == "", "QUIRE_BLOBS", "is not set: give a directory (file:///var/lib/quire) or a bucket (s3://name?region=…)")
	add(c.QdrantURL == "" && !slices.Contains(readers, apiReads), "QUIRE_QDRANT_URL",
		"is not set: a separate worker needs the address of 'quire index' or of a Qdrant server (http://host:6334), because the embedded index lives in a single process")
	add(c.QdrantAPIKey == "" && slices.Contains(readers, indexReads) && !listensHere(c.IndexListen), "QUIRE_QDRANT_API_KEY",
		"is not set: whoever reaches the index could read and change it; generate a key with 'openssl rand -hex 32', or set QUIRE_INDEX_LISTEN to 127.0.0.1:6334")
	add((c.Deployment == "") != (c.BuildID == ""), "QUIRE_DEPLOYMENT", "and QUIRE_BUILD_ID belong together: set both or neither")
	add((c.TLSCert == "") != (c.TLSKey == ""), "QUIRE_TLS_CERT", "and QUIRE_TLS_KEY belong together: set both or neither")
	add((c.TemporalTLSCert == "") != (c.TemporalTLSKey == ""), "QUIRE_TEMPORAL_TLS_CERT", "and QUIRE_TEMPORAL_TLS_KEY belong together: set both or neither")
	add(c.CodecToken != "" && len(c.PayloadKeys) == 0, "QUIRE_CODEC_TOKEN", "is set but QUIRE_PAYLOAD_KEYS is not: set both or neither")
	oidc := c.OIDCIssuer != ""
	add(oidc && c.OIDCClientID == "", "QUIRE_OIDC_CLIENT_ID", "is not set: give the name under which the provider of QUIRE_OIDC_ISSUER knows this service")
	add(oidc && len(c.OIDCGroups) == 0, "QUIRE_OIDC_GROUPS", "is not set: without it nobody may log in with QUIRE_OIDC_ISSUER; *=default:viewer lets everyone read")
	offline := c.UniDocLicense != "" && c.UniDocCustomer != ""
	add(c.ReadsWithUniPDF() && c.UniDocAPIKey == "" && !offline, "QUIRE_PDF_ENGINE",
		"is unipdf, which requires a license: set UNIDOC_LICENSE_API_KEY, or UNIDOC_LICENSE_FILE and UNIDOC_LICENSE_CUSTOMER, or set it to pdfium")
	for _, model := range []struct{ what, url, name string }{
		{"CHAT", c.ChatURL, c.ChatModel},
		{"EMBEDDING", c.EmbeddingURL, c.EmbeddingModel},
		{"RERANK", c.RerankURL, c.RerankModel},
		{"VISION", c.VisionURL, c.VisionModel},
	} {
		add((model.url == "") != (model.name == ""), "QUIRE_"+model.what+"_URL", fmt.Sprintf("and QUIRE_%s_MODEL belong together: set both or neither", model.what))
	}
	if _, err := seal.Parse(c.PayloadKeys); len(c.PayloadKeys) > 0 {
		add(err != nil, "QUIRE_PAYLOAD_KEYS", fmt.Sprint("cannot be used: ", err))
	}
	_, planFaults := c.ParsePlans()
	faults = append(faults, planFaults...)
	return readers.theirs(append(faults, c.outsideRegion()...))
}

// listensHere reports whether a listening address can be reached from this machine only.
func listensHere(address string) bool {
	host, _, err := net.SplitHostPort(address)
	return err == nil && isThisMachine(host)
}

// AbsentSecrets returns a fault for every secret of the readers that neither the environment nor the secrets file
// provides.
func (c Config) AbsentSecrets(readers Readers) settings.Faults {
	var faults settings.Faults
	for _, s := range []struct{ name, value string }{{"QUIRE_KEY_PEPPER", c.KeyPepper}, {"QUIRE_LINK_SECRET", c.LinkSecret}} {
		switch {
		case s.value != "":
		case c.SecretsFile == "":
			faults = append(faults, settings.Fault{
				Setting: s.name,
				Problem: "is not set: generate it with 'openssl rand -hex 32', or set QUIRE_SECRETS_FILE to a file that stores it",
			})
		default:
			faults = append(faults, settings.Fault{Setting: s.name, Problem: "is not in " + c.SecretsFile})
		}
	}
	return readers.theirs(faults)
}
