package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/google/uuid"
)

// Check writes, reads and deletes a small blob: the store is usable when it returns nil.
func (s *Store) Check(ctx context.Context) (err error) {
	key := "check/" + uuid.NewString()
	if _, err := s.Put(ctx, key, strings.NewReader(key), int64(len(key))); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Delete(ctx, key)) }()
	r, err := s.Open(ctx, key)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	got, err := io.ReadAll(io.LimitReader(r, maxKeyBytes))
	if err != nil {
		return fmt.Errorf("read blob %s: %w", key, err)
	}
	if string(got) != key {
		return errors.New("blob store returned other bytes than were written")
	}
	return nil
}
