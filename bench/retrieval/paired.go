package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// kept is a line of a file of results: one measured value for one question.
type kept struct {
	Name     string  `json:"name"`
	Document string  `json:"doc"`
	Value    float64 `json:"value"`
}

// results collects the reported values, so that another run can be compared question by question. That is more sensitive
// than comparing intervals, which may overlap even if nearly every question got better.
type results struct {
	base map[string][]outcome // of an earlier run, by measure
	own  []kept
}

// readResults reads the results of an earlier run; an empty path has none.
func readResults(path string) (*results, error) {
	r := &results{base: map[string][]outcome{}}
	if path == "" {
		return r, nil
	}
	lines, err := readLines[kept](path)
	for _, l := range lines {
		r.base[l.Name] = append(r.base[l.Name], outcome{l.Document, l.Value})
	}
	return r, err
}

// report prints a mean with its interval, and how it differs from that of the earlier run if that asked the same
// questions.
func (r *results) report(name string, all []outcome) {
	report(name, all)
	for _, o := range all {
		r.own = append(r.own, kept{name, o.document, o.value})
	}
	before := r.base[name]
	if len(before) == 0 || len(before) != len(all) {
		return
	}
	change, better, worse := make([]outcome, len(all)), 0, 0
	for i, o := range all {
		d := o.value - before[i].value
		change[i] = outcome{o.document, d}
		if d > 0 {
			better++
		}
		if d < 0 {
			worse++
		}
	}
	low, high, _ := interval(change)
	fmt.Printf("    %+.3f [%+.3f, %+.3f], %d greater and %d less than before\n", average(change), low, high, better, worse)
}

// write keeps the results for later runs.
func (r *results) write(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	out := json.NewEncoder(f)
	for _, k := range r.own {
		if err := out.Encode(k); err != nil {
			return err
		}
	}
	return f.Sync()
}
