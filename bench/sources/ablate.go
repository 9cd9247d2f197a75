package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// layout is where the rules are.
const layout = "internal/convert/layout"

// allOn is the name of the program in which all rules are switched on.
const allOn = "all-on"

//go:embed alone.go.txt
var alone []byte

//go:embed switches.go.txt
var switches string

// builder builds converters from modified sources.
type builder struct {
	dir, root string
}

func newBuilder(dir string) (*builder, error) {
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	return &builder{dir, root}, nil
}

// build returns the path of a converter built with the given sources, keyed by their paths in the tree, in place of the
// originals.
func (b *builder) build(ctx context.Context, name string, sources map[string][]byte) (string, error) {
	const command = "cmd/alone"
	sources[command+"/main.go"] = alone
	replace := map[string]string{}
	for path, source := range sources {
		copied := filepath.Join(b.dir, strings.ReplaceAll(path, "/", "-"))
		if err := os.WriteFile(copied, source, 0o644); err != nil {
			return "", err
		}
		replace[filepath.Join(b.root, path)] = copied
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay, binary := filepath.Join(b.dir, "overlay.json"), filepath.Join(b.dir, name)
	if err := os.WriteFile(overlay, data, 0o644); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-overlay", overlay, "-ldflags=-s -w", "-o", binary, "./"+command)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return binary, nil
}

// without returns the path of a converter without a rule. One program contains the switches of all functions and takes
// from its own name which rule is off: child processes inherit the name, but not the environment.
func (b *builder) without(ctx context.Context, r rule) (string, error) {
	if r.factor != 0 {
		source, err := r.scaled(b.root)
		if err != nil {
			return "", err
		}
		return b.build(ctx, "scaled", map[string][]byte{filepath.Join(layout, r.file): source})
	}
	return b.named(allOn, r.place())
}

// named returns the path of a built converter under another name.
func (b *builder) named(built, as string) (string, error) {
	name := filepath.Join(b.dir, as)
	if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	return name, os.Link(filepath.Join(b.dir, built), name)
}

// switched returns the sources of the layout with a switch added to every function that is a rule.
func switched(root string, rules []rule) (map[string][]byte, error) {
	files, trees, sources := token.NewFileSet(), map[string]*ast.File{}, map[string][]byte{}
	for _, r := range rules {
		if r.factor != 0 {
			continue
		}
		path := filepath.Join(layout, r.file)
		if trees[path] == nil {
			tree, err := parser.ParseFile(files, filepath.Join(root, path), nil, parser.ParseComments)
			if err != nil {
				return nil, err
			}
			trees[path] = tree
			sources[filepath.Join(filepath.Dir(path), "ablated.go")] = fmt.Appendf(nil, switches, tree.Name.Name)
		}
		if err := r.insert(trees[path]); err != nil {
			return nil, err
		}
	}
	for path, tree := range trees {
		var out bytes.Buffer
		if err := format.Node(&out, files, tree); err != nil {
			return nil, err
		}
		sources[path] = out.Bytes()
	}
	return sources, nil
}

// insert adds the switch to the rule's function.
func (r rule) insert(tree *ast.File) error {
	for _, d := range tree.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != r.name {
			continue
		}
		off := &ast.BinaryExpr{X: ast.NewIdent("ablated"), Op: token.EQL, Y: &ast.BasicLit{Kind: token.STRING, Value: strconv.Quote(r.place())}}
		results, err := answers(r.answer)
		if err != nil {
			return err
		}
		leave := &ast.IfStmt{Cond: off, Body: &ast.BlockStmt{List: []ast.Stmt{&ast.ReturnStmt{Results: results}}}}
		f.Body.List = append([]ast.Stmt{leave}, f.Body.List...)
		return nil
	}
	return fmt.Errorf("no rule %s in %s", r.name, r.file)
}

func answers(with string) ([]ast.Expr, error) {
	if with == nothing {
		return nil, nil
	}
	var results []ast.Expr
	for part := range strings.SplitSeq(with, ";") {
		e, err := parser.ParseExpr(part)
		if err != nil {
			return nil, err
		}
		results = append(results, e)
	}
	return results, nil
}

// scaled returns the source with the rule's tolerance multiplied.
func (r rule) scaled(root string) ([]byte, error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, filepath.Join(root, layout, r.file), nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	for _, d := range tree.Decls {
		if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.CONST && scale(d, r.name, r.factor) {
			var out bytes.Buffer
			err := format.Node(&out, files, tree)
			return out.Bytes(), err
		}
	}
	return nil, fmt.Errorf("no tolerance %s in %s", r.name, r.file)
}

// scale multiplies a constant.
func scale(d *ast.GenDecl, name string, factor float64) bool {
	for _, s := range d.Specs {
		v := s.(*ast.ValueSpec)
		for i, n := range v.Names {
			if n.Name != name || i >= len(v.Values) {
				continue
			}
			literal, ok := v.Values[i].(*ast.BasicLit)
			if !ok {
				return false
			}
			number, err := strconv.ParseFloat(literal.Value, 64)
			if err != nil {
				return false
			}
			if number *= factor; literal.Kind == token.INT {
				literal.Value = strconv.Itoa(int(number + 0.5))
			} else {
				literal.Value = strconv.FormatFloat(number, 'f', -1, 64)
			}
			return true
		}
	}
	return false
}

// start builds a converter from modified sources and measures it as it is, without reading pictures.
func (b *bench) start(ctx context.Context, name string, modified func(root string) (map[string][]byte, error)) (*builder, scores, error) {
	b.textOnly = true
	builder, err := newBuilder(filepath.Join(b.out, "build"))
	if err != nil {
		return nil, nil, err
	}
	sources, err := modified(builder.root)
	if err != nil {
		return nil, nil, err
	}
	binary, err := builder.build(ctx, name, sources)
	if err != nil {
		return nil, nil, err
	}
	base, err := b.measure(ctx, binary)
	return builder, base, err
}

// ablate prints how much every source loses or gains when a rule is switched off.
func (b *bench) ablate(ctx context.Context, chosen []string, report string) error {
	builder, base, err := b.start(ctx, allOn, func(root string) (map[string][]byte, error) { return switched(root, rules) })
	if err != nil {
		return err
	}
	out, err := os.OpenFile(report, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer out.Close()
	b.head(out, base)
	for _, r := range rules {
		if len(chosen) > 0 && !slices.Contains(chosen, r.place()) {
			continue
		}
		if err := b.without(ctx, builder, r, base, out); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			fmt.Printf("%s %s: %v\n", r.place(), r.change(), err)
		}
	}
	return nil
}

// head writes the header of the table.
func (b *bench) head(out *os.File, base scores) {
	fmt.Fprint(out, "| Rule | Change |")
	for _, s := range b.sets {
		fmt.Fprintf(out, " %s (%d) |", s.name, len(members(base, s.name)))
	}
	fmt.Fprintf(out, "\n| --- | --- |%s\n", strings.Repeat(" ---: |", len(b.sets)))
}

// without writes a row of the table: the change of every source's mean, in points of 100, and how many documents differ.
func (b *bench) without(ctx context.Context, builder *builder, r rule, base scores, out *os.File) error {
	binary, err := builder.without(ctx, r)
	if err != nil {
		return err
	}
	got, err := b.measure(ctx, binary)
	if err != nil {
		return err
	}
	row := fmt.Sprintf("| %s | %s |", r.place(), r.change())
	for _, s := range b.sets {
		ids := members(base, s.name)
		differ := 0
		for _, id := range ids {
			if got[id]["overall"] != base[id]["overall"] {
				differ++
			}
		}
		change := 100 * (got.mean(ids, "overall").mean - base.mean(ids, "overall").mean)
		if differ == 0 {
			row += " · |"
			continue
		}
		row += fmt.Sprintf(" %+.2f (%d) |", change, differ)
	}
	fmt.Println(row)
	_, err = fmt.Fprintln(out, row)
	return err
}

// members returns the documents of a source.
func members(rows scores, source string) []string {
	var ids []string
	for id := range rows {
		if strings.HasPrefix(id, source+"/") {
			ids = append(ids, id)
		}
	}
	return ids
}
