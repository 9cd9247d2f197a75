package sandbox

import (
	"fmt"
	"sync"
	"time"

	"quire/internal/convert/page"
)

// Budget is how much work may spend. A zero field means no limit.
type Budget struct {
	// CPU is the processor time of the children and of everything they start.
	CPU time.Duration
	// Wall is the wall-clock time while a child works. It catches a child that waits for something that never happens.
	Wall time.Duration
}

// Meter adds up what jobs have spent. It is safe for concurrent use.
type Meter struct {
	budget Budget
	mu     sync.Mutex
	used   Budget
}

// NewMeter returns a meter with nothing spent.
func NewMeter(b Budget) *Meter { return &Meter{budget: b} }

// Used returns what has been spent so far.
func (m *Meter) Used() Budget {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.used
}

// Exhausted reports whether the budget is used up.
func (m *Meter) Exhausted() bool { return m.charge(Budget{}) != nil }

// charge adds what was spent. Its error means that the budget is exhausted.
func (m *Meter) charge(spent Budget) error {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.used.CPU += spent.CPU
	m.used.Wall += spent.Wall
	switch {
	case m.budget.CPU > 0 && m.used.CPU > m.budget.CPU:
		return TooComplex(fmt.Errorf("used %s of processor time, %s allowed", m.used.CPU, m.budget.CPU))
	case m.budget.Wall > 0 && m.used.Wall > m.budget.Wall:
		return TooComplex(fmt.Errorf("%s elapsed, %s allowed", m.used.Wall, m.budget.Wall))
	}
	return nil
}

// TooLarge returns the error for input that needs more memory than allowed, worded for the person who sent it.
func TooLarge(cause error) *page.Error {
	return &page.Error{
		Reason:  page.TooLarge,
		Message: "The document needs more memory than allowed. Split it into smaller files, or reduce the size of its pictures.",
		Cause:   cause,
	}
}

// TooComplex returns the error for input that has used up its budget, worded for the person who sent it.
func TooComplex(cause error) *page.Error {
	return &page.Error{
		Reason: page.TooComplex,
		Message: "The document takes far more processing than its size warrants and was abandoned. " +
			"Save it again from the program that made it, or split it into smaller files.",
		Cause: cause,
	}
}
