package main_test

import (
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	spans "go.opentelemetry.io/proto/otlp/trace/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"google.golang.org/protobuf/proto"

	"quire/internal/model/modeltest"
)

// collected is a collector of OpenTelemetry spans.
type collected struct {
	*httptest.Server
	mu    sync.Mutex
	spans []*spans.Span
}

func newCollector(t *testing.T) *collected {
	t.Helper()
	c := &collected{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var batch collector.ExportTraceServiceRequest
		if err != nil || r.URL.Path != "/v1/traces" || proto.Unmarshal(body, &batch) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, resource := range batch.GetResourceSpans() {
			for _, scope := range resource.GetScopeSpans() {
				c.spans = append(c.spans, scope.GetSpans()...)
			}
		}
	}))
	t.Cleanup(c.Close)
	return c
}

// path returns the chain of span names from the root of a trace down to the first span with the given name. It returns
// nil if there is none yet, or if a span in between is missing.
func (c *collected) path(name string) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	byID := map[string]*spans.Span{}
	var last *spans.Span
	for _, s := range c.spans {
		byID[string(s.GetSpanId())] = s
		if s.GetName() == name {
			last = s
		}
	}
	var path []string
	for s := last; s != nil; s = byID[string(s.GetParentSpanId())] {
		path = append([]string{s.GetName()}, path...)
		if len(s.GetParentSpanId()) == 0 {
			return path
		}
	}
	return nil
}

func (c *collected) traceID(name string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.spans {
		if s.GetName() == name {
			return hex.EncodeToString(s.GetTraceId())
		}
	}
	return ""
}

func TestOneTraceLeadsFromTheRequestToTheModelAndTheWebhook(t *testing.T) {
	t.Parallel()
	m := modeltest.New(t)
	c := newCollector(t)
	s := newService(t)
	withModel(s, m)
	s.env = append(s.env, "QUIRE_VISION_URL="+m.BaseURL(), "QUIRE_VISION_MODEL=seer",
		"OTEL_EXPORTER_OTLP_ENDPOINT="+c.URL, "OTEL_BSP_SCHEDULE_DELAY=100")
	s.start()
	hook := newReceiver(t, s.command("account", "secret", "default"))
	d := s.upload("photo.jpg", map[string]string{"accuracy": "ultra", "callback_url": hook.URL})
	require.Equal(t, "COMPLETED", s.await(d.ID).Status)
	hook.received(t, 1)
	model := []string{
		"POST /api/v1/documents", "StartWorkflow:Document", "RunWorkflow:Document", "StartActivity:ConvertRange", "RunActivity:ConvertRange", "chat seer",
	}
	require.Eventually(t, func() bool { return c.path("chat seer") != nil }, time.Minute, 50*time.Millisecond)
	require.Equal(t, model, c.path("chat seer"))
	require.Eventually(t, func() bool { return c.path("RunActivity:PostWebhook") != nil }, time.Minute, 50*time.Millisecond)
	require.Equal(t, c.traceID("chat seer"), c.traceID("RunActivity:PostWebhook"), "the webhook belongs to the same trace")
	s.requestIDFinds(t, d.ID, c.traceID("chat seer"))
}

// requestIDFinds checks that the id of the request that created the document leads to its workflows and its log lines.
func (s *service) requestIDFinds(t *testing.T, document, trace string) {
	t.Helper()
	temporal, err := client.Dial(client.Options{HostPort: "127.0.0.1:" + s.setting("QUIRE_TEMPORAL_PORT")})
	require.NoError(t, err)
	defer temporal.Close()
	described, err := temporal.DescribeWorkflowExecution(t.Context(), "document/"+document, "")
	require.NoError(t, err)
	var id string
	require.NoError(t, json.Unmarshal(described.GetWorkflowExecutionInfo().GetMemo().GetFields()["request_id"].GetData(), &id))
	require.Equal(t, `"Convert · jpg · ultra"`, string(described.GetExecutionConfig().GetUserMetadata().GetSummary().GetData()))
	require.Eventually(t, func() bool {
		list, err := temporal.ListWorkflow(t.Context(), &workflowservice.ListWorkflowExecutionsRequest{Query: `RequestId = "` + id + `"`})
		return err == nil && len(list.GetExecutions()) == 2
	}, time.Minute, 50*time.Millisecond, "the document and its webhook")
	log, err := os.ReadFile(filepath.Join(s.dir, "quire.log"))
	require.NoError(t, err)
	for line := range strings.Lines(string(log)) {
		if strings.Contains(line, `"msg":"request"`) && strings.Contains(line, id) {
			require.Contains(t, line, `"trace_id":"`+trace+`"`)
			return
		}
	}
	require.Fail(t, "no log line has the id")
}

// setting returns the value of a setting of the running service.
func (s *service) setting(name string) string {
	for i := len(s.env) - 1; i >= 0; i-- {
		if value, ok := strings.CutPrefix(s.env[i], name+"="); ok {
			return value
		}
	}
	return ""
}
