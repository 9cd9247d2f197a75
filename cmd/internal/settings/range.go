package settings

import (
	"log/slog"
	"reflect"
	"regexp"
	"strconv"
	"time"
)

const day = 24 * time.Hour

// longUnits matches the units that time.ParseDuration does not know.
var longUnits = regexp.MustCompile(`([0-9]*\.?[0-9]+)([dw])`)

// Duration parses what time.ParseDuration accepts plus days of 24 hours and weeks: "30d", "2w", "1d12h".
func Duration(s string) (time.Duration, error) {
	return time.ParseDuration(longUnits.ReplaceAllStringFunc(s, func(part string) string {
		n, err := strconv.ParseFloat(part[:len(part)-1], 64)
		if err != nil {
			return part // time.ParseDuration rejects it
		}
		unit := day
		if part[len(part)-1] == 'w' {
			unit = 7 * day
		}
		return strconv.FormatFloat(n*unit.Hours(), 'f', -1, 64) + "h"
	}))
}

// within reports whether a number or a duration is in the setting's range.
func (s Setting) within(value reflect.Value) bool {
	switch value.Interface().(type) {
	case time.Duration:
		return inRange(s, time.Duration(value.Int()), Duration)
	case int:
		return inRange(s, int(value.Int()), strconv.Atoi)
	}
	return true
}

func inRange[T int | time.Duration](s Setting, n T, read func(string) (T, error)) bool {
	tooSmall := s.min != "" && n < bound(s.min, read)
	tooLarge := s.max != "" && n > bound(s.max, read)
	return !tooSmall && !tooLarge
}

// bound parses the tag of a bound; an invalid tag is a bug in the program.
func bound[T any](tag string, read func(string) (T, error)) T {
	limit, err := read(tag)
	if err != nil {
		panic("settings: " + err.Error())
	}
	return limit
}

// wants describes a valid value.
func (s Setting) wants(checks map[string]Check) string {
	if s.check != "" {
		return checks[s.check].Wants
	}
	kind := "a value"
	switch s.kind {
	case reflect.TypeFor[int]():
		kind = "a whole number"
	case reflect.TypeFor[time.Duration]():
		kind = "a duration"
	case reflect.TypeFor[bool]():
		kind = "true or false"
	case reflect.TypeFor[slog.Level]():
		kind = "DEBUG, INFO, WARN or ERROR"
	}
	switch {
	case s.min != "" && s.max != "":
		return kind + " from " + s.min + " to " + s.max
	case s.min != "":
		return kind + " of at least " + s.min
	}
	return kind
}
