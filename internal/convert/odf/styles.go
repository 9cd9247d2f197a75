package odf

import (
	"cmp"
	"strconv"
	"strings"

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

func toggleOf(is bool) toggle {
	if is {
		return on
	}
	return off
}

// textProps holds what a style says about text.
type textProps struct {
	bold, italic, strike, hidden, sup, sub toggle
	font                                   string
	code                                   bool // the style's name says that its text is code
}

// over overlays p on the properties around it.
func (p textProps) over(base textProps) textProps {
	p.bold, p.italic = cmp.Or(p.bold, base.bold), cmp.Or(p.italic, base.italic)
	p.strike, p.hidden = cmp.Or(p.strike, base.strike), cmp.Or(p.hidden, base.hidden)
	p.sup, p.sub = cmp.Or(p.sup, base.sup), cmp.Or(p.sub, base.sub)
	p.font = cmp.Or(p.font, base.font)
	p.code = p.code || base.code
	return p
}

// styleKey identifies a style.
type styleKey struct{ family, name string }

// style is one style of the document.
type style struct {
	name, parent            string
	outline                 int // 1 to 9, 0 for text, or -1 if not given
	text                    textProps
	breakBefore, breakAfter toggle
	master                  string // the style of the page that begins with the paragraph
	unnumbered              bool   // its paragraphs have no number even in lists
	hidden                  bool   // tables, and pages of a presentation
}

// styleSheet holds the document's styles.
type styleSheet struct {
	named, automatic map[styleKey]*style
	fonts            map[string]string // families by the name of their declaration
	fixed            map[string]bool   // declarations of monospaced fonts
	defaultFont      string
	lists            map[string]*listStyle
	resolved         map[*style]paraStyle
	texts            map[*style]textProps
	layouts          map[string]size // of pages
}

func newStyleSheet() *styleSheet {
	return &styleSheet{
		named: map[styleKey]*style{}, automatic: map[styleKey]*style{}, fonts: map[string]string{}, fixed: map[string]bool{},
		lists: map[string]*listStyle{}, resolved: map[*style]paraStyle{}, texts: map[*style]textProps{}, layouts: map[string]size{},
	}
}

// readFonts reads the current office:font-face-decls.
func (s *styleSheet) readFonts(c *opc.Cursor) error {
	return c.Each(func(e opc.Element) error {
		s.fonts[e.Attr("name")] = strings.Trim(e.Attr("font-family"), `'"`)
		s.fixed[e.Attr("name")] = e.Attr("font-pitch") == "fixed"
		return nil
	})
}

// read reads the current list of styles.
func (s *styleSheet) read(c *opc.Cursor, into map[styleKey]*style) error {
	return c.Each(func(e opc.Element) error {
		switch e.Name {
		case "style:style":
			st, err := readStyle(c, e)
			into[styleKey{e.Attr("family"), e.Attr("name")}] = st
			return err
		case "style:default-style":
			st, err := readStyle(c, e)
			if e.Attr("family") == "paragraph" {
				s.defaultFont = st.text.font
			}
			return err
		case "style:page-layout":
			return s.readLayout(c, e.Attr("name"))
		case "text:list-style":
			return s.readList(c, e.Attr("name"))
		case "text:outline-style":
			return s.readList(c, outlineList)
		}
		return nil
	})
}

// readStyle reads the current style.
func readStyle(c *opc.Cursor, e opc.Element) (*style, error) {
	st := &style{name: cmp.Or(e.Attr("display-name"), decoded(e.Attr("name"))), parent: e.Attr("parent-style-name"), outline: -1, master: e.Attr("master-page-name")}
	if level, given := e.Lookup("default-outline-level"); given {
		st.outline, _ = strconv.Atoi(level)
	}
	err := c.Each(func(e opc.Element) error {
		switch e.Name {
		case "style:text-properties":
			st.text = readTextProps(e)
		case "style:paragraph-properties":
			st.breakBefore, st.breakAfter = breaks(e, "break-before"), breaks(e, "break-after")
			st.unnumbered = e.Attr("enable-numbering") == "false"
		case "style:table-properties":
			st.hidden = e.Attr("display") == "false"
		case "style:drawing-page-properties":
			st.hidden = e.Attr("visibility") == "hidden"
		}
		return nil
	})
	st.text.code = stylename.IsCode(st.name)
	return st, err
}

// breaks reads whether a page ends before or after a paragraph.
func breaks(e opc.Element, side string) toggle {
	if at, given := e.Lookup(side); given {
		return toggleOf(at == "page")
	}
	return unset
}

// decoded returns a style's name with its escaped characters restored. Characters that names cannot contain are written
// like _20_.
func decoded(name string) string {
	var out strings.Builder
	for i := 0; i < len(name); i++ {
		if name[i] == '_' && i+3 < len(name) && name[i+3] == '_' {
			if r, err := strconv.ParseUint(name[i+1:i+3], 16, 8); err == nil {
				out.WriteRune(rune(r))
				i += 3
				continue
			}
		}
		out.WriteByte(name[i])
	}
	return out.String()
}

// bolder is the least font weight of bold type.
const bolder = 600

// readTextProps reads a style:text-properties.
func readTextProps(e opc.Element) textProps {
	p := textProps{font: cmp.Or(e.Attr("font-name"), strings.Trim(e.Attr("font-family"), `'"`))}
	if weight, given := e.Lookup("font-weight"); given {
		n, err := strconv.Atoi(weight)
		p.bold = toggleOf(weight == "bold" || (err == nil && n >= bolder))
	}
	if slant, given := e.Lookup("font-style"); given {
		p.italic = toggleOf(slant == "italic" || slant == "oblique")
	}
	line, styled := e.Lookup("text-line-through-style")
	kind, typed := e.Lookup("text-line-through-type")
	if styled || typed {
		p.strike = toggleOf(cmp.Or(line, kind) != "none")
	}
	if display, given := e.Lookup("display"); given {
		p.hidden = toggleOf(display == "none")
	}
	if position, given := e.Lookup("text-position"); given {
		shift, _, _ := strings.Cut(strings.TrimSpace(position), " ")
		percent, _ := strconv.ParseFloat(strings.TrimSuffix(shift, "%"), 64)
		p.sup, p.sub = toggleOf(shift == "super" || percent > 0), toggleOf(shift == "sub" || percent < 0)
	}
	return p
}

// find returns a style, or nil.
func (s *styleSheet) find(family, name string) *style {
	return cmp.Or(s.automatic[styleKey{family, name}], s.named[styleKey{family, name}])
}

// Hidden reports whether a style hides tables or pages.
func (d *Document) Hidden(family, name string) bool {
	st := d.styles.find(family, name)
	return st != nil && st.hidden
}

// chainLimit bounds the number of styles that a style is based on.
const chainLimit = 32

// chain returns a style and the styles that it is based on, nearest first.
func (s *styleSheet) chain(family, name string) []*style {
	var chain []*style
	for st := s.find(family, name); st != nil && len(chain) < chainLimit; st = s.named[styleKey{family, st.parent}] {
		chain = append(chain, st)
	}
	return chain
}

// run returns the properties of a text style, including inherited ones.
func (s *styleSheet) run(name string) textProps {
	first := s.find("text", name)
	if first == nil {
		return textProps{}
	}
	p, known := s.texts[first]
	if !known {
		for _, st := range s.chain("text", name) {
			p = p.over(st.text)
		}
		s.texts[first] = p
	}
	return p
}

// paraStyle is a paragraph style with everything that it inherits.
type paraStyle struct {
	role        stylename.Role
	level       int // of a heading, 1 to 9; of a table of contents, 0 to 8
	text        textProps
	breakBefore toggle
	breakAfter  toggle
	master      string
	unnumbered  bool
	mono        bool
	tableHead   bool // paragraphs in the header of a table
}

// paragraph returns a paragraph style.
func (s *styleSheet) paragraph(name string) paraStyle {
	chain := s.chain("paragraph", name)
	if len(chain) == 0 {
		role, level := stylename.Of(decoded(name))
		return paraStyle{role: role, level: level}
	}
	p, known := s.resolved[chain[0]]
	if known {
		return p
	}
	p.role, p.level = roleOf(chain)
	p.master, p.unnumbered = chain[0].master, chain[0].unnumbered
	var all textProps
	for _, st := range chain {
		p.breakBefore, p.breakAfter = cmp.Or(p.breakBefore, st.breakBefore), cmp.Or(p.breakAfter, st.breakAfter)
		p.tableHead = p.tableHead || strings.EqualFold(st.name, "Table Heading")
		all = all.over(st.text)
	}
	if s.automatic[styleKey{"paragraph", name}] != nil {
		p.text = chain[0].text // set by the author for this paragraph alone
	}
	p.text.hidden, p.text.font, p.text.code = all.hidden, "", false
	p.mono = s.isMonospaced(all.font) && !s.isMonospaced(s.defaultFont)
	s.resolved[chain[0]] = p
	return p
}

func (s *styleSheet) isMonospaced(font string) bool {
	return s.fixed[font] || drawing.IsMonospaced(cmp.Or(s.fonts[font], font))
}

// roleOf returns the role given by the nearest style with a meaningful name or an outline level.
func roleOf(chain []*style) (stylename.Role, int) {
	for _, st := range chain {
		role, level := stylename.Of(st.name)
		switch {
		case role != stylename.Text:
			return role, level
		case st.outline > 0:
			return stylename.Heading, st.outline
		case st.outline == 0:
			return stylename.Text, 0
		}
	}
	return stylename.Text, 0
}
