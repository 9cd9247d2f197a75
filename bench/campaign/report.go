package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// shownOps is how many of the operations on an object are printed with a violation. The journal has all of
// them.
const shownOps = 20

// Report prints the operations, the faults that hit the service, and the promises that it broke.
func (m *Model) Report(out io.Writer, seed uint64, rounds int) {
	m.mu.Lock()
	counts, ops, faults := maps.Clone(m.counts), m.operations, 0
	m.mu.Unlock()
	fmt.Fprintf(out, "\nseed %d, %d rounds, %v\n", seed, rounds, m.clock.Now().Round(time.Second))
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(out, "%8d  %s\n", counts[name], name)
		if strings.HasPrefix(name, "fault: ") {
			faults += counts[name]
		}
	}
	violations := m.Violations()
	fmt.Fprintf(out, "%d operations, %d faults, %d violations\n", ops, faults, len(violations))
	for _, v := range violations {
		v.print(out, seed)
	}
}

func (v Violation) print(out io.Writer, seed uint64) {
	fmt.Fprintf(out, "\nVIOLATION  %s\n  %s\n  seed %d, round %d, at %v", v.Rule, v.Detail, seed, v.Round, v.At.Round(time.Millisecond))
	if v.Object != "" {
		fmt.Fprintf(out, ", %s %s", v.Object, v.ID)
	}
	fmt.Fprintln(out)
	for _, op := range v.History[max(0, len(v.History)-shownOps):] {
		fmt.Fprintf(out, "    %10v to %10v  %-9s %-20s %d  %.120s\n",
			op.Start.Round(time.Millisecond), op.End.Round(time.Millisecond), op.Client, op.Kind, op.Status, op.Note)
	}
}
