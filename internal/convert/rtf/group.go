package rtf

import (
	"cmp"
	"strconv"
	"strings"

	"quire/internal/convert/office/drawing"
	"quire/internal/convert/office/field"
	"quire/internal/convert/office/numeral"
	"quire/internal/convert/office/para"
	"quire/internal/convert/office/stylename"
	"quire/internal/convert/office/symbol"
	"quire/internal/convert/page"
)

// destination is the meaning of a group's text.
type destination int

const (
	inText destination = iota
	nowhere
	inFonts
	inStyles
	inInfo
	inInstruction
	inMarker // the number or bullet of a list item
	inPicture
	inName  // of a shape's property
	inValue // of a shape's property
	inFormula
)

// state is what a group inherits and restores.
type state struct {
	dest     destination
	begins   bool // nothing of the group has been read yet
	star     bool // readers that do not know the group may skip it
	replaced int  // number of replacement characters after each Unicode character
	text     page.Span
	hidden   bool // also what tracked changes deleted
	font     int
	char     int // the character style
	para     paraProps
	field    *fieldState
	link     string
	hides    bool // the result of a field is not document text
	before   destination
	picture  *picture
	property *property
	ours     *story // the story that ends with the group
	endnote  *bool
	nested   bool // row properties are those of nested tables
}

// fieldState is a field being read.
type fieldState struct {
	instruction strings.Builder
	read        bool // the instruction has been followed
	link        string
	hides       bool // the result is not document text
}

// instructionLimit bounds the instruction of a field.
const instructionLimit = 1 << 16

// property is a property of a shape.
type property struct{ name, value strings.Builder }

// propertyLimit bounds how much is kept of a property's value, in bytes.
const propertyLimit = 1 << 12

// picture is a picture being read.
type picture struct {
	digits []byte // of its bytes, two for each
	data   []byte
	alt    string
}

// font is an entry of the font table.
type font struct {
	name     string
	codePage int // 0 for the file's own
	symbols  bool
	mono     bool
}

// style is an entry of the style sheet.
type style struct {
	name      string
	base      int
	outline   int
	character bool
	bold      bool
	italic    bool
}

// entry is the part of an entry of the font table or the style sheet read so far.
type entry struct {
	number int
	name   strings.Builder
	font   font
	style  style
}

func newEntry() entry { return entry{style: style{base: -1, outline: -1}} }

// nameLimit bounds the names of fonts and styles.
const nameLimit = 256

// close ends the current group.
func (d *reader) close() error {
	n := len(d.outer)
	if n == 0 {
		return nil
	}
	ended := d.state
	d.state = d.outer[n-1]
	d.outer = d.outer[:n-1]
	d.skip, d.lead = 0, 0
	switch {
	case ended.dest == inFonts || ended.dest == inStyles:
		d.endEntry(ended.dest)
	case ended.dest == inValue && d.state.dest != inValue:
		d.endProperty(ended.property)
	case ended.dest == inFormula && d.state.dest != inFormula:
		d.story().par.formula()
	}
	if ended.picture != nil && d.state.picture != ended.picture {
		if err := d.endPicture(ended.picture); err != nil {
			return err
		}
	}
	if ended.ours != nil {
		d.endStory(ended)
	}
	return nil
}

// endEntry adds an entry to the font table or the style sheet. Its name ends with a semicolon.
func (d *reader) endEntry(dest destination) {
	name, _, _ := strings.Cut(d.entry.name.String(), ";")
	name = strings.TrimSpace(name)
	switch {
	case name == "":
	case dest == inFonts:
		f := d.entry.font
		f.name, f.mono = name, f.mono || drawing.IsMonospaced(name)
		d.fonts[d.entry.number] = &f
	default:
		s := d.entry.style
		s.name = name
		d.styles[d.entry.number] = &s
	}
	d.entry = newEntry()
}

// endProperty uses the description of a picture, or the text of WordArt.
func (d *reader) endProperty(p *property) {
	if p == nil {
		return
	}
	switch p.name.String() {
	case "wzDescription":
		if d.state.picture != nil {
			d.state.picture.alt = p.value.String()
			return
		}
		d.story().par.alt = p.value.String()
	case "gtextUNICODE":
		d.story().par.anchor(page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: p.value.String()}}})
	}
}

// endPicture anchors a picture in its paragraph.
func (d *reader) endPicture(p *picture) error {
	par := &d.story().par
	if d.opt.SkipImages || d.state.hidden {
		return nil
	}
	if p.data == nil {
		for i := 0; i+1 < len(p.digits); i += 2 {
			p.data = append(p.data, p.digits[i]<<4|p.digits[i+1])
		}
	}
	if p.alt == "" {
		p.alt, par.alt = par.alt, ""
	}
	b, read, err := d.illustrations.PictureIn(p.data, p.alt)
	d.ocr = d.ocr || read
	par.anchor(b)
	return err
}

// begin begins a separate story: a note or a text box.
func (d *reader) begin() {
	s := &story{}
	d.texts = append(d.texts, s)
	d.state.ours, d.state.dest, d.state.para = s, inText, plainParagraph
	d.state.field, d.state.link, d.state.endnote, d.state.nested = nil, "", nil, false
}

// endStory ends a separate story. A note is referenced where it appears; a text box is anchored in its paragraph.
func (d *reader) endStory(ended state) {
	s := ended.ours
	s.end(d)
	s.closeTables(0)
	if n := len(d.texts); n > 1 && d.texts[n-1] == s {
		d.texts = d.texts[:n-1]
	}
	par := &d.story().par
	if ended.endnote == nil {
		for _, b := range s.blocks {
			par.anchor(b)
		}
		return
	}
	d.addNote(par, s.blocks, *ended.endnote)
}

// addNote adds a reference to a note by its number in order of reference. Endnotes have Roman numerals, which
// distinguishes the two. The note's first block has the label; further paragraphs follow without one.
func (d *reader) addNote(par *paragraph, blocks []page.Block, endnote bool) {
	var label string
	if endnote {
		d.numbers.endnotes++
		label = numeral.Write(d.numbers.endnotes, "lowerRoman")
	} else {
		d.numbers.footnotes++
		label = strconv.Itoa(d.numbers.footnotes)
	}
	par.note(label)
	for _, b := range blocks {
		d.notes[label] = para.AddNote(d.notes[label], label, b)
	}
}

// story returns the current story.
func (d *reader) story() *story { return d.texts[len(d.texts)-1] }

// byte adds a byte of text, which may be half a character.
func (d *reader) byte(c byte) {
	switch {
	case d.skip > 0:
		d.skip--
	case d.state.dest == nowhere:
	case d.state.dest == inPicture:
		d.state.picture.digit(c)
	default:
		d.raw = append(d.raw, c)
	}
}

// digit adds a digit of a picture.
func (p *picture) digit(c byte) {
	if value, ok := hexDigit(c); ok && len(p.digits) < 2*binaryLimit {
		p.digits = append(p.digits, byte(value))
	}
}

// flush decodes the pending bytes.
func (d *reader) flush() {
	if len(d.raw) == 0 {
		return
	}
	raw := d.raw
	d.raw = d.raw[:0]
	f := d.fonts[d.state.font]
	if f == nil {
		f = d.fonts[d.font]
	}
	switch {
	case f != nil && f.symbols && d.state.dest != inFonts:
		var text strings.Builder
		for _, c := range raw {
			text.WriteString(symbol.Text(string(rune(0xF000)+rune(c)), f.name))
		}
		d.text(text.String())
	case f != nil && f.codePage != 0:
		d.text(decode(raw, f.codePage))
	default:
		d.text(decode(raw, d.codes))
	}
}

// text adds decoded text to its destination.
func (d *reader) text(s string) {
	switch d.state.dest {
	case inText:
		if d.state.hidden || d.state.hides {
			return
		}
		d.story().par.write(s, d.style())
	case inFormula:
		d.story().par.math.WriteString(s)
	case inMarker:
		d.story().par.mark(s)
	case inFonts, inStyles:
		if d.entry.name.Len() < nameLimit {
			d.entry.name.WriteString(s)
		}
	case inInstruction:
		if f := d.state.field; f != nil && f.instruction.Len() < instructionLimit {
			f.instruction.WriteString(s)
		}
	case inName:
		if p := d.state.property; p != nil && p.name.Len() < nameLimit {
			p.name.WriteString(s)
		}
	case inValue:
		if p := d.state.property; p != nil && p.value.Len() < propertyLimit {
			p.value.WriteString(s)
		}
	case nowhere, inInfo, inPicture:
	}
}

// style returns the style of the current text.
func (d *reader) style() page.Span {
	s := d.state.text
	s.Link = d.state.link
	if st := d.styles[d.state.para.style]; st != nil { // paragraphs repeat the properties of their style
		s.Bold, s.Italic = s.Bold && !st.bold, s.Italic && !st.italic
	}
	own, usual := d.fonts[d.state.font], d.fonts[d.font]
	mono := own != nil && own.mono && (usual == nil || !usual.mono)
	char := d.styles[d.state.char]
	s.Code = mono || (char != nil && char.character && stylename.IsCode(char.name))
	return s
}

// result begins the result of the current field.
func (d *reader) result() {
	f := d.state.field
	if f == nil {
		return
	}
	if !f.read {
		f.read = true
		d.follow(f)
	}
	d.state.link, d.state.hides = cmp.Or(f.link, d.state.link), d.state.hides || f.hides
}

// follow applies the instruction of a field.
func (d *reader) follow(f *fieldState) {
	words := field.Words(f.instruction.String())
	if len(words) == 0 {
		return
	}
	switch strings.ToUpper(words[0]) {
	case "HYPERLINK":
		f.link = field.Target(words[1:])
	case "PAGEREF", "PAGE", "NUMPAGES", "SECTIONPAGES":
		f.hides = true
	case "SYMBOL":
		if len(words) > 1 {
			d.text(field.Symbol(words[1:]))
			f.hides = true
		}
	}
}
