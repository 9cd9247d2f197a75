package check

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/promql/promqltest"
	"github.com/prometheus/prometheus/rules"
	"github.com/stretchr/testify/require"
)

// evaluateEvery is the pause between two evaluations of the rules, as in prometheus.yml.
const evaluateEvery = 15 * time.Second

// firing returns the alerts that fire at the given time after the start of the series, according to Prometheus' own
// engine.
func firing(t *testing.T, series string, at time.Duration) []string {
	t.Helper()
	suite, err := promqltest.NewLazyLoader("load 15s\n  "+strings.TrimSpace(series), promqltest.LazyLoaderOpts{EnableAtModifier: true, EnableNegativeOffset: true})
	require.NoError(t, err)
	t.Cleanup(func() { _ = suite.Close() })
	m := rules.NewManager(&rules.ManagerOptions{
		QueryFunc: rules.EngineQueryFunc(suite.QueryEngine(), suite.Storage()), Appendable: suite.Storage(), Context: t.Context(),
		NotifyFunc: func(context.Context, string, ...*rules.Alert) {}, Logger: slog.New(slog.DiscardHandler),
		Parser: parser.NewParser(parser.Options{}),
	})
	groups, problems := m.LoadGroups(evaluateEvery, labels.EmptyLabels(), "", nil, false, "../prometheus/alerts.yml")
	require.Empty(t, problems)
	for ts := time.Unix(0, 0).UTC(); !ts.After(time.Unix(0, 0).Add(at)); ts = ts.Add(evaluateEvery) {
		suite.WithSamplesTill(ts, func(err error) {
			require.NoError(t, err)
			for _, g := range groups {
				g.Eval(t.Context(), ts)
			}
		})
	}
	var names []string
	for _, g := range groups {
		for _, rule := range g.AlertingRules() {
			require.NoError(t, rule.LastError())
			if rule.State() == rules.StateFiring {
				names = append(names, rule.Name())
			}
		}
	}
	return names
}

func TestAlertsFireWhenTheyShould(t *testing.T) {
	t.Parallel()
	// Every series starts with 20 minutes of normal work, followed by the incident.
	const then = 20 * time.Minute
	for name, tc := range map[string]struct {
		series string
		after  time.Duration // since the start of the incident
		alert  string        // "" if none may fire
	}{
		"lane stands still": {`
			quire_queue_oldest_seconds{lane="convert",instance="a"} 0+0x80 0+15x40
			quire_queue_waiting{lane="convert",instance="a"} 0+0x80 5x40
			quire_lane_tasks_total{lane="convert",result="done",instance="a"} 0+2x80 160x40`, 5 * time.Minute, "QuireLaneStandsStill"},
		"lane without a worker": {`
			quire_queue_oldest_seconds{lane="egress",instance="api"} 0+15x120`, 5 * time.Minute, "QuireLaneStandsStill"},
		"lane only fails": {`
			quire_queue_oldest_seconds{lane="model",instance="a"} 0+0x80 0+15x40
			quire_lane_tasks_total{lane="model",result="done",instance="a"} 0+2x80 160x40
			quire_lane_tasks_total{lane="model",result="trouble",instance="a"} 0+0x80 0+3x40`, 5 * time.Minute, "QuireLaneStandsStill"},
		"lane is slow but works": {`
			quire_queue_oldest_seconds{lane="convert",instance="a"} 0+0x80 0+15x40
			quire_lane_tasks_total{lane="convert",result="done",instance="a"} 0+2x80 161+0.1x40`, 5 * time.Minute, ""},
		"one of two workers stands": {`
			quire_queue_oldest_seconds{lane="quick",instance="a"} 0+0x80 0+15x40
			quire_lane_tasks_total{lane="quick",result="done",instance="a"} 0+2x80 160x40
			quire_lane_tasks_total{lane="quick",result="done",instance="b"} 0+2x120`, 5 * time.Minute, ""},
		"lane stands for a moment": {`
			quire_queue_oldest_seconds{lane="convert",instance="a"} 0+0x80 0+15x4 0+0x36
			quire_lane_tasks_total{lane="convert",result="done",instance="a"} 0+2x80 160x4 162+2x36`, 5 * time.Minute, ""},
		"nothing to do": {`
			quire_queue_oldest_seconds{lane="convert",instance="a"} 0+0x120
			quire_lane_tasks_total{lane="convert",result="done",instance="a"} 7x120`, 5 * time.Minute, ""},
		"database is down": {`
			quire_outbox_pending{instance="a"} 0+0x80 ` + strings.Repeat("NaN ", 40), 5 * time.Minute, "QuireDatabaseSilent"},
		"process is away": {`
			up{job="quire",instance="a"} 1x80 0+0x40`, 5 * time.Minute, "QuireDown"},
		"receivers refuse": {`
			quire_webhook_attempts_total{result="2xx",instance="a"} 0+1x120
			quire_webhook_attempts_total{result="no answer",instance="a"} 0+0x40 0+9x80`, 5 * time.Minute, "QuireWebhooksRefused"},
		"model fails": {`
			quire_model_calls_total{kind="chat",result="ok",instance="a"} 0+1x80 80x40
			quire_model_calls_total{kind="chat",result="unreachable",instance="a"} 0+0x40 0+2x80`, 15 * time.Minute, "QuireModelFails"},
		"budgets run out": {`
			quire_documents_total{outcome="FAILED",reason="too_complex",instance="a"} 0+0x80 6x60`, 5 * time.Minute, "QuireBudgetsRunOut"},
		"pool is used up": {`
			quire_database_wait_seconds_total{instance="a"} 0+0x40 0+60x80
			quire_database_waits_total{instance="a"} 0+0x40 0+60x80`, 10 * time.Minute, "QuireDatabasePoolUsedUp"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			names := firing(t, tc.series, then+tc.after)
			if tc.alert == "" {
				require.Empty(t, names)
				return
			}
			require.Contains(t, names, tc.alert)
			require.Len(t, names, 1, "one alert a cause")
		})
	}
}

func TestLaneThatStandsStillAlertsWithinFiveMinutesButNotAtOnce(t *testing.T) {
	t.Parallel()
	series := `
		quire_queue_oldest_seconds{lane="convert",instance="a"} 0+0x80 0+15x40
		quire_lane_tasks_total{lane="convert",result="done",instance="a"} 0+2x80 160x40`
	require.Empty(t, firing(t, series, 22*time.Minute))
	require.Equal(t, []string{"QuireLaneStandsStill"}, firing(t, series, 25*time.Minute))
}
