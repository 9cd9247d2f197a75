package docx

import (
	"slices"
	"strconv"
	"strings"

	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// field is a complex field (17.16.18) that has begun and not ended. It can span paragraphs.
type field struct {
	instr  strings.Builder
	result bool // behind the separator: what follows is the result
	hide   bool // the result is not document text (a page number)
	link   string
	value  string // what a form field shows
}

// fieldDepth bounds nesting of fields.
const fieldDepth = 64

func (d *document) beginField() {
	d.fields = append(d.fields, field{})
}

// instruct adds to the instruction of the innermost field.
func (d *document) instruct(s string) {
	if n := len(d.fields); n > 0 && !d.fields[n-1].result && d.fields[n-1].instr.Len() < 1<<16 {
		d.fields[n-1].instr.WriteString(s)
	}
}

// separateField begins the result of the innermost field.
func (d *document) separateField() {
	n := len(d.fields)
	if n == 0 {
		return
	}
	f := &d.fields[n-1]
	f.result = true
	words := fieldWords(f.instr.String())
	if len(words) == 0 {
		return
	}
	switch strings.ToUpper(words[0]) {
	case "HYPERLINK":
		f.link = fieldTarget(words[1:])
	case "PAGEREF", "PAGE", "NUMPAGES", "SECTIONPAGES":
		f.hide = !d.furniture
	}
}

// fieldWords splits an instruction at spaces, with quoted words whole.
func fieldWords(instr string) []string {
	var words []string
	for instr = strings.TrimSpace(instr); instr != ""; instr = strings.TrimSpace(instr) {
		if instr[0] == '"' {
			word, rest, _ := strings.Cut(instr[1:], `"`)
			words, instr = append(words, word), rest
			continue
		}
		end := strings.IndexAny(instr, " \t\"")
		if end < 0 {
			end = len(instr)
		}
		words, instr = append(words, instr[:end]), instr[end:]
	}
	return words
}

// fieldTarget is the address in the arguments of HYPERLINK (17.16.5.25).
func fieldTarget(args []string) string {
	target, anchor := "", ""
	for i := 0; i < len(args); i++ {
		switch args[i] {
		case `\l`, `\t`, `\o`:
			if i++; i < len(args) && args[i-1] == `\l` {
				anchor = args[i]
			}
		case `\m`, `\n`, `\h`:
		default:
			if target == "" {
				target = args[i]
			}
		}
	}
	if target != "" && anchor != "" {
		target += "#" + anchor
	}
	return webLink(target)
}

// endField leaves the innermost field; one without a result may stand for a character.
func (p *paragraph) endField() {
	d := p.doc
	n := len(d.fields)
	if n == 0 {
		return
	}
	f := &d.fields[n-1]
	words, value, result := fieldWords(f.instr.String()), f.value, f.result
	d.fields = d.fields[:n-1]
	if value == "" && !result && len(words) > 1 {
		switch strings.ToUpper(words[0]) {
		case "SYMBOL":
			value = fieldSymbol(words[1:])
		case "MACROBUTTON", "GOTOBUTTON":
			value = strings.Join(words[2:], " ")
		}
	}
	p.writeText(value, page.Span{})
}

// fieldSymbol is the character of SYMBOL 61623 \f Wingdings (17.16.5.66).
func fieldSymbol(args []string) string {
	code, err := strconv.ParseInt(args[0], 0, 32)
	if err != nil {
		return ""
	}
	font := ""
	for i, a := range args {
		if a == `\f` && i+1 < len(args) {
			font = args[i+1]
		}
	}
	return fontText(string(rune(code)), font)
}

func (p *paragraph) fieldChar(c *opc.Cursor, e opc.Element, st page.Span) error {
	d := p.doc
	switch e.Attr("fldCharType") {
	case "begin":
		if len(d.fields) >= fieldDepth {
			return nil
		}
		d.beginField()
		return c.Each(func(e opc.Element) error {
			if e.Name != "w:ffData" {
				return nil
			}
			value, err := formValue(c)
			d.fields[len(d.fields)-1].value = value
			return err
		})
	case "separate":
		d.separateField()
	case "end":
		p.endField()
	}
	return nil
}

// formValue is what a check box or drop-down list shows (17.16.17).
func formValue(c *opc.Cursor) (string, error) {
	value := ""
	err := c.Each(func(e opc.Element) error {
		switch e.Name {
		case "w:checkBox":
			value = "☐"
			return c.Each(func(e opc.Element) error {
				if e.Name == "w:checked" || e.Name == "w:default" {
					value = map[bool]string{true: "☒", false: "☐"}[e.On()]
				}
				return nil
			})
		case "w:ddList":
			var entries []string
			chosen := 0
			err := c.Each(func(e opc.Element) error {
				switch e.Name {
				case "w:result":
					chosen, _ = strconv.Atoi(e.Attr("val"))
				case "w:listEntry":
					entries = append(entries, e.Attr("val"))
				}
				return nil
			})
			if chosen >= 0 && chosen < len(entries) {
				value = entries[chosen]
			}
			return err
		}
		return nil
	})
	return value, err
}

// fieldHides says whether text here is an instruction, or a result that is not document text.
func (d *document) fieldHides() bool {
	for i := range d.fields {
		if !d.fields[i].result || d.fields[i].hide {
			return true
		}
	}
	return false
}

// fieldLink is the target of the innermost hyperlink field, or "".
func (d *document) fieldLink() string {
	for _, v := range slices.Backward(d.fields) {
		if v.link != "" {
			return v.link
		}
	}
	return ""
}
