// Package check validates the files in deploy with their own tools: the parsers of Prometheus and of compose files. It
// is a separate module because the product needs neither.
package check

import (
	"encoding/json"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/stretchr/testify/require"
)

func TestAlertsAreValidPrometheusRules(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../prometheus/alerts.yml")
	require.NoError(t, err)
	groups, problems := rulefmt.Parse(raw, false, model.UTF8Validation, parser.NewParser(parser.Options{}), slog.New(slog.DiscardHandler))
	require.Empty(t, problems)
	for _, g := range groups.Groups {
		for _, rule := range g.Rules {
			require.Contains(t, rule.Annotations, "summary", rule.Alert)
			require.Contains(t, rule.Annotations, "action", "%s: what is to be done?", rule.Alert)
			require.Contains(t, []string{"page", "ticket"}, rule.Labels["severity"], rule.Alert)
		}
	}
}

func TestPanelQueriesAreValidPromQL(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../grafana/quire.json")
	require.NoError(t, err)
	var dashboard struct {
		Panels []struct {
			ID      int
			Title   string
			GridPos struct{ X, Y, W, H int }
			Targets []struct{ Expr string }
		}
	}
	require.NoError(t, json.Unmarshal(raw, &dashboard))
	ids := map[int]bool{}
	for _, p := range dashboard.Panels {
		require.False(t, ids[p.ID], "%s has the id of another panel", p.Title)
		ids[p.ID] = true
		require.LessOrEqual(t, p.GridPos.X+p.GridPos.W, 24, p.Title)
		require.NotEmpty(t, p.Targets, p.Title)
		for _, target := range p.Targets {
			expr := strings.ReplaceAll(target.Expr, "$__rate_interval", "1m")
			_, err := parser.NewParser(parser.Options{}).ParseExpr(expr)
			require.NoError(t, err, "%s: %s", p.Title, target.Expr)
		}
	}
}
