package docx

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"quire/internal/convert/archive"
)

// relationship is one target of a part (ECMA-376 part 2, 6.5).
type relationship struct {
	kind     string // the last segment of the type, which strict and transitional documents share
	target   string // a part's name, or an address when external
	external bool
}

// container is the package of parts.
type container struct {
	ctx context.Context
	zip *archive.Archive
}

// open opens a part; a missing one gives nil.
func (p container) open(name string) (*cursor, error) {
	rc, err := p.zip.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return newCursor(p.ctx, rc)
}

// read visits the children of a part's outermost element. It reports whether the part exists.
func (p container) read(name string, visit func(*cursor, element) error) (bool, error) {
	c, err := p.open(name)
	if c == nil || err != nil {
		return false, err
	}
	defer c.close()
	return true, c.root(func(element) error {
		return c.each(func(e element) error { return visit(c, e) })
	})
}

// relationships reads those of a part, by id. The part "" is the package itself.
func (p container) relationships(part string) (map[string]relationship, error) {
	dir, base := path.Split(part)
	rels := map[string]relationship{}
	_, err := p.read(dir+"_rels/"+base+".rels", func(_ *cursor, e element) error {
		r := relationship{
			kind:     path.Base(e.attr("Type")),
			target:   e.attr("Target"),
			external: strings.EqualFold(e.attr("TargetMode"), "External"),
		}
		if !r.external {
			r.target = resolve(dir, r.target)
		}
		rels[e.attr("Id")] = r
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

// find is the part that the first relationship of a kind points to, or "".
func find(rels map[string]relationship, kind string) string {
	found, id := "", ""
	for key, r := range rels {
		if r.kind == kind && !r.external && (id == "" || key < id) {
			found, id = r.target, key
		}
	}
	return found
}

// documentPart is the main document's name: by relationship, else where it usually is.
func (p container) documentPart() (string, error) {
	rels, err := p.relationships("")
	if err != nil {
		return "", err
	}
	for _, name := range []string{find(rels, "officeDocument"), "word/document.xml"} {
		if name != "" && p.zip.Has(name) {
			return name, nil
		}
	}
	return "", archive.Broken(errors.New("no main document part"))
}

// savedPages is the page count that Word stored when it last saved the document, or 0.
func (p container) savedPages() (int, error) {
	rels, err := p.relationships("")
	if err != nil {
		return 0, err
	}
	name := find(rels, "extended-properties")
	if name == "" {
		name = "docProps/app.xml"
	}
	pages := 0
	_, err = p.read(name, func(c *cursor, e element) error {
		if e.name != "Pages" {
			return nil
		}
		s, err := c.text()
		pages, _ = strconv.Atoi(strings.TrimSpace(s))
		return err
	})
	return pages, err
}
