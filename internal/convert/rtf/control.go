package rtf

import (
	"strings"
	"unicode/utf16"

	"quire/internal/convert/page"
)

// characters maps control words and symbols to the characters that they stand for.
var characters = map[string]string{
	"tab": "\t", "line": "\n", "emdash": "—", "endash": "–", "emspace": "\u2003", "enspace": "\u2002", "qmspace": "\u2005", "bullet": "•",
	"lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "zwj": "\u200d", "zwnj": "\u200c", "softline": "\n",
	"~": "\u00a0", "_": "-",
}

// destinations maps the control words that begin groups with content other than text.
var destinations = map[string]destination{
	"fonttbl": inFonts, "stylesheet": inStyles, "info": inInfo, "fldinst": inInstruction, "listtext": inMarker, "pntext": inMarker,
	"sn": inName, "sv": inValue, "moMath": inFormula,
	"colortbl": nowhere, "filetbl": nowhere, "header": nowhere, "headerl": nowhere, "headerr": nowhere, "headerf": nowhere, "footer": nowhere,
	"footerl": nowhere, "footerr": nowhere, "footerf": nowhere, "ftnsep": nowhere, "ftnsepc": nowhere, "ftncn": nowhere, "aftnsep": nowhere,
	"aftnsepc": nowhere, "aftncn": nowhere, "xe": nowhere, "tc": nowhere, "tcn": nowhere, "nonshppict": nowhere, "shprslt": nowhere,
	"nonesttables": nowhere, "upr": nowhere, "objdata": nowhere, "private": nowhere, "atnid": nowhere, "atnauthor": nowhere,
	"annotation": nowhere, "bkmkstart": nowhere, "bkmkend": nowhere, "listtable": nowhere, "listoverridetable": nowhere, "revtbl": nowhere,
	"mmathPict": nowhere, "template": nowhere, "pntxta": nowhere, "pntxtb": nowhere, "falt": nowhere, "panose": nowhere, "blipuid": nowhere,
	"mctrlPr": nowhere, "objclass": nowhere, "objname": nowhere, "operator": nowhere, "title": nowhere, "author": nowhere, "subject": nowhere,
}

// transparent lists the groups that readers may skip but whose text counts.
var transparent = map[string]bool{
	"shppict": true, "shpinst": true, "picprop": true, "do": true, "moMathPara": true, "cs": true, "ds": true, "ts": true,
}

// word reads a control word. After a Unicode character, it counts as a replacement character like any other.
func (d *reader) word(t token) {
	if d.skip > 0 {
		d.skip--
		return
	}
	first := d.state.begins || d.state.star
	starred := d.state.star
	d.state.star = false
	if first && d.destination(t.word, starred) {
		return
	}
	if d.state.dest == nowhere {
		if t.word == "ud" {
			d.state.dest = d.state.before
		}
		return
	}
	switch d.state.dest {
	case inFonts:
		d.fontWord(t)
	case inStyles:
		d.styleWord(t)
	case inInfo:
		if t.word == "nofpages" {
			d.recorded = t.number
		}
	default:
		if text, ok := characters[t.word]; ok {
			d.text(text)
			return
		}
		if !d.textWord(t) && !d.paragraphWord(t) && !d.fileWord(t) {
			d.tableWord(t)
		}
	}
}

// destination begins the group named by a word at its start. It returns false for any other word.
func (d *reader) destination(word string, starred bool) bool {
	if d.state.dest == nowhere {
		return false
	}
	switch word {
	case "footnote":
		d.begin()
		d.state.endnote = new(false)
		return true
	case "shptxt", "dptxbxtext":
		d.begin()
		return true
	case "pict":
		d.state.dest, d.state.picture = inPicture, &picture{}
		return true
	case "nesttableprops":
		d.state.nested = true
		return true
	case "field":
		d.state.field, d.state.before = &fieldState{}, d.state.dest
		return true
	case "fldrslt":
		d.state.dest = d.state.before
		d.result()
		return true
	case "sp":
		d.state.property = &property{}
		return true
	}
	dest, known := destinations[word]
	switch {
	case d.state.dest == inFormula && strings.HasSuffix(word, "Pr"): // how the formula is set
		d.state.dest = nowhere
		return true
	case known && d.state.dest == inStyles && dest != nowhere:
		return false
	case known:
		d.state.before, d.state.dest = d.state.dest, dest
		if dest == inFonts || dest == inStyles {
			d.entry = newEntry()
		}
		return true
	case starred && !transparent[word]:
		d.state.dest = nowhere
		return true
	}
	return false
}

// symbol reads a control symbol.
func (d *reader) symbol(c byte) {
	if d.skip > 0 && c != '*' {
		d.skip--
		return
	}
	switch c {
	case '*':
		d.state.star = true
	case '\\', '{', '}':
		d.byte(c)
	case '\r', '\n':
		d.word(token{kind: control, word: "par"})
	case '\t':
		d.text("\t")
	default:
		if text, ok := characters[string(rune(c))]; ok && d.state.dest != nowhere {
			d.text(text)
		}
	}
}

// fileWord reads a word about the whole file, or a Unicode character.
func (d *reader) fileWord(t token) bool {
	switch t.word {
	case "ansicpg":
		if encodings[t.number] != nil {
			d.codes = t.number
		}
	case "mac":
		d.codes = 10000
	case "pc":
		d.codes = 437
	case "pca":
		d.codes = 850
	case "deff":
		d.font = t.number
	case "uc":
		d.state.replaced = min(max(t.number, 0), 16)
	case "u":
		d.unicode(t.number)
	default:
		return false
	}
	return true
}

// unicode adds a character given by its number, which has 16 bits and may be negative, and skips its replacement.
func (d *reader) unicode(number int) {
	r := rune(uint16(number)) //nolint:gosec // numbers above 32767 are written as negative ones
	d.skip = d.state.replaced
	switch {
	case utf16.IsSurrogate(r) && d.lead == 0:
		d.lead = r
		return
	case d.lead != 0:
		r, d.lead = utf16.DecodeRune(d.lead, r), 0
	}
	f := d.fonts[d.state.font]
	inSymbols, private := f != nil && f.symbols && r < 0x100, r >= 0xF000 && r <= 0xF0FF
	if inSymbols || private { // the code of a symbol font
		d.raw = append(d.raw, byte(r))
		d.flush()
		return
	}
	d.text(string(r))
}

// fontWord reads a word in the font table.
func (d *reader) fontWord(t token) {
	switch t.word {
	case "f":
		d.entry.number = t.number
	case "fcharset":
		d.entry.font.symbols = t.number == symbolSet
		d.entry.font.codePage = characterSets[t.number]
	case "cpg":
		if encodings[t.number] != nil {
			d.entry.font.codePage = t.number
		}
	case "fmodern":
		d.entry.font.mono = true
	case "fprq":
		d.entry.font.mono = d.entry.font.mono && t.number != 2
	case "u":
		d.unicode(t.number)
	}
}

// styleWord reads a word in the style sheet.
func (d *reader) styleWord(t token) {
	switch t.word {
	case "s", "ds", "ts":
		d.entry.number = t.number
	case "cs":
		d.entry.number, d.entry.style.character = t.number, true
	case "sbasedon":
		d.entry.style.base = t.number
	case "outlinelevel":
		d.entry.style.outline = t.number
	case "b":
		d.entry.style.bold = !t.given || t.number != 0
	case "i":
		d.entry.style.italic = !t.given || t.number != 0
	case "u":
		d.unicode(t.number)
	case "uc":
		d.state.replaced = min(max(t.number, 0), 16)
	}
}

// textWord reads a word about the appearance of text.
func (d *reader) textWord(t token) bool {
	on := !t.given || t.number != 0
	s := &d.state.text
	switch t.word {
	case "plain":
		*s = page.Span{}
		d.state.hidden, d.state.font, d.state.char = false, -1, -1
	case "b":
		s.Bold = on
	case "i":
		s.Italic = on
	case "strike", "striked":
		s.Strike = on
	case "super":
		s.Sup, s.Sub = on, false
	case "sub":
		s.Sub, s.Sup = on, false
	case "nosupersub":
		s.Sup, s.Sub = false, false
	case "v", "deleted":
		d.state.hidden = on
	case "f":
		d.state.font = t.number
	case "cs":
		d.state.char = t.number
	default:
		return false
	}
	return true
}
