package version

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLineNamesTheVersionAndItsTimeIfTheyAreKnown(t *testing.T) { //nolint:paralleltest // it sets what the linker sets
	t.Cleanup(func() { linked, committed = "", "" })
	for _, c := range []struct{ linked, committed, build, line string }{
		{"v1.2.3", "2026-11-23T11:37:50Z", "v1.2.3", "v1.2.3 (2026-11-23T11:37:50Z)"},
		{"v1.2.3", "", "v1.2.3", "v1.2.3"},
	} {
		linked, committed = c.linked, c.committed
		require.Equal(t, c.build, Build())
		require.Equal(t, c.line, Line())
	}
	linked, committed = "", "2026-11-23T11:37:50Z"
	require.NotEmpty(t, Build())
	require.Equal(t, Build(), Line())
}

func TestBuildsLinkVariablesThatExist(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"Makefile", "Dockerfile"} {
		text, err := os.ReadFile("../../../" + file)
		require.NoError(t, err)
		var names []string
		for _, m := range regexp.MustCompile(`-X quire/cmd/internal/version\.(\w+)=`).FindAllSubmatch(text, -1) {
			names = append(names, string(m[1]))
		}
		require.Equal(t, []string{"linked", "committed"}, names, file)
	}
}
