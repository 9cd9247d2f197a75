package main

import (
	"fmt"
	"path/filepath"
	"strings"
)

// nothing is the answer of a function that returns no results.
const nothing = "-"

// rule is a function of the layout that decides something, with the answer that switches it off, or a tolerance with
// the factor to multiply it by.
type rule struct {
	file, name string
	// answer lists the results that the function returns at once, separated by ";".
	answer string
	factor float64
}

func (r rule) place() string {
	return strings.TrimSuffix(filepath.Base(r.file), ".go") + "." + r.name
}

func (r rule) change() string {
	switch {
	case r.factor != 0:
		return fmt.Sprintf("× %g", r.factor)
	case r.answer == nothing:
		return "left out"
	}
	return "always " + r.answer
}
