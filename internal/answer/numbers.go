package answer

import (
	"slices"
	"strconv"
	"strings"

	"quire/internal/pattern"
)

var (
	numeral = pattern.New(`\d+(?:[.,'’\x{00a0}\x{202f}]\d+)*`)
	grouped = pattern.New(`^\d{1,3}(?:[.,'’\x{00a0}\x{202f}]\d{3})+$`)
	spaced  = pattern.New(`\d{1,3}(?: \d{3})+`)
	listed  = pattern.New(`(?m)^\s*\d{1,3}[.)]\s`)
)

// numberWords are the numbers that texts often spell out.
var numberWords = map[string]float64{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18,
	"nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
	"hundred": 100, "eins": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10,
}

// unsupportedNumber returns a number in text that none of the sources contains, or "".
func unsupportedNumber(text string, sources ...string) string {
	text = listed.ReplaceAllString(text, "")
	if !strings.ContainsAny(text, "0123456789") {
		return ""
	}
	have := numbersOf(sources...)
	known := func(n string) bool {
		return slices.ContainsFunc(valuesOf(n), func(v float64) bool { return slices.Contains(have, v) })
	}
	text = spaced.ReplaceAllStringFunc(text, func(n string) string {
		if known(strings.ReplaceAll(n, " ", "")) {
			return ""
		}
		return n
	})
	for _, n := range numeral.FindAllString(text, -1) {
		if !known(n) {
			return n
		}
	}
	return ""
}

func numbersIn(s string) []float64 {
	var all []float64
	for _, n := range numeral.FindAllString(s, -1) {
		all = append(all, valuesOf(n)...)
	}
	for _, n := range spaced.FindAllString(s, -1) {
		all = append(all, valuesOf(strings.ReplaceAll(n, " ", ""))...)
	}
	for w := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !wordRune(r) }) {
		if v, ok := numberWords[w]; ok {
			all = append(all, v)
		}
	}
	return all
}

var separators = strings.NewReplacer(".", "", ",", "", "'", "", "’", "", "\u00a0", "", "\u202f", "")

// valuesOf returns the values that a numeral can have: 1,284 is a thousand and something in English, and one and
// something in German.
func valuesOf(numeral string) []float64 {
	var values []float64
	add := func(s string) {
		if v, err := strconv.ParseFloat(s, 64); err == nil {
			values = append(values, v)
		}
	}
	whole := separators.Replace(numeral)
	if i := strings.LastIndexAny(numeral, ".,"); i >= 0 {
		add(separators.Replace(numeral[:i]) + "." + numeral[i+1:])
	}
	if whole == numeral || grouped.MatchString(numeral) {
		add(whole)
	}
	return values
}
