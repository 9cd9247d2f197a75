package xfa

import (
	"errors"
	"fmt"
	"strings"

	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

const (
	// maxNodes is the maximum number of elements that are read of the data and of the template: those of forms with
	// thousands of rows.
	maxNodes = 200_000
	// maxName is the maximum length of a node's path, in bytes; a deeper node is known by its own name.
	maxName = 250
	// maxText is the maximum length of a value, label or name, in bytes.
	maxText = 32 << 10
)

var errTooMany = errors.New("an XFA form with too many elements")

// node is an element of a form's data: a group, or a value.
type node struct {
	name     string
	text     string
	children []*node
	used     bool // shown by the template
	// named holds the children by name; nil until the first lookup.
	named map[string]*namesakes
}

// namesakes are the children with the same name, the first of which have been taken.
type namesakes struct {
	nodes []*node
	taken int
}

// of returns the children with a name.
func (n *node) of(name string) *namesakes {
	if n == nil {
		return &namesakes{}
	}
	if n.named == nil {
		n.named = make(map[string]*namesakes, len(n.children))
		for _, c := range n.children {
			same := n.named[c.name]
			if same == nil {
				same = &namesakes{}
				n.named[c.name] = same
			}
			same.nodes = append(same.nodes, c)
		}
	}
	if same := n.named[name]; same != nil {
		return same
	}
	return &namesakes{}
}

// take returns the first child with a name that has not been taken, or nil.
func (n *node) take(name string) *node {
	same := n.of(name)
	if same.taken == len(same.nodes) {
		return nil
	}
	same.taken++
	return same.nodes[same.taken-1]
}

// first returns the first child with a name, or nil.
func (n *node) first(name string) *node {
	if same := n.of(name); len(same.nodes) > 0 {
		return same.nodes[0]
	}
	return nil
}

// node reads the current element of the data.
func (r *reader) node(c *opc.Cursor, e opc.Element) (*node, error) {
	if r.nodes++; r.nodes > maxNodes {
		return nil, errTooMany
	}
	n := &node{name: e.Name}
	var text strings.Builder
	err := c.Mixed(func(s string) { text.WriteString(s) }, func(e opc.Element) error {
		if e.Name == "body" { // a value with styles (XHTML)
			return rich(c, &text)
		}
		child, err := r.node(c, e)
		n.children = append(n.children, child)
		return err
	})
	if len(n.children) == 0 {
		n.text = clean(text.String())
	}
	return n, err
}

// rich adds the text of the current element and its descendants, with one line per paragraph.
func rich(c *opc.Cursor, out *strings.Builder) error {
	return c.Mixed(func(s string) { out.WriteString(s) }, func(e opc.Element) error {
		if (e.Name == "p" || e.Name == "br" || e.Name == "li") && out.Len() > 0 {
			out.WriteByte('\n')
		}
		return rich(c, out)
	})
}

// clean returns text as a reader sees it, or "" for a text too long to be a value.
func clean(s string) string {
	s = strings.TrimSpace(page.Visible(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)))
	if len(s) > maxText {
		return ""
	}
	return s
}

// under returns the path of a child.
func under(path, name string) string {
	if path == "" || len(path)+len(name) > maxName {
		return name
	}
	return path + "." + name
}

// values adds the data's values below n by their paths, in which every name has its number among its namesakes.
func (f *Form) values(n *node, path string) {
	numbers := map[string]int{}
	for _, c := range n.children {
		at := under(path, fmt.Sprintf("%s[%d]", c.name, numbers[c.name]))
		numbers[c.name]++
		if len(c.children) > 0 {
			f.values(c, at)
			continue
		}
		f.byPath[at] = c.text
		f.byName[c.name] = append(f.byName[c.name], c.text)
	}
}
