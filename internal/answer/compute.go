package answer

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"quire/internal/pattern"
)

const (
	maxComputed   = 4   // calculations of one sentence
	maxExpression = 300 // bytes of a calculation
	maxDepth      = 10  // parentheses within parentheses
)

// units are numbers that need no evidence, such as the number of months in a year.
var units = []float64{4, 7, 12, 24, 52, 60, 100, 365, 1000, 1_000_000}

// texts is a list of strings in JSON. Models that are not held to a schema also write one string, or null.
type texts []string

// UnmarshalJSON implements json.Unmarshaler. Anything but a string or a list of strings becomes an empty list.
func (t *texts) UnmarshalJSON(raw []byte) error {
	var list []string
	var one string
	switch {
	case json.Unmarshal(raw, &list) == nil:
		*t = list
	case json.Unmarshal(raw, &one) == nil && one != "":
		*t = texts{one}
	}
	return nil
}

// computations returns the calculations of a sentence that are correct, use only quoted numbers and have a result that
// the sentence states, in the form in which they are shown.
func computations(s sentence, quoted ...string) []string {
	have := numbersOf(quoted...)
	var out []string
	for _, text := range s.Computed[:min(len(s.Computed), maxComputed)] {
		c, ok := computed(text, have)
		if !ok {
			continue
		}
		have = append(have, c.result)
		if unsupportedNumber(c.written, s.Text) == "" {
			out = append(out, c.shown)
		}
	}
	return out
}

func numbersOf(sources ...string) []float64 {
	var have []float64
	for _, s := range sources {
		have = append(have, numbersIn(s)...)
	}
	return have
}

// calculation is a calculation that was checked.
type calculation struct {
	shown   string
	written string // the result as it is written
	result  float64
}

// computed checks a calculation such as "48,500 / 12 = 4,041.67": whether its result is right to the digits written,
// and whether all its numbers are in have.
func computed(text string, have []float64) (calculation, bool) {
	if len(text) > maxExpression {
		return calculation{}, false
	}
	symbols := symbolsOf(text)
	equals := slices.Index(symbols, "=")
	if equals < 0 {
		return calculation{}, false
	}
	left, right := symbols[:equals], symbols[equals+1:]
	for _, decimal := range []string{".", ","} {
		e := expression{rest: left, decimal: decimal, have: have}
		value, ok := e.sum(0)
		if !ok || len(e.rest) > 0 || e.operations == 0 || !e.grounded() {
			continue
		}
		if result, ok := e.yields(value, right); ok {
			written := strings.TrimSuffix(strings.Join(right, ""), "%")
			return calculation{shown: rendered(symbols), written: written, result: result}, true
		}
	}
	return calculation{}, false
}

var (
	symbol  = pattern.New(`\d+(?:[.,'’\x{00a0}\x{202f}]\d+)*|\S`)
	symbols = strings.NewReplacer("−", "-", "–", "-", "×", "*", "·", "*", "÷", "/", "$", " ", "€", " ", "£", " ")
)

// symbolsOf splits a calculation into numbers and signs.
func symbolsOf(text string) []string {
	text = symbols.Replace(text)
	text = spaced.ReplaceAllStringFunc(text, func(n string) string { return strings.ReplaceAll(n, " ", "") })
	return symbol.FindAllString(text, -1)
}

func rendered(symbols []string) string {
	text := strings.Join(symbols, " ")
	return strings.NewReplacer("( ", "(", " )", ")", " %", "%").Replace(text)
}

// expression is the state of parsing a calculation.
type expression struct {
	rest       []string
	decimal    string // the decimal sign
	have       []float64
	operations int
	quoted     int       // operands that were quoted
	counts     []float64 // operands that may be the count of the others, as in a mean
	percent    bool
}

// grounded reports whether the operands were quoted; one may instead be the count of the others.
func (e *expression) grounded() bool {
	for _, n := range e.counts {
		if n != float64(e.quoted) {
			return false
		}
	}
	return e.quoted > 0 && len(e.counts) < 2
}

// yields reports whether a value, rounded, equals the right-hand side.
func (e *expression) yields(value float64, right []string) (float64, bool) {
	sign, factors := 1.0, []float64{1}
	if len(right) > 0 && right[0] == "-" {
		sign, right = -1, right[1:]
	}
	if len(right) == 2 && right[1] == "%" {
		right = right[:1]
		if !e.percent {
			factors = append(factors, 100)
		}
	}
	if len(right) != 1 {
		return 0, false
	}
	result, ok := valueOf(right[0], e.decimal)
	places := 0
	if i := strings.LastIndex(right[0], e.decimal); i >= 0 {
		places = len(right[0]) - i - 1
	}
	half := .5*math.Pow10(-places) + 1e-9
	near := func(factor float64) bool { return math.Abs(value*factor-sign*result) <= half }
	return result, ok && slices.ContainsFunc(factors, near)
}

// sum parses terms with + and - between them.
func (e *expression) sum(depth int) (float64, bool) {
	value, ok := e.product(depth)
	for ok {
		switch {
		case e.accept("+"):
			var term float64
			term, ok = e.product(depth)
			value += term
		case e.accept("-"):
			var term float64
			term, ok = e.product(depth)
			value -= term
		default:
			return value, true
		}
		e.operations++
	}
	return 0, false
}

// product parses factors with * and / between them.
func (e *expression) product(depth int) (float64, bool) {
	value, ok := e.factor(depth)
	for ok {
		var factor float64
		switch {
		case e.accept("*"):
			factor, ok = e.factor(depth)
			value *= factor
		case e.accept("/"):
			factor, ok = e.factor(depth)
			if factor == 0 {
				return 0, false
			}
			value /= factor
		default:
			return value, true
		}
		e.operations++
	}
	return 0, false
}

// factor parses a number or an expression in parentheses.
func (e *expression) factor(depth int) (float64, bool) {
	if depth > maxDepth || len(e.rest) == 0 {
		return 0, false
	}
	if e.accept("(") {
		value, ok := e.sum(depth + 1)
		return value, ok && e.accept(")")
	}
	value, ok := valueOf(e.rest[0], e.decimal)
	e.rest = e.rest[1:]
	if e.accept("%") {
		e.percent = true
	}
	switch {
	case slices.Contains(e.have, value):
		e.quoted++
	case !slices.Contains(units, value):
		e.counts = append(e.counts, value)
	}
	return value, ok
}

func (e *expression) accept(sign string) bool {
	if len(e.rest) == 0 || e.rest[0] != sign {
		return false
	}
	e.rest = e.rest[1:]
	return true
}

// valueOf parses a numeral with the given decimal sign; the other sign may separate groups of three digits.
func valueOf(numeral, decimal string) (float64, bool) {
	whole, fraction, broken := strings.Cut(numeral, decimal)
	digits := separators.Replace(whole)
	if digits != whole && !grouped.MatchString(whole) {
		return 0, false
	}
	if broken {
		digits += "." + fraction
	}
	value, err := strconv.ParseFloat(digits, 64)
	return value, err == nil
}
