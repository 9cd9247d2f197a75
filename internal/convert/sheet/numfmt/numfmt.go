// Package numfmt formats the numbers of spreadsheets according to their format codes (ECMA-376 part 1, 18.8.30 and
// 18.8.31).
package numfmt

import (
	"slices"
	"strconv"
	"strings"
)

// Format is a parsed format code. The zero value leaves numbers unformatted.
type Format struct {
	sections []section
	text     *section // how text is shown; nil means unchanged
}

// section is one of the semicolon-separated parts of a code.
type section struct {
	tokens  []token
	test    condition
	locale  string // of month and day names, an ISO 639 code
	date    bool
	percent int  // % signs
	scale   int  // commas that each divide by a thousand
	group   bool // thousands are separated
	whole   int  // placeholders before the decimal point
	places  int  // placeholders after it
	hasText bool
}

type condition struct {
	op    string // "" for none
	value float64
}

func (c condition) holds(v float64) bool {
	switch c.op {
	case "<":
		return v < c.value
	case "<=":
		return v <= c.value
	case ">":
		return v > c.value
	case ">=":
		return v >= c.value
	case "=":
		return v == c.value
	case "<>":
		return v != c.value
	}
	return false
}

// onlyNegative reports whether every number that satisfies the condition is negative.
func (c condition) onlyNegative() bool {
	return (c.op == "<" && c.value <= 0) || (c.op == "<=" && c.value < 0)
}

// builtin maps the numbers of formats that a workbook refers to without spelling them out (18.8.30). Formats 14 and 22,
// which each reader sees in the style of their own country, are shown as ISO 8601 dates.
var builtin = map[int]string{
	1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
	14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd hh:mm",
	27: "yyyy-mm-dd", 28: "yyyy-mm-dd", 29: "yyyy-mm-dd", 30: "yyyy-mm-dd", 31: "yyyy-mm-dd", 32: "h:mm", 33: "h:mm:ss", 36: "yyyy-mm-dd",
	37: "#,##0 ;(#,##0)", 38: "#,##0 ;(#,##0)", 39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)",
	41: `#,##0;(#,##0);"-"`, 42: `"$"#,##0;("$"#,##0);"$" "-"`, 43: `#,##0.00;(#,##0.00);"-"`, 44: `"$"#,##0.00;("$"#,##0.00);"$" "-"`,
	45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
	50: "yyyy-mm-dd", 51: "yyyy-mm-dd", 52: "yyyy-mm-dd", 53: "yyyy-mm-dd", 54: "yyyy-mm-dd", 55: "yyyy-mm-dd", 57: "yyyy-mm-dd", 58: "yyyy-mm-dd",
}

// Builtin returns the format with a number that needs no code in the workbook.
func Builtin(id int) Format { return Parse(builtin[id]) }

// codeLimit bounds a format code; Excel allows 255 characters.
const codeLimit = 1024

// Parse parses a format code. An invalid code results in a format that leaves numbers unformatted.
func Parse(code string) Format {
	if len(code) > codeLimit || strings.EqualFold(strings.TrimSpace(code), "general") || code == "" {
		return Format{}
	}
	var f Format
	for _, part := range slices.Collect(splitSections(code)) {
		f.sections = append(f.sections, parseSection(part))
	}
	if n := len(f.sections); n > 3 || (n > 0 && f.sections[n-1].hasText) {
		f.text = &f.sections[n-1]
		f.sections = f.sections[:min(n-1, 3)]
	}
	return f
}

// splitSections splits a code at its unquoted semicolons.
func splitSections(code string) func(func(string) bool) {
	return func(yield func(string) bool) {
		from, quoted := 0, false
		for i := 0; i < len(code); i++ {
			switch c := code[i]; {
			case c == '"':
				quoted = !quoted
			case quoted:
			case c == '\\' || c == '_' || c == '*':
				i++
			case c == ';':
				if !yield(code[from:i]) {
					return
				}
				from = i + 1
			}
		}
		yield(code[from:])
	}
}

// Number formats a number. date1904 means that days are counted from 1904 rather than 1900.
func (f Format) Number(v float64, date1904 bool) string {
	if len(f.sections) == 0 {
		return General(v)
	}
	s, shown := f.pick(v)
	switch {
	case s == nil:
		return General(v)
	case s.date:
		if text, ok := s.showDate(v, date1904); ok {
			return text
		}
		return General(v)
	}
	return s.showNumber(shown)
}

// Text formats text.
func (f Format) Text(s string) string {
	if f.text == nil {
		return s
	}
	var out strings.Builder
	for _, t := range f.text.tokens {
		switch t.kind {
		case literal:
			out.WriteString(t.text)
		case textPlace:
			out.WriteString(s)
		}
	}
	return out.String()
}

// pick returns the section for a number, and the number without the sign if the section shows the sign in its
// own way.
func (f Format) pick(v float64) (*section, float64) {
	n := len(f.sections)
	for i := range n {
		s := &f.sections[i]
		switch {
		case s.test.op != "":
			if s.test.holds(v) {
				if s.test.onlyNegative() {
					v = -v
				}
				return s, v
			}
		case n == 1 || (i == n-1 && i > 0 && f.sections[0].test.op != "") || i == 2:
			return s, v
		case i == 0 && (v > 0 || (v == 0 && n == 2)):
			return s, v
		case i == 1 && v < 0:
			return s, -v
		}
	}
	return nil, v
}

// General formats a number as in cells without a format: at most eleven characters, but integers in full.
func General(v float64) string {
	if v == float64(int64(v)) && v < 1e15 && v > -1e15 {
		return strconv.FormatInt(int64(v), 10)
	}
	if s := strings.TrimRight(strings.TrimRight(strconv.FormatFloat(v, 'f', 12, 64), "0"), "."); len(s) <= 12 && s != "0" && s != "-0" {
		return s
	}
	if abs := max(v, -v); abs >= 1e-4 && abs < 1e11 {
		s := newDecimal(v, 10)
		return s.plain()
	}
	s := strconv.FormatFloat(v, 'E', 5, 64)
	mantissa, exponent, _ := strings.Cut(s, "E")
	if strings.Contains(mantissa, ".") {
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	return mantissa + "E" + exponent
}
