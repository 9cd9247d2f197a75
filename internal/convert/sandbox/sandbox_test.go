package sandbox_test

import (
	"context"
	"encoding/gob"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/sandbox"
	"quire/internal/growth"
)

// The jobs that a child of these tests can be given.
type (
	set    struct{ Greeting string }
	greet  struct{ Name string }
	burn   struct{ Steps int } // forever, announcing that many steps
	sleep  struct{ Parent int }
	large  struct{}                 // replies with what takes all room for pages
	toil   struct{}                 // until it has been lowered
	nice   struct{}                 // replies with its niceness and that of its child
	spawns struct{ Command string } // a child that does not end
	crash  struct{ How string }
	fail   struct{ Reason page.Reason }
)

func TestMain(m *testing.M) {
	for _, v := range []any{set{}, greet{}, burn{}, sleep{}, toil{}, nice{}, spawns{}, crash{}, fail{}, large{}} {
		gob.Register(v)
	}
	gob.Register([]string{})
	sandbox.Handover(func(settings any) (sandbox.Work, error) {
		return func(job any, t *sandbox.Task) error { return work(settings.(set), job, t) }, nil
	})
	m.Run()
}

func work(s set, job any, t *sandbox.Task) error {
	switch j := job.(type) {
	case greet:
		return errors.Join(t.Reply(s.Greeting+" "+j.Name), t.Reply("twice"))
	case burn:
		if j.Steps > 0 {
			_ = t.Expect(j.Steps)
		}
		for { //nolint:staticcheck // that is the point
		}
	case large:
		return t.Reply(strings.Repeat("a", allRoom))
	case sleep:
		select {}
	case nice:
		child, err := exec.Command("cat", "/proc/self/stat").Output()
		return errors.Join(err, t.Reply([]string{ownNiceness(), niceness(child)}))
	case toil:
		for before := ownNiceness(); ownNiceness() == before; { //nolint:revive // that is the point
		}
		return work(s, nice{}, t)
	case spawns:
		c := exec.Command("/bin/sh", "-c", j.Command)
		if err := c.Start(); err != nil {
			return err
		}
		if err := t.Reply(strconv.Itoa(c.Process.Pid)); err != nil {
			return err
		}
		return c.Wait()
	case crash:
		if j.How == "memory" {
			var hoard [][]byte
			for {
				b := make([]byte, 64<<20)
				for i := 0; i < len(b); i += 4096 {
					b[i] = 1
				}
				hoard = append(hoard, b)
				runtime.KeepAlive(hoard)
			}
		}
		if j.How == "signal" {
			return syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}
		panic("broken")
	case fail:
		return &page.Error{Reason: j.Reason, Message: "words", Cause: errors.New("cause")}
	}
	return errors.New("unknown job")
}

func niceness(stat []byte) string { return strings.Fields(string(stat))[18] }

func ownNiceness() string {
	stat, _ := os.ReadFile("/proc/self/stat")
	return niceness(stat)
}

func newPool(t *testing.T) *sandbox.Pool {
	t.Helper()
	p, err := sandbox.New(sandbox.Config{Processes: 1, MemoryMiB: 512, Settings: set{"Hello"}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.Close()) })
	return p
}

func ignore(any) error { return nil }

// works checks that the pool still works after what a test has done to its child.
func works(t *testing.T, p *sandbox.Pool) {
	t.Helper()
	var got []any
	require.NoError(t, p.Run(t.Context(), sandbox.Job{Work: greet{"world"}}, func(v any) error {
		got = append(got, v)
		return nil
	}))
	require.Equal(t, []any{"Hello world", "twice"}, got)
}

func TestChildKnowsItsSettings(t *testing.T) {
	t.Parallel()
	p := newPool(t)
	for range 3 {
		works(t, p)
	}
}

func TestExhaustedBudgetKillsTheChild(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		work   any
		budget sandbox.Budget
	}{
		"processor time": {burn{}, sandbox.Budget{CPU: 300 * time.Millisecond}},
		"time":           {sleep{}, sandbox.Budget{CPU: time.Hour, Wall: 300 * time.Millisecond}},
		"of its children": {
			spawns{"while :; do :; done"}, sandbox.Budget{CPU: 300 * time.Millisecond},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPool(t)
			m := sandbox.NewMeter(test.budget)
			err := p.Run(t.Context(), sandbox.Job{Work: test.work, Meter: m}, ignore)
			require.Equal(t, page.TooComplex, page.ReasonOf(err), "%v", err)
			require.Positive(t, m.Used().Wall)
			works(t, p)
		})
	}
}

// allRoom is the size, in bytes, of a reply that takes all room of a process.
const allRoom = 40 << 20

func TestReplyWaitsForRoomWithoutSpendingItsBudget(t *testing.T) {
	t.Parallel()
	if growth.RaceDetector {
		t.Skip("the race detector takes the memory of the child")
	}
	const held = 600 * time.Millisecond
	first, second := newPool(t), newPool(t)
	works(t, first)
	works(t, second) // so that the budget is not spent on the start
	reads := func(p *sandbox.Pool, wait func()) error {
		return p.Run(t.Context(), sandbox.Job{Work: large{}, Weighed: true}, func(reply any) error {
			require.Len(t, reply, allRoom)
			wait()
			return nil
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	require.NoError(t, reads(first, func() {
		time.AfterFunc(3*held, cancel)
		err := second.Run(ctx, sandbox.Job{Work: large{}, Weighed: true, Meter: sandbox.NewMeter(sandbox.Budget{Wall: held})}, ignore)
		require.ErrorIs(t, err, context.Canceled, "it was still waiting, after three times its budget")
	}))
	works(t, second)
	require.NoError(t, reads(second, func() {}), "there is room again")
}

func TestBudgetCoversAllJobsOfAMeter(t *testing.T) {
	t.Parallel()
	p := newPool(t)
	m := sandbox.NewMeter(sandbox.Budget{CPU: time.Second})
	err := p.Run(t.Context(), sandbox.Job{Work: burn{}, Meter: m, Step: 700 * time.Millisecond}, ignore)
	require.ErrorIs(t, err, sandbox.ErrSlow)
	err = p.Run(t.Context(), sandbox.Job{Work: burn{}, Meter: m, Step: 700 * time.Millisecond}, ignore)
	require.Equal(t, page.TooComplex, page.ReasonOf(err), "%v", err)
}

func TestStepMayTakeAsLongAsTheChildAnnounces(t *testing.T) {
	t.Parallel()
	p := newPool(t)
	const step = 200 * time.Millisecond
	for _, steps := range []int{0, 5} {
		m := sandbox.NewMeter(sandbox.Budget{})
		err := p.Run(t.Context(), sandbox.Job{Work: burn{steps}, Meter: m, Step: step}, ignore)
		require.ErrorIs(t, err, sandbox.ErrSlow)
		require.Greater(t, m.Used().CPU, time.Duration(max(steps, 1))*step)
	}
}

func TestCancellingKillsTheChildAndItsDescendants(t *testing.T) {
	t.Parallel()
	p := newPool(t)
	ctx, cancel := context.WithCancel(t.Context())
	var pid string
	err := p.Run(ctx, sandbox.Job{Work: spawns{"sleep 600"}}, func(v any) error {
		pid, _ = v.(string)
		cancel()
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Eventually(t, func() bool { return ended(pid) }, time.Minute, 10*time.Millisecond)
	works(t, p)
}

func TestOnlyShortUnyieldingWorkHasPriority(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("priorities are only visible on Linux")
	}
	t.Parallel()
	p := newPool(t)
	niceOf := func(ctx context.Context, job any) (own, child string) {
		require.NoError(t, p.Run(ctx, sandbox.Job{Work: job}, func(v any) error {
			own, child = v.([]string)[0], v.([]string)[1]
			return nil
		}))
		return own, child
	}
	usual, _ := niceOf(t.Context(), nice{})
	for range 2 { // a yielding child stays one and is not given to other jobs
		own, child := niceOf(sandbox.Yield(t.Context()), nice{})
		require.Equal(t, "15", own)
		require.Equal(t, "15", child)
		own, child = niceOf(t.Context(), nice{})
		require.Equal(t, usual, own)
		require.Equal(t, usual, child)
	}
	own, child := niceOf(t.Context(), toil{})
	require.Equal(t, "15", own, "it has run for long")
	require.Equal(t, "15", child)
	own, _ = niceOf(t.Context(), nice{})
	require.Equal(t, usual, own, "the next job gets another child")
}

// ended reports whether a process is gone or merely waiting to be reaped.
func ended(pid string) bool {
	b, err := os.ReadFile("/proc/" + pid + "/stat")
	return err != nil || strings.Contains(string(b), ") Z ")
}

func TestCrashIsTheInputsFault(t *testing.T) {
	t.Parallel()
	for how, want := range map[string]page.Reason{"panic": page.Corrupt, "memory": page.TooLarge} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			if how == "memory" && growth.RaceDetector {
				t.Skip("the race detector reports exhausted memory differently; the test also runs without it")
			}
			p := newPool(t)
			err := p.Run(t.Context(), sandbox.Job{Work: crash{how}}, ignore)
			require.Equal(t, want, page.ReasonOf(err), "%v", err)
			works(t, p)
		})
	}
}

func TestCrashIsDistinguishedFromAKill(t *testing.T) {
	t.Parallel()
	for how, want := range map[string]error{"panic": sandbox.ErrCrashed, "signal": sandbox.ErrKilled} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			p := newPool(t)
			err := p.Run(t.Context(), sandbox.Job{Work: crash{how}}, ignore)
			require.ErrorIs(t, err, want)
			require.Equal(t, how == "panic", page.ReasonOf(err) != "", "only a crash is the input's own fault: %v", err)
			works(t, p)
		})
	}
}

func TestInputErrorsSurviveTheProcessBoundary(t *testing.T) {
	t.Parallel()
	p := newPool(t)
	err := p.Run(t.Context(), sandbox.Job{Work: fail{page.TooManyPages}}, ignore)
	require.Equal(t, page.TooManyPages, page.ReasonOf(err))
	require.EqualError(t, err, "words")
	require.EqualError(t, errors.Unwrap(err), "cause")
	works(t, p)
}

func TestHandlerErrorIsReturnedUnchanged(t *testing.T) {
	t.Parallel()
	p := newPool(t)
	enough := errors.New("enough")
	err := p.Run(t.Context(), sandbox.Job{Work: greet{"world"}}, func(any) error { return enough })
	require.ErrorIs(t, err, enough)
	works(t, p)
}

func TestProgramWithoutHandoverIsRejected(t *testing.T) {
	t.Setenv("QUIRE_CONVERT_CHILD", "1")
	_, err := sandbox.New(sandbox.Config{})
	require.ErrorContains(t, err, "Handover")
}
