package drawing

import (
	"strconv"
	"strings"

	"quire/internal/convert/office/numeral"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/symbol"
)

// levelCount is how many levels paragraphs have.
const levelCount = 9

// bulletRunes is how many characters of a bullet are shown, because every item of a list repeats it.
const bulletRunes = 4

// Levels holds the bullets of a text's levels.
type Levels [levelCount]Bullet

// Bullet is what precedes a paragraph (21.1.2.4). The zero Bullet is unset and inherited.
type Bullet struct {
	kind  bulletKind
	text  string // the character, or the scheme of numbers
	start int    // the first number, from 1
	font  string
}

type bulletKind int

const (
	unsaid bulletKind = iota
	noBullet
	charBullet
	numberBullet
)

// ReadLevels reads the current list of styles, such as an a:lstStyle.
func ReadLevels(c *opc.Cursor) (Levels, error) {
	var l Levels
	err := c.Each(func(e opc.Element) (err error) {
		rest, isLevel := strings.CutPrefix(e.Name, "a:lvl")
		at, notNumber := strconv.Atoi(strings.TrimSuffix(rest, "pPr"))
		if isLevel && notNumber == nil && at >= 1 && at <= levelCount {
			l[at-1], err = readBullet(c)
		}
		return err
	})
	return l, err
}

// Over returns l with unset properties taken from base.
func (l Levels) Over(base Levels) Levels {
	for i := range l {
		l[i] = l[i].over(base[i])
	}
	return l
}

// over inherits the bullet's font independently of the bullet.
func (b Bullet) over(base Bullet) Bullet {
	font := b.font
	if b.kind == unsaid {
		b = base
	}
	if font == "" {
		font = base.font
	}
	b.font = font
	return b
}

// readBullet reads the bullet from the current paragraph properties.
func readBullet(c *opc.Cursor) (Bullet, error) {
	var b Bullet
	err := c.Each(func(e opc.Element) error {
		switch e.Name {
		case "a:buNone":
			b.kind = noBullet
		case "a:buChar":
			b.kind, b.text = charBullet, firstRunes(e.Attr("char"), bulletRunes)
		case "a:buBlip":
			b.kind, b.text = charBullet, "•"
		case "a:buAutoNum":
			b.kind, b.text = numberBullet, e.Attr("type")
			first, _ := strconv.Atoi(e.Attr("startAt"))
			b.start = max(first, 1)
		case "a:buFont":
			b.font = e.Attr("typeface")
		}
		return nil
	})
	return b, err
}

func firstRunes(s string, most int) string {
	for i := range s {
		if most--; most < 0 {
			return s[:i]
		}
	}
	return s
}

// sign returns the character of a bullet as its font shows it.
func (b Bullet) sign() string {
	if sign := strings.TrimSpace(symbol.Text(b.text, b.font)); sign != "" {
		return sign
	}
	return "•"
}

// numberFormats maps the beginnings of numbering schemes (20.1.10.61) to number formats.
var numberFormats = []struct{ scheme, format string }{
	{"alphaLc", "lowerLetter"},
	{"alphaUc", "upperLetter"},
	{"romanLc", "lowerRoman"},
	{"romanUc", "upperRoman"},
	{"circleNum", "decimalEnclosedCircle"},
	{"ea1", "chineseCounting"},
}

// number formats the n-th number of a list.
func (b Bullet) number(n int) string {
	format := "decimal"
	for _, f := range numberFormats {
		if strings.HasPrefix(b.text, f.scheme) {
			format = f.format
		}
	}
	text := numeral.Write(n, format)
	switch {
	case strings.HasSuffix(b.text, "Period"):
		return text + "."
	case strings.HasSuffix(b.text, "ParenBoth"):
		return "(" + text + ")"
	case strings.HasSuffix(b.text, "ParenR"):
		return text + ")"
	case strings.HasSuffix(b.text, "Minus"):
		return text + "-"
	}
	return text
}
