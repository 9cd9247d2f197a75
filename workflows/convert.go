package workflows

import (
	"fmt"

	"go.temporal.io/sdk/workflow"

	"quire/activities"
)

// pagesPerRange is how many pages one activity converts: a restart loses at most so many.
const pagesPerRange = 25

// rangesAtOnce bounds the ranges of one document that wait or run at the same time, so that a long document leaves
// room for others.
const rangesAtOnce = 4

// convert converts a file and returns the number of its pages. It starts with the first range, which also tells how
// many pages there are; the others follow side by side. A file that is found to be long leaves the quick lane.
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
	return twice(func(again bool) (activities.ConvertedRange, bool, error) {
		in.Again = again
		var out activities.ConvertedRange
		err := execute(ctx, &out, do.ConvertRange, in)
		return out, out.Spent, err
	})
}

// twice tries once more, at once, what has spent its budget. The second try is told that it is the last and fails by
// itself. The count is in the history: a try that dies with its worker does not count.
func twice[T any](try func(again bool) (result T, spent bool, err error)) (T, error) {
	result, spent, err := try(false)
	if err == nil && spent {
		result, _, err = try(true)
	}
	return result, err
}

// lane is the queue for short files or that for long ones.
func lane(quick bool) string {
	if quick {
		return QueueQuick
	}
	return QueueConvert
}

// sideBySide runs work on [start, end) in steps, at most so many at once, and returns the first error, which ends what
// still runs.
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
