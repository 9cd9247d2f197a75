package odf

import (
	"cmp"
	"strconv"
	"strings"

	"quire/internal/convert/office/numeral"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/symbol"
)

const (
	// levelCount is the number of levels of a list.
	levelCount = 10
	// outlineList is the name under which the numbering of headings is stored with the lists.
	outlineList = "\x00outline"
	// affixLimit bounds, in bytes, the text before and after a number, because it is repeated with every item.
	affixLimit = 256
)

// listStyle says how the levels of a list count and what they show.
type listStyle [levelCount]levelStyle

type levelStyle struct {
	bullet         string // "" for numbers
	font           string // of the bullet
	format         string // of the number, in the words of numeral.Write
	prefix, suffix string
	start          int
	levels         int // how many numbers are shown: this one and those above
}

// readList reads the current text:list-style or text:outline-style.
func (s *styleSheet) readList(c *opc.Cursor, name string) error {
	l := &listStyle{}
	s.lists[name] = l
	return c.Each(func(e opc.Element) error {
		level, err := strconv.Atoi(e.Attr("level"))
		if err != nil || level < 1 || level > levelCount {
			return nil //nolint:nilerr // a level that does not exist styles nothing
		}
		at := &l[level-1]
		*at = levelStyle{prefix: shortened(e.Attr("num-prefix")), suffix: shortened(e.Attr("num-suffix")), start: 1, levels: 1}
		switch e.Name {
		case "text:list-level-style-bullet":
			at.bullet = cmp.Or(shortened(e.Attr("bullet-char")), "•")
		case "text:list-level-style-image":
			at.bullet = "•"
		case "text:list-level-style-number", "text:outline-level-style":
			at.format = numberFormat(e.Attr("num-format"))
			if n, err := strconv.Atoi(e.Attr("start-value")); err == nil {
				at.start = n
			}
			if n, err := strconv.Atoi(e.Attr("display-levels")); err == nil {
				at.levels = min(max(n, 1), level)
			}
		}
		return c.Each(func(e opc.Element) error {
			if e.Name == "style:text-properties" {
				at.font = cmp.Or(e.Attr("font-name"), strings.Trim(e.Attr("font-family"), `'"`))
			}
			return nil
		})
	})
}

func shortened(s string) string {
	if len(s) > affixLimit {
		return ""
	}
	return s
}

// numberFormat converts a style:num-format (ISO/IEC 26300-1, 19.500), which shows one number or several.
func numberFormat(format string) string {
	first, _, _ := strings.Cut(format, ",")
	switch first {
	case "":
		return "none"
	case "a":
		return "lowerLetter"
	case "A":
		return "upperLetter"
	case "i":
		return "lowerRoman"
	case "I":
		return "upperRoman"
	case "01":
		return "decimalZero"
	case "1st":
		return "ordinal"
	case "①":
		return "decimalEnclosedCircle"
	case "一":
		return "chineseCounting"
	case "甲":
		return "ideographTraditional"
	case "ア":
		return "aiueo"
	case "А", "Б":
		return "russianUpper"
	case "а", "б":
		return "russianLower"
	}
	return "decimal"
}

// counter counts the items of a list.
type counter struct {
	value [levelCount]int
	used  [levelCount]bool
}

// next counts an item. The levels below restart, and those above exist from now on.
func (n *counter) next(l *listStyle, level int) {
	if n.used[level] {
		n.value[level]++
	} else {
		n.value[level] = l[level].start
	}
	n.used[level] = true
	for above := range level {
		if !n.used[above] {
			n.value[above], n.used[above] = l[above].start, true
		}
	}
	for below := level + 1; below < levelCount; below++ {
		n.used[below] = false
	}
}

// show returns the number of the last counted item with its affixes, or "" if it shows none.
func (n *counter) show(l *listStyle, level int) string {
	def := l[level]
	if def.format == "" || def.format == "none" {
		return strings.TrimSpace(def.prefix + def.suffix)
	}
	var numbers []string
	for at := level - def.levels + 1; at <= level; at++ {
		if number := numeral.Write(n.value[at], l[at].format); number != "" {
			numbers = append(numbers, number)
		}
	}
	return strings.TrimSpace(def.prefix + strings.Join(numbers, ".") + def.suffix)
}

// list is an open text:list, with those around it.
type list struct {
	style   *listStyle // nil if the document does not define it
	name    string     // of the style
	level   int
	counter *counter
}

// item is what the first paragraph of a list item shows.
type item struct {
	list  *list
	start int  // the number that the item is given, or -1
	taken bool // a paragraph has shown it
}

// begin opens the current text:list inside an item of another list; in is nil if there is none.
func (d *Document) begin(e opc.Element, in *item) *list {
	continues := e.Attr("continue-numbering") == "true"
	name := e.Attr("style-name")
	if in != nil {
		l := *in.list
		l.level = min(l.level+1, levelCount-1)
		if name != "" {
			l.name, l.style = name, d.styles.lists[name]
		}
		// An item without its own text only opens the level on which a continued list continues.
		if !continues && in.taken {
			l.counter.used[l.level] = false
		}
		return &l
	}
	l := &list{name: name, style: d.styles.lists[name]}
	if continues {
		l.counter = d.counts["style "+name]
	}
	if id := e.Attr("continue-list"); id != "" {
		l.counter = cmp.Or(d.counts["id "+id], l.counter)
	}
	l.counter = cmp.Or(l.counter, &counter{})
	d.counts["style "+name] = l.counter
	if id := e.Attr("id"); id != "" {
		d.counts["id "+id] = l.counter
	}
	return l
}

// marker counts the item and returns what it shows.
func (i *item) marker() (text string, ordered bool) {
	l := i.list
	if l.style == nil || l.style[l.level].levels == 0 { // the document does not define it
		return "•", false
	}
	def := l.style[l.level]
	if def.bullet != "" {
		if strings.TrimSpace(def.bullet) == "" {
			return "", false
		}
		return symbol.Bullet(def.bullet, def.font), false
	}
	l.counter.next(l.style, l.level)
	if i.start >= 0 {
		l.counter.value[l.level] = i.start
	}
	text = l.counter.show(l.style, l.level)
	return text, text != ""
}
