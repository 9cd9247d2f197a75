package embedding

import (
	"context"
	"sync"
	"time"
)

// longestWay is how long passages give way to queries, so that they make progress however many people ask.
const longestWay = 10 * time.Second

// precedence lets queries go before passages.
type precedence struct {
	mu      sync.Mutex
	queries int
	none    chan struct{} // closed when no query is in progress
}

// query announces a query that is in progress until done is called.
func (p *precedence) query() (done func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queries++
	if p.queries == 1 {
		p.none = make(chan struct{})
	}
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.queries--
		if p.queries == 0 {
			close(p.none)
		}
	}
}

// giveWay waits until no query is in progress.
func (p *precedence) giveWay(ctx context.Context) {
	p.mu.Lock()
	asked, none := p.queries > 0, p.none
	p.mu.Unlock()
	if !asked {
		return
	}
	enough := time.NewTimer(longestWay)
	defer enough.Stop()
	select {
	case <-none:
	case <-enough.C:
	case <-ctx.Done():
	}
}
