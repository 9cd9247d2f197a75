package main

import (
	"context"
	"math/rand/v2"
	"time"
)

const (
	clients   = 5
	thinkTime = 250 * time.Millisecond // the most between two operations of a client
	// The pause between faults, counted from the end of one to the beginning of the next.
	shortestPeace, longestPeace = 500 * time.Millisecond, 5 * time.Second
)

// Strike is a fault due some time after the previous one.
type Strike struct {
	After time.Duration
	Fault string
	Seed  uint64 // for the fault's own decisions
}

// Round is what happens in one round, all of it decided by the seed: which faults strike, and which operations
// each client attempts. Which object an operation hits also follows from the seed, as long as the preceding
// answers are the same.
type Round struct {
	Number  int
	Seed    uint64
	Strikes []Strike
}

// plan decides on a round of the given length.
func plan(w *World, seed uint64, number int, length time.Duration) Round {
	r := Round{Number: number, Seed: seed}
	rng := rand.New(rand.NewPCG(seed, uint64(number)))
	faults := faultsOf(w.Kind, len(w.disks) > 0)
	var total int
	for _, f := range faults {
		total += f.weight
	}
	for left := length; left > 0; {
		after := shortestPeace + time.Duration(rng.Int64N(int64(longestPeace-shortestPeace)))
		left -= after
		r.Strikes = append(r.Strikes, Strike{After: after, Fault: drawn(faults, rng.IntN(total)), Seed: rng.Uint64()})
	}
	return r
}

func drawn(faults []Fault, ticket int) string {
	for _, f := range faults {
		if ticket -= f.weight; ticket < 0 {
			return f.Name
		}
	}
	panic("more tickets than faults")
}

// operation is something that a client does, with its share.
type operation struct {
	share int
	do    func(*Client, context.Context)
}

var operations = []operation{
	{20, (*Client).postDocument},
	{3, (*Client).replayDocument},
	{14, (*Client).getDocument},
	{2, (*Client).redeliver},
	{7, (*Client).deleteDocument},
	{4, (*Client).listDocuments},
	{1, (*Client).createCollection},
	{8, (*Client).uploadFile},
	{7, (*Client).replaceFile},
	{10, (*Client).getFile},
	{3, (*Client).deleteFile},
	{3, (*Client).listFiles},
	{10, (*Client).query},
	{1, (*Client).createSession},
	{8, (*Client).chat},
	{2, (*Client).getSession},
}

// One in seldom operations of a client is one of these, because they destroy much.
const seldom = 60

var destructions = []operation{{1, (*Client).deleteCollection}, {2, (*Client).deleteSession}}

// work lets a client do what its seed says until ctx ends.
func (c *Client) work(ctx context.Context) {
	for ctx.Err() == nil {
		list := operations
		if c.rng.IntN(seldom) == 0 {
			list = destructions
		}
		c.choose(list).do(c, context.WithoutCancel(ctx))
		c.pause(ctx, thinkTime)
	}
}

func (c *Client) choose(list []operation) operation {
	total := 0
	for _, o := range list {
		total += o.share
	}
	ticket := c.rng.IntN(total)
	for _, o := range list {
		if ticket -= o.share; ticket < 0 {
			return o
		}
	}
	panic("more tickets than operations")
}

// strike applies the round's faults to the world until ctx ends.
func (f *Faults) strike(ctx context.Context, r Round) {
	for _, s := range r.Strikes {
		if wait(ctx, s.After); ctx.Err() != nil {
			return
		}
		f.Strike(context.WithoutCancel(ctx), s)
	}
}
