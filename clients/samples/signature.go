package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
)

// readMethods finds the methods of a client in the files. begin matches the beginning of a method, with the name as its
// group. split converts the text of a parameter.
func readMethods(files string, begin *regexp.Regexp, split func(string) argument) (map[string]method, error) {
	paths, err := filepath.Glob(files)
	if err != nil {
		return nil, err
	}
	found := map[string]method{}
	for _, path := range paths {
		raw, err := os.ReadFile(path) //nolint:gosec // a client of ours
		if err != nil {
			return nil, err
		}
		text := string(raw)
		for _, at := range begin.FindAllStringSubmatchIndex(text, -1) {
			m := method{name: text[at[2]:at[3]]}
			inside, rest := balanced(text[at[1]:])
			for _, one := range apart(inside) {
				m.parameters = append(m.parameters, split(one))
			}
			m.result = resultOf(rest)
			if _, known := found[m.name]; !known {
				found[m.name] = m
			}
		}
	}
	return found, nil
}

// resultOf returns the type between the parameters and the body.
func resultOf(rest string) string {
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(strings.TrimRight(strings.TrimLeft(line, " :->"), " :{"))
}

// balanced returns the text up to the closing parenthesis, and the text after it.
func balanced(text string) (inside, rest string) {
	depth := 0
	for i, r := range text {
		switch {
		case strings.ContainsRune("([{", r):
			depth++
		case r == ')' && depth == 0:
			return text[:i], text[i+1:]
		case strings.ContainsRune(")]}", r):
			depth--
		}
	}
	return text, ""
}

// apart splits parameters at commas outside brackets.
func apart(text string) []string {
	var list []string
	depth, from := 0, 0
	for i, r := range text {
		switch {
		case strings.ContainsRune("([{<", r):
			depth++
		case strings.ContainsRune(")]}", r), r == '>' && (i == 0 || text[i-1] != '='):
			depth--
		case r == ',' && depth == 0:
			list = append(list, text[from:i])
			from = i + 1
		}
	}
	list = append(list, text[from:])
	var trimmed []string
	for _, one := range list {
		if one = strings.Join(strings.Fields(one), " "); one != "" {
			trimmed = append(trimmed, one)
		}
	}
	return trimmed
}

// snake returns a name in snake case.
func snake(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
