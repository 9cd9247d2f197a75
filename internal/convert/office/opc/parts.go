// Package opc reads the packages in which Office formats are stored (ECMA-376 part 2): parts, their XML and
// their relationships.
package opc

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"

	"quire/internal/convert/archive"
)

// Relationship is one target of a part (ECMA-376 part 2, 6.5).
type Relationship struct {
	Kind     string // the last segment of the type, which strict and transitional documents share
	Target   string // a part's name, or an address if external
	External bool
}

// Package is a package of parts.
type Package struct {
	*archive.Archive
	ctx context.Context
}

// open opens a part. It returns nil if the part is missing.
func (p Package) open(name string) (*Cursor, error) {
	rc, err := p.Archive.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return newCursor(p.ctx, rc)
}

// Read visits the children of a part's outermost element. It reports whether the part exists.
func (p Package) Read(name string, visit func(*Cursor, Element) error) (bool, error) {
	return p.ReadRoot(name, func(c *Cursor, _ Element) error {
		return c.Each(func(e Element) error { return visit(c, e) })
	})
}

// ReadRoot visits a part's outermost element. It reports whether the part exists.
func (p Package) ReadRoot(name string, visit func(*Cursor, Element) error) (bool, error) {
	c, err := p.open(name)
	if c == nil || err != nil {
		return false, err
	}
	defer c.close()
	return true, c.root(func(root Element) error { return visit(c, root) })
}

// ReadXML visits the outermost element of a document that is not in a package.
func ReadXML(ctx context.Context, r io.Reader, visit func(*Cursor, Element) error) error {
	c, err := newCursor(ctx, io.NopCloser(r))
	if err != nil {
		return err
	}
	return c.root(func(root Element) error { return visit(c, root) })
}

// Relationships returns the relationships of a part, by id. The part "" is the package itself.
func (p Package) Relationships(part string) (map[string]Relationship, error) {
	dir, base := path.Split(part)
	rels := map[string]Relationship{}
	_, err := p.Read(dir+"_rels/"+base+".rels", func(_ *Cursor, e Element) error {
		r := Relationship{
			Kind:     path.Base(e.Attr("Type")),
			Target:   e.Attr("Target"),
			External: strings.EqualFold(e.Attr("TargetMode"), "External"),
		}
		if !r.External {
			r.Target = resolve(dir, r.Target)
		}
		rels[e.Attr("Id")] = r
		return nil
	})
	return rels, err
}

func resolve(dir, target string) string {
	target = strings.ReplaceAll(target, `\`, "/")
	if strings.HasPrefix(target, "/") {
		return strings.TrimPrefix(path.Clean(target), "/")
	}
	return strings.TrimPrefix(path.Clean("/"+dir+target), "/")
}

// Find returns the part that the first relationship of a kind points to, or "".
func Find(rels map[string]Relationship, kind string) string {
	found, id := "", ""
	for key, r := range rels {
		if r.Kind == kind && !r.External && (id == "" || key < id) {
			found, id = r.Target, key
		}
	}
	return found
}

// NewPackage returns the package in an opened archive. Reading it fails once ctx ends.
func NewPackage(ctx context.Context, zip *archive.Archive) Package {
	return Package{Archive: zip, ctx: ctx}
}

// MainPart returns the name of the main part: the one that the relationships name, or else the usual one.
func (p Package) MainPart(usual string) (string, error) {
	rels, err := p.Relationships("")
	if err != nil {
		return "", err
	}
	for _, name := range []string{Find(rels, "officeDocument"), usual} {
		if name != "" && p.Has(name) {
			return name, nil
		}
	}
	return "", archive.Broken(errors.New("no main part"))
}
