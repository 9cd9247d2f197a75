// Package settings reads configuration from environment variables by the tags of a struct's fields, which are the one
// table of settings: the documentation is made from it too. It finds every fault at once and says what to give instead.
//
// The tags are env (the name), envDefault, doc (the meaning, in Markdown), example (a value that is valid), min and max
// (of numbers and durations), check (one of the caller's checks), secret:"true" (the value is never shown) and
// embedded:"true" (the embedded run fills it in).
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

	check    string
	min, max string
	kind     reflect.Type
	index    []int
}

// Of lists the settings of T, a struct whose embedded structs count as its own, in the order of its fields.
func Of[T any]() []Setting {
	var table []Setting
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		name := f.Tag.Get("env")
		if name == "" {
			continue
		}
		table = append(table, Setting{
			Name: name, Default: f.Tag.Get("envDefault"), Doc: f.Tag.Get("doc"), Example: f.Tag.Get("example"),
			Secret: f.Tag.Get("secret") != "", Embedded: f.Tag.Get("embedded") != "",
			check: f.Tag.Get("check"), min: f.Tag.Get("min"), max: f.Tag.Get("max"), kind: f.Type, index: f.Index,
		})
	}
	return table
}

// Check is a test of a value, or of each value of a list.
type Check struct {
	Wants string             // what to give, as it follows "give": "a port"
	Test  func(string) error // the error says more than that the value is wrong, or nothing
}

// ErrWrong is what a check returns that has nothing to add to what it wants.
var ErrWrong = errors.New("")

// Read fills the fields of v from environ ("NAME=value", as os.Environ gives it) and returns the faults of all that it
// found there. A setting with a fault has its default, so that the rest can be looked at. An empty value counts as none.
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
	if err := parse(v, given); err != nil { // only a wrong default gets here
		faults = append(faults, Fault{Setting: "the defaults", Problem: "cannot be read: " + err.Error()})
	}
	trimLists(v)
	return faults
}

// judge reads one value into a struct of its own.
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

// trimLists lets a list be written with a blank after each comma.
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

// items are the values of a list, or the one value.
func items(value reflect.Value) []string {
	if list, ok := value.Interface().([]string); ok {
		return list
	}
	return []string{value.String()}
}
