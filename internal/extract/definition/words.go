package definition

import (
	"regexp"
	"strings"
)

// The complaints of the YAML decoder that name Go's types.
var (
	unknownKey = regexp.MustCompile(`(?s)^field (.*) not found in type \S+$`)
	secondKey  = regexp.MustCompile(`(?s)^field (.*) already set in type \S+$`)
	wrongKind  = regexp.MustCompile("(?s)^cannot unmarshal !!(\\S+)(?: (`.*`))? into (.*)$")
)

// inWords rewords a complaint of the YAML decoder for people who know YAML and not Go.
func inWords(complaint string) string {
	if m := unknownKey.FindStringSubmatch(complaint); m != nil {
		return "unknown key " + m[1]
	}
	if m := secondKey.FindStringSubmatch(complaint); m != nil {
		return "the key " + m[1] + " is there twice"
	}
	m := wrongKind.FindStringSubmatch(complaint)
	if m == nil {
		return complaint
	}
	found := m[2]
	switch m[1] {
	case "seq":
		found = "a list"
	case "map":
		found = "a mapping"
	}
	return found + " is not " + wanted(m[3])
}

// wanted describes the YAML that is decoded into a Go type.
func wanted(goType string) string {
	switch {
	case goType == "int":
		return "a whole number"
	case goType == "float64":
		return "a number"
	case goType == "bool":
		return "true or false"
	case strings.HasPrefix(goType, "[]"):
		return "a list"
	case strings.HasPrefix(goType, "map["), strings.HasPrefix(goType, "struct"), strings.HasSuffix(goType, ".Output"),
		strings.HasSuffix(goType, ".Rule"), strings.HasSuffix(goType, ".Table"), strings.HasSuffix(goType, ".Between"),
		strings.HasSuffix(goType, ".Constraint"), strings.HasSuffix(goType, ".file"):
		return "a mapping of keys to values"
	}
	return "text"
}
