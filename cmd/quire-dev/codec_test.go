package main_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/api/common/v1"
	"go.temporal.io/api/history/v1"
	"go.temporal.io/sdk/client"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"

	"quire/internal/seal"
)

// history returns what Temporal stores about a workflow, as anyone with access to Temporal can read it.
func (s *service) history(workflow string) *history.History {
	s.t.Helper()
	c, err := client.Dial(client.Options{HostPort: "127.0.0.1:" + s.setting("QUIRE_TEMPORAL_PORT")})
	require.NoError(s.t, err)
	defer c.Close()
	return s.events(c, workflow)
}

// readable lists the fields that Temporal, or anyone following a trace through it, must be able to read: ids.
var readable = []protoreflect.Name{"search_attributes", "header"}

// payloads returns the payloads of a message, wherever they are, except in the given fields.
func payloads(m protoreflect.Message, without ...protoreflect.Name) (list []*common.Payload) {
	if p, ok := m.Interface().(*common.Payload); ok {
		return []*common.Payload{p}
	}
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case slices.Contains(without, f.Name()):
		case f.IsMap() && f.MapValue().Message() != nil:
			v.Map().Range(func(_ protoreflect.MapKey, v protoreflect.Value) bool {
				list = append(list, payloads(v.Message(), without...)...)
				return true
			})
		case f.IsList() && f.Message() != nil:
			for i := range v.List().Len() {
				list = append(list, payloads(v.List().Get(i).Message(), without...)...)
			}
		case !f.IsMap() && f.Message() != nil:
			list = append(list, payloads(v.Message(), without...)...)
		}
		return true
	})
	return list
}

// decode queries the remote codec in the same way as Temporal's web UI.
func (s *service) decode(path, token, origin string, list []*common.Payload) (int, http.Header, string) {
	s.t.Helper()
	body, err := protojson.Marshal(&common.Payloads{Payloads: list})
	require.NoError(s.t, err)
	r, err := http.NewRequest(http.MethodPost, "http://"+s.api+path, bytes.NewReader(body))
	require.NoError(s.t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", origin)
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(r)
	require.NoError(s.t, err)
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	require.NoError(s.t, err)
	var decoded common.Payloads
	if protojson.Unmarshal(answer, &decoded) == nil {
		answer = nil
		for _, p := range decoded.GetPayloads() {
			answer = fmt.Appendf(answer, "%s\n", p.GetData())
		}
	}
	return res.StatusCode, res.Header, string(answer)
}

func TestTemporalStoresNothingReadable(t *testing.T) {
	t.Parallel()
	s := newService(t)
	first, second := "1:"+seal.NewKey(), "2:"+seal.NewKey()
	const ui, token = "http://localhost:8233", "a-token-of-the-operator"
	s.env = append(s.env, "QUIRE_PAYLOAD_KEYS="+first, "QUIRE_CODEC_TOKEN="+token, "QUIRE_CODEC_ORIGINS="+ui)
	s.start()
	bad := s.upload("", map[string]string{"url": "http://10.1.2.3/secret.pdf"})
	good := s.upload("letter.docx", nil)
	require.Equal(t, "FAILED", s.await(bad.ID).Status)
	require.Equal(t, "COMPLETED", s.await(good.ID).Status)

	var sealed []*common.Payload
	for _, d := range []document{bad, good} {
		h := s.history("document/" + d.ID)
		raw, err := protojson.Marshal(h)
		require.NoError(t, err)
		for _, clear := range []string{"req_", "documentID", "The address is not a public one", "Convert a", "output-1"} {
			require.False(t, strings.Contains(string(raw), clear), clear) //nolint:testifylint // the history would be printed
		}
		list := payloads(h.ProtoReflect(), readable...)
		require.Greater(t, len(list), 5)
		for _, p := range list {
			require.Equal(t, "binary/encrypted", string(p.GetMetadata()["encoding"]))
			require.Equal(t, "1", string(p.GetMetadata()["encryption-key-id"]))
		}
		sealed = append(sealed, list...)
	}

	status, header, clear := s.decode("/codec/decode", token, ui, sealed)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, ui, header.Get("Access-Control-Allow-Origin"))
	require.Contains(t, clear, good.ID)
	require.Contains(t, clear, "The address is not a public one")
	status, _, clear = s.decode("/codec/"+token+"/decode", "", ui, sealed)
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, clear, good.ID)
	for path, key := range map[string]string{"/codec/decode": "", "/codec/x/decode": token, "/codec//decode": ""} {
		status, header, clear = s.decode(path, key, "http://evil.example", sealed)
		require.Equal(t, http.StatusUnauthorized, status, path)
		require.Empty(t, header.Get("Access-Control-Allow-Origin"))
		require.NotContains(t, clear, good.ID)
	}
	status, _, _ = s.decode("/codec/encode", token, ui, sealed)
	require.Equal(t, http.StatusNotFound, status)

	require.NoError(t, s.interrupt())
	s.env = append(s.env, "QUIRE_PAYLOAD_KEYS="+second+","+first)
	s.start()
	again := s.upload("letter.docx", nil)
	require.Equal(t, "COMPLETED", s.await(again.ID).Status)
	for _, p := range payloads(s.history("document/"+again.ID).ProtoReflect(), readable...) {
		require.Equal(t, "2", string(p.GetMetadata()["encryption-key-id"]))
	}
	status, _, clear = s.decode("/codec/decode", token, ui, sealed)
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, clear, good.ID, "payloads sealed with the previous key can be read")
}
