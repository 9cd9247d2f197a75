package workflows_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"quire/activities"
	"quire/schema"
	"quire/workflows"
)

// turnStory is a turn's workflow whose effects are recorded.
type turnStory struct {
	*testsuite.TestWorkflowEnvironment
	mu       sync.Mutex
	steps    []string
	used     activities.TurnUsage
	failures []activities.Failure
	search   func() error
	answer   func() error
	name     func() error
}

func newTurnStory(t *testing.T, job activities.TurnJob) *turnStory {
	t.Helper()
	s := &turnStory{TestWorkflowEnvironment: newEnvironment(t)}
	fine := func() error { return nil }
	s.search, s.answer, s.name = fine, fine, fine
	s.OnActivity(do.ReadTurn, mock.Anything, mock.Anything).Return(job, nil).Maybe()
	s.OnActivity(do.RewriteTurn, mock.Anything, mock.Anything).Return(func(context.Context, uuid.UUID) (activities.TurnUsage, error) {
		return activities.TurnUsage{Prompt: 5, Completion: 2}, s.step("rewrite", nil)
	}).Maybe()
	s.OnActivity(do.SearchTurn, mock.Anything, mock.Anything).Return(func(context.Context, activities.TurnJob) ([]activities.TurnHit, error) {
		return []activities.TurnHit{{}}, s.step("search", s.search)
	}).Maybe()
	s.OnActivity(do.AnswerTurn, mock.Anything, mock.Anything).Return(func(context.Context, activities.AnswerInput) (activities.TurnUsage, error) {
		return activities.TurnUsage{Prompt: 100, Completion: 20}, s.step("answer", s.answer)
	}).Maybe()
	s.OnActivity(do.FinishTurn, mock.Anything, mock.Anything, mock.Anything).Return(
		func(_ context.Context, _ activities.TurnJob, used activities.TurnUsage) error {
			s.used = used
			return s.step("finish", nil)
		}).Maybe()
	s.OnActivity(do.NameSession, mock.Anything, mock.Anything).Return(func(context.Context, activities.TurnJob) error {
		return s.step("name", s.name)
	}).Maybe()
	s.OnActivity(do.FailTurn, mock.Anything, mock.Anything, mock.Anything).Return(
		func(_ context.Context, _ uuid.UUID, f activities.Failure) (schema.TurnStatus, error) {
			s.failures = append(s.failures, f)
			return schema.TurnFailed, s.step("fail", nil)
		}).Maybe()
	return s
}

func (s *turnStory) step(name string, do func() error) error {
	s.mu.Lock()
	s.steps = append(s.steps, name)
	s.mu.Unlock()
	if do == nil {
		return nil
	}
	return do()
}

func (s *turnStory) run(t *testing.T) {
	t.Helper()
	s.ExecuteWorkflow(workflows.Turn, workflows.TurnInput{TurnID: uuid.New()})
	require.True(t, s.IsWorkflowCompleted())
	require.NoError(t, s.GetWorkflowError())
}

func TestFirstQuestionIsSearchedForUnchanged(t *testing.T) {
	t.Parallel()
	s := newTurnStory(t, activities.TurnJob{})
	s.run(t)
	require.Equal(t, []string{"search", "answer", "finish"}, s.steps)
}

func TestLaterQuestionIsRewrittenFirstAndEveryTokenCounts(t *testing.T) {
	t.Parallel()
	s := newTurnStory(t, activities.TurnJob{SessionID: new(uuid.New()), Leans: true})
	s.run(t)
	require.Equal(t, []string{"rewrite", "search", "answer", "finish"}, s.steps)
	require.Equal(t, activities.TurnUsage{Prompt: 105, Completion: 22}, s.used)
}

func TestSessionIsNamedOnceTheAnswerIsWritten(t *testing.T) {
	t.Parallel()
	s := newTurnStory(t, activities.TurnJob{SessionID: new(uuid.New()), Names: true})
	s.name = func() error { return temporal.NewNonRetryableApplicationError("no", "broken", nil) }
	s.run(t)
	require.Equal(t, []string{"search", "answer", "finish", "name"}, s.steps)
	require.Empty(t, s.failures, "the answer does not depend on the name")
}

func TestModelThatDeclinesToAnswerEndsTheTurnWithAnExplanation(t *testing.T) {
	t.Parallel()
	s := newTurnStory(t, activities.TurnJob{})
	s.answer = func() error {
		return temporal.NewNonRetryableApplicationError("The language model declined to answer.", "api_error", nil)
	}
	s.run(t)
	require.Equal(t, []activities.Failure{{Reason: "api_error", Message: "The language model declined to answer."}}, s.failures)
	require.NotContains(t, s.steps, "finish")
}

func TestTurnWaitsForTheDatabaseHoweverLongItTakes(t *testing.T) {
	t.Parallel()
	away := func(times int) func() error {
		return func() error {
			if times--; times < 0 {
				return nil
			}
			return temporal.NewNonRetryableApplicationError("the database is unavailable", activities.DatabaseAway, nil)
		}
	}
	s := newTurnStory(t, activities.TurnJob{SessionID: new(uuid.New()), Names: true})
	s.search, s.answer, s.name = away(3*activities.TriesOfTurn), away(activities.TriesOfTurn), away(2)
	s.run(t)
	require.Empty(t, s.failures)
	require.Equal(t, []string{"answer", "finish", "name", "name", "name"}, s.steps[len(s.steps)-5:])
}

func TestFailuresAreWaitedOutOnlyAsLongAsAPersonWaits(t *testing.T) {
	t.Parallel()
	s := newTurnStory(t, activities.TurnJob{})
	tries := 0
	s.search = func() error {
		if tries++; tries < 4 {
			return errors.New("the vector store is unavailable")
		}
		return nil
	}
	s.run(t)
	require.Empty(t, s.failures)

	s = newTurnStory(t, activities.TurnJob{})
	s.search = func() error { return errors.New("the vector store is unavailable") }
	began := s.Now()
	s.run(t)
	require.Len(t, s.failures, 1)
	require.Equal(t, "api_error", s.failures[0].Reason)
	require.NotContains(t, s.failures[0].Message, "vector store")
	require.Less(t, s.Now().Sub(began), time.Minute)
}

func TestTurnWhoseClientHasGoneIsLeftUnchanged(t *testing.T) {
	t.Parallel()
	s := newTurnStory(t, activities.TurnJob{})
	s.answer = func() error { return gone() }
	s.run(t)
	require.Equal(t, []string{"search", "answer"}, s.steps)
}

func TestCancelledTurnDoesNotStayInFlight(t *testing.T) {
	t.Parallel()
	s := newTurnStory(t, activities.TurnJob{})
	s.answer = func() error {
		s.CancelWorkflow()
		return context.Canceled
	}
	s.run(t)
	require.Equal(t, "cancelled", s.failures[0].Reason)
}
