package main

import (
	"regexp"
	"strings"
)

var pythonMethod = regexp.MustCompile(`(?m)^    def ([a-z]\w*)\(`)

func python() (language, error) {
	keyword := false
	methods, err := readMethods("clients/python/src/quire/_sync/*.py", pythonMethod, func(text string) argument {
		declared, _, optional := strings.Cut(text, "=")
		name, kind, _ := strings.Cut(declared, ":")
		a := argument{name: strings.TrimSpace(name), kind: strings.TrimSpace(kind), optional: optional}
		if a.name == "self" {
			keyword = false
		}
		keyword = keyword || a.name == "*"
		a.keyword = keyword
		return a
	})
	return language{label: "Python", methods: methods, named: snake, sample: inPython}, err
}

func inPython(m method, a *arguments) (string, error) {
	var given []string
	for _, p := range m.parameters {
		value, err := pythonValue(p, a)
		switch {
		case err != nil:
			return "", err
		case value == "":
		case p.keyword:
			given = append(given, p.name+"="+value)
		default:
			given = append(given, value)
		}
	}
	call := "client." + m.name + "(" + strings.Join(given, ", ") + ")"
	switch {
	case strings.HasPrefix(m.result, "Iterator["):
		call = "for item in " + call + ":\n    print(item)"
	case m.result != "None":
		call = "print(" + call + ")"
	}
	return "from quire import Client\n\nclient = Client()\n" + call, a.unused()
}

// simple matches the types of arguments that are given as literals.
var simple = regexp.MustCompile(`^(str|int|bool|float|None|Any|bytes|Sequence|Mapping|dict|[\[\], |])*$`)

func pythonValue(p argument, a *arguments) (string, error) {
	switch {
	case p.name == "self" || p.name == "*":
		return "", nil
	case strings.HasPrefix(p.kind, "Sequence[Source"):
		return `["` + strings.Join(a.files(), `", "`) + `"]`, nil
	case strings.HasPrefix(p.kind, "Source"):
		return `"` + a.files()[0] + `"`, nil
	case !simple.MatchString(p.kind):
		return "", nil
	}
	n := a.member(p.name)
	if n == nil && !p.optional {
		var err error
		if n, err = a.take(p.name); err != nil {
			return "", err
		}
	}
	if n == nil {
		return "", nil
	}
	return literal(n, notation{
		null: "None", yes: "True", no: "False", text: jsonText,
		key: func(name string) string { return jsonText(name) + ": " },
	}), nil
}
