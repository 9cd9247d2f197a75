package docx

import (
	"cmp"
	"strconv"

	"quire/internal/convert/office/drawing"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/stylename"
)

// toggle is a property that a style can leave unset.
type toggle int8

const (
	unset toggle = iota
	on
	off
)

func (t toggle) or(base toggle) toggle {
	if t != unset {
		return t
	}
	return base
}

// runProps holds what a run's properties say about its text.
type runProps struct {
	bold, italic, strike, hidden toggle
	vert                         string // "superscript", "subscript", "baseline" or ""
	font                         string
	style                        string
	deleted                      bool // the paragraph mark is a tracked deletion or was moved elsewhere
}

// over overlays p on the properties that it is based on.
func (p runProps) over(base runProps) runProps {
	p.bold, p.italic = p.bold.or(base.bold), p.italic.or(base.italic)
	p.strike, p.hidden = p.strike.or(base.strike), p.hidden.or(base.hidden)
	if p.vert == "" {
		p.vert = base.vert
	}
	if p.font == "" {
		p.font = base.font
	}
	return p
}

// readRunProps reads the current w:rPr.
func readRunProps(c *opc.Cursor) (runProps, error) {
	var p runProps
	raised, sized := 0, false
	err := c.Each(func(e opc.Element) error {
		switch e.Name {
		case "w:position":
			raised, _ = strconv.Atoi(e.Attr("val"))
		case "w:sz":
			sized = true
		case "w:b":
			p.bold = toggleOf(e)
		case "w:i":
			p.italic = toggleOf(e)
		case "w:strike", "w:dstrike":
			p.strike = p.strike.or(toggleOf(e))
		case "w:vanish":
			p.hidden = toggleOf(e)
		case "w:vertAlign":
			p.vert = e.Attr("val")
		case "w:rFonts":
			p.font = cmp.Or(e.Attr("ascii"), e.Attr("hAnsi"))
		case "w:rStyle":
			p.style = e.Attr("val")
		case "w:del", "w:moveFrom":
			p.deleted = true
		}
		return nil
	})
	if p.vert == "" && sized {
		p.vert = raisedBy(raised)
	}
	return p, err
}

// raisedBy interprets text that is raised or lowered by at least two points as the superscript or subscript that other
// programs express in this way.
func raisedBy(halfPoints int) string {
	switch {
	case halfPoints >= 4:
		return "superscript"
	case halfPoints <= -4:
		return "subscript"
	}
	return ""
}

func toggleOf(e opc.Element) toggle {
	if e.On() {
		return on
	}
	return off
}

// style is one style of the document, as stored in the styles part.
type style struct {
	id, name, basedOn string
	run               runProps
	numbering         numbering
	outline           int // 0 to 9, or -1 if not given
}

// numbering is a paragraph's place in a list; empty fields are left to the style.
type numbering struct {
	id    string
	level int // -1 if not given
}

func (n numbering) over(base numbering) numbering {
	if n.id == "" {
		n.id = base.id
	}
	if n.level < 0 {
		n.level = base.level
	}
	return n
}

func readNumbering(c *opc.Cursor) (numbering, error) {
	n := numbering{level: -1}
	err := c.Each(func(e opc.Element) error {
		switch e.Name {
		case "w:numId":
			n.id = e.Attr("val")
		case "w:ilvl":
			n.level = atLevel(e.Attr("val"))
		}
		return nil
	})
	return n, err
}

func atLevel(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return min(max(n, 0), levelCount-1)
}

// styleSheet holds the document's styles.
type styleSheet struct {
	byID        map[string]*style
	defaultPara string
	defaultFont string
	resolved    map[string]paraStyle
	runs        map[string]runProps
}

// paraStyle is a paragraph style with everything that it inherits.
type paraStyle struct {
	role      stylename.Role
	level     int // of a heading, 1 to 9; of a table of contents, 0 to 8
	numbering numbering
	numStyle  string // the style that numbers its paragraphs, if another one does
	hidden    bool
	mono      bool
}

func (d *document) readStyles(part string) (*styleSheet, error) {
	s := &styleSheet{byID: map[string]*style{}, resolved: map[string]paraStyle{}, runs: map[string]runProps{}}
	if part == "" {
		return s, nil
	}
	_, err := d.Package.Read(part, func(c *opc.Cursor, e opc.Element) error {
		switch e.Name {
		case "w:docDefaults":
			return s.readDefaults(c)
		case "w:style":
			return s.readStyle(c, e)
		}
		return nil
	})
	if def := s.chain(s.defaultPara); s.defaultFont == "" && len(def) > 0 {
		s.defaultFont = def[0].run.font
	}
	return s, err
}

func (s *styleSheet) readDefaults(c *opc.Cursor) error {
	return c.Each(func(e opc.Element) error {
		if e.Name != "w:rPrDefault" {
			return nil
		}
		return c.Each(func(e opc.Element) error {
			p, err := readRunProps(c)
			s.defaultFont = p.font
			return err
		})
	})
}

func (s *styleSheet) readStyle(c *opc.Cursor, e opc.Element) error {
	st := &style{id: e.Attr("styleId"), outline: -1, numbering: numbering{level: -1}}
	if e.Attr("type") == "paragraph" && e.Attr("default") != "" && e.Attr("default") != "0" {
		s.defaultPara = st.id
	}
	err := c.Each(func(e opc.Element) (err error) {
		switch e.Name {
		case "w:name":
			st.name = e.Attr("val")
		case "w:basedOn":
			st.basedOn = e.Attr("val")
		case "w:rPr":
			st.run, err = readRunProps(c)
		case "w:pPr":
			err = c.Each(func(e opc.Element) (err error) {
				switch e.Name {
				case "w:outlineLvl":
					st.outline = atLevel9(e.Attr("val"))
				case "w:numPr":
					st.numbering, err = readNumbering(c)
				}
				return err
			})
		}
		return err
	})
	s.byID[st.id] = st
	return err
}

// atLevel9 reads an outline level: 0 to 8 are headings, 9 is body text.
func atLevel9(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return min(max(n, 0), 9)
}

// chain returns a style and the styles that it is based on, nearest first.
func (s *styleSheet) chain(id string) []*style {
	var chain []*style
	for st := s.byID[id]; st != nil && len(chain) < 32; st = s.byID[st.basedOn] {
		chain = append(chain, st)
		if st.basedOn == st.id {
			break
		}
	}
	return chain
}

// run returns the properties of a character style.
func (s *styleSheet) run(id string) runProps {
	if id == "" {
		return runProps{}
	}
	p, ok := s.runs[id]
	if !ok {
		for _, st := range s.chain(id) {
			p = p.over(st.run)
		}
		p.style = id
		s.runs[id] = p
	}
	return p
}

// isCodeRun reports whether text with these properties is set as code.
func (s *styleSheet) isCodeRun(p runProps) bool {
	if st := s.byID[p.style]; st != nil && stylename.IsCode(st.name) {
		return true
	}
	return drawing.IsMonospaced(p.font) && !drawing.IsMonospaced(s.defaultFont)
}

// paragraph returns a paragraph style; "" is the document's default style.
func (s *styleSheet) paragraph(id string) paraStyle {
	if id == "" || s.byID[id] == nil {
		id = s.defaultPara
	}
	if p, ok := s.resolved[id]; ok {
		return p
	}
	p := paraStyle{numbering: numbering{level: -1}}
	chain := s.chain(id)
	var run runProps
	for _, st := range chain {
		if p.numbering.id == "" && st.numbering.id != "" {
			p.numStyle = st.id
		}
		p.numbering = p.numbering.over(st.numbering)
		run = run.over(st.run)
	}
	p.hidden = run.hidden == on
	p.mono = drawing.IsMonospaced(run.font) && !drawing.IsMonospaced(s.defaultFont)
	p.role, p.level = roleOf(chain)
	s.resolved[id] = p
	return p
}

// roleOf returns the role given by the nearest style with an outline level or a meaningful name. An outline level below
// Markdown's six gives way only to the heading that the style is based on.
func roleOf(chain []*style) (stylename.Role, int) {
	for i, st := range chain {
		named, level := stylename.Of(st.name)
		switch {
		case named != stylename.Text && named != stylename.Heading:
			return named, level
		case st.outline == 9:
			return stylename.Text, 0
		case st.outline >= 0:
			if role, level := roleOf(chain[i+1:]); st.outline >= 6 && role == stylename.Heading {
				return role, level
			}
			return stylename.Heading, st.outline + 1
		case named == stylename.Heading:
			return stylename.Heading, level
		}
	}
	return stylename.Text, 0
}
