package command

import (
	"context"
	"fmt"
	"io"
	"time"
)

// lookAgain is the pause between two looks at work that is under way.
const lookAgain = 2 * time.Second

// watched is work that a service goes on with whether or not a command waits for it.
type watched[T any] struct {
	inFlight func(T) bool
	line     func(T) string // how far it has come
	look     func(context.Context) (T, error)
	left     string // what is said to those who leave before its end
	lost     string // … or cannot look any more
}

// await returns the work as it has ended, and shows how far it has come whenever that has changed.
func (w watched[T]) await(ctx context.Context, now T, progress io.Writer) (T, error) {
	tick := time.NewTicker(lookAgain)
	defer tick.Stop()
	shown := ""
	for w.inFlight(now) {
		if line := w.line(now); line != shown {
			shown = line
			fmt.Fprintln(progress, line)
		}
		select {
		case <-ctx.Done():
			return now, fmt.Errorf("%s: %w", w.left, ctx.Err())
		case <-tick.C:
		}
		next, err := w.look(ctx)
		if err != nil {
			return now, fmt.Errorf("%s: %w", w.lost, err)
		}
		now = next
	}
	return now, nil
}
