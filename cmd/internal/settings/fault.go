package settings

import (
	"fmt"
	"slices"
	"strings"

	"quire/internal/nearest"
)

// Fault is a missing or invalid setting.
type Fault struct {
	Setting string // its name
	Problem string // what is wrong, and what to give instead
}

// Error returns the fault on one line.
func (f Fault) Error() string { return f.Setting + " " + f.Problem }

// Faults are all the faults of a configuration.
type Faults []Fault

// Error lists the faults, each on a separate line if there are several.
func (f Faults) Error() string {
	if len(f) == 1 {
		return f[0].Error()
	}
	lines := make([]string, 0, len(f)+1)
	lines = append(lines, fmt.Sprintf("%d settings are missing or invalid:", len(f)))
	for _, fault := range f {
		lines = append(lines, "  "+fault.Error())
	}
	return strings.Join(lines, "\n")
}

// Err returns f as an error, or nil if there are no faults.
func (f Faults) Err() error {
	if len(f) == 0 {
		return nil
	}
	return f
}

// shown is how many characters of an invalid value an error repeats.
const shown = 80

// fault describes an invalid value. The value of a secret is never repeated.
func (s Setting) fault(value, wants string, why error) Fault {
	problem := "is not valid"
	if !s.Secret {
		problem = fmt.Sprintf("is %q", truncate(value))
	}
	if why != nil && why.Error() != "" {
		problem += " (" + why.Error() + ")"
	}
	return Fault{Setting: s.Name, Problem: problem + ": give " + wants + ", such as " + s.Name + "=" + s.Example}
}

func truncate(s string) string {
	if letters := []rune(s); len(letters) > shown {
		return string(letters[:shown]) + "…"
	}
	return s
}

// Unknown returns the variables of environ that begin with prefix and are not in known: misspelt settings that nothing
// would read. A known name that ends in * stands for all names with that prefix.
func Unknown(environ []string, prefix string, known []string) Faults {
	var faults Faults
	for _, variable := range environ {
		name, _, _ := strings.Cut(variable, "=")
		if !strings.HasPrefix(name, prefix) || slices.ContainsFunc(known, func(k string) bool { return matches(name, k) }) {
			continue
		}
		problem := "is not a setting: docs/operations.md lists them"
		if meant := nearest.Of(name, known); meant != "" {
			problem = "is not a setting: did you mean " + meant + "?"
		}
		faults = append(faults, Fault{Setting: name, Problem: problem})
	}
	slices.SortFunc(faults, func(a, b Fault) int { return strings.Compare(a.Setting, b.Setting) })
	return faults
}

func matches(name, known string) bool {
	start, all := strings.CutSuffix(known, "*")
	return name == known || (all && strings.HasPrefix(name, start))
}
