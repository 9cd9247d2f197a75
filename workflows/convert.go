package workflows

import (
	"fmt"
	"time"

	"go.temporal.io/sdk/workflow"

	"quire/activities"
)

// pagesPerRange is how many pages one activity converts, and so the most that a restart can lose.
const pagesPerRange = 25

// rangesAtOnce bounds the ranges of one document that are queued or running at the same time, to leave room for other
// documents.
const rangesAtOnce = 4

// convert converts a file and returns its number of pages. It starts with the first range, which also establishes how
// many pages there are; the remaining ranges run in parallel. A file that turns out to be long leaves the quick lane.
func convert(ctx workflow.Context, c activities.Conversion) (int, error) {
	first, err := convertFirst(ctx, c, c.MayBeQuick())
	if err == nil && first.TooLong {
		first, err = convertFirst(ctx, c, false)
	}
	if err != nil {
		return 0, err
	}
	pages := first.TotalPages
	if pages <= pagesPerRange {
		return pages, nil
	}
	progress := newRanges(pages)
	progress.finish(ctx, 0)
	return pages, sideBySide(ctx, pagesPerRange, pages, pagesPerRange, rangesAtOnce, func(ctx workflow.Context, from, to int) error {
		_, err := convertRange(ctx, activities.RangeInput{Conversion: c, From: from + 1, To: to})
		if err == nil {
			progress.finish(ctx, from)
		}
		return err
	})
}

func convertFirst(ctx workflow.Context, c activities.Conversion, quick bool) (activities.ConvertedRange, error) {
	return convertRange(ctx, activities.RangeInput{Conversion: c, From: 1, To: pagesPerRange, Quick: quick})
}

func convertRange(ctx workflow.Context, in activities.RangeInput) (activities.ConvertedRange, error) {
	ctx = withCPU(ctx, lane(in.Quick), fmt.Sprintf("Convert pages %d–%d", in.From, in.To))
	return twice(ctx, func(lastTry bool) (activities.ConvertedRange, activities.Setback, error) {
		in.LastTry = lastTry
		var out activities.ConvertedRange
		err := execute(ctx, &out, do.ConvertRange, in)
		return out, out.Setback, err
	})
}

// memoryPause is how long a document waits after the system has killed its conversion: whatever else was using the
// memory may have finished by then.
const memoryPause = 30 * time.Second

// twice makes a second and last try after a setback. That try is told that it is the last, and fails instead of
// returning a setback. The tries are counted in the history, so one that dies with its worker does not count.
func twice[T any](ctx workflow.Context, try func(lastTry bool) (T, activities.Setback, error)) (T, error) {
	result, setback, err := try(false)
	if err != nil || !setback.Any() {
		return result, err
	}
	if setback.Killed {
		if err := pause(ctx, memoryPause, "Wait for memory"); err != nil {
			return result, err
		}
	}
	result, _, err = try(true)
	return result, err
}

// lane returns the queue for short files if quick is set, and the queue for long ones otherwise.
func lane(quick bool) string {
	if quick {
		return QueueQuick
	}
	return QueueConvert
}

// sideBySide runs work on [start, end) in steps, at most atOnce of them in parallel. It returns the first error, which
// cancels the steps still running.
func sideBySide(ctx workflow.Context, start, end, step int, atOnce int64, work func(ctx workflow.Context, from, to int) error) error {
	ctx, cancel := workflow.WithCancel(ctx)
	defer cancel()
	slots := workflow.NewSemaphore(ctx, atOnce)
	wg := workflow.NewWaitGroup(ctx)
	var failed error
	for from := start; from < end && failed == nil; from += step {
		if err := slots.Acquire(ctx, 1); err != nil {
			return err
		}
		wg.Add(1)
		workflow.Go(ctx, func(ctx workflow.Context) {
			defer wg.Done()
			defer slots.Release(1)
			if err := work(ctx, from, min(from+step, end)); err != nil && failed == nil {
				failed = err
				cancel()
			}
		})
	}
	wg.Wait(ctx)
	return failed
}
