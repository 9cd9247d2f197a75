package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// golang is the client for Go with its types.
type golang struct{ types map[string]ast.Expr }

func readGo() (language, error) {
	paths, err := filepath.Glob("clients/go/*.go")
	if err != nil {
		return language{}, err
	}
	client, methods := golang{types: map[string]ast.Expr{}}, map[string]method{}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return language{}, err
		}
		for _, d := range file.Decls {
			client.declared(d, methods)
		}
	}
	named := func(id string) string { return strings.ToUpper(id[:1]) + id[1:] }
	return language{label: "Go", methods: methods, named: named, sample: client.sample}, nil
}

func (g golang) declared(d ast.Decl, methods map[string]method) {
	switch d := d.(type) {
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if s, ok := spec.(*ast.TypeSpec); ok {
				g.types[s.Name.Name] = s.Type
			}
		}
	case *ast.FuncDecl:
		if d.Recv == nil || types.ExprString(d.Recv.List[0].Type) != "*Client" || !d.Name.IsExported() {
			return
		}
		m := method{name: d.Name.Name}
		for _, p := range d.Type.Params.List {
			for _, name := range p.Names {
				m.parameters = append(m.parameters, argument{name: name.Name, kind: types.ExprString(p.Type)})
			}
		}
		m.result = types.ExprString(d.Type.Results.List[0].Type)
		methods[m.name] = m
	}
}

func (g golang) sample(m method, a *arguments) (string, error) {
	var given []string
	for _, p := range m.parameters {
		value, err := g.argument(p, a)
		if err != nil {
			return "", err
		}
		given = append(given, value)
	}
	call := "client." + m.name + "(" + strings.Join(given, ", ") + ")"
	failed := "if err != nil {\n\tlog.Fatal(err)\n}\n"
	switch {
	case strings.HasPrefix(m.result, "iter.Seq2["):
		call = "for item, err := range " + call + " {\n\t" + strings.ReplaceAll(strings.TrimSuffix(failed, "\n"), "\n", "\n\t") + "\n\tfmt.Println(item)\n}"
	case m.result == "error":
		call = "if err := " + call + "; err != nil {\n\tlog.Fatal(err)\n}"
	default:
		call = "got, err := " + call + "\n" + failed + "fmt.Println(got)"
	}
	return "client, err := quire.New(quire.Config{})\n" + failed + call, a.unused()
}

func (g golang) argument(p argument, a *arguments) (string, error) {
	switch {
	case p.name == "ctx":
		return "ctx", nil
	case p.kind == "Input":
		return `quire.Path("` + a.files()[0] + `")`, nil
	case p.kind == "[]Input":
		return `[]quire.Input{quire.Path("` + strings.Join(a.files(), `"), quire.Path("`) + `")}`, nil
	case strings.HasPrefix(p.kind, "*"), strings.HasPrefix(p.kind, "func("):
		return "nil", nil
	}
	if s, ok := g.types[p.kind].(*ast.StructType); ok {
		return g.composite(p.kind, s, a.whole())
	}
	n, err := a.take(p.name)
	if err != nil {
		return "", err
	}
	if n == nil {
		return g.zero(p.kind), nil
	}
	kind, err := parser.ParseExpr(p.kind)
	if err != nil {
		return "", err
	}
	return g.value(kind, n)
}

func (g golang) zero(kind string) string {
	if named, ok := g.types[kind]; ok {
		kind = types.ExprString(named)
	}
	switch kind {
	case "string":
		return `""`
	case "bool":
		return "false"
	case "int":
		return "0"
	}
	return "nil"
}

// composite writes a struct with those of the given fields that it has, except pointers to values without a literal.
func (g golang) composite(name string, s *ast.StructType, given []field) (string, error) {
	var parts []string
	for _, f := range given {
		field, kind := fieldOf(s, f.name)
		if field == "" {
			return "", fmt.Errorf("%s has no field for %s", name, f.name)
		}
		at := ""
		if pointer, ok := kind.(*ast.StarExpr); ok {
			if _, list := pointer.X.(*ast.ArrayType); !list {
				continue
			}
			at, kind = "&", pointer.X
		}
		value, err := g.value(kind, f.value)
		if err != nil {
			return "", err
		}
		parts = append(parts, field+": "+at+value)
	}
	return "quire." + name + "{" + strings.Join(parts, ", ") + "}", nil
}

// fieldOf returns the field of a struct for its name in JSON.
func fieldOf(s *ast.StructType, wire string) (string, ast.Expr) {
	for _, f := range s.Fields.List {
		for _, name := range f.Names {
			known := plain(name.Name)
			if f.Tag != nil {
				tag, _ := strconv.Unquote(f.Tag.Value) // the compiler has accepted it
				tagged, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
				known = plain(tagged)
			}
			if known == plain(wire) {
				return name.Name, f.Type
			}
		}
	}
	return "", nil
}

func (g golang) value(kind ast.Expr, n *yaml.Node) (string, error) {
	switch kind := kind.(type) {
	case *ast.Ident:
		if s, ok := g.types[kind.Name].(*ast.StructType); ok {
			return g.composite(kind.Name, s, members(n))
		}
		if named, ok := g.types[kind.Name]; ok {
			return g.value(named, n)
		}
		return literal(n, notation{null: "nil", yes: "true", no: "false", text: strconv.Quote}), nil
	case *ast.ArrayType:
		items := make([]string, len(n.Content))
		for i, item := range n.Content {
			var err error
			if items[i], err = g.value(kind.Elt, item); err != nil {
				return "", err
			}
		}
		return "[]" + g.qualified(kind.Elt) + "{" + strings.Join(items, ", ") + "}", nil
	case *ast.MapType:
		items := make([]string, 0, len(n.Content)/2)
		for _, f := range members(n) {
			value, err := g.value(kind.Value, f.value)
			if err != nil {
				return "", err
			}
			items = append(items, strconv.Quote(f.name)+": "+value)
		}
		return "map[string]" + g.qualified(kind.Value) + "{" + strings.Join(items, ", ") + "}", nil
	}
	return "", fmt.Errorf("no literal for %s", types.ExprString(kind))
}

func (g golang) qualified(kind ast.Expr) string {
	name := types.ExprString(kind)
	if _, ours := g.types[name]; ours {
		return "quire." + name
	}
	return name
}

func readLanguages() ([]language, error) {
	var list []language
	for _, read := range []func() (language, error){python, typescript, readGo} {
		l, err := read()
		if err != nil {
			return nil, err
		}
		list = append(list, l)
	}
	return list, nil
}
