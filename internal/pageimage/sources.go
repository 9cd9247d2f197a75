package pageimage

import (
	"context"
	"sync"
	"time"

	"quire/internal/blob"
)

// sourceIdle is how long a file is kept locally after one of its pages was drawn. From a bucket, it has to be
// downloaded.
const sourceIdle = time.Minute

// sources holds the files whose pages are being drawn.
type sources struct {
	blobs *blob.Store
	mu    sync.Mutex
	open  map[string]*source
}

type source struct {
	ready   chan struct{} // closed when path or err is set
	path    string
	release func()
	err     error
	readers int
	used    time.Time
}

// file returns the path of a blob, which exists until done is called.
func (s *sources) file(ctx context.Context, key string) (path string, done func(), err error) {
	s.mu.Lock()
	f, known := s.open[key]
	if !known {
		f = &source{ready: make(chan struct{})}
		s.open[key] = f
	}
	f.readers++
	s.mu.Unlock()
	if !known {
		// Other callers wait for this download too, so it does not end with the first of them.
		f.path, f.release, f.err = s.blobs.File(context.WithoutCancel(ctx), key)
		close(f.ready)
	}
	done = func() { s.done(key, f) }
	select {
	case <-f.ready:
	case <-ctx.Done():
		done()
		return "", nil, ctx.Err()
	}
	if f.err != nil {
		done()
		return "", nil, f.err
	}
	return f.path, done, nil
}

func (s *sources) done(key string, f *source) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f.readers--
	f.used = time.Now()
	select {
	case <-f.ready:
		if f.err != nil && s.open[key] == f { // the next caller tries again
			delete(s.open, key)
		}
	default:
	}
}

// sweep releases the files that nobody has used for a while.
func (s *sources) sweep(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, f := range s.open {
		if f.readers == 0 && now.Sub(f.used) >= sourceIdle {
			f.release()
			delete(s.open, key)
		}
	}
}
