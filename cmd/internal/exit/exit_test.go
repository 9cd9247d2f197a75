package exit_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"quire/cmd/internal/exit"
)

func TestStatusSaysWhatKindOfFailureItWas(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	parser, err := kong.New(&struct{}{}, kong.Exit(func(int) {}))
	require.NoError(t, err)
	_, unknown := parser.Parse([]string{"unknown"})
	require.Error(t, unknown)
	for want, err := range map[int]error{
		0: nil, exit.Failed: broken, exit.WrongUsage: exit.Usage(broken), exit.Unavailable: fmt.Errorf("a.pdf: %w", exit.Unreachable(broken)),
	} {
		require.Equal(t, want, exit.Code(t.Context(), err))
	}
	require.Equal(t, exit.WrongUsage, exit.Code(t.Context(), unknown))
	require.ErrorIs(t, exit.Usage(broken), broken)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.Equal(t, exit.Interrupted, exit.Code(ended, broken))
	require.Equal(t, 0, exit.Code(ended, nil), "a service that was told to stop, and did")
}
