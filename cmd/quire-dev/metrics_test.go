package main_test

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var metricName = regexp.MustCompile(`\b(quire|go|process)_[a-z_]+\b`)

// TestDashboardAndAlertsUseMetricsThatExist compares the metrics in deploy with those of a running service.
func TestDashboardAndAlertsUseMetricsThatExist(t *testing.T) {
	s := newService(t)
	s.start()
	require.Equal(t, "COMPLETED", s.await(s.upload("report.pdf", nil).ID).Status)
	status, shown := s.download("http://" + s.api + "/metrics")
	require.Equal(t, http.StatusOK, status)
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
