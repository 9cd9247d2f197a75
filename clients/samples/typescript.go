package main

import (
	"regexp"
	"strings"
)

var typescriptMethod = regexp.MustCompile(`(?m)^  (?:async )?\*?([a-z]\w*)\(`)

func typescript() (language, error) {
	methods, err := readMethods("clients/typescript/src/*.ts", typescriptMethod, func(text string) argument {
		declared, _, optional := strings.Cut(text, " = ")
		name, kind, _ := strings.Cut(declared, ":")
		return argument{name: strings.TrimSuffix(strings.TrimSpace(name), "?"), kind: strings.TrimSpace(kind), optional: optional}
	})
	return language{label: "TypeScript", methods: methods, named: func(id string) string { return id }, sample: inTypeScript}, err
}

// wholeBody matches types that describe the entire body of a request.
var wholeBody = regexp.MustCompile(`^(Pick<)?(New\w+|\w+Change|\{ name\?.*)`)

func inTypeScript(m method, a *arguments) (string, error) {
	var given []string
	for _, p := range m.parameters {
		value, err := typescriptValue(p, a)
		if err != nil {
			return "", err
		}
		if value != "" {
			given = append(given, value)
		}
	}
	call := "client." + m.name + "(" + strings.Join(given, ", ") + ")"
	switch {
	case strings.HasPrefix(m.result, "AsyncGenerator<"):
		call = "for await (const item of " + call + ") {\n  console.log(item);\n}"
	case m.result == "Promise<void>":
		call = "await " + call + ";"
	default:
		call = "console.log(await " + call + ");"
	}
	return "import { Client } from \"quire-client\";\n\nconst client = new Client();\n" + call, a.unused()
}

var word = regexp.MustCompile(`^[A-Za-z_]\w*$`)

var typescriptNotation = notation{
	null: "null", yes: "true", no: "false", text: jsonText,
	key: func(name string) string {
		if !word.MatchString(name) {
			name = jsonText(name)
		}
		return name + ": "
	},
}

func typescriptValue(p argument, a *arguments) (string, error) {
	switch {
	case strings.HasPrefix(p.kind, "(Source"):
		return `["` + strings.Join(a.files(), `", "`) + `"]`, nil
	case p.kind == "Source" || strings.HasPrefix(p.kind, "Source |"):
		return `"` + a.files()[0] + `"`, nil
	case wholeBody.MatchString(p.kind), p.name == "options":
		rest := a.whole()
		if len(rest) == 0 {
			return "", nil
		}
		return strings.NewReplacer("{", "{ ", "}", " }").Replace(object(rest, typescriptNotation)), nil
	}
	if p.optional {
		n := a.member(p.name)
		if n == nil {
			return "", nil
		}
		return literal(n, typescriptNotation), nil
	}
	n, err := a.take(p.name)
	if n == nil || err != nil {
		return "", err
	}
	return literal(n, typescriptNotation), nil
}
