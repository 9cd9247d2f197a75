package sandbox

import (
	"fmt"
	"sync"
	"time"

	"quire/internal/convert/page"
)

// Budget is what work may spend. A zero field is without limit.
type Budget struct {
	// CPU is the processor time of the children and of what they have started.
	CPU time.Duration
	// Wall is the time that passes while a child works: for one that waits for something that never comes.
	Wall time.Duration
}

// Meter adds up what jobs have spent. It is safe for concurrent use.
type Meter struct {
	budget Budget
	mu     sync.Mutex
	used   Budget
}

// NewMeter makes a meter with nothing spent.
func NewMeter(b Budget) *Meter { return &Meter{budget: b} }

// Used is what has been spent until now.
func (m *Meter) Used() Budget {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.used
}

// charge adds what was spent; the error says that it was too much.
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
		return TooComplex(fmt.Errorf("%s of processor time are spent, %s are allowed", m.used.CPU, m.budget.CPU))
	case m.budget.Wall > 0 && m.used.Wall > m.budget.Wall:
		return TooComplex(fmt.Errorf("%s have passed, %s are allowed", m.used.Wall, m.budget.Wall))
	}
	return nil
}

// TooComplex is the error of input whose budget is spent, in words for the person who sent it.
func TooComplex(cause error) *page.Error {
	return &page.Error{
		Reason: page.TooComplex,
		Message: "The document takes far more processing than its size warrants and was given up. " +
			"Save it again from the program that made it, or split it into smaller files.",
		Cause: cause,
	}
}
