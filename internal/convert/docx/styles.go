package docx

import (
	"cmp"
	"strconv"
	"strings"

	"quire/internal/convert/office/opc"
)

// toggle is a property that a style can leave open.
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

// runProps is what a run's properties say about its text.
type runProps struct {
	bold, italic, strike, hidden toggle
	vert                         string // "superscript", "subscript", "baseline" or ""
	font                         string
	style                        string
	deleted                      bool // the paragraph mark is a tracked deletion, or moved elsewhere
}

// over lays p over the properties that it is based on.
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

// raisedBy takes text of its own size that is raised or lowered by at least two points for what other
// programs mean by it.
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

// style is one style of the document, as it stands in the styles part.
type style struct {
	id, name, basedOn string
	run               runProps
	numbering         numbering
	outline           int // 0 to 9, or -1
}

// numbering is a paragraph's place in a list; empty fields are left to the style.
type numbering struct {
	id    string
	level int // -1 when not given
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

// styleSheet is the document's styles.
type styleSheet struct {
	byID        map[string]*style
	defaultPara string
	defaultFont string
	resolved    map[string]paraStyle
	runs        map[string]runProps
}

// role is what a paragraph style makes of its paragraphs.
type role uint8

const (
	roleText role = iota
	roleHeading
	roleTitle
	roleCaption
	roleCode
	roleQuote
	roleContents // an entry of a table of contents
)

// paraStyle is a paragraph style with everything that it inherits.
type paraStyle struct {
	role      role
	level     int // of a heading, 1 to 9; of a table of contents, 0 to 8
	numbering numbering
	numStyle  string // the style that numbers its paragraphs
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

// chain is a style and those that it is based on, nearest first.
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

// run is what a character style gives.
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

// isCodeRun says whether text with these properties is set as code.
func (s *styleSheet) isCodeRun(p runProps) bool {
	if st := s.byID[p.style]; st != nil && codeNames[strings.ToLower(st.name)] {
		return true
	}
	return isMono(p.font) && !isMono(s.defaultFont)
}

// paragraph is what a paragraph style gives; "" is the document's default style.
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
	p.mono = isMono(run.font) && !isMono(s.defaultFont)
	p.role, p.level = roleOf(chain)
	s.resolved[id] = p
	return p
}

// roleOf decides by the nearest style that says something: an outline level, or a name. An outline level below the six
// that Markdown has only gives way to the heading that the style is based on.
func roleOf(chain []*style) (role, int) {
	for i, st := range chain {
		name := strings.ToLower(strings.TrimSpace(st.name))
		base, level := splitLevel(name)
		switch {
		case name == "title" || titleNames[name]:
			return roleTitle, 1
		case captionNames[name]:
			return roleCaption, 0
		case quoteNames[name]:
			return roleQuote, 0
		case codeNames[name]:
			return roleCode, 0
		case level > 0 && contentsNames[base]:
			return roleContents, level - 1
		case st.outline == 9:
			return roleText, 0
		case st.outline >= 0:
			if role, level := roleOf(chain[i+1:]); st.outline >= 6 && role == roleHeading {
				return role, level
			}
			return roleHeading, st.outline + 1
		case level > 0 && headingNames[base]:
			return roleHeading, level
		}
	}
	return roleText, 0
}

// splitLevel parts "heading 2" into "heading" and 2; the level is 0 when there is none from 1 to 9.
func splitLevel(name string) (string, int) {
	if n := len(name); n > 1 && name[n-1] >= '1' && name[n-1] <= '9' {
		return strings.TrimSpace(name[:n-1]), int(name[n-1] - '0')
	}
	return name, 0
}

// isMono tells typewriter fonts by their names.
func isMono(font string) bool {
	font = strings.ToLower(font)
	for _, part := range [...]string{"courier", "consolas", "menlo", "monaco", "inconsolata", "lucida console", "fira code", "source code", "cascadia code", "andale mono"} {
		if strings.Contains(font, part) {
			return true
		}
	}
	return strings.HasSuffix(font, " mono") || strings.Contains(font, " mono ") || strings.Contains(font, "jetbrains mono")
}
