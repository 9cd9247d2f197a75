package temporal_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	sdklog "go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"quire/cmd/quire-dev/temporal"
)

const queue = "test"

var silent = sdklog.NewStructuredLogger(slog.New(slog.DiscardHandler))

// threeSteps has the shape of a small document's workflow.
func threeSteps(ctx workflow.Context) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	for range 3 {
		if err := workflow.ExecuteActivity(ctx, "step").Get(ctx, nil); err != nil {
			return err
		}
	}
	return nil
}

func step(context.Context) error { return nil }

func start(t testing.TB, cfg temporal.Config) *temporal.Server {
	t.Helper()
	s, err := temporal.Start(t.Context(), cfg)
	require.NoError(t, err)
	t.Cleanup(s.Stop)
	return s
}

func dial(t testing.TB, s *temporal.Server) client.Client {
	t.Helper()
	c, err := client.Dial(client.Options{
		HostPort: s.HostPort(), Namespace: temporal.Namespace,
		Logger: silent,
	})
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

func work(t testing.TB, c client.Client) {
	t.Helper()
	w := worker.New(c, queue, worker.Options{})
	w.RegisterWorkflow(threeSteps)
	w.RegisterActivityWithOptions(step, activity.RegisterOptions{Name: "step"})
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)
}

func runOne(ctx context.Context, c client.Client, id string) error {
	run, err := c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{ID: id, TaskQueue: queue}, threeSteps)
	if err != nil {
		return err
	}
	return run.Get(ctx, nil)
}

// BenchmarkWorkflow runs workflows of three activities one after another, and 16 at a time.
func BenchmarkWorkflow(b *testing.B) {
	s := start(b, temporal.Config{Dir: b.TempDir()})
	c := dial(b, s)
	work(b, c)
	require.NoError(b, runOne(b.Context(), c, "warm-up"))
	for _, concurrency := range []int{1, 16} {
		b.Run(fmt.Sprintf("concurrency=%d", concurrency), func(b *testing.B) {
			took := runMany(b, c, concurrency)
			slices.Sort(took)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "workflows/s")
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
		})
	}
}

// runMany runs b.N workflows and returns how long each took.
func runMany(b *testing.B, c client.Client, concurrency int) []time.Duration {
	var next atomic.Int64
	var running sync.WaitGroup
	took := make([]time.Duration, b.N)
	round := time.Now().UnixNano()
	for range concurrency {
		running.Go(func() {
			for n := next.Add(1) - 1; n < int64(b.N); n = next.Add(1) - 1 {
				begun := time.Now()
				if err := runOne(b.Context(), c, fmt.Sprintf("bench/%d/%d", round, n)); err != nil {
					b.Error(err)
				}
				took[n] = time.Since(begun)
			}
		})
	}
	running.Wait()
	return took
}
