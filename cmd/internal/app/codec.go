package app

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"
	"google.golang.org/protobuf/proto"

	"quire/internal/seal"
)

const (
	sealedEncoding = "binary/encrypted"
	keyIDMetadata  = "encryption-key-id"
	// codecPath is where Temporal's web UI and CLI send payloads to be decoded. See
	// https://docs.temporal.io/remote-data-encoding.
	codecPath = "/codec/"
)

// payloadCodec encrypts what Temporal stores about workflows: inputs, results, errors, summaries and memos. It passes
// payloads stored before keys were configured through unchanged.
type payloadCodec struct{ keys *seal.Keys }

// Encode implements converter.PayloadCodec.
func (c payloadCodec) Encode(payloads []*commonpb.Payload) ([]*commonpb.Payload, error) {
	out := make([]*commonpb.Payload, len(payloads))
	for i, p := range payloads {
		plain, err := proto.Marshal(p)
		if err != nil {
			return nil, err
		}
		id, sealed := c.keys.Seal(plain)
		out[i] = &commonpb.Payload{
			Metadata: map[string][]byte{converter.MetadataEncoding: []byte(sealedEncoding), keyIDMetadata: []byte(id)}, Data: sealed,
		}
	}
	return out, nil
}

// Decode implements converter.PayloadCodec.
func (c payloadCodec) Decode(payloads []*commonpb.Payload) ([]*commonpb.Payload, error) {
	out := make([]*commonpb.Payload, len(payloads))
	for i, p := range payloads {
		if string(p.GetMetadata()[converter.MetadataEncoding]) != sealedEncoding {
			out[i] = p
			continue
		}
		plain, err := c.keys.Open(string(p.GetMetadata()[keyIDMetadata]), p.GetData())
		if err != nil {
			return nil, fmt.Errorf("payload (QUIRE_PAYLOAD_KEYS): %w", err)
		}
		out[i] = &commonpb.Payload{}
		if err := proto.Unmarshal(plain, out[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// codec returns the payload codec, or nil if payloads are not encrypted.
func (c Config) codec() (*payloadCodec, error) {
	if len(c.PayloadKeys) == 0 {
		return nil, nil //nolint:nilnil // no encryption is the ordinary case
	}
	keys, err := seal.Parse(c.PayloadKeys)
	if err != nil {
		return nil, fmt.Errorf("QUIRE_PAYLOAD_KEYS: %w", err)
	}
	return &payloadCodec{keys}, nil
}

// encryptPayloads adds the encryption to the client's options.
func (c Config) encryptPayloads(o *client.Options) error {
	codec, err := c.codec()
	if err != nil || codec == nil {
		return err
	}
	o.DataConverter = converter.NewCodecDataConverter(converter.GetDefaultDataConverter(), codec)
	o.FailureConverter = temporal.NewDefaultFailureConverter(temporal.DefaultFailureConverterOptions{
		DataConverter: o.DataConverter, EncodeCommonAttributes: true, // messages and stack traces too
	})
	return nil
}

// withCodec serves the remote codec next to the API. It only decodes, and only for callers that have the token, either
// in the Authorization header or in the path, because Temporal's web UI cannot send the header when it has no login.
func (a *App) withCodec(next http.Handler) (http.Handler, error) {
	codec, err := a.cfg.codec()
	if err != nil || a.cfg.CodecToken == "" {
		return next, err
	}
	if codec == nil {
		return nil, errors.New("QUIRE_CODEC_TOKEN is set but QUIRE_PAYLOAD_KEYS is not: set both or neither")
	}
	decode := converter.NewPayloadCodecHTTPHandler(codec)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rest, ok := strings.CutPrefix(r.URL.Path, codecPath)
		if !ok {
			next.ServeHTTP(w, r)
			return
		}
		a.allowOrigin(w, r)
		token, method, inPath := strings.Cut(rest, "/")
		if !inPath {
			token, method = strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), rest
		}
		switch {
		case r.Method == http.MethodOptions:
			w.WriteHeader(http.StatusNoContent)
		case subtle.ConstantTimeCompare([]byte(token), []byte(a.cfg.CodecToken)) != 1:
			http.Error(w, "the codec requires the token in QUIRE_CODEC_TOKEN", http.StatusUnauthorized)
		case method != "decode":
			http.NotFound(w, r)
		default:
			r.Body = http.MaxBytesReader(w, r.Body, maxCodecBody)
			w.Header().Set("Cache-Control", "no-store")
			decode.ServeHTTP(w, r)
		}
	}), nil
}

// maxCodecBody is in bytes, and far above what a page of the web UI shows.
const maxCodecBody = 16 << 20

// allowOrigin lets the configured web UIs read the responses.
func (a *App) allowOrigin(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Vary", "Origin")
	if origin := r.Header.Get("Origin"); origin != "" && slices.Contains(a.cfg.CodecOrigins, origin) {
		w.Header().Set("Access-Control-Allow-Origin", origin)
		w.Header().Set("Access-Control-Allow-Methods", "POST")
		w.Header().Set("Access-Control-Allow-Headers", "Authorization, Content-Type, X-Namespace")
		w.Header().Set("Access-Control-Allow-Credentials", "true")
	}
}
