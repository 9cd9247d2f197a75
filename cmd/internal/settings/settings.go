// Package settings reads configuration from environment variables according to the tags of a struct's fields. The tags
// are the single table of settings, from which the documentation is generated too. The package finds every fault at
// once and says what to give instead.
//
// The tags are env (the name), for (who reads it, separated by spaces; without it, every process does), envDefault, doc
// (the meaning, in Markdown), example (a valid value), min and max (of numbers and durations), check (one of the
// caller's checks), secret:"true" (the value is never shown) and embedded:"true" (the embedded run fills it in).
package settings

import (
	"errors"
	"log/slog"
	"reflect"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
)

// Setting is one row of the table.
type Setting struct {
	Name, Default, Doc, Example string
	Secret, Embedded            bool
	// For names the parts that read the setting; empty means every process.
	For []string

	check    string
	min, max string
	kind     reflect.Type
	index    []int
}

// Of returns the settings of the struct T, including those of embedded structs, in the order of the fields.
func Of[T any]() []Setting {
	var table []Setting
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		name := f.Tag.Get("env")
		if name == "" {
			continue
		}
		table = append(table, Setting{
			Name: name, Default: f.Tag.Get("envDefault"), Doc: f.Tag.Get("doc"), Example: f.Tag.Get("example"),
			For: strings.Fields(f.Tag.Get("for")), Secret: f.Tag.Get("secret") != "", Embedded: f.Tag.Get("embedded") != "",
			check: f.Tag.Get("check"), min: f.Tag.Get("min"), max: f.Tag.Get("max"), kind: f.Type, index: f.Index,
		})
	}
	return table
}

// Check is a test of a value, or of each value of a list.
type Check struct {
	Wants string             // description of a valid value that can follow "give": "a port"
	Test  func(string) error // returns an error that says what is wrong, or ErrWrong
}

// ErrWrong is returned by a check that has nothing to add to its Wants.
var ErrWrong = errors.New("")

// Read fills the fields of v from environ ("NAME=value", as returned by os.Environ) and returns all the faults it
// finds. A setting with a fault gets its default, so that the rest can be checked. An empty value counts as unset.
func Read[T any](v *T, environ []string, checks map[string]Check) Faults {
	given := env.ToMap(environ)
	var faults Faults
	for _, s := range Of[T]() {
		raw := strings.TrimSpace(given[s.Name])
		if raw == "" {
			delete(given, s.Name)
			continue
		}
		given[s.Name] = raw
		if f, ok := judge[T](s, raw, checks); !ok {
			faults = append(faults, f)
			delete(given, s.Name)
		}
	}
	if err := parse(v, given); err != nil { // only an invalid default gets here
		faults = append(faults, Fault{Setting: "the defaults", Problem: "cannot be read: " + err.Error()})
	}
	trimLists(v)
	return faults
}

// judge parses one value into a separate struct and checks it.
func judge[T any](s Setting, raw string, checks map[string]Check) (Fault, bool) {
	var v T
	if parse(&v, map[string]string{s.Name: raw}) != nil {
		return s.fault(raw, s.wants(checks), nil), false
	}
	trimLists(&v)
	value := reflect.ValueOf(v).FieldByIndex(s.index)
	if !s.within(value) {
		return s.fault(raw, s.wants(checks), nil), false
	}
	if s.check == "" {
		return Fault{}, true
	}
	for _, item := range items(value) {
		if err := checks[s.check].Test(item); err != nil {
			return s.fault(item, s.wants(checks), err), false
		}
	}
	return Fault{}, true
}

func parse[T any](v *T, given map[string]string) error {
	return env.ParseWithOptions(v, env.Options{Environment: given, FuncMap: map[reflect.Type]env.ParserFunc{
		reflect.TypeFor[time.Duration](): func(s string) (any, error) { return Duration(s) },
		reflect.TypeFor[slog.Level](): func(s string) (any, error) {
			var level slog.Level
			return level, level.UnmarshalText([]byte(s))
		},
	}})
}

// trimLists allows lists to be written with a space after each comma.
func trimLists[T any](v *T) {
	value := reflect.ValueOf(v).Elem()
	for _, s := range Of[T]() {
		if list, ok := value.FieldByIndex(s.index).Interface().([]string); ok {
			for i := range list {
				list[i] = strings.TrimSpace(list[i])
			}
		}
	}
}

// items returns the values of a list, or the single value.
func items(value reflect.Value) []string {
	if list, ok := value.Interface().([]string); ok {
		return list
	}
	return []string{value.String()}
}
