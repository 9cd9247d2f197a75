package numfmt

import (
	"strconv"
	"strings"
)

// decimal is a number in decimal digits: 0.d1d2d3… × 10^exp. Spreadsheets calculate with 15 digits and round
// the decimal number that they show, not the binary fraction behind it.
type decimal struct {
	digits   string
	exp      int
	negative bool
}

func newDecimal(v float64, digits int) decimal {
	s := strconv.FormatFloat(v, 'e', digits-1, 64)
	d := decimal{negative: strings.HasPrefix(s, "-")}
	mantissa, exp, _ := strings.Cut(strings.TrimPrefix(s, "-"), "e")
	n, _ := strconv.Atoi(exp)
	d.digits, d.exp = strings.TrimRight(strings.Replace(mantissa, ".", "", 1), "0"), n+1
	if d.digits == "" {
		d.exp = 0
	}
	return d
}

// shift multiplies by a power of ten.
func (d decimal) shift(n int) decimal {
	if d.digits != "" {
		d.exp += n
	}
	return d
}

// round keeps the given number of decimal places, rounding half away from zero.
func (d decimal) round(places int) decimal {
	keep := d.exp + places
	if keep >= len(d.digits) {
		return d
	}
	if keep < 0 {
		return decimal{negative: d.negative}
	}
	up := d.digits[keep] >= '5'
	kept := []byte(d.digits[:keep])
	for i := len(kept) - 1; up && i >= 0; i-- {
		if kept[i]++; kept[i] <= '9' {
			up = false
			break
		}
		kept[i] = '0'
	}
	if up {
		kept, d.exp = append([]byte{'1'}, kept...), d.exp+1
	}
	d.digits = strings.TrimRight(string(kept), "0")
	if d.digits == "" {
		d.exp = 0
	}
	return d
}

// parts returns the digits before and after the decimal point, without leading and trailing zeros.
func (d decimal) parts() (whole, behind string) {
	switch {
	case d.exp <= 0:
		return "", strings.Repeat("0", min(-d.exp, 400)) + d.digits
	case d.exp >= len(d.digits):
		return d.digits + strings.Repeat("0", min(d.exp-len(d.digits), 400)), ""
	}
	return d.digits[:d.exp], d.digits[d.exp:]
}

// plain writes the number without an exponent.
func (d decimal) plain() string {
	whole, behind := d.parts()
	if whole == "" {
		whole = "0"
	}
	if behind != "" {
		whole += "." + behind
	}
	if d.negative && d.digits != "" {
		return "-" + whole
	}
	return whole
}
