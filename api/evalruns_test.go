package api_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

type wireRun struct {
	ID          uuid.UUID
	Number      int
	Status      string
	Note        string
	Done, Total int
	Fingerprint string
	Metrics     *struct {
		Cases, Done, Failed int
		Score               *float64
	}
}

func (e wireEval) runs() string             { return e.path() + "/runs" }
func (e wireEval) run(r wireRun) string     { return e.runs() + "/" + r.ID.String() }
func (e wireEval) results(r wireRun) string { return e.run(r) + "/results" }

// startRun begins a run with the cases of the evaluation.
func (s *service) startRun(e wireEval, note string) wireRun {
	s.t.Helper()
	var r wireRun
	s.do(s.json("POST", e.runs(), fmt.Sprintf(`{"note":%q}`, note))).into(200, &r)
	return r
}

// grade sets the result and score of a case, as a worker would.
func (s *service) grade(r wireRun, number int, score float64) {
	s.t.Helper()
	x, err := s.db.EvalResult(s.t.Context(), r.ID, number)
	require.NoError(s.t, err)
	require.NoError(s.t, s.db.GradeEvalCase(s.t.Context(), x, schema.EvalGrade{
		Turn: schema.Turn{Answer: "Thirty [citation:1]", Citations: []byte(cited), PromptTokens: 5}, Score: &score, PageF1: &score,
		Found: []schema.FoundPage{{File: "a.pdf", Page: 2}},
	}))
}

func TestRunIsBegunShownAndCancelled(t *testing.T) {
	t.Parallel()
	s := newService(t)
	e := s.eval("Handbook", s.collection("c"))
	s.do(s.json("POST", e.runs(), `{}`)).fails(409, "The evaluation has no cases")
	s.imports(e, `{"question":"How many?","words":["thirty"]}`+"\n"+`{"question":"Who?"}`)
	r := s.startRun(e, "first")
	require.Equal(t, []any{"pending", 1, 0, 2, "first"}, []any{r.Status, r.Number, r.Done, r.Total, r.Note})
	starts := s.starts()
	require.Equal(t, schema.StartEval, starts[len(starts)-1].Kind)
	s.do(s.json("POST", e.runs(), `{}`)).fails(409, "A run of this evaluation is under way; wait for its end, or cancel it")

	_, err := s.db.BeginEvalRun(t.Context(), r.ID, map[string]any{"version": "test", "window": 8192})
	require.NoError(t, err)
	s.grade(r, 1, 1)
	s.get(e.run(r)).into(200, &r)
	require.Equal(t, []any{"running", 1}, []any{r.Status, r.Done})
	require.Nil(t, r.Metrics)
	require.NotEmpty(t, r.Fingerprint)
	var results struct {
		Data []struct {
			Key, Status, Answer string
			Score               *float64
			Citations           []json.RawMessage
		}
		Count int
	}
	s.get(e.results(r)).into(200, &results)
	require.Equal(t, 2, results.Count)
	require.Equal(t, []string{"done", "pending"}, []string{results.Data[0].Status, results.Data[1].Status})
	require.Len(t, results.Data[0].Citations, 1)

	s.do(s.json("POST", e.run(r)+"/cancel", ``)).into(200, &r)
	require.Equal(t, []any{"cancelled", 1, new(1.)}, []any{r.Status, r.Metrics.Done, r.Metrics.Score})
	require.Contains(t, s.cancelled, "eval/"+r.ID.String())
	require.Equal(t, 200, s.do(s.json("POST", e.run(r)+"/cancel", ``)).status)
	second := s.startRun(e, "")
	require.Equal(t, 2, second.Number)
	var list struct {
		Data  []wireRun
		Count int
	}
	s.get(e.runs()).into(200, &list)
	require.Equal(t, []int{2, 1}, []int{list.Data[0].Number, list.Data[1].Number})
	require.Equal(t, 200, s.delete(e.run(second)).status)
	require.Contains(t, s.cancelled, "eval/"+second.ID.String())
	s.get(e.run(second)).fails(404, "Run not found")
}

func TestForeignRunsAreNotFound(t *testing.T) {
	t.Parallel()
	s := newService(t)
	e := s.eval("Handbook", s.collection("c"))
	s.imports(e, `{"question":"Who?"}`)
	r := s.startRun(e, "")
	foreign := s.as(s.newKey(s.newAccount("default"), true, true))
	theirs := foreign.eval("Handbook", foreign.collection("c"))
	for _, q := range []reply{
		foreign.get(e.run(r)), foreign.get(e.results(r)), foreign.delete(e.run(r)), foreign.get(e.runs()),
		foreign.do(s.json("POST", e.runs(), `{}`)), foreign.do(s.json("POST", e.run(r)+"/cancel", ``)),
	} {
		q.fails(404, "Evaluation not found")
	}
	for _, q := range []reply{
		foreign.get(theirs.run(r)), foreign.get(theirs.results(r)), foreign.delete(theirs.run(r)), foreign.do(s.json("POST", theirs.run(r)+"/cancel", ``)),
	} {
		q.fails(404, "Run not found")
	}
	other := s.eval("Other", s.collection("d"))
	s.get(other.run(r)).fails(404, "Run not found")
	s.do(s.json("POST", other.run(r)+"/cancel", ``)).fails(404, "Run not found")
}

func TestRunsOfAnAccountWaitForEachOther(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	for i := range 4 {
		e := s.eval(fmt.Sprint("Evaluation ", i), c)
		s.imports(e, `{"question":"Who?"}`)
		if i < 3 {
			s.startRun(e, "")
			continue
		}
		s.do(s.json("POST", e.runs(), `{}`)).fails(409, "3 runs of evaluations are under way; wait for the end of one, or cancel it")
	}
}
