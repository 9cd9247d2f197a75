package worker

import (
	"context"
	"sync"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/temporal"

	"quire/activities"
	"quire/workflows"
)

const (
	// patience bounds how long an activity waits for its turn while holding a worker's slot. It may also wait for at
	// most 1/patiencePart of its remaining time, because it needs the rest for its work.
	patience     = time.Minute
	patiencePart = 4
	// waitBeat is shorter than any heartbeat timeout.
	waitBeat = time.Second
)

// lane divides the slots of a task queue among accounts. No account holds more than share of them, in the queue and its
// overflow together, so a slot is left for the others whatever one account sends.
type lane struct {
	slots int // activities at once, of all accounts
	share int // activities at once, of one account; less than slots

	mu      sync.Mutex
	running int
	held    map[string]int // by account; "" is the service's own work
	changed chan struct{}  // closed when a slot becomes free
}

// newLane returns a lane with the given number of slots, but at least two, because one cannot be shared.
func newLane(slots int) *lane {
	slots = max(slots, 2)
	return &lane{slots: slots, share: slots - 1, held: map[string]int{}, changed: make(chan struct{})}
}

// take takes a slot for the account. If none is available, it returns a channel that is closed when one becomes free.
func (l *lane) take(account string) (taken bool, changed <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running == l.slots || l.full(account) {
		return false, l.changed
	}
	l.running++
	l.held[account]++
	return true, nil
}

// full reports whether the account already holds its share. The caller holds mu.
func (l *lane) full(account string) bool { return account != "" && l.held[account] >= l.share }

func (l *lane) crowdedBy(account string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.full(account)
}

// several reports whether the account holds more than one slot. Its first activity runs normally, and the rest yield
// the processor to others.
func (l *lane) several(account string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return account != "" && l.held[account] > 1
}

func (l *lane) release(account string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running--
	if l.held[account]--; l.held[account] == 0 {
		delete(l.held, account)
	}
	close(l.changed)
	l.changed = make(chan struct{})
}

// handBack returns a retryable error, so that a workflow of a build that does not know it tries again.
func handBack() error {
	return temporal.NewApplicationError("the account already holds its share of the lane: the activity waits in the overflow", workflows.Crowded)
}

// enter takes a slot, or returns an error without one. In the queue itself, an activity whose account already holds its
// share is handed back at once, because others may be waiting behind it; in the overflow, every activity waits for a
// while.
func (l *lane) enter(ctx context.Context, account string, inOverflow bool) error {
	info := activity.GetInfo(ctx)
	enough := time.NewTimer(min(patience, time.Until(info.Deadline)/patiencePart))
	defer enough.Stop()
	beat := time.NewTicker(waitBeat)
	defer beat.Stop()
	for {
		taken, changed := l.take(account)
		if taken {
			return nil
		}
		if !inOverflow && l.crowdedBy(account) {
			return handBack()
		}
		select {
		case <-changed:
		case <-beat.C:
			activity.RecordHeartbeat(ctx)
		case <-enough.C:
			return handBack()
		case <-activity.GetWorkerStopChannel(ctx):
			return handBack()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// gate puts a lane in front of the activities of one queue.
type gate struct {
	interceptor.WorkerInterceptorBase
	lane       *lane
	inOverflow bool
}

// InterceptActivity implements interceptor.WorkerInterceptor.
func (g *gate) InterceptActivity(_ context.Context, next interceptor.ActivityInboundInterceptor) interceptor.ActivityInboundInterceptor {
	return &gated{interceptor.ActivityInboundInterceptorBase{Next: next}, g}
}

type gated struct {
	interceptor.ActivityInboundInterceptorBase
	gate *gate
}

// ExecuteActivity implements interceptor.ActivityInboundInterceptor.
func (g *gated) ExecuteActivity(ctx context.Context, in *interceptor.ExecuteActivityInput) (any, error) {
	account := activity.GetInfo(ctx).Priority.FairnessKey
	if err := g.gate.lane.enter(ctx, account, g.gate.inOverflow); err != nil {
		return nil, err
	}
	defer g.gate.lane.release(account)
	if g.gate.lane.several(account) {
		ctx = activities.Yield(ctx)
	}
	return g.ActivityInboundInterceptorBase.ExecuteActivity(ctx, in)
}
