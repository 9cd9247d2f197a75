package main_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// evalRun is what the test reads of a run.
type evalRun struct {
	ID, Status  string
	Number      int
	Done, Total int
	Metrics     *struct {
		Failed      int
		Score       *float64
		PageF1      *float64 `json:"page_f1"`
		Refused     *float64
		OverRefused *float64 `json:"over_refused"`
	}
}

// TestEvaluationSurvivesACrash kills the whole process tree in the middle of a run. Afterwards each question has been
// answered once, and the commands show the results.
func TestEvaluationSurvivesACrash(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.env = append(s.env, "QUIRE_SWEEP_EVERY=1s", "QUIRE_SWEEP_IDLE=3s")
	s.start()
	office := s.collection("Office")
	require.Equal(t, "ready", s.awaitFile(office, s.put(office, "vacation.md", []byte(vacation)).ID).Status)
	s.env = append(s.env, "QUIRE_SERVER=http://"+s.api, "QUIRE_API_KEY="+s.key)
	s.command("eval", "create", "Handbook", "-c", "Office")
	const questions = 40
	var lines strings.Builder
	for i := range questions - 1 {
		fmt.Fprintf(&lines, `{"key":"q%d","question":"How many days of vacation does every employee have in %d?","expected":[{"file":"vacation.md","pages":[1]}],"words":["thirty days"]}`+"\n", i, 2000+i)
	}
	lines.WriteString(`{"key":"unrelated","question":"What is the capital of Mongolia?","refused":true}` + "\n")
	file := filepath.Join(t.TempDir(), "cases.jsonl")
	require.NoError(t, os.WriteFile(file, []byte(lines.String()), 0o600))
	require.Equal(t, "40 cases added, 0 replaced", s.command("eval", "import", "Handbook", file))
	require.Equal(t, questions, strings.Count(s.command("eval", "export", "Handbook")+"\n", "\n"))

	var evals struct{ Data []struct{ ID string } }
	require.Equal(t, http.StatusOK, s.call(http.MethodGet, "/evals", nil, "", &evals))
	runs := "/evals/" + evals.Data[0].ID + "/runs"
	var run evalRun
	require.Equal(t, http.StatusOK, s.call(http.MethodPost, runs, strings.NewReader(`{"note":"before the crash"}`), "application/json", &run))
	look := func() evalRun {
		require.Equal(t, http.StatusOK, s.call(http.MethodGet, runs+"/"+run.ID, nil, "", &run))
		return run
	}
	require.Eventually(t, func() bool { return look().Done > 2 }, 2*time.Minute, 10*time.Millisecond)
	s.kill()
	s.start()
	require.Eventually(t, func() bool { return look().Status == "completed" }, 3*time.Minute, 100*time.Millisecond, "%+v", run)
	require.Equal(t, questions, run.Done)
	require.Zero(t, run.Metrics.Failed)
	require.Equal(t, []*float64{new(1.), new(1.), new(0.)}, []*float64{run.Metrics.PageF1, run.Metrics.Refused, run.Metrics.OverRefused})

	var results struct {
		Data []struct {
			Status  string
			QueryID string `json:"query_id"`
		}
	}
	require.Equal(t, http.StatusOK, s.call(http.MethodGet, runs+"/"+run.ID+"/results", nil, "", &results))
	turns := map[string]bool{}
	for _, r := range results.Data {
		require.Equal(t, "done", r.Status)
		turns[r.QueryID] = true
	}
	require.Len(t, turns, questions, "each question was asked once")

	second := s.command("eval", "run", "Handbook", "--note", "after the crash", "--strict")
	require.Contains(t, second, "run 1 → run 2: 0 worse, 0 better, 40 the same")
	require.Contains(t, s.command("eval", "show", "Handbook"), "before the crash")
	shown := s.command("eval", "show", "Handbook", "1")
	require.Contains(t, shown, "page F1")
	require.Regexp(t, `refused, as expected +1\.000 \[0\.\d+, 1\.000\]`, shown)
	require.Contains(t, s.command("eval", "compare", "Handbook", "2", "1"), "40 the same")
	require.Equal(t, "deleted Handbook", s.command("eval", "delete", "Handbook"))
}
