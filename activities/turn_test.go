package activities_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"

	"quire/activities"
	"quire/internal/answer"
	"quire/internal/model"
	"quire/internal/model/modeltest"
	"quire/schema"
)

// talk is a library with a session and a model that writes answers.
type talk struct {
	*library
	model   *modeltest.Server
	session uuid.UUID
}

func newTalk(t *testing.T) *talk {
	t.Helper()
	l := newLibrary(t)
	l.add("vacation.md", vacation)
	l.add("travel.md", travel)
	k := &talk{library: l, model: modeltest.New(t)}
	var err error
	l.do.Chat, err = model.New(model.Config{BaseURL: k.model.BaseURL(), Model: "test", IdleTimeout: 300 * time.Millisecond})
	require.NoError(t, err)
	l.do.NamesSessions = true
	s, err := l.db.CreateSession(t.Context(), schema.NewSession{ID: newID(t), AccountID: l.account.ID, CollectionIDs: []uuid.UUID{l.collection}})
	require.NoError(t, err)
	k.session = s.ID
	return k
}

// ask begins a turn in the session.
func (k *talk) ask(question string) schema.Turn {
	k.t.Helper()
	turn, _, err := k.db.BeginTurn(k.t.Context(), schema.NewTurn{
		ID: newID(k.t), AccountID: k.account.ID, SessionID: &k.session, Question: question,
	})
	require.NoError(k.t, err)
	return turn
}

// find runs a turn up to and including its search.
func (k *talk) find(turn schema.Turn) (activities.TurnJob, activities.AnswerInput) {
	k.t.Helper()
	job, err := k.do.ReadTurn(k.t.Context(), turn.ID)
	require.NoError(k.t, err)
	if job.Leans {
		_, err := k.env.ExecuteActivity(k.do.RewriteTurn, turn.ID)
		require.NoError(k.t, err)
	}
	found, err := k.env.ExecuteActivity(k.do.SearchTurn, job)
	require.NoError(k.t, err)
	in := activities.AnswerInput{TurnID: turn.ID}
	require.NoError(k.t, found.Get(&in.Hits))
	return job, in
}

func (k *talk) answer(in activities.AnswerInput) (activities.TurnUsage, error) {
	k.t.Helper()
	res, err := k.env.ExecuteActivity(k.do.AnswerTurn, in)
	if err != nil {
		return activities.TurnUsage{}, err
	}
	var used activities.TurnUsage
	require.NoError(k.t, res.Get(&used))
	return used, nil
}

func (k *talk) nameSession(job activities.TurnJob) {
	k.t.Helper()
	_, err := k.env.ExecuteActivity(k.do.NameSession, job)
	require.NoError(k.t, err)
}

// title returns the session's title.
func (k *talk) title() string {
	k.t.Helper()
	session, err := k.db.Session(k.t.Context(), k.account.ID, k.session)
	require.NoError(k.t, err)
	return session.Title
}

func (k *talk) turn(id uuid.UUID) schema.Turn {
	k.t.Helper()
	t, err := k.db.Turn(k.t.Context(), id)
	require.NoError(k.t, err)
	return t
}

// events returns the names of a turn's events, with the step in place of the name for a status, and the text of its
// deltas.
func (k *talk) events(id uuid.UUID) (names []string, text string) {
	k.t.Helper()
	list, err := k.db.TurnEvents(k.t.Context(), id, 0, 1000)
	require.NoError(k.t, err)
	for _, e := range list {
		var data struct{ Step, Text string }
		require.NoError(k.t, json.Unmarshal(e.Data, &data))
		if data.Step == string(schema.StepRetry) {
			text = ""
		}
		text += data.Text
		names = append(names, strings.TrimPrefix(e.Event+" "+data.Step, "status "))
	}
	return names, text
}

const thirtyDays = `{"answerable":true,"sentences":[{"text":"Employees have thirty days.","cites":[{"id":"c1","quote":"Every employee has thirty days of vacation"}]},` +
	`{"text":"That is a year's vacation.","cites":[{"id":"c1","quote":"thirty days of vacation a year"}]}]}`

func TestModelAnswersWithCheckedCitations(t *testing.T) {
	t.Parallel()
	k := newTalk(t)
	k.model.Script(modeltest.Answer(thirtyDays), modeltest.Answer("Days of vacation"))
	turn := k.ask("How many days of vacation?")
	job, in := k.find(turn)
	require.True(t, job.Names)
	used, err := k.answer(in)
	require.NoError(t, err)
	require.Equal(t, activities.TurnUsage{Prompt: 11, Completion: 7}, used)
	require.NoError(t, k.do.FinishTurn(t.Context(), job, used))
	done := k.turn(turn.ID)
	require.Equal(t, schema.TurnComplete, done.Status)
	require.Equal(t, "Employees have thirty days. [citation:1] That is a year's vacation. [citation:1]", done.Answer)
	require.Contains(t, string(done.Citations), `"filename": "vacation.md"`)
	require.EqualValues(t, 11, done.PromptTokens)
	names, text := k.events(turn.ID)
	require.Equal(t, done.Answer, text)
	require.Equal(t, "complete ", names[len(names)-1])

	k.nameSession(job)
	require.Equal(t, "Days of vacation", k.title())
}

func TestSessionIsNamedAfterItsQuestionWhenTheModelFails(t *testing.T) {
	t.Parallel()
	k := newTalk(t)
	k.model.Script(modeltest.Answer(thirtyDays), modeltest.Refusal("no"))
	turn := k.ask("How many days?")
	job, in := k.find(turn)
	used, err := k.answer(in)
	require.NoError(t, err)
	require.NoError(t, k.do.FinishTurn(t.Context(), job, used))
	k.nameSession(job)
	require.Equal(t, "How many days?", k.title())
}

func TestHangingModelsCostQualityButNeverTheAnswer(t *testing.T) {
	t.Parallel()
	k := newTalk(t)
	k.do.AssistTimeout = 1100 * time.Millisecond // longer than the pause between heartbeats
	var heartbeats atomic.Int32
	k.env.SetOnActivityHeartbeatListener(func(*activity.Info, converter.EncodedValues) { heartbeats.Add(1) })
	k.model.Script(modeltest.Answer(thirtyDays))
	first := k.ask("How many days of vacation?")
	job, in := k.find(first)
	used, err := k.answer(in)
	require.NoError(t, err)
	require.NoError(t, k.do.FinishTurn(t.Context(), job, used))
	heartbeats.Store(0)
	k.model.Script(modeltest.Hang())
	k.nameSession(job)
	require.Equal(t, "How many days of vacation?", k.title())
	require.Positive(t, heartbeats.Load(), "the server presumes a silent worker dead")

	k.model.Script(modeltest.Hang())
	second := k.ask("And for part-time?")
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // the server only now notices that the client has disconnected
		<-r.Context().Done()
	}))
	t.Cleanup(silent.Close)
	k.do.Embed = endpoint(t, silent.URL)
	k.do.Reranker, err = model.New(model.Config{BaseURL: silent.URL, Model: "test"})
	require.NoError(t, err)
	_, in = k.find(second)
	require.NotEmpty(t, in.Hits)
	require.Contains(t, k.turn(second.ID).Queries[0], "vacation")
}

func TestQuestionThatLeansIsRewrittenByTheModel(t *testing.T) {
	t.Parallel()
	k := newTalk(t)
	k.model.Script(modeltest.Answer(thirtyDays))
	first := k.ask("How many days of vacation?")
	job, in := k.find(first)
	used, err := k.answer(in)
	require.NoError(t, err)
	require.NoError(t, k.do.FinishTurn(t.Context(), job, used))

	k.model.Script(modeltest.Answer(`{"standalone":"Who books trips by train?","keywords":["office"]}`))
	second := k.ask("And trains?")
	_, in = k.find(second)
	require.Equal(t, []string{"And trains?", "Who books trips by train?", "office"}, k.turn(second.ID).Queries)
	require.NotEmpty(t, in.Hits)

	k.model.Script(modeltest.Status(500, `{}`))
	_, err = k.env.ExecuteActivity(k.do.RewriteTurn, second.ID)
	require.NoError(t, err, "without the model, words of the earlier question are carried over")
	require.Contains(t, k.turn(second.ID).Queries[0], "vacation")
}

func TestBusyModelIsRetriedWhenItSays(t *testing.T) {
	t.Parallel()
	k := newTalk(t)
	k.model.Script(modeltest.RateLimited(3 * time.Second))
	turn := k.ask("How many days of vacation?")
	_, in := k.find(turn)
	_, err := k.answer(in)
	e, ok := errors.AsType[*temporal.ApplicationError](err)
	require.True(t, ok, "%v", err)
	require.False(t, e.NonRetryable())
	require.Equal(t, 3*time.Second, e.NextRetryDelay())

	k.model.Script(modeltest.Answer(thirtyDays))
	_, err = k.answer(in)
	require.NoError(t, err)
	names, text := k.events(turn.ID)
	require.Contains(t, names, "retry")
	require.Equal(t, k.turn(turn.ID).Answer, text)
}

func TestModelThatFailsAfterTextEndsTheTurn(t *testing.T) {
	t.Parallel()
	half := thirtyDays[:strings.Index(thirtyDays, `{"text":"That`)+4]
	for name, step := range map[string]modeltest.Step{
		"truncated": modeltest.Truncated(half), "cut": modeltest.Cut(half), "error frame": modeltest.ErrorFrame(half, "overloaded"),
		"hang": modeltest.HangAfter(half), "filtered": modeltest.Filtered(half),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newTalk(t)
			k.model.Script(step)
			turn := k.ask("How many days of vacation?")
			_, in := k.find(turn)
			_, err := k.answer(in)
			kind, final := errorType(t, err)
			require.True(t, final)
			require.Contains(t, []string{"api_error", "overloaded_error"}, kind)
			e, _ := errors.AsType[*temporal.ApplicationError](err)
			for range 2 {
				_, failed := k.do.FailTurn(t.Context(), turn.ID, activities.Failure{Reason: kind, Message: e.Message()})
				require.NoError(t, failed)
			}
			done := k.turn(turn.ID)
			require.Equal(t, schema.TurnPartial, done.Status)
			require.Equal(t, "Employees have thirty days. [citation:1]", done.Answer)
			names, text := k.events(turn.ID)
			require.Equal(t, done.Answer, text)
			require.Equal(t, "error ", names[len(names)-1])
		})
	}
}

func TestAnswerThatItsModelCutOffCompletesTheTurn(t *testing.T) {
	t.Parallel()
	k := newTalk(t)
	k.model.Script(modeltest.Length(thirtyDays[:strings.Index(thirtyDays, `{"text":"That`)+4]))
	turn := k.ask("How many days of vacation?")
	job, in := k.find(turn)
	used, err := k.answer(in)
	require.NoError(t, err)
	require.NoError(t, k.do.FinishTurn(t.Context(), job, used))
	done := k.turn(turn.ID)
	require.Equal(t, schema.TurnComplete, done.Status)
	require.Equal(t, "Employees have thirty days. [citation:1]"+answer.CutOff, done.Answer)
	_, text := k.events(turn.ID)
	require.Equal(t, done.Answer, text)
}

func TestModelThatRefusesFailsTheTurnAtOnce(t *testing.T) {
	t.Parallel()
	for name, step := range map[string]modeltest.Step{
		"refusal": modeltest.Refusal("no"), "key": modeltest.Status(401, `{}`), "too long": modeltest.Status(400, `{"error":{"code":"context_length_exceeded"}}`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newTalk(t)
			k.model.Always(step)
			turn := k.ask("How many days of vacation?")
			_, in := k.find(turn)
			_, err := k.answer(in)
			kind, final := errorType(t, err)
			require.Equal(t, "api_error", kind)
			require.True(t, final)
			_, failed := k.do.FailTurn(t.Context(), turn.ID, activities.Failure{Reason: kind, Message: "words"})
			require.NoError(t, failed)
			require.Equal(t, schema.TurnFailed, k.turn(turn.ID).Status)
		})
	}
}

func TestTurnThatEndsElsewhereClosesTheModelsConnection(t *testing.T) {
	t.Parallel()
	k := newTalk(t)
	k.model.Script(modeltest.Slow(thirtyDays+strings.Repeat(" ", 400), 20*time.Millisecond))
	turn := k.ask("How many days of vacation?")
	_, in := k.find(turn)
	failed := make(chan error, 1)
	go func() {
		_, err := k.answer(in)
		failed <- err
	}()
	require.Eventually(t, func() bool { return k.turn(turn.ID).Answer != "" }, time.Minute, 10*time.Millisecond)
	_, err := k.do.FailTurn(t.Context(), turn.ID, activities.Failure{Reason: "cancelled", Message: "The answer was stopped"})
	require.NoError(t, err)
	select {
	case <-k.model.Gone():
	case <-time.After(10 * time.Second):
		require.Fail(t, "the model is still writing")
	}
	kind, _ := errorType(t, <-failed)
	require.Equal(t, activities.Superseded, kind)
	require.Equal(t, schema.TurnPartial, k.turn(turn.ID).Status)
}

func TestRerankerDecidesWhatIsReadFirst(t *testing.T) {
	t.Parallel()
	k := newTalk(t)
	k.do.Reranker = k.do.Chat
	turn := k.ask("employee vacation days by the office consent of the board")
	_, in := k.find(turn)
	found, err := k.db.FoundPassages(t.Context(), k.account.ID, []schema.PassageRef{in.Hits[0].PassageRef})
	require.NoError(t, err)
	require.Equal(t, "travel.md", found[0].Path, "it shares more words with the question")
}
