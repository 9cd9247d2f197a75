package sheet

import (
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/xuri/excelize/v2"

	"quire/internal/convert/archive"
)

// merge is a block of merged cells, from 0.
type merge struct{ row, column, rows, columns int }

// mergeLimit bounds the merged blocks of a sheet that are kept.
const mergeLimit = 100_000

// merges reads the merged cells of a sheet from its XML: excelize gives them only with the whole sheet in memory.
func (w *workbook) merges(sheet string) ([]merge, error) {
	part, err := w.part(sheet)
	if part == "" || err != nil {
		return nil, err
	}
	var found []merge
	err = w.scan(part, func(e xml.StartElement) {
		if e.Name.Local == "mergeCell" && len(found) < mergeLimit {
			if m, ok := parseMerge(attr(e, "ref")); ok {
				found = append(found, m)
			}
		}
	})
	return found, err
}

// part is the name of a sheet's part, or "".
func (w *workbook) part(sheet string) (string, error) {
	id := ""
	if err := w.scan("xl/workbook.xml", func(e xml.StartElement) {
		if e.Name.Local == "sheet" && attr(e, "name") == sheet {
			for _, a := range e.Attr {
				if a.Name.Local == "id" && a.Name.Space != "" {
					id = a.Value
				}
			}
		}
	}); err != nil || id == "" {
		return "", err
	}
	target := ""
	err := w.scan("xl/_rels/workbook.xml.rels", func(e xml.StartElement) {
		if e.Name.Local == "Relationship" && attr(e, "Id") == id {
			target = attr(e, "Target")
		}
	})
	if !strings.HasPrefix(target, "/") {
		target = path.Join("xl", target)
	}
	return strings.TrimPrefix(target, "/"), err
}

// scan visits the start tags of a part; a missing part has none.
func (w *workbook) scan(part string, visit func(xml.StartElement)) error {
	rc, err := w.zip.Open(part)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer rc.Close()
	d := xml.NewDecoder(rc)
	d.Strict = false
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	for n := 0; ; n++ {
		if n&0xFFFF == 0 && w.ctx.Err() != nil {
			return w.ctx.Err()
		}
		t, err := d.RawToken()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			if _, ok := errors.AsType[*xml.SyntaxError](err); ok {
				return archive.Broken(err)
			}
			return err
		}
		if e, ok := t.(xml.StartElement); ok {
			visit(e)
		}
	}
}

func attr(e xml.StartElement, name string) string {
	for i := range e.Attr {
		if e.Attr[i].Name.Local == name {
			return e.Attr[i].Value
		}
	}
	return ""
}

// parseMerge reads a reference such as "B2:C5".
func parseMerge(ref string) (merge, bool) {
	from, to, ok := strings.Cut(strings.ReplaceAll(ref, "$", ""), ":")
	if !ok {
		return merge{}, false
	}
	c1, r1, err1 := excelize.CellNameToCoordinates(from)
	c2, r2, err2 := excelize.CellNameToCoordinates(to)
	if err1 != nil || err2 != nil {
		return merge{}, false
	}
	return merge{
		row: min(r1, r2) - 1, column: min(c1, c2) - 1,
		rows: max(r1, r2) - min(r1, r2) + 1, columns: max(c1, c2) - min(c1, c2) + 1,
	}, true
}
