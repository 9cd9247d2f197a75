package object

import (
	"bytes"
	"errors"
	"math"
	"slices"
)

const (
	// maxDepth is the maximum nesting depth of arrays and dictionaries.
	maxDepth = 32
	// maxDigits is the maximum number of digits of a number: as many as a 64-bit float represents without rounding.
	maxDigits = 15
)

// errSyntax is the error for anything that does not conform to the standard.
var errSyntax = errors.New("invalid PDF syntax")

// Lexer splits the text of a file or of a content stream into objects.
type Lexer struct {
	data []byte
	pos  int
	// references allows references such as "1 0 R", as in files. Content streams have none.
	references bool
	// open holds the items of the arrays being read.
	open []Object
	// lends is set while arrays are read whose items may stay in open.
	lends bool
}

// NewLexer returns a lexer of a content stream.
func NewLexer(data []byte) *Lexer { return &Lexer{data: data} }

// class is the meaning of a byte between objects.
type class uint8

const (
	regular class = iota
	space
	delimiter
)

var classes = func() (table [256]class) {
	for _, c := range "\x00\t\n\f\r " {
		table[c] = space
	}
	for _, c := range "()<>[]{}/%" {
		table[c] = delimiter
	}
	return table
}()

func (l *Lexer) skipSpace() {
	for l.pos < len(l.data) {
		switch c := l.data[l.pos]; {
		case classes[c] == space:
			l.pos++
		case c == '%':
			end := bytes.IndexAny(l.data[l.pos:], "\r\n")
			if end < 0 {
				end = len(l.data) - l.pos
			}
			l.pos += end
		default:
			return
		}
	}
}

// Rest returns the text that has not been read.
func (l *Lexer) Rest() []byte { return l.data[l.pos:] }

// Skip skips n bytes, or all that are left.
func (l *Lexer) Skip(n int) { l.pos = min(l.pos+n, len(l.data)) }

// IsSpace reports whether a byte separates objects.
func IsSpace(c byte) bool { return classes[c] == space }

// Next returns the next object, or one of the kind End.
func (l *Lexer) Next() (Object, error) {
	var o Object
	err := l.next(&o, 0)
	return o, err
}

// Read reads the next object into o, which is faster than Next because objects are large. The items of an array are
// valid until the next array is read.
func (l *Lexer) Read(o *Object) error {
	l.lends = true
	err := l.next(o, 0)
	l.lends = false
	return err
}

func (l *Lexer) next(o *Object, depth int) (err error) {
	l.skipSpace()
	if l.pos >= len(l.data) {
		*o = Object{Kind: End}
		return nil
	}
	if depth > maxDepth {
		return errSyntax
	}
	switch c := l.data[l.pos]; c {
	case '/':
		*o, err = l.name()
	case '(':
		*o, err = l.literal()
	case '[':
		l.pos++
		*o, err = l.array(depth)
	case '<':
		if l.pos+1 < len(l.data) && l.data[l.pos+1] == '<' {
			l.pos += 2
			*o, err = l.dictionary(depth)
		} else {
			*o, err = l.hexadecimal()
		}
	case ')', '>', ']', '{', '}':
		return errSyntax
	default:
		*o = Object{}
		return l.word(o)
	}
	return err
}

// word reads a number, a reference or a keyword into an empty object.
func (l *Lexer) word(o *Object) error {
	start := l.pos
	for l.pos < len(l.data) && classes[l.data[l.pos]] == regular {
		l.pos++
	}
	w := l.data[start:l.pos]
	if c := w[0]; (c < '0' || c > '9') && c != '+' && c != '-' && c != '.' {
		switch string(w) {
		case "true":
			o.Kind, o.Number = Boolean, 1
		case "false":
			o.Kind = Boolean
		case "null":
		default:
			o.Kind, o.Bytes = Keyword, w
		}
		return nil
	}
	err := number(o, w)
	if err == nil && l.references && o.Kind == Integer && o.Number >= 0 && l.reference() {
		o.Kind = Reference
	}
	return err
}

// powers holds the powers of ten by which a number may be divided.
var powers = func() (table [maxDigits + 1]float64) {
	for i := range table {
		table[i] = math.Pow10(i)
	}
	return table
}()

// number parses a number as a viewer does: an integer, or the 32-bit float nearest to what is written.
func number(o *Object, w []byte) error {
	var mantissa int64
	digits, fraction, point := 0, 0, false
	signed := w[0] == '+' || w[0] == '-'
	for i, c := range w {
		switch {
		case c >= '0' && c <= '9':
			mantissa = mantissa*10 + int64(c-'0')
			digits++
			if point {
				fraction++
			}
		case c == '.' && !point:
			point = true
		case i > 0 || !signed:
			return errSyntax
		}
		if digits > maxDigits {
			return errSyntax
		}
	}
	if digits == 0 {
		return errSyntax
	}
	o.Kind, o.Number = Integer, float64(mantissa)
	if w[0] == '-' {
		o.Number = -o.Number
	}
	if point {
		o.Kind, o.Number = Real, float64(float32(o.Number/powers[fraction]))
	} else if mantissa > math.MaxInt32 {
		return errSyntax
	}
	return nil
}

// reference skips the rest of a reference if what follows a number makes it one, and reports whether it does.
func (l *Lexer) reference() bool {
	i := l.pos
	skip := func(is func(byte) bool) int {
		from := i
		for i < len(l.data) && is(l.data[i]) {
			i++
		}
		return i - from
	}
	blank := func(c byte) bool { return classes[c] == space }
	if skip(blank) == 0 || skip(func(c byte) bool { return c >= '0' && c <= '9' }) == 0 || skip(blank) == 0 {
		return false
	}
	if i >= len(l.data) || l.data[i] != 'R' || (i+1 < len(l.data) && classes[l.data[i+1]] == regular) {
		return false
	}
	l.pos = i + 1
	return true
}

func (l *Lexer) name() (Object, error) {
	start := l.pos + 1
	l.pos = start
	for l.pos < len(l.data) && classes[l.data[l.pos]] == regular {
		l.pos++
	}
	name := l.data[start:l.pos]
	if bytes.IndexByte(name, '#') < 0 {
		return Object{Kind: Name, Bytes: name}, nil
	}
	out := make([]byte, 0, len(name))
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c == '#' && i+2 < len(name) && hexDigit(name[i+1]) >= 0 && hexDigit(name[i+2]) >= 0 {
			c = byte(hexDigit(name[i+1])<<4 | hexDigit(name[i+2]))
			i += 2
		}
		out = append(out, c)
	}
	return Object{Kind: Name, Bytes: out}, nil
}

func (l *Lexer) array(depth int) (Object, error) {
	out := Object{Kind: Array}
	from := len(l.open)
	defer func() { l.open = l.open[:from] }()
	for {
		l.skipSpace()
		if l.pos < len(l.data) && l.data[l.pos] == ']' {
			l.pos++
			if out.Items = l.open[from:]; !l.lends || depth > 0 {
				out.Items = slices.Clone(out.Items)
			}
			return out, nil
		}
		var item Object
		if err := l.next(&item, depth+1); err != nil || item.Kind == End || item.Kind == Keyword {
			return out, errSyntax
		}
		l.open = append(l.open, item)
	}
}

func (l *Lexer) dictionary(depth int) (Object, error) {
	out := Object{Kind: Dictionary, Dict: Dict{}}
	for {
		l.skipSpace()
		if bytes.HasPrefix(l.data[l.pos:], []byte(">>")) {
			l.pos += 2
			return out, nil
		}
		var key, value Object
		if err := l.next(&key, depth+1); err != nil || key.Kind != Name {
			return out, errSyntax
		}
		if err := l.next(&value, depth+1); err != nil || value.Kind == End || value.Kind == Keyword {
			return out, errSyntax
		}
		out.Dict[string(key.Bytes)] = value
	}
}
