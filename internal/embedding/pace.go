package embedding

import (
	"sync"
	"time"

	"quire/internal/model"
)

const (
	// goodCall is how long a call for passages should take, so that a query that follows it need not wait long.
	goodCall = 2 * time.Second
	// firstTexts is the size of the first call, before anything is known about the endpoint; mostTexts is the maximum
	// size.
	firstTexts = 8
	mostTexts  = 64
	// A call may take longer than expected by this factor, within these bounds.
	patience     = 10
	leastTimeout = time.Minute
	mostTimeout  = 10 * time.Minute
	// afterCalls is the number of calls after which a larger call is tried again on an endpoint that refused one.
	afterCalls = 100
)

// pace finds out how many texts an endpoint accepts at a time, and how long it takes. A slow endpoint gets fewer texts
// and more time, instead of calls that it works on in vain.
type pace struct {
	mu      sync.Mutex
	most    int           // texts that the endpoint has not refused
	size    int           // of the next call
	each    time.Duration // recent time per text
	least   time.Duration // minimum time limit of the next call
	always  time.Duration // minimum time limit of any call
	content int           // calls since most was lowered
}

func newPace() *pace {
	return &pace{most: mostTexts, size: firstTexts, least: leastTimeout, always: leastTimeout}
}

// next returns the number of texts and the time limit of the next call.
func (p *pace) next() (texts int, limit time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	expected := p.each * time.Duration(p.size)
	return p.size, min(max(patience*expected, p.least), mostTimeout)
}

// took records a call that has succeeded.
func (p *pace) took(texts int, d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.each, p.least = max(d/time.Duration(texts), time.Microsecond), p.always
	if p.content++; p.content >= afterCalls {
		p.most, p.content = min(2*p.most, mostTexts), 0
	}
	p.size = max(min(int(goodCall/p.each), 2*max(texts, p.size), p.most), 1)
}

// failed records a call that has failed, and reports whether a smaller one may succeed at once.
func (p *pace) failed(texts int, e *model.Error) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	smaller := max(texts/2, 1)
	switch e.Kind {
	case model.Timeout:
		p.size, p.least = smaller, min(2*p.least, mostTimeout)
	case model.Overloaded, model.Truncated:
		p.size = smaller
	case model.BadRequest, model.TooLong, model.Malformed, model.Refused, model.ContentFiltered:
		p.size, p.most, p.content = smaller, smaller, 0
		return texts > 1
	case model.RateLimited, model.Unauthorized, model.Unreachable:
	}
	return false
}

// forgive forgets refusals that were due to a single text.
func (p *pace) forgive() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.most, p.size = mostTexts, firstTexts
}
