package activities_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/internal/model"
	"quire/internal/model/modeltest"
	"quire/schema"
)

// exam is a library with an evaluation and a run of it that has begun. Answers are quotations.
type exam struct {
	*talk
	eval, run uuid.UUID
}

func newExam(t *testing.T, cases ...schema.NewEvalCase) *exam {
	t.Helper()
	x := &exam{talk: newTalk(t)}
	x.do.Chat = nil
	x.do.Configuration = activities.Configuration{Version: "test", Answers: "quotations"}
	e, err := x.db.CreateEval(t.Context(), schema.NewEval{ID: newID(t), AccountID: x.account.ID, Name: "Handbook", CollectionIDs: []uuid.UUID{x.collection}})
	require.NoError(t, err)
	x.eval = e.ID
	_, err = x.db.ImportEvalCases(t.Context(), x.account.ID, e.ID, cases, nil)
	require.NoError(t, err)
	r, start, err := x.db.StartEvalRun(t.Context(), schema.NewEvalRun{ID: newID(t), AccountID: x.account.ID, EvalID: e.ID})
	require.NoError(t, err)
	require.Equal(t, r.ID, start.ObjectID)
	x.run = r.ID
	x.begin()
	return x
}

func (x *exam) begin() {
	x.t.Helper()
	_, err := x.env.ExecuteActivity(x.do.BeginEval, x.run)
	require.NoError(x.t, err)
}

// take answers a case as the turn's workflow would, and scores it. It does everything that may run twice twice.
func (x *exam) take(number int) schema.EvalResult {
	x.t.Helper()
	in := activities.EvalCase{RunID: x.run, Number: number}
	turn, err := x.do.AskEvalCase(x.t.Context(), in)
	require.NoError(x.t, err)
	again, err := x.do.AskEvalCase(x.t.Context(), in)
	require.NoError(x.t, err)
	require.Equal(x.t, turn, again, "a case is asked once")
	if turn != nil {
		graded, err := x.do.GradeEvalCase(x.t.Context(), in)
		require.NoError(x.t, err)
		require.False(x.t, graded, "there is no answer yet")
		x.respond(*turn)
	}
	graded, err := x.do.GradeEvalCase(x.t.Context(), in)
	require.NoError(x.t, err)
	require.True(x.t, graded)
	first := x.result(number)
	_, err = x.do.GradeEvalCase(x.t.Context(), in)
	require.NoError(x.t, err)
	require.Equal(x.t, first, x.result(number))
	return first
}

func (x *exam) respond(turn uuid.UUID) {
	x.t.Helper()
	job, in := x.find(x.turn(turn))
	used, err := x.answer(in)
	require.NoError(x.t, err)
	require.NoError(x.t, x.do.FinishTurn(x.t.Context(), job, used))
}

func (x *exam) result(number int) schema.EvalResult {
	x.t.Helper()
	r, err := x.db.EvalResult(x.t.Context(), x.run, number)
	require.NoError(x.t, err)
	return r
}

func (x *exam) now() schema.EvalRunInfo {
	x.t.Helper()
	r, err := x.db.EvalRun(x.t.Context(), x.eval, x.run)
	require.NoError(x.t, err)
	return r
}

func onPages(file string, pages ...int) []schema.ExpectedFile {
	return []schema.ExpectedFile{{File: file, Pages: pages}}
}

func TestCasesAreAnsweredAndScored(t *testing.T) {
	t.Parallel()
	x := newExam(t,
		schema.NewEvalCase{Question: "How many days of vacation does every employee have?", Expected: onPages("vacation.md", 1), Words: []string{"Thirty days"}},
		schema.NewEvalCase{Question: "How many days of vacation does an employee have?", Expected: onPages("travel.md")},
		schema.NewEvalCase{Question: "What is the capital of Mongolia?", Refused: true},
		schema.NewEvalCase{Question: "Who books trips by train?", Files: []string{"missing.md"}, Words: []string{"office"}},
		schema.NewEvalCase{Question: "Who books trips by train?"},
	)
	right := x.take(1)
	require.Equal(t, schema.EvalDone, right.Status)
	require.Equal(t, []*float64{new(1.), new(1.), new(1.), new(1.)}, []*float64{right.Score, right.PageF1, right.Recall, right.WordsFound}, right.Answer)
	require.NotNil(t, right.LatencyMs)
	require.Contains(t, string(right.Found), "vacation.md")

	wrong := x.take(2)
	require.Equal(t, new(0.), wrong.Score, wrong.Answer)

	refused := x.take(3)
	require.Equal(t, []any{new(true), new(1.)}, []any{refused.Declined, refused.Score}, refused.Answer)

	impossible := x.take(4)
	require.Equal(t, schema.EvalFailed, impossible.Status)
	require.Equal(t, new("The collections have none of the files that are to be searched"), impossible.Error)

	require.Nil(t, x.take(5).Score, "nothing is expected")

	left, err := x.do.PendingEvalCases(t.Context(), x.run, 10)
	require.NoError(t, err)
	require.Empty(t, left)
	require.NoError(t, x.do.EndEval(t.Context(), x.run, schema.EvalCompleted, ""))
	require.NoError(t, x.do.EndEval(t.Context(), x.run, schema.EvalFailed, "too late"))
	r := x.now()
	require.Equal(t, schema.EvalCompleted, r.Status)
	require.JSONEq(t, `{"version":"test","answers":"quotations","window":0,"embedding":"","fusion_dense":0,"fusion_depth":0,"reranker":""}`, string(r.Configuration))
	require.JSONEq(t, `{"files":2,"passages":2,"with_vectors":0}`, string(r.Content))
	m, err := x.db.EvalMetrics(t.Context(), x.run)
	require.NoError(t, err)
	require.Equal(t, []any{5, 5, 1, new(.5), new(1.), new(0.)}, []any{m.Cases, m.Done, m.Failed, m.PageF1, m.Refused, m.OverRefused})
	require.InDelta(t, .5, *m.Score, 1e-9, "of 1, 0, 1 and the case that could not be asked")
	require.ElementsMatch(t, []string{"score", "page_f1", "recall_at_10", "words_found", "refused", "over_refused"}, slices.Collect(maps.Keys(m.Intervals)))
	for name, want := range map[string]schema.Interval{"score": {Low: .1500, High: .8500}, "refused": {Low: .2065, High: 1}} {
		require.InDelta(t, want.Low, m.Intervals[name].Low, 1e-4, "Wilson (1927): %s", name)
		require.InDelta(t, want.High, m.Intervals[name].High, 1e-4, "Wilson (1927): %s", name)
	}
}

func TestAnswerThatFailedIsAResultWithItsReason(t *testing.T) {
	t.Parallel()
	x := newExam(t, schema.NewEvalCase{Question: "How many days of vacation?", Expected: onPages("vacation.md")})
	turn, err := x.do.AskEvalCase(t.Context(), activities.EvalCase{RunID: x.run, Number: 1})
	require.NoError(t, err)
	_, err = x.do.FailTurn(t.Context(), *turn, activities.Failure{Reason: "api_error", Message: "The language model declined to answer."})
	require.NoError(t, err)
	_, err = x.do.GradeEvalCase(t.Context(), activities.EvalCase{RunID: x.run, Number: 1})
	require.NoError(t, err)
	r := x.result(1)
	require.Equal(t, []any{schema.EvalFailed, new("The language model declined to answer."), new(0.)}, []any{r.Status, r.Error, r.Score})
	require.Nil(t, r.Declined)
}

func TestRunThatBeginsAgainKeepsItsConfiguration(t *testing.T) {
	t.Parallel()
	x := newExam(t, schema.NewEvalCase{Question: "How many days of vacation?"})
	before := x.now()
	x.do.Configuration.Version = "later"
	x.begin()
	require.Equal(t, before.Fingerprint, x.now().Fingerprint)
	require.Equal(t, before.Configuration, x.now().Configuration)
}

func TestRunThatWasCancelledOrDeletedAsksNothingMore(t *testing.T) {
	t.Parallel()
	x := newExam(t, schema.NewEvalCase{Question: "How many days of vacation?", Words: []string{"thirty"}}, schema.NewEvalCase{Question: "Who books trips?"})
	turn, err := x.do.AskEvalCase(t.Context(), activities.EvalCase{RunID: x.run, Number: 1})
	require.NoError(t, err)
	_, cancel, err := x.db.CancelEvalRun(t.Context(), x.account.ID, x.eval, x.run, nil)
	require.NoError(t, err)
	require.Equal(t, x.run, cancel.ObjectID)
	_, cancel, err = x.db.CancelEvalRun(t.Context(), x.account.ID, x.eval, x.run, nil)
	require.NoError(t, err)
	require.Nil(t, cancel, "it has ended")
	x.respond(*turn)
	_, err = x.do.GradeEvalCase(t.Context(), activities.EvalCase{RunID: x.run, Number: 1})
	require.NoError(t, err)
	require.Equal(t, schema.EvalPending, x.result(1).Status, "the metrics of a run that has ended are those of its results")
	_, err = x.do.AskEvalCase(t.Context(), activities.EvalCase{RunID: x.run, Number: 2})
	reason, _ := activities.Fault(err)
	require.Equal(t, activities.Superseded, reason)

	require.NoError(t, x.db.DeleteEval(t.Context(), x.account.ID, x.eval))
	for _, err := range []error{
		func() error { _, err := x.env.ExecuteActivity(x.do.BeginEval, x.run); return err }(),
		func() error {
			_, err := x.do.AskEvalCase(t.Context(), activities.EvalCase{RunID: x.run, Number: 1})
			return err
		}(),
		func() error {
			_, err := x.do.GradeEvalCase(t.Context(), activities.EvalCase{RunID: x.run, Number: 1})
			return err
		}(),
	} {
		reason, _ := activities.Fault(err)
		require.Equal(t, activities.Superseded, reason)
	}
	require.NoError(t, x.do.EndEval(t.Context(), x.run, schema.EvalCancelled, ""))
}

func TestTokensOfAModelAreCounted(t *testing.T) {
	t.Parallel()
	x := newExam(t, schema.NewEvalCase{Question: "How many days of vacation?", Words: []string{"thirty"}})
	var err error
	x.do.Chat, err = model.New(model.Config{BaseURL: x.model.BaseURL(), Model: "test"})
	require.NoError(t, err)
	x.model.Script(modeltest.Answer(thirtyDays))
	r := x.take(1)
	require.EqualValues(t, 11, r.PromptTokens)
	require.EqualValues(t, 7, r.CompletionTokens)
	m, err := x.db.EvalMetrics(t.Context(), x.run)
	require.NoError(t, err)
	require.Equal(t, 11, m.PromptTokens)
}

// idle returns the runs that the sweeper would check.
func (x *exam) idle() []schema.Waiting {
	x.t.Helper()
	all, err := x.db.InFlightIdle(x.t.Context(), 0, 10)
	require.NoError(x.t, err)
	return slices.DeleteFunc(all, func(w schema.Waiting) bool { return w.Kind != schema.StartEval })
}

func TestLostRunsAreSweptLikeAnyOtherWork(t *testing.T) {
	t.Parallel()
	x := newExam(t, schema.NewEvalCase{Question: "How many days of vacation?"})
	require.Empty(t, x.idle(), "a relay is about to start it")
	require.Eventually(t, func() bool {
		due, err := x.db.DueStarts(t.Context(), 10)
		require.NoError(t, err)
		for _, s := range due {
			require.NoError(t, x.db.DeleteOutbox(t.Context(), s.OutboxID))
		}
		return slices.ContainsFunc(due, func(s schema.Start) bool { return s.Kind == schema.StartEval })
	}, time.Minute, 50*time.Millisecond)
	var starts []schema.Waiting
	for restarts := range 2 {
		starts = x.idle()
		require.Len(t, starts, 1)
		require.Equal(t, restarts, starts[0].Restarts)
		require.NoError(t, starts[0].Leave(t.Context(), x.db))
		require.NoError(t, starts[0].Restart(t.Context(), x.db))
		due, err := x.db.DueStarts(t.Context(), 10)
		require.NoError(t, err)
		require.Equal(t, schema.StartEval, due[0].Kind)
		require.NoError(t, x.db.DeleteOutbox(t.Context(), due[0].OutboxID))
	}
	require.NoError(t, starts[0].GiveUp(t.Context(), x.db, nil))
	require.Equal(t, schema.EvalFailed, x.now().Status)
	require.NotNil(t, x.now().Metrics)
}
