// Package xfa reads the forms that Adobe's software stores inside PDFs as XML (XML Forms Architecture 3.3): a template,
// and the data that was filled in.
package xfa

import (
	"bytes"
	"context"
	"strings"

	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// Form is a form with its data.
type Form struct {
	// Entries are its visible texts and fields, in the order of the template, followed by data that the template does
	// not show.
	Entries []Entry
	// byPath and byName hold the values of the data.
	byPath map[string]string
	byName map[string][]string
}

// Entry is a text of the form, or a field.
type Entry struct {
	Text  string
	Field page.Field
}

// reader is the state of one Read.
type reader struct {
	template *part
	data     *node
	nodes    int
}

// Read reads a form from its packets, one of which may contain all others.
func Read(ctx context.Context, packets ...[]byte) (*Form, error) {
	var r reader
	for _, p := range packets {
		if err := opc.ReadXML(ctx, bytes.NewReader(p), r.packet); err != nil {
			return nil, err
		}
	}
	f := &Form{byPath: map[string]string{}, byName: map[string][]string{}}
	if r.data != nil {
		f.values(r.data, "")
	}
	w := writer{form: f, data: r.data, record: r.data.record()}
	if r.template != nil {
		w.part(r.template, r.data, "")
	}
	if r.data != nil {
		w.rest(r.data, "")
	}
	return f, nil
}

// packet reads the current packet.
func (r *reader) packet(c *opc.Cursor, e opc.Element) (err error) {
	switch {
	case e.Name == "xdp":
		return c.Each(func(e opc.Element) error { return r.packet(c, e) })
	case e.Name == "template" && r.template == nil:
		r.template, err = r.part(c, e)
	case e.Name == "datasets":
		return c.Each(func(e opc.Element) (err error) {
			if e.Name == "data" && r.data == nil {
				r.data, err = r.node(c, e)
			}
			return err
		})
	}
	return err
}

// record returns the group that the data consists of, or nil.
func (n *node) record() *node {
	if n == nil || len(n.children) == 0 {
		return nil
	}
	return n.children[0]
}

// maxDepth is the maximum number of names of a field that are compared with paths of the data.
const maxDepth = 32

var number = pattern.New(`\[\d+\]$`)

// Value returns the value in the data for a field of the PDF, given its full name, such as
// form1[0].#subform[1].Name[0], or "". Unnamed groups, and some named ones, have no counterpart in the data.
func (f *Form) Value(name string) string {
	var path []string
	for s := range strings.SplitSeq(name, ".") {
		if s != "" && s[0] != '#' {
			path = append(path, s)
		}
	}
	if len(path) == 0 || len(path) > maxDepth || len(name) > maxName {
		return ""
	}
	if v, ok := f.byPath[strings.Join(path, ".")]; ok {
		return v
	}
	for without := range len(path) - 1 {
		shorter := append(append([]string{}, path[:without]...), path[without+1:]...)
		if v, ok := f.byPath[strings.Join(shorter, ".")]; ok {
			return v
		}
	}
	if only := f.byName[number.ReplaceAllString(path[len(path)-1], "")]; len(only) == 1 {
		return only[0]
	}
	return ""
}
