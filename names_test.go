package quire

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/workflows"
)

// namesAnArgument maps the calls that take a workflow or an activity to the index of that argument.
var namesAnArgument = map[string]int{
	"ExecuteWorkflow": 2, "SignalWithStartWorkflow": 5, "ExecuteChildWorkflow": 1, "ExecuteActivity": 1, "ExecuteLocalActivity": 1,
	"NewContinueAsNewError": 1,
}

// TestWorkflowsAndActivitiesAreNamedByIdentifiers ensures that an editor can follow a document from its row to its
// answer: only the table of starts knows names as strings.
func TestWorkflowsAndActivitiesAreNamedByIdentifiers(t *testing.T) {
	t.Parallel()
	registered := map[string]bool{}
	for _, w := range workflows.Startables() {
		registered[w.Name] = true
	}
	for _, queue := range []any{&activities.Rows{}, &activities.Convert{}, &activities.Model{}, &activities.Egress{}} {
		for m := range reflect.TypeOf(queue).Methods() {
			registered[m.Name] = true
		}
	}
	inTable := 0
	for _, dir := range []string{"api", "activities", "schema", "worker", "workflows", "cmd/internal", "cmd/quire"} {
		require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			for _, fault := range namesInStrings(t, path, registered) {
				if path == filepath.FromSlash("workflows/starts.go") {
					inTable++
					continue
				}
				t.Error(fault)
			}
			return nil
		}))
	}
	require.Equal(t, len(workflows.Startables()), inTable, "the test finds the names that the table has")
}

// namesInStrings returns the positions in a file where a workflow or an activity is named by a string.
func namesInStrings(t *testing.T, path string, registered map[string]bool) []string {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	var faults []string
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if s, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && registered[s] {
				faults = append(faults, set.Position(n.Pos()).String()+": "+n.Value+" names a workflow or an activity")
			}
		case *ast.CallExpr:
			f, ok := n.Fun.(*ast.SelectorExpr)
			if !ok {
				break
			}
			if at, ok := namesAnArgument[f.Sel.Name]; ok && len(n.Args) > at {
				if _, literal := n.Args[at].(*ast.BasicLit); literal {
					faults = append(faults, set.Position(n.Pos()).String()+": "+f.Sel.Name+" is told by a string what to run")
				}
			}
		}
		return true
	})
	return faults
}
