package pattern_test

import (
	"errors"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/pattern"
)

func TestPatternFindsWhatARegularExpressionFinds(t *testing.T) {
	t.Parallel()
	const expression, text = `(\w)(\d+)`, "a1, b22 and c333"
	p, re := pattern.New(expression), regexp.MustCompile(expression)
	require.Equal(t, re.MatchString(text), p.MatchString(text))
	require.Equal(t, re.Match([]byte("none")), p.Match([]byte("none")))
	require.Equal(t, re.FindString(text), p.FindString(text))
	require.Equal(t, re.FindStringIndex(text), p.FindStringIndex(text))
	require.Equal(t, re.FindStringSubmatch(text), p.FindStringSubmatch(text))
	require.Equal(t, re.FindStringSubmatchIndex(text), p.FindStringSubmatchIndex(text))
	require.Equal(t, re.FindAllString(text, 2), p.FindAllString(text, 2))
	require.Equal(t, re.FindAllStringIndex(text, 2), p.FindAllStringIndex(text, 2))
	require.Equal(t, re.FindAllStringSubmatch(text, -1), p.FindAllStringSubmatch(text, -1))
	require.Equal(t, re.FindAllStringSubmatchIndex(text, -1), p.FindAllStringSubmatchIndex(text, -1))
	require.Equal(t, re.FindSubmatch([]byte(text)), p.FindSubmatch([]byte(text)))
	require.Equal(t, re.FindAllSubmatch([]byte(text), 2), p.FindAllSubmatch([]byte(text), 2))
	require.Equal(t, re.ReplaceAllString(text, "$2"), p.ReplaceAllString(text, "$2"))
	require.Equal(t, re.ReplaceAllStringFunc(text, strings.ToUpper), p.ReplaceAllStringFunc(text, strings.ToUpper))
	require.Equal(t, re.ReplaceAll([]byte(text), []byte("$1")), p.ReplaceAll([]byte(text), []byte("$1")))
	require.Equal(t, re.Split(text, -1), p.Split(text, -1))
}

func TestPatternIsCompiledOnceForAllWhoUseItAtTheSameTime(t *testing.T) {
	t.Parallel()
	p := pattern.New(`^\d+$`)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { require.True(t, p.MatchString("42")) })
	}
	wg.Wait()
}

// Otherwise an invalid pattern would go unnoticed until a document needs it.
func TestEveryPatternOfTheProgramCompiles(t *testing.T) {
	t.Parallel()
	dirs := map[string]bool{}
	require.NoError(t, filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".go" && !strings.HasSuffix(path, "_test.go") {
			dirs[filepath.Dir(path)] = true
		}
		return err
	}))
	count := 0
	for dir := range dirs {
		for place, expression := range patternsIn(t, dir) {
			_, err := regexp.Compile(expression)
			require.NoError(t, err, place)
			count++
		}
	}
	require.Greater(t, count, 50)
}

// patternsIn returns the expressions of the patterns in a directory, by position.
func patternsIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	set := token.NewFileSet()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	require.NoError(t, err)
	var files []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, path, nil, 0)
		require.NoError(t, err)
		files = append(files, file)
	}
	info := types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	check := types.Config{Importer: nothing{}, Error: func(error) {}} // imported packages stay unknown: constants are enough
	_, _ = check.Check(dir, set, files, &info)
	out := map[string]string{}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || types.ExprString(call.Fun) != "pattern.New" {
				return true
			}
			value := info.Types[call.Args[0]].Value
			place := set.Position(call.Pos()).String()
			require.NotNil(t, value, "%s: the expression is not a constant", place)
			out[place] = constant.StringVal(value)
			return true
		})
	}
	return out
}

// nothing is an importer that imports nothing.
type nothing struct{}

func (nothing) Import(string) (*types.Package, error) { return nil, errors.New("not needed") }
