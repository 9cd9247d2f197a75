package sheet

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"quire/internal/convert/archive"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
	"quire/internal/convert/sheet/numfmt"
)

// workbook is the state of one conversion.
type workbook struct {
	ctx      context.Context
	zip      *archive.Archive
	part     string // name of the workbook part
	sheets   []sheetInfo
	shared   []string        // the shared strings
	formats  []numfmt.Format // by cell style
	date1904 bool
	drawn    map[string]bool // drawings already read
	budget
}

// sheetInfo is one entry of the workbook's list of sheets.
type sheetInfo struct {
	name, part string
	hidden     bool
	cells      bool // a worksheet rather than a chart or a dialog
}

// open reads what all sheets share.
func (w *workbook) open() error {
	parts := opc.NewPackage(w.ctx, w.zip)
	var err error
	if w.part, err = parts.MainPart("xl/workbook.xml"); err != nil {
		return err
	}
	rels, err := parts.Relationships(w.part)
	if err != nil {
		return err
	}
	if err := w.list(rels); err != nil {
		return err
	}
	for _, r := range rels {
		switch r.Kind {
		case "sharedStrings":
			err = w.strings(r.Target)
		case "styles":
			err = w.styles(r.Target)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// list reads the workbook's list of sheets. A part belongs to a single worksheet: if it is listed again, it is not read
// again.
func (w *workbook) list(rels map[string]opc.Relationship) error {
	listed := map[string]bool{}
	return w.scan(w.part, func(e xml.StartElement) {
		switch e.Name.Local {
		case "workbookPr":
			w.date1904 = isTrue(attr(e, "date1904"))
		case "sheet":
			s := sheetInfo{name: attr(e, "name")}
			state := attr(e, "state")
			s.hidden = state == "hidden" || state == "veryHidden"
			for _, a := range e.Attr {
				if a.Name.Local == "id" && a.Name.Space != "" {
					s.part = rels[a.Value].Target
					s.cells = rels[a.Value].Kind == "worksheet" && !listed[s.part]
					listed[s.part] = true
				}
			}
			w.sheets = append(w.sheets, s)
		}
	})
}

func isTrue(s string) bool { return s == "1" || s == "true" || s == "on" }

// strings reads the shared strings, without their phonetic readings.
func (w *workbook) strings(part string) error {
	var text strings.Builder
	return w.tokens(part, func(d *xml.Decoder, t xml.Token) error {
		switch t := t.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "si":
				text.Reset()
			case "rPh":
				return skip(d)
			}
		case xml.CharData:
			text.Write(t)
		case xml.EndElement:
			if t.Name.Local != "si" {
				return nil
			}
			if w.bytes -= text.Len() + 16; w.bytes < 0 {
				return tooManyCells()
			}
			w.shared = append(w.shared, unescape(text.String()))
		}
		return nil
	})
}

// unescape resolves the escapes for characters that XML cannot represent: _x000D_ is a carriage return (22.4.2.4).
func unescape(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "_x")
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		if r, err := strconv.ParseUint(rest[:min(len(rest), 4)], 16, 32); err == nil && len(rest) > 4 && rest[4] == '_' {
			if r >= ' ' || r == '\n' || r == '\t' {
				out.WriteRune(rune(r))
			}
			s = rest[5:]
			continue
		}
		out.WriteString("_x")
		s = rest
	}
}

// styles reads the number format of every cell style.
func (w *workbook) styles(part string) error {
	codes := map[int]string{}
	parsed := map[int]numfmt.Format{}
	inCells := false
	return w.tokens(part, func(_ *xml.Decoder, t xml.Token) error {
		switch t := t.(type) {
		case xml.StartElement:
			id, _ := strconv.Atoi(attr(t, "numFmtId"))
			switch t.Name.Local {
			case "numFmt":
				codes[id] = attr(t, "formatCode")
			case "cellXfs":
				inCells = true
			case "xf":
				if !inCells || len(w.formats) > 1<<16 {
					return nil
				}
				f, ok := parsed[id]
				if code, own := codes[id]; !ok && own {
					f = numfmt.Parse(code)
				} else if !ok {
					f = numfmt.Builtin(id)
				}
				parsed[id] = f
				w.formats = append(w.formats, f)
			}
		case xml.EndElement:
			inCells = inCells && t.Name.Local != "cellXfs"
		}
		return nil
	})
}

// shapes reads the text of the shapes drawn over a sheet, one paragraph each. A drawing belongs to a single
// sheet and is read only once.
func (w *workbook) shapes(rels map[string]opc.Relationship) ([]page.Block, error) {
	var blocks []page.Block
	for _, id := range slices.Sorted(maps.Keys(rels)) {
		if rels[id].Kind != "drawing" || w.drawn[rels[id].Target] {
			continue
		}
		w.drawn[rels[id].Target] = true
		var text strings.Builder
		inText := false
		err := w.tokens(rels[id].Target, func(_ *xml.Decoder, t xml.Token) error {
			switch t := t.(type) {
			case xml.StartElement:
				inText = t.Name.Local == "t"
			case xml.CharData:
				if inText {
					text.Write(t)
				}
			case xml.EndElement:
				inText = false
				if t.Name.Local != "p" {
					return nil
				}
				if line := clean(text.String()); line != "" {
					if w.filled--; w.filled < 0 {
						return tooManyCells()
					}
					blocks = append(blocks, page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: line}}})
				}
				text.Reset()
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return blocks, nil
}

// scan visits the start tags of a part; a missing part has none.
func (w *workbook) scan(part string, visit func(xml.StartElement)) error {
	return w.tokens(part, func(_ *xml.Decoder, t xml.Token) error {
		if e, ok := t.(xml.StartElement); ok {
			visit(e)
		}
		return nil
	})
}

// tokens visits the tokens of a part; a missing part has none. A token is valid only until the next one.
func (w *workbook) tokens(part string, visit func(*xml.Decoder, xml.Token) error) error {
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
			return archive.XMLError(err)
		}
		if err := visit(d, t); err != nil {
			return err
		}
	}
}

// skip skips the rest of the element whose start tag was just read.
func skip(d *xml.Decoder) error {
	for depth := 1; depth > 0; {
		t, err := d.RawToken()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return archive.XMLError(err)
		}
		switch t.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
	}
	return nil
}

func attr(e xml.StartElement, name string) string {
	for i := range e.Attr {
		if e.Attr[i].Name.Local == name {
			return e.Attr[i].Value
		}
	}
	return ""
}

func tooManyCells() error {
	return &page.Error{Reason: page.TooLarge, Message: "Spreadsheet has too many cells; split it into several files"}
}
