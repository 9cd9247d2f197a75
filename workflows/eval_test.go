package workflows_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	"quire/activities"
	"quire/schema"
	"quire/workflows"
)

// evalStory is the workflow of a run whose effects are recorded.
type evalStory struct {
	*testsuite.TestWorkflowEnvironment
	mu     sync.Mutex
	cases  []int // cases without a result
	turns  map[uuid.UUID]int
	asked  []int
	graded []int
	lost   int // number of times that an answer is not available yet
	ended  []schema.EvalStatus
	turn   func() error
	// refused is the reason why a case cannot be asked.
	refused error
}

func newEvalStory(t *testing.T, cases ...int) *evalStory {
	t.Helper()
	s := &evalStory{TestWorkflowEnvironment: newEnvironment(t), cases: cases, turns: map[uuid.UUID]int{}, turn: func() error { return nil }}
	s.RegisterWorkflow(workflows.Eval)
	s.RegisterWorkflow(workflows.Turn)
	s.OnWorkflow(workflows.Turn, mock.Anything, mock.Anything).Return(func(_ workflow.Context, in workflows.TurnInput) (*workflows.Result, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.asked = append(s.asked, s.turns[in.TurnID])
		return &workflows.Result{TurnID: in.TurnID}, s.turn()
	}).Maybe()
	s.OnActivity(do.BeginEval, mock.Anything, mock.Anything).Return(activities.EvalJob{Cases: len(cases)}, nil).Maybe()
	s.OnActivity(do.PendingEvalCases, mock.Anything, mock.Anything, mock.Anything).Return(func(_ context.Context, _ uuid.UUID, limit int) ([]int, error) {
		return s.cases[:min(len(s.cases), limit)], nil
	}).Maybe()
	s.OnActivity(do.AskEvalCase, mock.Anything, mock.Anything).Return(func(_ context.Context, in activities.EvalCase) (*uuid.UUID, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.refused != nil {
			return nil, s.refused
		}
		id := uuid.New()
		s.turns[id] = in.Number
		return &id, nil
	}).Maybe()
	s.OnActivity(do.GradeEvalCase, mock.Anything, mock.Anything).Return(func(_ context.Context, in activities.EvalCase) (bool, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.lost--; s.lost >= 0 {
			return false, nil
		}
		s.graded = append(s.graded, in.Number)
		return true, nil
	}).Maybe()
	s.OnActivity(do.EndEval, mock.Anything, mock.Anything, mock.Anything, mock.Anything).Return(
		func(_ context.Context, _ uuid.UUID, status schema.EvalStatus, _ string) error {
			s.ended = append(s.ended, status)
			return nil
		}).Maybe()
	return s
}

func (s *evalStory) run() error {
	s.ExecuteWorkflow(workflows.Eval, workflows.EvalInput{RunID: uuid.New()})
	return s.GetWorkflowError()
}

func TestRunAsksAndScoresEveryCase(t *testing.T) {
	t.Parallel()
	s := newEvalStory(t, 1, 2, 3, 5)
	require.NoError(t, s.run())
	require.ElementsMatch(t, []int{1, 2, 3, 5}, s.asked)
	require.ElementsMatch(t, []int{1, 2, 3, 5}, s.graded)
	require.Equal(t, []schema.EvalStatus{schema.EvalCompleted}, s.ended)
}

func TestLongRunGoesOnInAnotherHistory(t *testing.T) {
	t.Parallel()
	cases := make([]int, 150)
	for i := range cases {
		cases[i] = i + 1
	}
	s := newEvalStory(t, cases...)
	require.True(t, workflow.IsContinueAsNewError(s.run()))
	require.Len(t, s.graded, 100)
	require.Empty(t, s.ended)
}

func TestAnswerThatIsLostIsWaitedFor(t *testing.T) {
	t.Parallel()
	s := newEvalStory(t, 1)
	s.lost = 3
	s.turn = func() error { return errors.New("terminated") }
	require.NoError(t, s.run())
	require.Equal(t, []int{1}, s.graded)
	require.Equal(t, []schema.EvalStatus{schema.EvalCompleted}, s.ended)
}

func TestCancelledRunDoesNotStayInFlight(t *testing.T) {
	t.Parallel()
	s := newEvalStory(t, 1, 2, 3)
	s.turn = func() error {
		s.CancelWorkflow()
		return context.Canceled
	}
	require.NoError(t, s.run())
	require.Equal(t, []schema.EvalStatus{schema.EvalCancelled}, s.ended)
	require.Less(t, len(s.graded), 3)
}

func TestDeletedRunIsLeftAlone(t *testing.T) {
	t.Parallel()
	s := newEvalStory(t, 1)
	s.refused = gone()
	require.NoError(t, s.run())
	require.Empty(t, s.ended)
	require.Empty(t, s.asked)
}
