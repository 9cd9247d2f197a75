// Package room bounds the memory that decoded pages take in one process. A page can be a whole text or sheet, and the
// processes that read pages work on several documents at once: the sum is what must fit.
package room

import (
	"bufio"
	"context"
	"encoding/binary"
	"runtime/debug"

	"golang.org/x/sync/semaphore"

	"quire/internal/convert/page"
)

const (
	// free is the size of an encoded page, in bytes, below which it needs no room: twenty printed pages.
	free = 1 << 20
	// growth is how much heavier a page can be than its encoded form: a paragraph of one letter takes 20 bytes, and weighs
	// 390.
	growth = 20
	// collected is the room, in bytes, above which what a page took is collected before the next page gets it.
	collected = 64 << 20
	// budget is the room of a process, in bytes of page.Page.Weight: one page of the largest weight, or several lighter ones.
	budget = page.MostWeight
)

var shared = semaphore.NewWeighted(budget)

// Reader reads what gob encoded. Between Weigh and Done, it waits for room before it delivers a large value, which keeps
// its room until Release.
type Reader struct {
	r    *bufio.Reader
	ctx  context.Context //nolint:containedctx // io.Reader has no parameter for it; nil if values need no room
	left uint64          // bytes of the current message
	held int64
}

// NewReader returns a reader of a stream that begins with a gob message.
func NewReader(r *bufio.Reader) *Reader { return &Reader{r: r} }

// Weigh makes large values wait for room, until ctx ends.
func (r *Reader) Weigh(ctx context.Context) { r.ctx = ctx }

// Done releases the last value; those that follow need no room.
func (r *Reader) Done() {
	r.Release()
	r.ctx = nil
}

// Read implements io.Reader.
func (r *Reader) Read(p []byte) (int, error) {
	if err := r.begin(); err != nil {
		return 0, err
	}
	n, err := r.r.Read(p[:min(uint64(len(p)), r.left)])
	r.left -= uint64(n)
	return n, err
}

// ReadByte implements io.ByteReader, so that gob does not read ahead.
func (r *Reader) ReadByte() (byte, error) {
	if err := r.begin(); err != nil {
		return 0, err
	}
	b, err := r.r.ReadByte()
	if err == nil {
		r.left--
	}
	return b, err
}

// begin looks at the length of a message before the decoder gets its first byte.
func (r *Reader) begin() error {
	if r.left > 0 {
		return nil
	}
	length, prefix, err := r.length()
	if err != nil {
		return err
	}
	r.left = prefix + length
	if length < free || r.ctx == nil {
		return nil
	}
	return r.hold(int64(min(length, budget/growth)) * growth)
}

// lengthOfByte is the largest count that gob writes as the byte itself. A larger one follows a byte that holds the
// number of its own bytes, negated.
const lengthOfByte = 0x7F

// length returns the length of the next message, and that of its prefix.
func (r *Reader) length() (length, prefix uint64, err error) {
	first, err := r.r.Peek(1)
	if err != nil {
		return 0, 0, err
	}
	if first[0] <= lengthOfByte {
		return uint64(first[0]), 1, nil
	}
	digits := -int(int8(first[0]))
	var whole [8]byte
	if digits > len(whole) {
		return 0, 1, nil // the decoder rejects it
	}
	raw, err := r.r.Peek(1 + digits)
	if err != nil {
		return 0, 0, err
	}
	copy(whole[len(whole)-digits:], raw[1:])
	return binary.BigEndian.Uint64(whole[:]), uint64(1 + digits), nil
}

// hold waits for room.
func (r *Reader) hold(n int64) error {
	r.Release() // nobody may wait for room while holding some
	if !shared.TryAcquire(n) {
		resume := pause(r.ctx)
		defer resume()
		if err := shared.Acquire(r.ctx, n); err != nil {
			return err
		}
	}
	r.held = n
	return nil
}

// Release gives back the room of the last value, which must no longer be in use.
func (r *Reader) Release() {
	if r.held == 0 {
		return
	}
	if r.held > collected {
		debug.FreeOSMemory()
	}
	shared.Release(r.held)
	r.held = 0
}

type pauseKey struct{}

// WithPause returns a context for work whose time is limited. stop is called when the work begins to wait for room, and
// what it returns when the wait is over.
func WithPause(ctx context.Context, stop func() (resume func())) context.Context {
	return context.WithValue(ctx, pauseKey{}, stop)
}

func pause(ctx context.Context) (resume func()) {
	if stop, ok := ctx.Value(pauseKey{}).(func() func()); ok {
		return stop()
	}
	return func() {}
}
