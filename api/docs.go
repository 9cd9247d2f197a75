package api

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

//go:embed docs.html.tmpl
var docsTemplate string

// ordered is a mapping whose order matters: that of the page is that of the specification.
type ordered[T any] []member[T]

type member[T any] struct {
	Key   string
	Value T
}

// UnmarshalYAML implements yaml.Unmarshaler.
func (o *ordered[T]) UnmarshalYAML(n *yaml.Node) error {
	for i := 0; i < len(n.Content); i += 2 {
		m := member[T]{Key: n.Content[i].Value}
		if err := n.Content[i+1].Decode(&m.Value); err != nil {
			return fmt.Errorf("%s: %w", m.Key, err)
		}
		*o = append(*o, m)
	}
	return nil
}

func (o ordered[T]) get(key string) (v T, ok bool) {
	i := slices.IndexFunc(o, func(m member[T]) bool { return m.Key == key })
	if i < 0 {
		return v, false
	}
	return o[i].Value, true
}

// The parts of OpenAPI 3.1 that the page shows: https://spec.openapis.org/oas/v3.1.0
type (
	docsSpec struct {
		Info       struct{ Title, Version, Summary, Description string }
		Servers    []docsServer
		Tags       []struct{ Name, Description string }
		Paths      ordered[docsPath]
		Webhooks   ordered[docsPath]
		Components struct {
			Parameters ordered[docsParameter]
			Responses  ordered[docsResponse]
			Schemas    ordered[docsSchema]
		}
	}
	docsServer struct{ URL string }
	docsPath   struct {
		Servers    []docsServer
		Parameters []docsParameter
		Operations ordered[docsOperation]
	}
	docsOperation struct {
		OperationID, Summary, Description string
		Tags                              []string
		Security                          *[]any
		Parameters                        []docsParameter
		RequestBody                       struct{ Content ordered[docsContent] }
		Responses                         ordered[docsResponse]
	}
	docsParameter struct {
		Ref                   string
		Name, In, Description string
		Required              bool
		Schema                docsSchema
	}
	docsResponse struct {
		Ref         string
		Description string
		Content     ordered[docsContent]
	}
	docsContent struct {
		Schema  docsSchema
		Example yaml.Node
	}
	docsSchema struct {
		Ref, Format, Description, Const string
		Type                            words
		Enum                            []any
		Default                         any
		Required                        []string
		Properties                      ordered[docsSchema]
		Items                           *docsSchema
		AllOf                           []docsSchema
	}
)

// words is a string or a list of them.
type words []string

// UnmarshalYAML implements yaml.Unmarshaler.
func (w *words) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*w = words{n.Value}
		return nil
	}
	return n.Decode((*[]string)(w))
}

// UnmarshalYAML implements yaml.Unmarshaler: the operations of a path stand beside its other keys.
func (p *docsPath) UnmarshalYAML(n *yaml.Node) error {
	type plain docsPath
	if err := n.Decode((*plain)(p)); err != nil {
		return err
	}
	for i := 0; i < len(n.Content); i += 2 {
		method := n.Content[i].Value
		if !slices.Contains(knownMethods, strings.ToUpper(method)) {
			continue
		}
		m := member[docsOperation]{Key: strings.ToUpper(method)}
		if err := n.Content[i+1].Decode(&m.Value); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		p.Operations = append(p.Operations, m)
	}
	return nil
}

// What the template shows.
type (
	docsView struct {
		docsSpec
		Groups []docsGroup
	}
	docsGroup struct {
		Name, ID, Description string
		Entries               []docsEntry
	}
	docsEntry struct {
		docsOperation
		Method, Path string
		Fields       []docsField // of path, query, header and body
		Answers      []docsAnswer
	}
	docsField struct {
		Name, In, Type, Description string
		Required                    bool
	}
	docsAnswer struct {
		Status, Description, Example string
		Fields                       []docsField
	}
)

// renderDocs makes the page of the specification.
func renderDocs(root *yaml.Node) ([]byte, error) {
	var spec docsSpec
	if err := dollarless(root).Decode(&spec); err != nil {
		return nil, err
	}
	t, err := template.New("docs").Funcs(template.FuncMap{"prose": prose, "lower": strings.ToLower}).Parse(docsTemplate)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, docsView{docsSpec: spec, Groups: spec.groups()})
	return b.Bytes(), err
}

// dollarless is a copy of n whose keywords are the names that yaml gives the fields of structs.
func dollarless(n *yaml.Node) *yaml.Node {
	c := *n
	c.Content = make([]*yaml.Node, len(n.Content))
	for i, child := range n.Content {
		c.Content[i] = dollarless(child)
		if n.Kind == yaml.MappingNode && i%2 == 0 && keywords[child.Value] != "" {
			c.Content[i].Value = keywords[child.Value]
		}
	}
	return &c
}

var keywords = map[string]string{
	"$ref": "ref", "operationId": "operationid", "requestBody": "requestbody", "allOf": "allof",
}

func (s docsSpec) groups() []docsGroup {
	var groups []docsGroup
	for _, tag := range s.Tags {
		g := docsGroup{Name: tag.Name, ID: strings.ToLower(tag.Name), Description: tag.Description}
		for _, p := range s.Paths {
			g.Entries = append(g.Entries, s.entries(tag.Name, p.Key, p.Value)...)
		}
		for _, p := range s.Webhooks {
			g.Entries = append(g.Entries, s.entries(tag.Name, "your callback_url", p.Value)...)
		}
		groups = append(groups, g)
	}
	return groups
}

func (s docsSpec) entries(tag, path string, p docsPath) []docsEntry {
	var entries []docsEntry
	for _, o := range p.Operations {
		if !slices.Contains(o.Value.Tags, tag) {
			continue
		}
		e := docsEntry{docsOperation: o.Value, Method: o.Key, Path: path}
		if strings.HasPrefix(path, "/") {
			servers := append(slices.Clone(p.Servers), s.Servers...)
			e.Path = strings.TrimSuffix(servers[0].URL, "/") + path
		}
		for _, param := range append(slices.Clone(p.Parameters), o.Value.Parameters...) {
			e.Fields = append(e.Fields, s.parameter(param))
		}
		if body := o.Value.RequestBody.Content; len(body) > 0 {
			e.Fields = append(e.Fields, s.fields(body[0].Value.Schema, "body")...)
		}
		for _, r := range o.Value.Responses {
			e.Answers = append(e.Answers, s.answer(r.Key, r.Value))
		}
		entries = append(entries, e)
	}
	return entries
}

func (s docsSpec) parameter(p docsParameter) docsField {
	if target, ok := s.Components.Parameters.get(refName(p.Ref)); ok {
		p = target
	}
	return docsField{
		Name: p.Name, In: p.In, Type: s.typeName(p.Schema), Required: p.Required,
		Description: cmp.Or(p.Description, s.resolve(p.Schema).Description),
	}
}

func (s docsSpec) answer(status string, r docsResponse) docsAnswer {
	isError := r.Ref != ""
	if target, ok := s.Components.Responses.get(refName(r.Ref)); ok {
		r = target
	}
	a := docsAnswer{Status: status, Description: r.Description}
	if len(r.Content) == 0 {
		return a
	}
	if content := r.Content[0].Value; !content.Example.IsZero() {
		a.Example = pretty(&content.Example)
	}
	if !isError {
		a.Fields = s.fields(r.Content[0].Value.Schema, "")
	}
	return a
}

func pretty(n *yaml.Node) string {
	raw, err := orderedJSON(n)
	if err != nil {
		return ""
	}
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return ""
	}
	return b.String()
}

func refName(ref string) string { return ref[strings.LastIndexByte(ref, '/')+1:] }

// resolve follows a reference and keeps what stands beside it.
func (s docsSpec) resolve(d docsSchema) docsSchema {
	target, ok := s.Components.Schemas.get(refName(d.Ref))
	if !ok {
		return d
	}
	target = s.resolve(target)
	target.Description = cmp.Or(d.Description, target.Description)
	if d.Default != nil {
		target.Default = d.Default
	}
	return target
}

// fields lists the properties of an object, those of all its parts first.
func (s docsSpec) fields(d docsSchema, in string) []docsField {
	d = s.resolve(d)
	var list []docsField
	for _, part := range d.AllOf {
		list = append(list, s.fields(part, in)...)
	}
	for _, p := range d.Properties {
		list = append(list, docsField{
			Name: p.Key, In: in, Type: s.typeName(p.Value), Description: s.resolve(p.Value).Description,
			Required: slices.Contains(d.Required, p.Key),
		})
	}
	return list
}

// typeName is a type as people say it: "uuid or null", "lite | ultra, default lite", "array of object".
func (s docsSpec) typeName(d docsSchema) string {
	d = s.resolve(d)
	name := strings.Join(d.Type, " or ")
	switch {
	case d.Const != "":
		name = `"` + d.Const + `"`
	case len(d.Enum) > 0:
		values := make([]string, 0, len(d.Enum))
		for _, v := range d.Enum {
			if v == nil {
				v = "null"
			}
			values = append(values, fmt.Sprint(v))
		}
		name = strings.Join(values, " | ")
	case d.Format != "":
		name = strings.Replace(name, "string", d.Format, 1)
	case d.Items != nil:
		name += " of " + cmp.Or(refName(d.Items.Ref), s.typeName(*d.Items))
	}
	if d.Default != nil {
		name += fmt.Sprintf(", default %v", d.Default)
	}
	return name
}

// prose is the little Markdown that descriptions use: paragraphs and `code`.
func prose(text string) template.HTML {
	var b strings.Builder
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		b.WriteString("<p>")
		for i, part := range strings.Split(paragraph, "`") {
			escaped := template.HTMLEscapeString(part)
			if i%2 == 1 {
				escaped = "<code>" + escaped + "</code>"
			}
			b.WriteString(escaped)
		}
		b.WriteString("</p>")
	}
	return template.HTML(b.String()) //nolint:gosec // every part is escaped above
}
