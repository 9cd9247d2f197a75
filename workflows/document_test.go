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
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"quire/activities"
	"quire/workflows"
)

// bundle is a workflow environment whose effects are recorded.
type bundle struct {
	*testsuite.TestWorkflowEnvironment
	mu       sync.Mutex // ranges run side by side
	ranges   [][2]int
	crowded  int // number of times a range is handed back
	failed   []activities.Failure
	complete []activities.Output
	assemble func(in activities.AssembleInput) (activities.Output, error)
}

func setup(t *testing.T, pages int) *bundle {
	t.Helper()
	b := &bundle{TestWorkflowEnvironment: newEnvironment(t)}
	b.assemble = func(in activities.AssembleInput) (activities.Output, error) {
		return activities.Output{Pages: in.Pages, Key: "output"}, nil
	}
	b.OnActivity(do.ConvertRange, mock.Anything, mock.Anything).Return(
		func(_ context.Context, in activities.RangeInput) (activities.ConvertedRange, error) {
			b.mu.Lock()
			defer b.mu.Unlock()
			if b.crowded > 0 {
				b.crowded--
				return activities.ConvertedRange{}, temporal.NewApplicationError("full", workflows.Crowded)
			}
			b.ranges = append(b.ranges, [2]int{in.From, in.To})
			return activities.ConvertedRange{TotalPages: pages}, nil
		}).Maybe()
	b.OnActivity(do.AssembleMarkdown, mock.Anything, mock.Anything).Return(
		func(_ context.Context, in activities.AssembleInput) (activities.Output, error) { return b.assemble(in) }).Maybe()
	b.OnActivity(do.CompleteDocument, mock.Anything, mock.Anything, mock.Anything).Return(
		func(_ context.Context, _ activities.DocumentJob, out activities.Output) error {
			b.complete = append(b.complete, out)
			return nil
		}).Maybe()
	b.OnActivity(do.FailDocument, mock.Anything, mock.Anything, mock.Anything).Return(
		func(_ context.Context, _ activities.DocumentJob, f activities.Failure) error {
			b.failed = append(b.failed, f)
			return nil
		}).Maybe()
	return b
}

func (b *bundle) claims(job activities.DocumentJob, err error) {
	b.OnActivity(do.ClaimDocument, mock.Anything, mock.Anything).Return(
		func(context.Context, uuid.UUID) (activities.DocumentJob, error) { return job, err })
}

func (b *bundle) run(t *testing.T) error {
	t.Helper()
	b.ExecuteWorkflow(workflows.Document, workflows.DocumentInput{DocumentID: uuid.New()})
	require.True(t, b.IsWorkflowCompleted())
	return b.GetWorkflowError()
}

func TestDocumentOfOnePageIsConvertedAsOneRange(t *testing.T) {
	t.Parallel()
	b := setup(t, 1)
	b.claims(activities.DocumentJob{Attempt: 1, Conversion: activities.Conversion{Format: "pdf"}}, nil)
	require.NoError(t, b.run(t))
	require.Equal(t, [][2]int{{1, 25}}, b.ranges)
	require.Equal(t, []activities.Output{{Pages: 1, Key: "output"}}, b.complete)
	require.Empty(t, b.failed)
}

func TestDocumentGetsOneMoreTryAfterASetback(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		setback activities.Setback
		pause   time.Duration
	}{
		"spent":  {setback: activities.Setback{Spent: true}},
		"killed": {setback: activities.Setback{Killed: true}, pause: 30 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, 1)
			b.claims(activities.DocumentJob{Attempt: 1, Conversion: activities.Conversion{Format: "pdf"}}, nil)
			b.assemble = func(in activities.AssembleInput) (activities.Output, error) {
				if !in.LastTry {
					return activities.Output{Setback: test.setback}, nil
				}
				return activities.Output{}, temporal.NewNonRetryableApplicationError("explanation", "too_large", nil)
			}
			start := b.Now()
			require.NoError(t, b.run(t))
			require.GreaterOrEqual(t, b.Now().Sub(start), test.pause)
			require.Equal(t, []activities.Failure{{Reason: "too_large", Message: "explanation"}}, b.failed)
		})
	}
}

func TestDocumentWaitsOutAnOutageOfTheDatabase(t *testing.T) {
	t.Parallel()
	b := setup(t, 1)
	claims := 0
	b.OnActivity(do.ClaimDocument, mock.Anything, mock.Anything).Return(
		func(context.Context, uuid.UUID) (activities.DocumentJob, error) {
			if claims++; claims <= 40 { // more than half an hour: the later claims are a minute apart
				return activities.DocumentJob{}, errors.New("connection refused")
			}
			return activities.DocumentJob{Attempt: 1, Conversion: activities.Conversion{Format: "pdf"}}, nil
		})
	require.NoError(t, b.run(t))
	require.Len(t, b.complete, 1)
	require.Empty(t, b.failed)
}

func TestLongDocumentIsConvertedInRangesThatCoverEveryPageOnce(t *testing.T) {
	t.Parallel()
	b := setup(t, 103)
	b.claims(activities.DocumentJob{Attempt: 1, Conversion: activities.Conversion{Format: "pdf"}}, nil)
	require.NoError(t, b.run(t))
	require.ElementsMatch(t, [][2]int{{1, 25}, {26, 50}, {51, 75}, {76, 100}, {101, 103}}, b.ranges)
	require.Equal(t, 103, b.complete[0].Pages)
}

func TestDocumentFromAURLIsFetchedFirst(t *testing.T) {
	t.Parallel()
	b := setup(t, 1)
	b.claims(activities.DocumentJob{Attempt: 1, Fetch: true}, nil)
	b.OnActivity(do.FetchSource, mock.Anything, mock.Anything).Return(
		func(_ context.Context, job activities.DocumentJob) (activities.DocumentJob, error) {
			require.Empty(t, b.ranges, "the fetch comes before any conversion")
			job.Fetch, job.Conversion.Format = false, "pdf"
			return job, nil
		}).Once()
	require.NoError(t, b.run(t))
	require.Len(t, b.complete, 1)
}

func TestDocumentsOwnFaultEndsItWithItsReason(t *testing.T) {
	t.Parallel()
	b := setup(t, 60)
	b.claims(activities.DocumentJob{Attempt: 1, Conversion: activities.Conversion{Format: "pdf"}}, nil)
	b.assemble = func(activities.AssembleInput) (activities.Output, error) {
		return activities.Output{}, temporal.NewNonRetryableApplicationError("The file is damaged", "corrupt", nil)
	}
	require.NoError(t, b.run(t))
	require.Equal(t, []activities.Failure{{Reason: "corrupt", Message: "The file is damaged"}}, b.failed)
	require.Empty(t, b.complete)
}

func TestInfrastructureFailuresAreWaitedOut(t *testing.T) {
	t.Parallel()
	b := setup(t, 1)
	b.claims(activities.DocumentJob{Attempt: 1, Conversion: activities.Conversion{Format: "pdf"}}, nil)
	tries := 0
	b.assemble = func(activities.AssembleInput) (activities.Output, error) {
		if tries++; tries < 9 {
			return activities.Output{}, errors.New("no space left on device")
		}
		return activities.Output{Pages: 1, Key: "late"}, nil
	}
	require.NoError(t, b.run(t))
	require.Equal(t, 9, tries)
	require.Equal(t, "late", b.complete[0].Key)
	require.Empty(t, b.failed)
}

func TestDeletedDocumentEndsItsWorkflowWithoutATrace(t *testing.T) {
	t.Parallel()
	b := setup(t, 1)
	b.claims(activities.DocumentJob{}, temporal.NewNonRetryableApplicationError("gone", activities.Superseded, nil))
	require.NoError(t, b.run(t))
	require.Empty(t, b.ranges)
	require.Empty(t, b.failed)
	require.Empty(t, b.complete)
}

func TestCancelledDocumentNeitherFailsNorCompletes(t *testing.T) {
	t.Parallel()
	b := setup(t, 60)
	b.claims(activities.DocumentJob{Attempt: 1, Conversion: activities.Conversion{Format: "pdf"}}, nil)
	b.assemble = func(activities.AssembleInput) (activities.Output, error) {
		b.CancelWorkflow()
		return activities.Output{}, context.Canceled
	}
	require.NoError(t, b.run(t))
	require.Empty(t, b.failed)
	require.Empty(t, b.complete)
}

func TestDocumentWithAnExtractorIsExtractedInsteadOfAssembled(t *testing.T) {
	t.Parallel()
	b := setup(t, 30)
	job := activities.DocumentJob{
		Attempt: 1, Conversion: activities.Conversion{Format: "pdf"}, Extractor: &activities.ExtractorVersion{ID: uuid.New(), Version: 2},
	}
	b.claims(job, nil)
	b.OnActivity(do.Extract, mock.Anything, mock.Anything).Return(
		func(_ context.Context, in activities.ExtractInput) (activities.Output, error) {
			require.Equal(t, activities.ExtractInput{Job: job, Pages: 30, PagesPerRange: 25}, in)
			require.Len(t, b.ranges, 2, "extraction comes after every range")
			return activities.Output{Pages: 30, Key: "values", Extension: ".json"}, nil
		}).Once()
	b.assemble = func(activities.AssembleInput) (activities.Output, error) { panic("not Markdown") }
	require.NoError(t, b.run(t))
	require.Equal(t, "values", b.complete[0].Key)
}

func TestFileThatIsTooLongLeavesTheQuickLane(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		file  activities.Conversion
		pages int
		lanes []bool // whether each range is quick
	}{
		"one page":         {activities.Conversion{Format: "pdf", Size: 40 << 10}, 1, []bool{true}},
		"a few pages more": {activities.Conversion{Format: "pdf", Size: 400 << 10}, 30, []bool{true, false, false}},
		"many bytes":       {activities.Conversion{Format: "pdf", Size: 90 << 20}, 30, []bool{false, false}},
		"large picture":    {activities.Conversion{Format: "png", Size: 90 << 20}, 1, []bool{true}},
		"large workbook":   {activities.Conversion{Format: "xlsx", Size: 2 << 20}, 9, []bool{false}},
		"ultra":            {activities.Conversion{Format: "pdf", Size: 1, Accuracy: "ultra"}, 1, []bool{false}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := &bundle{TestWorkflowEnvironment: newEnvironment(t)}
			b.claims(activities.DocumentJob{Attempt: 1, Conversion: tc.file}, nil)
			var lanes []bool
			b.OnActivity(do.ConvertRange, mock.Anything, mock.Anything).Return(
				func(_ context.Context, in activities.RangeInput) (activities.ConvertedRange, error) {
					lanes = append(lanes, in.Quick)
					return activities.ConvertedRange{TotalPages: tc.pages, TooLong: in.Quick && tc.pages > activities.QuickPages}, nil
				})
			b.OnActivity(do.AssembleMarkdown, mock.Anything, mock.Anything).Return(activities.Output{Pages: tc.pages}, nil)
			b.OnActivity(do.CompleteDocument, mock.Anything, mock.Anything, mock.Anything).Return(nil)
			require.NoError(t, b.run(t))
			require.Equal(t, tc.lanes, lanes)
		})
	}
}

func TestWorkHandedBackByALaneWaitsInItsOverflow(t *testing.T) {
	t.Parallel()
	b := setup(t, 1)
	b.claims(activities.DocumentJob{Attempt: 1, Conversion: activities.Conversion{Format: "pdf", Size: 1 << 30}}, nil)
	var queues []string
	b.SetOnActivityStartedListener(func(info *activity.Info, _ context.Context, _ converter.EncodedValues) {
		if info.ActivityType.Name == "ConvertRange" {
			queues = append(queues, info.TaskQueue)
			require.EqualValues(t, 1, info.Attempt, "no attempt is used up")
		}
	})
	b.crowded = 2
	require.NoError(t, b.run(t))
	require.Equal(t, []string{"convert", "convert-overflow", "convert-overflow"}, queues)
	require.Len(t, b.complete, 1)
	require.Empty(t, b.failed)
}
