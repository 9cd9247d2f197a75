package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Check returns nil if the store is usable: it writes, reads and deletes a small blob.
func (s *Store) Check(ctx context.Context) error {
	_, err := s.Probe(ctx)
	return err
}

// Probe is like Check, and also returns when the blob was written, by the store's clock and to the second.
func (s *Store) Probe(ctx context.Context) (written time.Time, err error) {
	key := "check/" + uuid.NewString()
	if _, err := s.Put(ctx, key, strings.NewReader(key), int64(len(key))); err != nil {
		return time.Time{}, err
	}
	defer func() { err = errors.Join(err, s.Delete(ctx, key)) }()
	r, err := s.Open(ctx, key)
	if err != nil {
		return time.Time{}, err
	}
	defer func() { _ = r.Close() }()
	got, err := io.ReadAll(io.LimitReader(r, maxKeyBytes))
	if err != nil {
		return time.Time{}, fmt.Errorf("read blob %s: %w", key, err)
	}
	if string(got) != key {
		return time.Time{}, errors.New("blob store returned other bytes than were written")
	}
	return r.ModTime, nil
}
