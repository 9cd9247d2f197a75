package api

import (
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"
)

// gate bounds how much of one kind of work a process does at once, in total and for each account, so that an account
// that hands out links to slow readers blocks only itself.
type gate struct {
	what         string // the work, in the plural
	most, mostOf int
	mu           sync.Mutex
	inside       int
	of           map[uuid.UUID]int
}

func newGate(what string, most, mostOf int) *gate {
	return &gate{what: what, most: most, mostOf: mostOf, of: map[uuid.UUID]int{}}
}

// errGateFull is the cause if the whole process has reached its limit.
var errGateFull = errors.New("too many requests are in progress")

// enter admits work of an account until leave is called, or returns the error to respond with.
func (g *gate) enter(account uuid.UUID) (leave func(), err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.of[account] >= g.mostOf:
		return nil, &failure{
			status: http.StatusTooManyRequests, detail: fmt.Sprintf("Too many %s are being made for this account at once; try again when one has ended", g.what),
			retryAfter: time.Second,
		}
	case g.inside >= g.most:
		return nil, unavailable(g.what, errGateFull)
	}
	g.inside++
	g.of[account]++
	return func() { g.leave(account) }, nil
}

func (g *gate) leave(account uuid.UUID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inside--
	if g.of[account]--; g.of[account] == 0 {
		delete(g.of, account)
	}
}
