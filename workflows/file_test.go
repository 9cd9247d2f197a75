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
	"quire/workflows"
)

// fileStory is a file workflow whose effects are recorded.
type fileStory struct {
	*testsuite.TestWorkflowEnvironment
	mu        sync.Mutex // activities run side by side
	job       activities.FileJob
	former    []uuid.UUID // the generations that the switch retires
	batches   [][2]int
	activated []activities.Output
	failed    []activities.Failure
	forgotten []uuid.UUID
	switched  time.Time
	forgotAt  time.Time

	assemble func() error
	index    func(in activities.IndexInput) error
	counts   []bool // answers of CheckCount, then true
}

// newFileStory prepares the workflow of a file with the given number of passages.
func newFileStory(t *testing.T, passages int) *fileStory {
	t.Helper()
	s := &fileStory{TestWorkflowEnvironment: newEnvironment(t)}
	s.job = activities.FileJob{
		GenerationKey: activities.GenerationKey{
			AccountID: uuid.New(), CollectionID: uuid.New(), FileID: uuid.New(), Generation: uuid.New(),
		},
		VersionID: uuid.New(), Version: 1, Attempt: 1, Conversion: activities.Conversion{Format: "pdf"},
	}
	s.assemble = func() error { return nil }
	s.index = func(activities.IndexInput) error { return nil }
	s.OnActivity(do.ClaimFile, mock.Anything, mock.Anything).Return(s.job, nil).Maybe()
	s.OnActivity(do.ConvertRange, mock.Anything, mock.Anything).Return(activities.ConvertedRange{TotalPages: 3}, nil).Maybe()
	s.OnActivity(do.AssembleFile, mock.Anything, mock.Anything).Return(
		func(context.Context, activities.AssembleFileInput) (activities.FileText, error) {
			return activities.FileText{Output: activities.Output{Pages: 3, Key: "output"}, Passages: passages}, s.assemble()
		}).Maybe()
	s.OnActivity(do.IndexPassages, mock.Anything, mock.Anything).Return(
		func(_ context.Context, in activities.IndexInput) error {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.batches = append(s.batches, [2]int{in.From, in.To})
			return s.index(in)
		}).Maybe()
	s.OnActivity(do.CheckCount, mock.Anything, mock.Anything, mock.Anything).Return(s.count).Maybe()
	s.OnActivity(do.ActivateFile, mock.Anything, mock.Anything, mock.Anything).Return(s.activate).Maybe()
	s.OnActivity(do.FailFile, mock.Anything, mock.Anything, mock.Anything).Return(
		func(_ context.Context, _ activities.FileJob, f activities.Failure) error {
			s.failed = append(s.failed, f)
			return nil
		}).Maybe()
	s.OnActivity(do.ForgetGeneration, mock.Anything, mock.Anything).Return(s.forget).Maybe()
	return s
}

func (s *fileStory) count(context.Context, activities.GenerationKey, int) (bool, error) {
	if len(s.counts) == 0 {
		return true, nil
	}
	answer := s.counts[0]
	s.counts = s.counts[1:]
	return answer, nil
}

func (s *fileStory) activate(_ context.Context, _ activities.FileJob, out activities.Output) ([]uuid.UUID, error) {
	s.activated, s.switched = append(s.activated, out), s.Now()
	return s.former, nil
}

func (s *fileStory) forget(_ context.Context, key activities.GenerationKey) error {
	s.forgotten, s.forgotAt = append(s.forgotten, key.Generation), s.Now()
	return nil
}

func (s *fileStory) run(t *testing.T) {
	t.Helper()
	s.ExecuteWorkflow(workflows.File, workflows.FileInput{VersionID: s.job.VersionID})
	require.True(t, s.IsWorkflowCompleted())
	require.NoError(t, s.GetWorkflowError())
}

func gone() error {
	return temporal.NewNonRetryableApplicationError("gone", activities.Superseded, nil)
}

func TestFileIsIndexedInBatchesThatCoverEveryPassageOnce(t *testing.T) {
	t.Parallel()
	s := newFileStory(t, 1200)
	s.run(t)
	require.ElementsMatch(t, [][2]int{{0, 512}, {512, 1024}, {1024, 1200}}, s.batches)
	require.Equal(t, []activities.Output{{Pages: 3, Key: "output"}}, s.activated)
	require.Empty(t, s.failed)
	require.Empty(t, s.forgotten, "there was no previous generation")
}

func TestFileWithoutTextBecomesReady(t *testing.T) {
	t.Parallel()
	s := newFileStory(t, 0)
	s.run(t)
	require.Empty(t, s.batches)
	require.Len(t, s.activated, 1)
}

func TestFormerGenerationIsForgottenAMinuteAfterTheSwitch(t *testing.T) {
	t.Parallel()
	s := newFileStory(t, 10)
	s.former = []uuid.UUID{uuid.New()}
	s.run(t)
	require.Equal(t, s.former, s.forgotten)
	require.GreaterOrEqual(t, s.forgotAt.Sub(s.switched), time.Minute)
}

func TestFilesOwnFaultFailsItAndLeavesNothingIndexed(t *testing.T) {
	t.Parallel()
	s := newFileStory(t, 10)
	s.assemble = func() error { return temporal.NewNonRetryableApplicationError("The file is empty", "empty", nil) }
	s.run(t)
	require.Equal(t, []activities.Failure{{Reason: "empty", Message: "The file is empty"}}, s.failed)
	require.Equal(t, []uuid.UUID{s.job.Generation}, s.forgotten)
	require.Empty(t, s.activated)
}

func TestSupersededVersionStopsAndRemovesWhatItHasIndexed(t *testing.T) {
	t.Parallel()
	s := newFileStory(t, 1200)
	s.index = func(in activities.IndexInput) error {
		if in.From > 0 {
			return gone()
		}
		return nil
	}
	s.run(t)
	require.Empty(t, s.activated)
	require.Empty(t, s.failed)
	require.Equal(t, []uuid.UUID{s.job.Generation}, s.forgotten)
}

func TestVersionDeletedBeforeItBeganLeavesNoTrace(t *testing.T) {
	t.Parallel()
	env := newEnvironment(t)
	env.OnActivity(do.ClaimFile, mock.Anything, mock.Anything).Return(activities.FileJob{}, gone())
	env.ExecuteWorkflow(workflows.File, workflows.FileInput{VersionID: uuid.New()})
	require.NoError(t, env.GetWorkflowError())
}

func TestCancelledVersionNeitherFailsNorBecomesActive(t *testing.T) {
	t.Parallel()
	s := newFileStory(t, 10)
	s.assemble = func() error {
		s.CancelWorkflow()
		return context.Canceled
	}
	s.run(t)
	require.Empty(t, s.failed)
	require.Empty(t, s.activated)
	require.Equal(t, []uuid.UUID{s.job.Generation}, s.forgotten)
}

func TestPointsLostByTheIndexAreIndexedAgain(t *testing.T) {
	t.Parallel()
	s := newFileStory(t, 600)
	s.counts = []bool{false}
	s.run(t)
	require.ElementsMatch(t, [][2]int{{0, 512}, {512, 600}, {0, 512}, {512, 600}}, s.batches)
	require.Len(t, s.activated, 1)
}

func TestOutageOfTheVectorStoreIsWaitedOut(t *testing.T) {
	t.Parallel()
	s := newFileStory(t, 10)
	tries := 0
	s.index = func(activities.IndexInput) error {
		if tries++; tries < 9 {
			return errors.New("connection refused")
		}
		return nil
	}
	s.run(t)
	require.Equal(t, 9, tries)
	require.Len(t, s.activated, 1)
	require.Empty(t, s.failed)
}
