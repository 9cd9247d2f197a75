package api_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/schema"
)

type wireComparison struct {
	Changes  []struct{ Name string }
	Verdicts map[string]int
	Data     []struct {
		Key, Verdict  string
		Before, After *struct{ Score *float64 }
	}
	Count int
}

// finish begins a run with a configuration, scores its cases and ends it.
func (s *service) finish(e wireEval, configuration map[string]any, scores ...float64) wireRun {
	s.t.Helper()
	r := s.startRun(e, "")
	_, err := s.db.BeginEvalRun(s.t.Context(), r.ID, configuration)
	require.NoError(s.t, err)
	for i, score := range scores {
		s.grade(r, i+1, score)
	}
	require.NoError(s.t, s.db.EndEvalRun(s.t.Context(), r.ID, schema.EvalCompleted, ""))
	return r
}

func (e wireEval) compare(a, b wireRun, more string) string {
	return fmt.Sprintf("%s/compare?before=%s&after=%s%s", e.path(), a.ID, b.ID, more)
}

func TestComparisonShowsWhatBrokeAndWhatBecameBetter(t *testing.T) {
	t.Parallel()
	s := newService(t)
	e := s.eval("Handbook", s.collection("c"))
	for _, key := range []string{"a", "b", "c", "d", "e", "gone"} {
		s.imports(e, fmt.Sprintf(`{"key":%q,"question":"Question %s?","words":["x"]}`, key, key))
	}
	first := s.finish(e, map[string]any{"answers": "quotations", "window": 0}, 1, .5, .2, .7, 1, 1)
	var cases struct{ Data []wireCase }
	s.get(e.cases()).into(200, &cases)
	require.Equal(t, 200, s.delete(e.cases()+"/"+cases.Data[5].ID.String()).status)
	s.imports(e, `{"key":"e","question":"Another question?","words":["x"]}`+"\n"+`{"key":"new","question":"New?","words":["x"]}`)
	second := s.finish(e, map[string]any{"answers": "test-model", "window": 0}, .9, 0, .9, .7, 0, 1)

	var got wireComparison
	s.get(e.compare(first, second, "")).into(200, &got)
	var order []string
	for _, c := range got.Data {
		order = append(order, c.Key+" "+c.Verdict)
	}
	require.Equal(t, []string{"b worse", "a worse", "c better", "e changed", "new added", "gone removed", "d same"}, order)
	require.Equal(t, map[string]int{"worse": 2, "better": 1, "changed": 1, "added": 1, "removed": 1, "unscored": 0, "same": 1}, got.Verdicts)
	require.Equal(t, "answers", got.Changes[0].Name)
	require.Len(t, got.Changes, 1)
	require.Nil(t, got.Data[4].Before)
	require.Equal(t, new(.5), got.Data[0].Before.Score)

	var page wireComparison
	s.get(e.compare(first, second, "&verdict=worse&skip=1&limit=1")).into(200, &page)
	require.Equal(t, []any{2, "a"}, []any{page.Count, page.Data[0].Key})
	require.Equal(t, got.Verdicts, page.Verdicts)

	s.get(e.path()+"/compare?after="+second.ID.String()).invalid("query.before", "missing")
	s.get(e.compare(first, second, "&verdict=nicer")).invalid("query.verdict", "enum")
	other := s.eval("Other", s.collection("d"))
	s.get(other.compare(first, second, "")).fails(404, "Run not found")
}
