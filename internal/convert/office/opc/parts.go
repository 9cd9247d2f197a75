// Package opc reads the packages that Office formats are stored in (ECMA-376 part 2): parts, their XML, their relationships.
package opc

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"strings"

	"quire/internal/convert/archive"
)

// Relationship is one target of a part (ECMA-376 part 2, 6.5).
type Relationship struct {
	Kind     string // the last segment of the type, which strict and transitional documents share
	Target   string // a part's name, or an address when external
	External bool
}

// Package is the package of parts.
type Package struct {
	*archive.Archive
	ctx context.Context
}

// open opens a part; a missing one gives nil.
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
	c, err := p.open(name)
	if c == nil || err != nil {
		return false, err
	}
	defer c.close()
	return true, c.root(func(Element) error {
		return c.Each(func(e Element) error { return visit(c, e) })
	})
}

// Relationships reads those of a part, by id. The part "" is the package itself.
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

// Find is the part that the first relationship of a kind points to, or "".
func Find(rels map[string]Relationship, kind string) string {
	found, id := "", ""
	for key, r := range rels {
		if r.Kind == kind && !r.External && (id == "" || key < id) {
			found, id = r.Target, key
		}
	}
	return found
}

// NewPackage is the package in an archive that was opened. Reading it ends when ctx does.
func NewPackage(ctx context.Context, zip *archive.Archive) Package {
	return Package{Archive: zip, ctx: ctx}
}

// MainPart is the name of the main part: by relationship, else where it usually is.
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
