// Package doctor checks everything that a configuration needs, in parallel, and reports on one line each what works,
// what does not, and what to do about it.
package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// State is the verdict in one word.
type State string

// The states. Only Broken makes an examination fail.
const (
	OK      State = "ok"
	Warning State = "warning" // works, but probably not as wanted
	Broken  State = "BROKEN"
	Skipped State = "-" // not configured, or impossible to determine
)

// Verdict is what a check found.
type Verdict struct {
	State  State
	Detail string // what was seen
	Advice string // what to do about it; empty if nothing
}

// Well returns a verdict that requires no action.
func Well(format string, args ...any) Verdict {
	return Verdict{State: OK, Detail: fmt.Sprintf(format, args...)}
}

// Skip returns a verdict that says why there is nothing to check.
func Skip(format string, args ...any) Verdict {
	return Verdict{State: Skipped, Detail: fmt.Sprintf(format, args...)}
}

// Warn returns a verdict that says what is doubtful and what to do about it.
func Warn(detail, advice string) Verdict {
	return Verdict{State: Warning, Detail: detail, Advice: advice}
}

// Fail returns a verdict that says what is broken and what to do about it.
func Fail(err error, advice string) Verdict {
	return Verdict{State: Broken, Detail: err.Error(), Advice: advice}
}

// Check examines one thing. Run must not change what it examines.
type Check struct {
	Name    string
	Timeout time.Duration
	Run     func(ctx context.Context) Verdict
}

// Finding is a check's verdict.
type Finding struct {
	Name string
	Verdict
	Took time.Duration
}

// MarshalJSON writes the state in lower case and the time in milliseconds.
func (f Finding) MarshalJSON() ([]byte, error) {
	state := strings.ToLower(string(f.State))
	if f.State == Skipped {
		state = "skipped"
	}
	return json.Marshal(struct {
		Name   string `json:"name"`
		State  string `json:"state"`
		Detail string `json:"detail"`
		Advice string `json:"advice,omitempty"`
		TookMS int64  `json:"took_ms"`
	}{f.Name, state, f.Detail, f.Advice, f.Took.Milliseconds()})
}

// Report is a whole examination.
type Report struct {
	Broken   int       `json:"broken"`
	Findings []Finding `json:"findings"`
}

// Examine runs the checks in parallel and reports their findings in the order of the checks, each as soon as those
// before it are known. It returns the number of Broken ones. A check that exceeds its timeout is Broken and is left
// running.
func Examine(ctx context.Context, checks []Check, report func(Finding)) (broken int) {
	found := make([]chan Finding, len(checks))
	for i, c := range checks {
		found[i] = make(chan Finding, 1)
		go func() { found[i] <- c.examine(ctx) }()
	}
	for _, f := range found {
		finding := <-f
		if finding.State == Broken {
			broken++
		}
		report(finding)
	}
	return broken
}

func (c Check) examine(ctx context.Context) Finding {
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	started := time.Now()
	verdict := make(chan Verdict, 1)
	go func() { verdict <- c.Run(ctx) }()
	f := Finding{Name: c.Name}
	select {
	case f.Verdict = <-verdict:
	case <-ctx.Done():
		f.Verdict = Verdict{State: Broken, Detail: fmt.Sprintf("no answer within %s", c.Timeout), Advice: "check whether it hangs or the machine is overloaded"}
	}
	f.Took = time.Since(started)
	return f
}

// Print writes a finding as one line.
func Print(w io.Writer, f Finding) {
	line := fmt.Sprintf("%-8s %-17s %s", f.State, f.Name, oneLine(f.Detail))
	if f.Advice != "" {
		line += ": " + oneLine(f.Advice)
	}
	if f.State != Skipped {
		line += fmt.Sprintf(" (%s)", f.Took.Round(time.Millisecond))
	}
	fmt.Fprintln(w, line)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
