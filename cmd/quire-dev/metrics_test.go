package main_test

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// awaitMetric waits until /metrics contains the line.
func (s *service) awaitMetric(line string) {
	s.t.Helper()
	require.Eventually(s.t, func() bool {
		_, shown := s.download(s.metrics)
		return strings.Contains(shown, line+"\n")
	}, time.Minute, 50*time.Millisecond, line)
}

var metricName = regexp.MustCompile(`\b(quire|go|process)_[a-z_]+\b`)

// TestDashboardAndAlertsUseMetricsThatExist compares the metrics in deploy with those of a running service.
func TestDashboardAndAlertsUseMetricsThatExist(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	require.Equal(t, "COMPLETED", s.await(s.upload("report.pdf", nil).ID).Status)
	s.awaitMetric(`quire_documents_total{outcome="COMPLETED",reason=""} 1`)
	status, shown := s.download(s.metrics)
	require.Equal(t, http.StatusOK, status)
	for _, line := range []string{
		`quire_pages_total{format="pdf"} 3`, `quire_stage_duration_seconds_count{format="pdf",stage="convert"} `,
		`quire_lane_slots{lane="convert"} `, `quire_queue_oldest_seconds{lane="convert"} 0`, `quire_build_info{go_version="go`,
	} {
		require.Contains(t, shown, line)
	}
	status, _ = s.download("http://" + s.api + "/metrics")
	require.Equal(t, http.StatusNotFound, status, "not on the public port")
	exist := map[string]bool{}
	for line := range strings.Lines(shown) {
		if !strings.HasPrefix(line, "#") {
			exist[metricName.FindString(line)] = true
		}
	}
	for _, file := range []string{"grafana/quire.json", "prometheus/alerts.yml"} {
		raw, err := os.ReadFile("../../deploy/" + file)
		require.NoError(t, err)
		used := metricName.FindAllString(string(raw), -1)
		require.NotEmpty(t, used)
		for _, name := range used {
			require.True(t, exist[name], "%s uses %s, which /metrics does not show", file, name)
		}
	}
}
