package command

import (
	"context"
	"fmt"
	"io"
	"time"
)

// lookAgain is the pause between two polls of work in progress.
const lookAgain = 2 * time.Second

// watched is work that a service continues whether or not a command waits for it.
type watched[T any] struct {
	inFlight func(T) bool
	line     func(T) string // progress
	look     func(context.Context) (T, error)
	left     string // message for a user who leaves before the end
	lost     string // message if polling fails
}

// await polls the work until it has ended and returns it, printing its progress whenever that has changed.
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
