package numfmt

import (
	"math"
	"strconv"
	"strings"
)

// showNumber formats a number with a section without dates.
func (s *section) showNumber(v float64) string {
	d := newDecimal(v, 15).shift(2*s.percent - 3*s.scale)
	var out string
	switch {
	case s.has(exponent):
		out = s.scientific(d)
	case s.has(slash) && s.has(digit):
		out = s.fraction(v)
	default:
		d = d.round(s.places)
		out = s.fill(d, v)
	}
	if d.negative && d.digits != "" {
		return "-" + strings.TrimLeft(out, " ")
	}
	return out
}

func (s *section) has(k kind) bool {
	for i := range s.tokens {
		if s.tokens[i].kind == k {
			return true
		}
	}
	return false
}

// fill puts the digits of a number into their placeholders, with the literals between them.
func (s *section) fill(d decimal, v float64) string {
	whole, behind := d.parts()
	var out strings.Builder
	place, seen := 0, 0 // placeholders filled before and after the decimal point
	for _, t := range s.tokens {
		switch t.kind {
		case literal, slash:
			out.WriteString(t.text)
		case general:
			out.WriteString(General(math.Abs(v)))
		case textPlace:
			out.WriteString(General(v))
		case point:
			if s.places == 0 || behind != "" || s.needsPoint() {
				out.WriteByte('.')
			}
		case digit:
			if place < s.whole {
				out.WriteString(s.wholeDigits(whole, place, t.text[0]))
				place++
				continue
			}
			out.WriteString(digitAt(behind, seen, t.text[0]))
			seen++
		}
	}
	return out.String()
}

// needsPoint reports whether a placeholder after the decimal point always shows a digit or the space for one.
func (s *section) needsPoint() bool {
	behind := false
	for _, t := range s.tokens {
		behind = behind || t.kind == point
		if behind && t.kind == digit && t.text != "#" {
			return true
		}
	}
	return false
}

// wholeDigits returns the digits for a placeholder before the decimal point; the first placeholder also takes
// the digits that have none.
func (s *section) wholeDigits(whole string, place int, kind byte) string {
	right := s.whole - place // digits from here to the decimal point
	var out strings.Builder
	if place == 0 {
		for i := range max(len(whole)-right, 0) {
			out.WriteByte(whole[i])
			s.separate(&out, len(whole)-i)
		}
	}
	if at := len(whole) - right; at >= 0 {
		out.WriteByte(whole[at])
		s.separate(&out, right)
	} else if kind == '0' {
		out.WriteByte('0')
		s.separate(&out, right)
	} else if kind == '?' {
		out.WriteByte(' ')
	}
	return out.String()
}

// separate inserts a thousands separator after the digit that is right digits away from the decimal point.
func (s *section) separate(out *strings.Builder, right int) {
	if s.group && right > 1 && right%3 == 1 {
		out.WriteByte(',')
	}
}

func digitAt(behind string, at int, kind byte) string {
	switch {
	case at < len(behind):
		return behind[at : at+1]
	case kind == '0':
		return "0"
	case kind == '?':
		return " "
	}
	return ""
}

// scientific formats mantissa and exponent. With several placeholders before the decimal point, the exponent is a
// multiple of their number.
func (s *section) scientific(d decimal) string {
	at := 0
	for at < len(s.tokens) && s.tokens[at].kind != exponent {
		at++
	}
	mantissa := section{tokens: s.tokens[:at], whole: s.whole, places: s.places, group: s.group}
	step := max(s.whole, 1)
	exp := scale(d, step)
	rounded := d.shift(-exp).round(s.places)
	if carry := scale(rounded, step); carry > 0 && d.digits != "" {
		exp += carry
		rounded = d.shift(-exp).round(s.places)
	}
	var tail strings.Builder
	places, minimum := 0, 0
	for _, t := range s.tokens[at+1:] {
		if t.kind == digit {
			places++
			if t.text == "0" {
				minimum++
			}
			continue
		}
		if places > 0 {
			tail.WriteString(t.text)
		}
	}
	sign := ""
	if exp < 0 {
		sign = "-"
	} else if s.tokens[at].text[1] == '+' {
		sign = "+"
	}
	digits := strconv.Itoa(max(exp, -exp))
	return mantissa.fill(rounded, 0) + "E" + sign + strings.Repeat("0", max(minimum-len(digits), 0)) + digits + tail.String()
}

// scale returns the exponent, a multiple of step, that brings the number between 1 and 10^step.
func scale(d decimal, step int) int {
	if d.digits == "" {
		return 0
	}
	return int(math.Floor(float64(d.exp-1)/float64(step))) * step
}

// fraction formats a number as an integer and a fraction, or as just a fraction if the code has no placeholder for the
// integer.
func (s *section) fraction(v float64) string {
	at := 0
	for s.tokens[at].kind != slash {
		at++
	}
	from := at // the placeholders of the numerator
	for from > 0 && s.tokens[from-1].kind == digit {
		from--
	}
	before := section{tokens: s.tokens[:from]}
	wholePlaces := before.has(digit)
	most, fixed, rest := denominator(s.tokens[at+1:])
	v = math.Abs(v) * math.Pow(100, float64(s.percent))
	whole, part := 0.0, v
	if wholePlaces {
		whole, part = math.Modf(v)
	}
	if v >= 1e15 {
		return General(v)
	}
	over, under := nearest(part, most)
	if fixed > 0 {
		over, under = int64(math.Round(part*float64(fixed))), fixed
	}
	if wholePlaces && over == under {
		whole, over = whole+1, 0
	}
	var out []string
	for _, t := range s.tokens[:from] {
		if t.kind == literal && strings.TrimSpace(t.text) != "" {
			out = append(out, t.text)
		}
	}
	if wholePlaces && (whole > 0 || over == 0) {
		out = append(out, strconv.FormatFloat(whole, 'f', 0, 64))
	}
	if over > 0 || !wholePlaces {
		out = append(out, strconv.FormatInt(over, 10)+"/"+strconv.FormatInt(under, 10))
	}
	return strings.Join(out, " ") + rest
}

// denominator reads what follows the slash: either the largest denominator that fits, or a fixed one.
func denominator(tokens []token) (most, fixed int64, rest string) {
	number := ""
	i := 0
	for ; i < len(tokens); i++ {
		if t := tokens[i]; t.kind == digit || (t.kind == literal && len(t.text) == 1 && t.text[0] >= '1' && t.text[0] <= '9') {
			number += t.text
			continue
		}
		break
	}
	var tail strings.Builder
	for ; i < len(tokens); i++ {
		tail.WriteString(tokens[i].text)
	}
	if strings.ContainsAny(number, "123456789") {
		fixed, _ = strconv.ParseInt(strings.NewReplacer("#", "0", "?", "0").Replace(number), 10, 32)
		return 1, fixed, tail.String()
	}
	return int64(math.Pow10(min(max(len(number), 1), 7))) - 1, 0, tail.String()
}

// nearest returns the fraction closest to v whose denominator is at most most, by continued fractions.
func nearest(v float64, most int64) (over, under int64) {
	p0, q0, p1, q1 := int64(0), int64(1), int64(1), int64(0)
	x := v
	for range 40 {
		a := math.Floor(x)
		if a > 1e15 {
			break
		}
		p2, q2 := int64(a)*p1+p0, int64(a)*q1+q0
		if q2 > most {
			// The best fraction between the last two convergents.
			k := (most - q0) / q1
			p, q := k*p1+p0, k*q1+q0
			if q > 0 && math.Abs(v-float64(p)/float64(q)) < math.Abs(v-float64(p1)/float64(q1)) {
				return p, q
			}
			return p1, q1
		}
		p0, q0, p1, q1 = p1, q1, p2, q2
		if x-a < 1e-10 {
			break
		}
		x = 1 / (x - a)
	}
	return p1, q1
}
