package command_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestUsageOfAllAccountsIsListed(t *testing.T) {
	t.Parallel()
	i := newInstallation(t)
	i.filled()
	require.NoError(t, i.types("account", "usage", "--csv"))
	lines := strings.Split(strings.TrimSpace(i.out.String()), "\n")
	require.Equal(t, "account_id,account,kind,runs,pages,credits", lines[0])
	require.Len(t, lines, 3)
	require.Contains(t, lines[1], ",acme,conversion,1,1,0")
	require.Equal(t, "question", i.lists("account", "usage")[1]["kind"])
}
