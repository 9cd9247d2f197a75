package docx

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"quire/internal/convert/office/numeral"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/symbol"
)

// levelCount is the number of levels of a list (17.9.6).
const levelCount = 9

// levelDef says how a level of a list counts and what it shows.
type levelDef struct {
	start   int
	format  string
	text    string // "%1.%2"
	legal   bool   // show the numbers of all levels as digits
	restart int    // the level whose items restart the count, from 1; 0 for none; -1 for any higher one
	style   string // the paragraph style linked to this level
	font    string // of the marker
}

type listDef struct {
	levels    map[int]levelDef
	numStyle  string // a numbering style that holds the definition instead
	styleLink string
}

type numDef struct {
	list   string
	levels map[int]levelDef
	starts map[int]int
}

// listNumbers resolves list markers in document order. As in Word, lists that share a definition continue each
// other's count unless an override restarts it.
type listNumbers struct {
	lists   map[string]*listDef
	nums    map[string]*numDef
	counts  map[string]*count
	started map[string]*[levelCount]bool
}

type count struct {
	value [levelCount]int
	used  [levelCount]bool
}

func (d *document) readNumbering(part string) (*listNumbers, error) {
	n := &listNumbers{lists: map[string]*listDef{}, nums: map[string]*numDef{}, counts: map[string]*count{}, started: map[string]*[levelCount]bool{}}
	if part == "" {
		return n, nil
	}
	_, err := d.Package.Read(part, func(c *opc.Cursor, e opc.Element) error {
		switch e.Name {
		case "w:abstractNum":
			return n.readList(c, e)
		case "w:num":
			return n.readNum(c, e)
		}
		return nil
	})
	return n, err
}

func (n *listNumbers) readList(c *opc.Cursor, e opc.Element) error {
	l := &listDef{levels: map[int]levelDef{}}
	n.lists[e.Attr("abstractNumId")] = l
	return c.Each(func(e opc.Element) (err error) {
		switch e.Name {
		case "w:numStyleLink":
			l.numStyle = e.Attr("val")
		case "w:styleLink":
			l.styleLink = e.Attr("val")
		case "w:lvl":
			l.levels[atLevel(e.Attr("ilvl"))], err = readLevel(c)
		}
		return err
	})
}

func (n *listNumbers) readNum(c *opc.Cursor, e opc.Element) error {
	d := &numDef{levels: map[int]levelDef{}, starts: map[int]int{}}
	n.nums[e.Attr("numId")] = d
	return c.Each(func(e opc.Element) error {
		switch e.Name {
		case "w:abstractNumId":
			d.list = e.Attr("val")
		case "w:lvlOverride":
			at := atLevel(e.Attr("ilvl"))
			return c.Each(func(e opc.Element) (err error) {
				switch e.Name {
				case "w:startOverride":
					d.starts[at], _ = strconv.Atoi(e.Attr("val"))
				case "w:lvl":
					d.levels[at], err = readLevel(c)
				}
				return err
			})
		}
		return nil
	})
}

// markerLimit is the maximum length of level text in bytes, because it precedes each of the level's paragraphs. Word
// allows 255 characters.
const markerLimit = 1024

// firstBytes returns at most most bytes from the start of a text, without splitting a character.
func firstBytes(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

func readLevel(c *opc.Cursor) (levelDef, error) {
	l := levelDef{format: "decimal", restart: -1}
	err := c.Each(func(e opc.Element) error {
		switch e.Name {
		case "w:start":
			l.start, _ = strconv.Atoi(e.Attr("val"))
		case "w:numFmt":
			l.format = e.Attr("val")
		case "w:lvlText":
			l.text = firstBytes(e.Attr("val"), markerLimit)
		case "w:isLgl":
			l.legal = e.On()
		case "w:lvlRestart":
			l.restart, _ = strconv.Atoi(e.Attr("val"))
		case "w:pStyle":
			l.style = e.Attr("val")
		case "w:rPr":
			props, err := readRunProps(c)
			l.font = props.font
			return err
		case "mc:AlternateContent":
			return c.Each(func(alt opc.Element) error {
				if alt.Name != "mc:Fallback" {
					return nil
				}
				return c.Each(func(e opc.Element) error {
					if e.Name == "w:numFmt" {
						l.format = e.Attr("val")
					}
					return nil
				})
			})
		}
		return nil
	})
	return l, err
}

// definition finds the list for a number id, through a numbering style if there is one.
func (n *listNumbers) definition(id string, styles *styleSheet) (*numDef, *listDef, string) {
	num := n.nums[id]
	if num == nil {
		return nil, nil, ""
	}
	key := num.list
	list := n.lists[key]
	if list != nil && list.numStyle != "" && len(list.levels) == 0 {
		if st := styles.byID[list.numStyle]; st != nil && n.nums[st.numbering.id] != nil {
			key = n.nums[st.numbering.id].list
			list = n.lists[key]
		}
	}
	return num, list, key
}

// level returns the level of a numbered paragraph: its own, or else the one linked to its style.
func (n *listNumbers) level(id numbering, paraStyles []string, styles *styleSheet) int {
	if id.level >= 0 {
		return id.level
	}
	if num, list, _ := n.definition(id.id, styles); list != nil {
		for at := range levelCount {
			if def, ok := pick(num, list, at); ok && def.style != "" && slices.Contains(paraStyles, def.style) {
				return at
			}
		}
	}
	return 0
}

func pick(num *numDef, list *listDef, at int) (levelDef, bool) {
	if def, ok := num.levels[at]; ok {
		return def, true
	}
	def, ok := list.levels[at]
	return def, ok
}

// marker is what the next paragraph of a list shows.
type marker struct {
	text    string
	ordered bool
}

// next counts one paragraph of a list. It returns false if the document does not define the list.
func (n *listNumbers) next(id string, at int, styles *styleSheet) (marker, bool) {
	num, list, key := n.definition(id, styles)
	if list == nil {
		return marker{}, false
	}
	def, ok := pick(num, list, at)
	if !ok {
		return marker{}, false
	}
	if def.format == "bullet" {
		if def.text != "" && strings.TrimSpace(def.text) == "" {
			return marker{}, false // a paragraph that continues the preceding item
		}
		return marker{text: symbol.Bullet(def.text, def.font)}, true
	}
	c := n.counts[key]
	if c == nil {
		c = &count{}
		n.counts[key] = c
	}
	n.advance(c, id, num, list, at, def)
	if def.format == "none" && !strings.Contains(def.text, "%") {
		return marker{text: strings.TrimSpace(def.text), ordered: strings.TrimSpace(def.text) != ""}, true
	}
	text := strings.TrimSpace(show(c, num, list, def))
	return marker{text: text, ordered: text != ""}, true
}

// advance counts an item: the level continues or starts, the levels below restart, and those above exist from now on.
func (n *listNumbers) advance(c *count, id string, num *numDef, list *listDef, at int, def levelDef) {
	started := n.started[id]
	if started == nil {
		started = &[levelCount]bool{}
		n.started[id] = started
	}
	start, overridden := num.starts[at]
	switch {
	case overridden && !started[at]:
		c.value[at] = start
	case !c.used[at]:
		c.value[at] = def.start
	default:
		c.value[at]++
	}
	started[at], c.used[at] = true, true
	for above := range at {
		if !c.used[above] {
			d, _ := pick(num, list, above)
			c.value[above], c.used[above] = d.start, true
		}
	}
	for below := at + 1; below < levelCount; below++ {
		if d, _ := pick(num, list, below); d.restart < 0 || at < d.restart {
			c.used[below] = false
		}
	}
}

// show inserts the counters into a level's text.
func show(c *count, num *numDef, list *listDef, def levelDef) string {
	var s strings.Builder
	for i := 0; i < len(def.text); i++ {
		if def.text[i] != '%' || i+1 == len(def.text) || def.text[i+1] < '1' || def.text[i+1] > '9' {
			s.WriteByte(def.text[i])
			continue
		}
		i++
		at := int(def.text[i] - '1')
		d, _ := pick(num, list, at)
		format := d.format
		if def.legal && format != "none" {
			format = "decimal"
		}
		s.WriteString(numeral.Write(c.value[at], format))
	}
	return s.String()
}
