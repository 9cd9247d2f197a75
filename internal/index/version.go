package index

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The minor releases of Qdrant 1 whose protocol is known. The oldest introduced enable_hnsw of payload indexes, the
// newest the corpus of inverse document frequencies.
const (
	oldestMinor = 16
	newestMinor = 19
)

var (
	// ErrTooOld means that the server lacks something that every index needs.
	ErrTooOld = errors.New("Qdrant is too old")
	// ErrUntested means that the server is newer than the protocol used here. It is likely to work, because Qdrant keeps
	// its protocol compatible from one minor release to the next.
	ErrUntested = errors.New("Qdrant is newer than the protocol that Quire uses")
)

// CheckVersion returns an error that wraps ErrTooOld or ErrUntested and says what to do. A version that cannot be parsed
// counts as untested.
func CheckVersion(version string) error {
	major, minor, ok := parseVersion(version)
	switch {
	case ok && (major < 1 || (major == 1 && minor < oldestMinor)):
		return fmt.Errorf("%w: %s; update it to 1.%d or newer", ErrTooOld, version, oldestMinor)
	case !ok || major > 1 || minor > newestMinor:
		return fmt.Errorf("%w: %q instead of 1.%d to 1.%d", ErrUntested, version, oldestMinor, newestMinor)
	}
	return nil
}

func parseVersion(version string) (major, minor int, ok bool) {
	parts := strings.SplitN(strings.TrimPrefix(version, "v"), ".", 3)
	if len(parts) < 2 {
		return 0, 0, false
	}
	major, wrongMajor := strconv.Atoi(parts[0])
	minor, wrongMinor := strconv.Atoi(parts[1])
	return major, minor, wrongMajor == nil && wrongMinor == nil
}

// learnVersion asks the server for its version, and refuses one that is too old.
func (ix *Index) learnVersion(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, searchTimeout)
	defer cancel()
	health, err := ix.client.HealthCheck(ctx)
	if err != nil {
		return fmt.Errorf("index: %w", err)
	}
	ix.version = health.GetVersion()
	if err := CheckVersion(ix.version); errors.Is(err, ErrTooOld) {
		return fmt.Errorf("index: %w", err)
	}
	return nil
}

// Version returns the server's version.
func (ix *Index) Version() string { return ix.version }
