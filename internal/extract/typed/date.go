package typed

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"quire/internal/pattern"
)

var (
	isoDate     = pattern.New(`\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b`)
	numericDate = pattern.New(`\b(\d{1,2})([./-])(\d{1,2})[./-](\d{4}|\d{2})\b`)
	dayMonth    = pattern.New(`(?i)\b(\d{1,2})(?:st|nd|rd|th|er|º)?[. /-]+(?:de )?(\p{L}{3,10})[.,]?[ /-]+(?:de )?(\d{4}|\d{2})\b`)
	yearless    = pattern.New(`^(?:(\d{1,2})(?:st|nd|rd|th)?[. -]+(\p{L}{3,10})\.?|(\p{L}{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?|(\d{1,2})([./])(\d{1,2})\.?)$`)
	monthDay    = pattern.New(`(?i)(\p{L}{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b`)
	monthYear   = pattern.New(`(?i)(\p{L}{3,10})\.? (\d{4})\b`)
)

// months maps names and abbreviations to the number of the month, in English, German, French and Spanish.
var months = monthNames(
	"january jan januar jänner janvier janv enero ene", "february feb februar février févr febrero",
	"march mar märz mär maerz mars marzo", "april apr avril avr abril abr", "may mai mayo", "june jun juni juin junio",
	"july jul juli juillet juil julio", "august aug août agosto ago", "september sep sept septembre septiembre",
	"october oct oktober okt octobre octubre", "november nov novembre noviembre",
	"december dec dezember dez décembre déc diciembre dic")

func monthNames(names ...string) map[string]int {
	out := map[string]int{}
	for i, list := range names {
		for name := range strings.FieldsSeq(list) {
			out[name] = i + 1
		}
	}
	return out
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// dates returns the dates in text as YYYY-MM-DD, in the order in which the notations are tried.
func dates(text string, h Hints) []found {
	var out []found
	add := func(y, m, d int, raw string) {
		if y < 100 {
			y = century(y)
		}
		if y < 1900 || y > 2199 {
			return
		}
		t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
		if t.Year() == y && int(t.Month()) == m && t.Day() == d {
			out = append(out, found{t.Format(time.DateOnly), raw})
		}
	}
	for _, m := range isoDate.FindAllStringSubmatch(text, -1) {
		add(atoi(m[1]), atoi(m[2]), atoi(m[3]), m[0])
	}
	for _, m := range numericDate.FindAllStringSubmatch(text, -1) {
		day, month := atoi(m[1]), atoi(m[3])
		if month > 12 || (day <= 12 && h.monthFirst(m[2])) {
			day, month = month, day
		}
		add(atoi(m[4]), month, day, m[0])
	}
	for _, m := range dayMonth.FindAllStringSubmatch(text, -1) {
		add(atoi(m[3]), months[strings.ToLower(m[2])], atoi(m[1]), m[0])
	}
	for _, m := range monthDay.FindAllStringSubmatch(text, -1) {
		add(atoi(m[3]), months[strings.ToLower(m[1])], atoi(m[2]), m[0])
	}
	if m := yearless.FindStringSubmatch(strings.TrimSpace(text)); m != nil && len(out) == 0 && len(h.years) > 0 {
		day, month := atoi(m[1]+m[4]), months[strings.ToLower(m[2]+m[3])]
		if m[6] != "" {
			if day, month = atoi(m[5]), atoi(m[7]); month > 12 || (day <= 12 && h.monthFirst(m[6])) {
				day, month = month, day
			}
		}
		add(h.year(month), month, day, m[0])
	}
	return out
}

// century returns the year that two digits stand for, from 1970 on.
func century(y int) int {
	if y >= 70 {
		return 1900 + y
	}
	return 2000 + y
}

// monthFirst reports whether ambiguous dates name the month before the day. That is decided by the document's
// unambiguous dates or else, for slashes and dashes, by signs of the United States.
func (h Hints) monthFirst(separator string) bool {
	switch {
	case separator == ".":
		return false
	case h.DayFirst != h.MonthFirst:
		return h.MonthFirst > h.DayFirst
	case h.Comma > h.Point:
		return false
	}
	return h.American > h.Elsewhere || (h.American == 0 && h.Elsewhere == 0)
}

// yearMonths returns the months in text as YYYY-MM.
func yearMonths(text string) []found {
	var out []found
	for _, m := range monthYear.FindAllStringSubmatch(text, -1) {
		if n := months[strings.ToLower(m[1])]; n > 0 {
			out = append(out, found{fmt.Sprintf("%s-%02d", m[2], n), m[0]})
		}
	}
	return out
}
