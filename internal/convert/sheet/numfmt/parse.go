package numfmt

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// kind is the meaning of a token.
type kind uint8

const (
	literal   kind = iota
	digit          // 0, # or ?
	point          // the decimal point
	exponent       // E+ or E-
	slash          // of a fraction
	general        // the number unformatted
	textPlace      // @
	datePart       // y, m, d, h, s and their repetitions
	elapsed        // [h], [m], [s]
	halfDay        // AM/PM
	fraction       // of a second: .0, .00, .000
)

type token struct {
	kind kind
	text string
	// minute distinguishes an m for minutes from one for months.
	minute bool
}

// parser reads one section.
type parser struct {
	s    section
	rest string
	// lastDigit is the index of the last digit token, or -1 before the first.
	lastDigit int
	commas    int // since the last digit
}

func parseSection(code string) section {
	p := &parser{rest: code, lastDigit: -1}
	for p.rest != "" {
		p.next()
	}
	p.s.scale += p.commas
	p.finish()
	return p.s
}

func (p *parser) add(k kind, text string) {
	p.s.tokens = append(p.s.tokens, token{kind: k, text: text})
}

func (p *parser) take(n int) string {
	text := p.rest[:n]
	p.rest = p.rest[n:]
	return text
}

func (p *parser) next() {
	c := p.rest[0]
	switch {
	case c == '"':
		text, rest, _ := strings.Cut(p.rest[1:], `"`)
		p.rest = rest
		p.add(literal, text)
	case c == '\\' || c == '_' || c == '*' || c == '!':
		p.escaped(c)
	case c == '[':
		p.bracket()
	case c == '0' || c == '#' || c == '?':
		p.digit()
	case len(p.rest) >= 7 && strings.EqualFold(p.rest[:7], "general"):
		p.take(7)
		p.add(general, "")
	case c == ',':
		p.take(1)
		if p.lastDigit < 0 {
			p.add(literal, ",")
		} else {
			p.commas++
		}
	case c == '.':
		p.take(1)
		p.add(point, ".")
		p.s.scale, p.commas = p.s.scale+p.commas, 0
	case c == '%':
		p.s.percent++
		p.add(literal, p.take(1))
	case c == '@':
		p.s.hasText = true
		p.take(1)
		p.add(textPlace, "")
	case c == '/':
		p.take(1)
		p.add(slash, "/")
	case (c == 'E' || c == 'e') && p.lastDigit >= 0 && len(p.rest) > 1 && strings.IndexByte("+-", p.rest[1]) >= 0:
		p.add(exponent, p.take(2))
	default:
		p.letter(c)
	}
}

// escaped reads a character that stands for itself, for a space of its width, or for padding.
func (p *parser) escaped(c byte) {
	p.take(1)
	_, n := utf8.DecodeRuneInString(p.rest)
	switch text := p.take(n); c {
	case '\\', '!':
		p.add(literal, text)
	case '_':
		p.add(literal, " ")
	}
}

func (p *parser) digit() {
	if p.commas > 0 {
		p.s.group = true
		p.commas = 0
	}
	p.add(digit, p.take(1))
	p.lastDigit = len(p.s.tokens) - 1
}

func (p *parser) letter(c byte) {
	for _, noon := range [...]string{"AM/PM", "A/P"} {
		if len(p.rest) >= len(noon) && strings.EqualFold(p.rest[:len(noon)], noon) {
			p.s.date = true
			p.add(halfDay, p.take(len(noon)))
			return
		}
	}
	word := 0
	for word < len(p.rest) && isLetter(p.rest[word]) {
		word++
	}
	if word == 0 {
		_, word = utf8.DecodeRuneInString(p.rest)
	}
	lower := c | 0x20
	// A word with other letters is literal text that somebody forgot to quote.
	if strings.Trim(strings.ToLower(p.rest[:word]), "ymdhsebgtz") != "" || strings.IndexByte("tz", lower) >= 0 || !isLetter(c) {
		if lower == 't' || lower == 'z' {
			word = 1
		}
		p.add(literal, p.take(word))
		return
	}
	n := 1
	for n < len(p.rest) && p.rest[n]|0x20 == lower {
		n++
	}
	p.s.date = true
	p.add(datePart, strings.ToLower(p.take(n)))
}

// bracket reads a colour, a condition, a currency with a locale, or elapsed time.
func (p *parser) bracket() {
	inner, rest, ok := strings.Cut(p.rest[1:], "]")
	if !ok {
		p.add(literal, p.take(len(p.rest)))
		return
	}
	p.rest = rest
	lower := strings.ToLower(inner)
	switch {
	case inner == "":
	case inner[0] == '$':
		symbol, locale, _ := strings.Cut(inner[1:], "-")
		if symbol != "" {
			p.add(literal, symbol)
		}
		if id, err := strconv.ParseUint(locale, 16, 32); err == nil {
			p.s.locale = languages[id&0xFF]
		}
	case strings.Trim(lower, "h") == "" || strings.Trim(lower, "m") == "" || strings.Trim(lower, "s") == "":
		p.s.date = true
		p.add(elapsed, lower)
	case strings.ContainsRune("<>=", rune(inner[0])):
		op := inner[:len(inner)-len(strings.TrimLeft(inner, "<>="))]
		if v, err := strconv.ParseFloat(strings.TrimSpace(inner[len(op):]), 64); err == nil {
			p.s.test = condition{op, v}
		}
	}
}

// finish distinguishes minutes from months and counts the placeholders for digits.
func (p *parser) finish() {
	s := &p.s
	if s.date {
		s.dateTokens()
		return
	}
	behind := false
	for _, t := range s.tokens {
		switch t.kind {
		case point:
			behind = true
		case exponent, slash:
			return
		case digit:
			if behind {
				s.places++
			} else {
				s.whole++
			}
		}
	}
}

// dateTokens distinguishes minutes from months by their neighbours, and joins the decimal point and zeros of
// fractional seconds.
func (s *section) dateTokens() {
	var out []token
	last := byte(0)
	for i := 0; i < len(s.tokens); i++ {
		t := s.tokens[i]
		switch t.kind {
		case datePart, elapsed:
			if t.text[0] == 's' {
				for k := len(out) - 1; k >= 0; k-- {
					if out[k].kind == datePart || out[k].kind == elapsed {
						out[k].minute = out[k].minute || (out[k].text[0] == 'm' && len(out[k].text) < 3)
						break
					}
				}
			}
			t.minute = (t.kind == elapsed && t.text[0] == 'm') || (t.text[0] == 'm' && len(t.text) < 3 && last == 'h')
			last = t.text[0]
		case point:
			n := i + 1
			for n < len(s.tokens) && s.tokens[n].kind == digit {
				n++
			}
			if n > i+1 && last == 's' {
				t = token{kind: fraction, text: strings.Repeat("0", min(n-i-1, 3))}
				i = n - 1
			} else {
				t.kind = literal
			}
		case digit, slash, exponent:
			t.kind = literal
		}
		out = append(out, t)
	}
	s.tokens = out
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
