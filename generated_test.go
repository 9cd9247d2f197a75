package quire

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheClientsTypesAreThoseOfTheSpecification(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), "go", "run", "./clients/generate", "check").CombinedOutput()
	require.NoError(t, err, "%s", out)
}
