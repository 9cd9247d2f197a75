package numfmt

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// lastDay is 31 December 9999.
const lastDay = 2958466

// moment is a date and time of day as a spreadsheet counts them.
type moment struct {
	year, month, day, weekday int
	hour, minute, second      int
	millis                    int
	serial                    float64 // rounded to the precision shown
}

// at returns the moment of a serial number, with seconds rounded to digits decimal places.
func at(v float64, date1904 bool, digits int) (moment, bool) {
	if date1904 {
		v += 1462
	}
	if !(v >= 0 && v < lastDay) {
		return moment{}, false
	}
	unit := math.Pow10(digits)
	ticks := math.Round(v*86400*unit) / unit
	days := int(ticks / 86400)
	m := moment{serial: ticks / 86400}
	rest := ticks - float64(days)*86400
	whole := int(rest)
	m.hour, m.minute, m.second = whole/3600, whole/60%60, whole%60
	m.millis = int(math.Round((rest - float64(whole)) * 1000))
	m.weekday = (days + 6) % 7
	switch {
	case days == 60: // 29 February 1900 did not exist but is counted
		m.year, m.month, m.day = 1900, 2, 29
	case days == 0:
		m.year, m.month, m.day = 1900, 1, 0
	default:
		if days > 60 {
			days--
		}
		d := time.Date(1899, 12, 31, 0, 0, 0, 0, time.UTC).AddDate(0, 0, days)
		m.year, m.month, m.day = d.Year(), int(d.Month()), d.Day()
	}
	return m, true
}

// showDate formats a number as a date or time. It returns false if the number is not one.
func (s *section) showDate(v float64, date1904 bool) (string, bool) {
	digits, seconds, half := 0, false, false
	for _, t := range s.tokens {
		switch t.kind {
		case fraction:
			digits = max(digits, len(t.text))
		case datePart, elapsed:
			seconds = seconds || t.text[0] == 's'
		case halfDay:
			half = true
		}
	}
	if !seconds {
		v += 1e-9 // keeps 12:00 from becoming 11:59:59.999…, since the time is truncated rather than rounded
	}
	negative := v < 0 && s.has(elapsed)
	if negative {
		v = -v
	}
	m, ok := at(v, date1904 && !negative, digits)
	if !ok {
		return "", false
	}
	var out strings.Builder
	if negative {
		out.WriteByte('-')
	}
	for _, t := range s.tokens {
		switch t.kind {
		case datePart:
			out.WriteString(m.part(t, s.locale, half))
		case elapsed:
			out.WriteString(m.elapsed(t.text))
		case fraction:
			out.WriteString("." + fmt.Sprintf("%03d", min(m.millis, 999))[:len(t.text)])
		case halfDay:
			out.WriteString(m.half(t.text))
		case textPlace, general:
		default:
			out.WriteString(t.text)
		}
	}
	return out.String(), true
}

func (m moment) half(form string) string {
	before, after, _ := strings.Cut(form, "/")
	if m.hour < 12 {
		return before
	}
	return after
}

// part formats a y, m, d, h or s, repeated as in the format code.
func (m moment) part(t token, locale string, half bool) string {
	n := len(t.text)
	switch t.text[0] {
	case 'y', 'e':
		if n < 3 && t.text[0] == 'y' {
			return fmt.Sprintf("%02d", m.year%100)
		}
		return fmt.Sprintf("%04d", m.year)
	case 'b':
		return fmt.Sprint(m.year + 543)
	case 'm':
		if t.minute {
			return padded(m.minute, n)
		}
		return m.monthName(n, locale)
	case 'd':
		if n < 3 {
			return padded(m.day, n)
		}
		return name(dayNames, locale, m.weekday, n == 3)
	case 'h':
		hour := m.hour
		if half {
			hour = (hour+11)%12 + 1
		}
		return padded(hour, n)
	case 's':
		return padded(m.second, n)
	}
	return ""
}

func (m moment) monthName(n int, locale string) string {
	switch n {
	case 1, 2:
		return padded(m.month, n)
	case 5:
		return string([]rune(name(monthNames, locale, m.month-1, false))[:1])
	}
	return name(monthNames, locale, m.month-1, n == 3)
}

func padded(v, n int) string {
	if n > 1 {
		return fmt.Sprintf("%02d", v)
	}
	return fmt.Sprint(v)
}

// elapsed returns the time since the count began, in the code's unit.
func (m moment) elapsed(unit string) string {
	seconds := m.serial * 86400
	switch unit[0] {
	case 'h':
		return fmt.Sprintf("%0*d", len(unit), int(seconds/3600+1e-6))
	case 'm':
		return fmt.Sprintf("%0*d", len(unit), int(seconds/60+1e-6))
	}
	return fmt.Sprintf("%0*d", len(unit), int(seconds+1e-6))
}

// isoDates are the forms of dates stored as text in a cell (18.18.11).
var isoDates = [...]string{"2006-01-02T15:04:05.999999999Z07:00", "2006-01-02T15:04:05.999999999", "2006-01-02T15:04", "2006-01-02"}

// Date formats an ISO 8601 date, which is how a strict workbook stores dates. Anything else is returned unchanged.
func (f Format) Date(s string) string {
	for _, form := range isoDates {
		t, err := time.Parse(form, strings.TrimSpace(s))
		if err != nil || len(f.sections) == 0 {
			continue
		}
		days := t.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Hours() / 24
		if days > 60 {
			return f.Number(days, false)
		}
	}
	return s
}
