package quire

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/activities"
)

// queues lists the structs whose methods are activities, and which of our packages each may hold types of.
var queues = []struct {
	activities any
	holds      []string
}{
	{activities.Rows{}, []string{"quire/activities", "quire/internal/blob", "quire/internal/index", "quire/schema"}},
	{activities.Convert{}, []string{"quire/internal/blob", "quire/internal/convert", "quire/schema"}},
	{activities.Model{}, []string{"quire/activities", "quire/internal/blob", "quire/internal/embedding", "quire/internal/index", "quire/internal/model", "quire/schema"}},
	{activities.Egress{}, []string{"quire/internal/blob", "quire/internal/egress", "quire/internal/seal", "quire/internal/source", "quire/schema"}},
}

// TestAQueueHoldsOnlyWhatItsActivitiesNeed keeps unused dependencies out of a worker: one that only fetches and posts
// has no index, no model and no converter.
func TestAQueueHoldsOnlyWhatItsActivitiesNeed(t *testing.T) {
	t.Parallel()
	used := receiversFields(t, "activities")
	for _, q := range queues {
		kind := reflect.TypeOf(q.activities)
		held := map[string]bool{}
		for _, field := range reflect.VisibleFields(kind) {
			packagesOf(field.Type, held)
			require.Contains(t, used[kind.Name()], field.Name, "no activity of %s uses it", kind.Name())
		}
		require.Equal(t, q.holds, slices.Sorted(maps.Keys(held)), kind.Name())
	}
}

func TestEveryActivityBelongsToOneQueue(t *testing.T) {
	t.Parallel()
	home := map[string]string{}
	for _, q := range queues {
		kind := reflect.TypeOf(q.activities)
		for m := range reflect.PointerTo(kind).Methods() {
			require.Empty(t, home[m.Name], "%s also belongs to %s", m.Name, kind.Name())
			home[m.Name] = kind.Name()
		}
	}
	require.Equal(t, "Egress", home["PostWebhook"])
}

// packagesOf adds to found those of our packages whose types kind refers to.
func packagesOf(kind reflect.Type, found map[string]bool) {
	if kind.Kind() == reflect.Pointer {
		packagesOf(kind.Elem(), found)
	}
	if kind.Kind() == reflect.Func {
		for t := range kind.Ins() {
			packagesOf(t, found)
		}
		for t := range kind.Outs() {
			packagesOf(t, found)
		}
	}
	if strings.HasPrefix(kind.PkgPath(), "quire/") {
		found[kind.PkgPath()] = true
	}
}

// receiversFields returns, by receiver type, the names that the methods in a directory select from their receivers.
func receiversFields(t *testing.T, dir string) map[string][]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	require.NoError(t, err)
	used := map[string][]string{}
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || f.Recv == nil || strings.HasSuffix(path, "_test.go") {
				continue
			}
			kind, receiver := receiverOf(f)
			ast.Inspect(f.Body, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					if x, ok := s.X.(*ast.Ident); ok && x.Name == receiver {
						used[kind] = append(used[kind], s.Sel.Name)
					}
				}
				return true
			})
		}
	}
	return used
}

// receiverOf returns the type of a method and the name of its receiver.
func receiverOf(f *ast.FuncDecl) (kind, name string) {
	field := f.Recv.List[0]
	expr := field.Type
	if star, ok := expr.(*ast.StarExpr); ok {
		expr = star.X
	}
	if ident, ok := expr.(*ast.Ident); ok {
		kind = ident.Name
	}
	if len(field.Names) == 1 {
		name = field.Names[0].Name
	}
	return kind, name
}
