// Package trial compares the results of extractions with the values that a person expects, and with each other.
package trial

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"quire/internal/convert/page"
	"quire/internal/convert/pagestore"
	"quire/internal/extract"
)

// Pages yields the stored pages of a document.
func Pages(r *pagestore.Reader) extract.Source {
	return func(yield func(*page.Page) error) error {
		for _, h := range r.Heads() {
			p, err := r.Page(h.Number)
			if err != nil {
				return err
			}
			if err := yield(&p); err != nil {
				return err
			}
		}
		return nil
	}
}

// Difference is a place where two results differ.
type Difference struct {
	Path string `json:"path"` // RFC 6901: "/line_items/0/amount"
	Want any    `json:"want"` // null: no value
	Got  any    `json:"got"`
}

// errNotObject means that a result or an expectation is not a JSON object.
var errNotObject = errors.New("it is not a JSON object")

// Broken returns where a result differs from what is expected. An expected object says nothing about the keys that it
// leaves out; an array is compared as a whole.
func Broken(expected, result json.RawMessage) ([]Difference, error) {
	return differences(expected, result, false)
}

// Changes returns the differences between two results.
func Changes(before, after json.RawMessage) ([]Difference, error) {
	return differences(before, after, true)
}

// maxDifferences is how many differences are reported; nobody needs more than a thousand.
const maxDifferences = 1000

// comparison collects differences. It joins a path only when there is a difference to report, so that depth costs
// nothing.
type comparison struct {
	path []string
	list []Difference
}

func differences(want, got json.RawMessage, whole bool) ([]Difference, error) {
	w, err := object(want)
	if err != nil {
		return nil, fmt.Errorf("the first value: %w", err)
	}
	g, err := object(got)
	if err != nil {
		return nil, fmt.Errorf("the second value: %w", err)
	}
	c := comparison{list: []Difference{}}
	c.objects(w, g, whole)
	return c.list, nil
}

func object(raw json.RawMessage) (map[string]any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v map[string]any
	if dec.Decode(&v) != nil || v == nil {
		return nil, errNotObject
	}
	return v, nil
}

func (c *comparison) report(want, got any) {
	if len(c.list) == maxDifferences {
		return
	}
	var path strings.Builder
	for _, key := range c.path {
		path.WriteString("/" + pointer.Replace(key))
	}
	c.list = append(c.list, Difference{path.String(), want, got})
}

// values reports the innermost differences at a key.
func (c *comparison) values(key string, want, got any, whole bool) {
	c.path = append(c.path, key)
	defer func() { c.path = c.path[:len(c.path)-1] }()
	switch w := want.(type) {
	case map[string]any:
		if g, ok := got.(map[string]any); ok || got == nil {
			c.objects(w, g, whole)
			return
		}
	case []any:
		if g, ok := got.([]any); ok || got == nil {
			for i := range max(len(w), len(g)) {
				c.values(strconv.Itoa(i), item(w, i), item(g, i), true)
			}
			return
		}
	}
	if !equal(want, got) {
		c.report(want, got)
	}
}

func (c *comparison) objects(want, got map[string]any, whole bool) {
	keys := slices.Collect(maps.Keys(want))
	if whole {
		for key := range got {
			if _, both := want[key]; !both {
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		c.values(key, want[key], got[key], whole)
	}
}

// pointer escapes a key for a JSON pointer.
var pointer = strings.NewReplacer("~", "~0", "/", "~1")

func item(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// equal compares values without parts. Numbers are equal however they are written: 12.50 equals 12.5.
func equal(want, got any) bool {
	w, isNumber := want.(json.Number)
	g, both := got.(json.Number)
	if !isNumber || !both {
		return simple(want) && simple(got) && want == got
	}
	if w == g {
		return true
	}
	x, errX := w.Float64()
	y, errY := g.Float64()
	return errX == nil && errY == nil && x == y
}

// simple reports whether a value can be compared with ==.
func simple(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}
