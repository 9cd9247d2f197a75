package quire

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// madeInText matches an invocation of make in a page: in inline code, or at the beginning of a line of code.
var madeInText = regexp.MustCompile("(?m)(?:`|^)make ([a-z][a-z-]*)")

func TestEveryTargetThatPagesNameIsInTheMakefile(t *testing.T) {
	t.Parallel()
	makefile, err := os.ReadFile("Makefile")
	require.NoError(t, err)
	named := map[string]bool{}
	require.NoError(t, filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == "node_modules" {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".md") {
			return err
		}
		page, err := os.ReadFile(path)
		for _, found := range madeInText.FindAllStringSubmatch(string(page), -1) {
			named[found[1]] = true
			require.Regexp(t, "(?m)^"+found[1]+":", string(makefile), "%s names make %s", path, found[1])
		}
		return err
	}))
	require.True(t, named["bench-replicas"] && named["run"], "the test finds the targets that pages name")
}
