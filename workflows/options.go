package workflows

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"quire/activities"
)

// untilItWorks retries infrastructure failures without limit: only a fault of the document itself, which is not
// retryable, ends the retries.
func untilItWorks(first, most time.Duration) *temporal.RetryPolicy {
	return &temporal.RetryPolicy{
		InitialInterval: first, BackoffCoefficient: 2, MaximumInterval: most, NonRetryableErrorTypes: []string{Crowded},
	}
}

// forAsLongAsItTakes is the total time of a local activity. If none is set, the SDK takes the timeout of a single
// attempt as the total, and gives up within seconds during an outage.
const forAsLongAsItTakes = 10 * 365 * 24 * time.Hour

// longestRowPause is longer than a workflow task may take. The worker sits out shorter pauses inside the task, holding
// one of its slots; a longer pause becomes a server-side timer, which costs six events, so an outage of days fits into
// one history.
const longestRowPause = time.Minute

// withRow is for short reads and writes of rows.
func withRow(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		ScheduleToCloseTimeout: forAsLongAsItTakes,
		StartToCloseTimeout:    5 * time.Second,
		RetryPolicy:            untilItWorks(100*time.Millisecond, longestRowPause),
		Summary:                summary,
	})
}

// pause waits for d; summary tells operators what the workflow is waiting for.
func pause(ctx workflow.Context, d time.Duration, summary string) error {
	return workflow.NewTimerWithOptions(ctx, d, workflow.TimerOptions{Summary: summary}).Get(ctx, nil)
}

// withCPU is for conversion, which is CPU-bound and alive as long as it heartbeats. How long it may take depends on the
// document, so its timeout exceeds every budget. The queue is one of the lanes.
func withCPU(ctx workflow.Context, queue, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:           queue,
		StartToCloseTimeout: activities.LongestConversion,
		HeartbeatTimeout:    20 * time.Second,
		RetryPolicy:         untilItWorks(time.Second, 30*time.Second),
		Summary:             summary,
	})
}

// withFetch is for downloads from addresses that users chose. An address that stays unreachable for the half minute
// that activities.TriesOfFetch tries take with these pauses (1, 2, 4, 8, 8 and 8 s) is the document's fault.
func withFetch(ctx workflow.Context) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:           QueueEgress,
		StartToCloseTimeout: 150 * time.Second,
		HeartbeatTimeout:    20 * time.Second,
		RetryPolicy:         untilItWorks(time.Second, 8*time.Second),
		Summary:             "Fetch the document",
	})
}

// withSource is for one turn at reading a source. Turns are short, so that many sources can share the lane.
func withSource(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:           QueueEgress,
		StartToCloseTimeout: 30 * time.Minute, // the last item of a turn may be large and slow
		HeartbeatTimeout:    20 * time.Second,
		RetryPolicy:         untilItWorks(time.Second, 30*time.Second),
		Summary:             summary,
	})
}

// withPost is for one HTTP attempt of a delivery. Its outcome is a value, so only a worker's crash is retried.
func withPost(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:           QueueEgress,
		StartToCloseTimeout: 25 * time.Second,
		RetryPolicy:         untilItWorks(500*time.Millisecond, 10*time.Second),
		Summary:             summary,
	})
}

// withModel is for indexing and extraction, which may call a model; a busy endpoint says how long to wait.
func withModel(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:           QueueModel,
		StartToCloseTimeout: 30 * time.Minute,
		HeartbeatTimeout:    20 * time.Second,
		RetryPolicy:         untilItWorks(time.Second, time.Minute),
		Summary:             summary,
	})
}

// withIndex is for short work on the index. A worker that dies in the middle of it is noticed quickly, because a file
// is waiting.
func withIndex(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:           QueueWorkflow,
		StartToCloseTimeout: 5 * time.Minute,
		HeartbeatTimeout:    10 * time.Second,
		RetryPolicy:         untilItWorks(time.Second, time.Minute),
		Summary:             summary,
	})
}

// withStore is for removing blobs, points and rows, which may be numerous.
func withStore(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:           QueueWorkflow,
		StartToCloseTimeout: 30 * time.Minute,
		HeartbeatTimeout:    20 * time.Second,
		RetryPolicy:         untilItWorks(time.Second, 5*time.Minute),
		Summary:             summary,
	})
}

// withArchive is for reading everything that belongs to an account. How long it takes depends on how much there is.
func withArchive(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:           QueueModel,
		StartToCloseTimeout: 24 * time.Hour,
		HeartbeatTimeout:    20 * time.Second,
		RetryPolicy:         untilItWorks(time.Second, 5*time.Minute),
		Summary:             summary,
	})
}

// withTurnStep is for the short steps that precede an answer somebody is waiting for.
func withTurnStep(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:           QueueModel,
		StartToCloseTimeout: time.Minute,
		HeartbeatTimeout:    4 * time.Second,
		RetryPolicy:         whileSomebodyWaits(),
		Summary:             summary,
	})
}

// withAnswer is for writing an answer. A worker that dies is noticed within seconds.
func withAnswer(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:           QueueModel,
		StartToCloseTimeout: 10 * time.Minute,
		HeartbeatTimeout:    4 * time.Second,
		RetryPolicy:         whileSomebodyWaits(),
		Summary:             summary,
	})
}

func whileSomebodyWaits() *temporal.RetryPolicy {
	p := untilItWorks(250*time.Millisecond, 5*time.Second)
	p.MaximumAttempts = activities.TriesOfTurn
	return p
}
