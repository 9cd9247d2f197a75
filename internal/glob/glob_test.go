package glob_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/glob"
	"quire/internal/growth"
)

func TestAFileIsFoundUnlessAFolderAboveItIsLeftOut(t *testing.T) {
	t.Parallel()
	f := glob.Filter{Include: []string{"*.pdf"}, Exclude: []string{"drafts", "old/2025"}}
	for path, want := range map[string]bool{
		"a.pdf": true, "x/y/A.PDF": true, "old/2026/a.pdf": true, "a.txt": false, "drafts/a.pdf": false, "x/drafts/y/a.pdf": false,
		"old/2025/x/a.pdf": false, ".git/a.pdf": false, "x/.a.pdf": false,
	} {
		require.Equal(t, want, f.Finds(path), path)
	}
}

func TestPatternsThatCannotBeMatchedAreRefused(t *testing.T) {
	t.Parallel()
	for pattern, words := range map[string]string{
		"[a": "is not a pattern", "{a": "is not a pattern", strings.Repeat("{a,b}", 9): "more than 256 patterns",
		strings.Repeat("{a,", 60) + "b" + strings.Repeat("}", 60) + strings.Repeat("{a,b,c,d,e}", 2): "more than 256 patterns",
	} {
		require.ErrorContains(t, glob.Filter{Exclude: []string{pattern}}.Check(), words)
		require.ErrorContains(t, glob.Filter{Include: []string{pattern}}.Check(), words)
	}
	require.NoError(t, glob.Filter{Include: []string{"*.{pdf,docx,{jp,p}{n,e}g}", strings.Repeat("{a,b}", 8), `\{a,b`}}.Check())
}

func TestGrowthOfPatterns(t *testing.T) {
	type question struct{ pattern, path string }
	growth.Run(t, []growth.Case[question]{
		{Name: "a long name", Build: func(n int) question { return question{"*.pdf", strings.Repeat("a", n)} }},
		{Name: "a deep path", Build: func(n int) question { return question{"a/**/*.pdf", strings.Repeat("a/", n) + "b"} }},
		{Name: "a long pattern", Build: func(n int) question { return question{strings.Repeat("a", n) + "*", strings.Repeat("a", n)} }},
	}, func(_ *testing.T, q question) { glob.Filter{Include: []string{q.pattern}}.Takes(q.path) })
}
