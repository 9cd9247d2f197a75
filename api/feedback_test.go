package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

type wireFeedback struct {
	Rating, Comment string
	EvalID          *uuid.UUID `json:"eval_id"`
	CaseID          *uuid.UUID `json:"case_id"`
}

// judged is a session with an answer that cites pages 2 and 3 of a file.
type judged struct {
	*service
	session wireSession
	message int64
}

func newJudged(t *testing.T, question string) *judged {
	t.Helper()
	s := newService(t)
	c := s.collection("Manuals")
	f := s.put(c, "guides/a.txt", "content")
	s.answering(func(ctx context.Context, turn schema.Turn) {
		var cites json.RawMessage
		if turn.Question != "Nothing?" {
			cites = fmt.Appendf(nil, `[{"id":"1","file_id":%q,"collection_id":%q,"filename":"a.txt","page_start":2,"page_end":3}]`, f.ID, c.ID)
		}
		_ = s.db.GrowTurn(ctx, turn.ID, int(turn.Attempt), "Thirty [citation:1]", cites, []schema.TurnEvent{schema.DeltaEvent("Thirty")})
		_ = s.db.EndTurn(ctx, turn.ID, schema.TurnEnd{Status: schema.TurnComplete})
	})
	j := &judged{service: s, session: s.session(c)}
	j.message = j.ask(question)
	return j
}

func (j *judged) ask(question string) int64 {
	j.t.Helper()
	var said struct{ ID int64 }
	j.do(j.json("POST", j.session.messages(), fmt.Sprintf(`{"content":%q}`, question))).into(200, &said)
	return said.ID
}

func (j *judged) path() string { return fmt.Sprintf("%s/%d/feedback", j.session.messages(), j.message) }

func (j *judged) judge(body string) wireFeedback {
	j.t.Helper()
	var f wireFeedback
	j.do(j.json("POST", j.path(), body)).into(200, &f)
	return f
}

func (j *judged) caseOf(f wireFeedback) wireCase {
	j.t.Helper()
	var c wireCase
	j.get(fmt.Sprintf("%s/%s/cases/%s", evals, f.EvalID, f.CaseID)).into(200, &c)
	return c
}

func TestGoodAnswerBecomesACaseThatExpectsItAgain(t *testing.T) {
	t.Parallel()
	j := newJudged(t, "How many?")
	f := j.judge(`{"rating":"up"}`)
	c := j.caseOf(f)
	require.Equal(t, "How many?", c.Question)
	require.Equal(t, "guides/a.txt", c.Expected[0].File)
	require.Equal(t, []int{2, 3}, c.Expected[0].Pages)
	var e wireEval
	j.get(evals+"/"+f.EvalID.String()).into(200, &e)
	require.Equal(t, "Manuals", e.Name)
	require.Equal(t, j.session.CollectionIDs, e.CollectionIDs)

	j.message = j.ask("Nothing?")
	second := j.judge(`{"rating":"up"}`)
	require.Equal(t, f.EvalID, second.EvalID, "judgements about the same collections gather in one evaluation")
	require.True(t, j.caseOf(second).Refused)
}

func TestJudgementReplacesAnEarlierOne(t *testing.T) {
	t.Parallel()
	j := newJudged(t, "How many?")
	first := j.judge(`{"rating":"up"}`)
	second := j.judge(`{"rating":"down","comment":"The next page.","expected":[{"file":"guides/a.txt","pages":[4]}],"words":["forty"]}`)
	require.Equal(t, first.CaseID, second.CaseID)
	c := j.caseOf(second)
	require.Equal(t, []int{4}, c.Expected[0].Pages)
	require.Equal(t, []string{"forty"}, c.Words)
	require.Equal(t, "The next page.", c.Note)
	var shown wireFeedback
	j.get(j.path()).into(200, &shown)
	require.Equal(t, "down", shown.Rating)

	other := j.eval("Regressions", j.collection("other"))
	moved := j.judge(fmt.Sprintf(`{"rating":"down","eval_id":%q}`, other.ID))
	require.Equal(t, &other.ID, moved.EvalID)
	require.Empty(t, j.caseOf(moved).Expected)
	j.get(fmt.Sprintf("%s/%s/cases/%s", evals, first.EvalID, first.CaseID)).fails(404, "Case not found")

	require.Equal(t, 200, j.delete(j.path()).status)
	j.get(j.path()).fails(404, "Feedback not found")
	j.delete(j.path()).fails(404, "Feedback not found")
	j.get(other.path()).into(200, &other)
	require.Zero(t, other.CaseCount)
}

func TestNameOfTheCollectionMayBeTaken(t *testing.T) {
	t.Parallel()
	j := newJudged(t, "How many?")
	j.eval("Manuals", j.collection("other"))
	f := j.judge(`{"rating":"down"}`)
	var e wireEval
	j.get(evals+"/"+f.EvalID.String()).into(200, &e)
	require.Equal(t, "Manuals (feedback 1)", e.Name)
	require.Equal(t, 200, j.delete(e.path()).status)
	var left wireFeedback
	j.get(j.path()).into(200, &left)
	require.Nil(t, left.EvalID)
	require.NotEqual(t, e.ID, *j.judge(`{"rating":"down"}`).EvalID)
}

func TestInvalidFeedbackIsNamed(t *testing.T) {
	t.Parallel()
	j := newJudged(t, "How many?")
	for body, want := range map[string]struct{ loc, kind string }{
		`{}`:                              {"body.rating", "missing"},
		`{"rating":"meh"}`:                {"body.rating", "enum"},
		`{"rating":"up","eval_id":"x"}`:   {"body.eval_id", "uuid_parsing"},
		`{"rating":"up","expected":"a"}`:  {"body.expected", "list_type"},
		`{"rating":"up","words":[""]}`:    {"body.words.0", "string_too_short"},
		`{"rating":"up","comment":["x"]}`: {"body.comment", "string_type"},
	} {
		j.do(j.json("POST", j.path(), body)).invalid(want.loc, want.kind)
	}
	j.do(j.json("POST", j.path(), fmt.Sprintf(`{"rating":"up","eval_id":%q}`, uuid.New()))).fails(404, "Evaluation not found")
	j.do(j.json("POST", j.session.messages()+"/x/feedback", `{"rating":"up"}`)).invalid("path.message_id", "int_parsing")
	j.do(j.json("POST", fmt.Sprintf("%s/%d/feedback", j.session.messages(), j.message-1), `{"rating":"up"}`)).fails(404, "Message not found")
	foreign := j.as(j.newKey(j.newAccount("default"), true, true))
	foreign.do(j.json("POST", j.path(), `{"rating":"up"}`)).fails(404, "Session not found")
	theirs := foreign.eval("Theirs", foreign.collection("c"))
	j.do(j.json("POST", j.path(), fmt.Sprintf(`{"rating":"up","eval_id":%q}`, theirs.ID))).fails(404, "Evaluation not found")
	require.Equal(t, 200, j.delete(j.session.path()).status)
	j.get(j.path()).fails(404, "Session not found")
}
