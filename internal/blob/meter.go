package blob

import (
	"crypto/sha256"
	"hash"
	"io"
)

// meter counts and hashes what is read through it, and ends with ErrTooLarge at the first byte beyond its limit.
type meter struct {
	r     io.Reader
	limit int64
	size  int64
	sum   hash.Hash
}

func newMeter(r io.Reader, limit int64) *meter {
	return &meter{r: r, limit: limit, sum: sha256.New()}
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	m.size += int64(n)
	if m.size > m.limit {
		return 0, ErrTooLarge
	}
	_, _ = m.sum.Write(p[:n]) // a hash never fails
	return n, err
}

func (m *meter) info() Info { return Info{Size: m.size, SHA256: m.sum.Sum(nil)} }
