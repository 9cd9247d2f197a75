package definition_test

import (
	"fmt"
	"strings"
	"testing"

	"quire/internal/extract/definition"
	"quire/internal/growth"
)

// Up to these sizes, which are the bounds on keys and on references, work may grow faster.
const (
	beyondKeys       = 1 << 11
	beyondReferences = 1 << 9
)

// head begins a definition, up to its schema.
const head = "name: Grown\nslug: grown\n"

// smallSchema has one property of each kind.
const smallSchema = "schema: {type: object, properties: {a: {type: string}, n: {type: number}, t: {type: array, items: {type: object, properties: {a: {type: string}, n: {type: number}}}}}}\n"

// inSchema puts the growing part among the keywords of an object's schema.
func inSchema(build func(n int) []byte) func(n int) []byte {
	return growth.Within(head+"schema: {type: object, properties: {a: {type: string}}, ", build, "}\n")
}

// inProperties creates one property for each unit.
func inProperties(unit string) func(n int) []byte {
	return growth.Within(head+"schema: {type: object, properties: {", growth.Numbered(unit+", "), "}}\n")
}

// inRule puts the growing part into the rule of the property a.
func inRule(build func(n int) []byte) func(n int) []byte {
	return growth.Within(head+smallSchema+"rules: {a: {", build, "}}\n")
}

// inTable puts the growing part into the table of the property t.
func inTable(build func(n int) []byte) func(n int) []byte {
	return growth.Within(head+smallSchema+"rules: {t: {table: {columns: {a: [a]}, ", build, "}}}\n")
}

// list returns a YAML sequence of units.
func list(key, unit string) func(n int) []byte {
	return growth.Within(key+": [", growth.Numbered(unit+", "), "]")
}

// fieldsAnd creates a property for each unit of something that refers to it.
func fieldsAnd(property, key, unit, end string) func(n int) []byte {
	return func(n int) []byte {
		return []byte(head + "schema: {type: object, properties: {" + string(growth.Numbered(property+", ")(n)) + "}}\n" + key + string(growth.Numbered(unit+", ")(n)) + end)
	}
}

// chained creates n definitions, each of which refers to the next.
func chained(n int) []byte {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "d%d: {$ref: '#/$defs/d%d'}, ", i, i+1)
	}
	return []byte(head + "schema: {type: object, properties: {a: {$ref: '#/$defs/d0'}}, $defs: {" + b.String() + fmt.Sprintf("d%d: {type: string}}}\n", n))
}

// doubled creates n anchors, each of which refers to the previous one twice.
func doubled(n int) []byte {
	var b strings.Builder
	b.WriteString(head + smallSchema + "labels: [x]\nrequired:\n- &a0 [a]\n")
	for i := range n {
		fmt.Fprintf(&b, "- &a%d [*a%d, *a%d]\n", i+1, i, i)
	}
	return []byte(b.String())
}

func TestGrowthOfDefinitions(t *testing.T) {
	cases := []growth.Case[[]byte]{
		{Name: "fields", Build: inProperties("f%d: {type: string}")},
		{Name: "fields with everything", Build: inProperties("f%d: {type: [string, 'null'], title: A title, description: What it is, enum: [a, b], x-parser: text}")},
		{Name: "fields that anything fits", Build: inProperties("f%d: true")},
		{Name: "fields with patterns", Build: inProperties("f%d: {type: string, pattern: 'a{9}'}")},
		{Name: "one long name", Build: growth.Within(head+"schema: {type: object, properties: {", growth.Repeat("a"), ": {type: string}}}\n")},
		{Name: "rules for one long name", Build: func(n int) []byte {
			name := strings.Repeat("a", n)
			return []byte(head + "schema: {type: object, properties: {" + name + ": {type: string}}}\nrules: {" + name + ": {labels: [a]}}\n")
		}},
		{Name: "nested objects", Build: growth.Within(head+"schema: ", growth.Around("{type: object, properties: {a: ", "{type: string}", "}}"), "\n")},
		{Name: "nested arrays", Build: growth.Within(head+"schema: {type: object, properties: {a: ", growth.Around("{type: array, items: ", "{type: string}", "}"), "}}\n")},
		{Name: "a long description", Build: inSchema(growth.Within("description: '", growth.Repeat("word "), "'"))},
		{Name: "long instructions", Build: growth.Within(head+smallSchema+"instructions: '", growth.Repeat("word "), "'\n")},
		{Name: "values of an enumeration", Build: inSchema(list("enum", "v%d"))},
		{Name: "examples", Build: inSchema(list("examples", "v%d"))},
		{Name: "examples that are objects", Build: inSchema(list("examples", "{a: v%d}"))},
		{Name: "required fields of the schema", Build: func(n int) []byte {
			return []byte(head + "schema: {type: object, required: [" + string(growth.Numbered("f%d, ")(n)) + "], properties: {" + string(growth.Numbered("f%d: {type: string}, ")(n)) + "}}\n")
		}},
		{Name: "fields and rules", From: beyondKeys, Build: fieldsAnd("f%d: {type: string}", "rules: {", "f%d: {labels: [l%d]}", "}\n")},
		{Name: "fields and patterns", Build: fieldsAnd("f%d: {type: string}", "rules: {", "f%d: {pattern: 'a(\\d+)'}", "}\n")},
		{Name: "fields that are required", Build: fieldsAnd("f%d: {type: string}", "required: [", "f%d", "]\n")},
		{Name: "required fields that are not there", Build: fieldsAnd("f%d: {type: string}", "required: [", "g%d", "]\n")},
		{Name: "constraints", Build: fieldsAnd("f%d: {type: number}", "constraints: [", "{sum: [f%d, f0], equals: f%d}", "]\n")},
		{Name: "one long constraint", Build: fieldsAnd("f%d: {type: number}", "constraints: [{equals: f0, sum: [", "f%d", "]}]\n")},
		{Name: "fields that differ", Build: fieldsAnd("f%d: {type: string}", "rules: {f0: {differs: [", "f%d", "]}}\n")},
		{Name: "rules that no field has", From: beyondKeys, Build: growth.Within(head+smallSchema+"rules: {", growth.Numbered("r%d: {labels: [a]}, "), "}\n")},
		{Name: "empty rules", From: beyondKeys, Build: growth.Within(head+smallSchema+"rules: {", growth.Numbered("r%d, "), "}\n")},
		{Name: "labels of a rule", Build: inRule(list("labels", "l%d"))},
		{Name: "exceptions of a rule", Build: inRule(list("except", "e%d"))},
		{Name: "a long pattern", Build: inRule(growth.Within("pattern: '", growth.Repeat("word "), "'"))},
		{Name: "a pattern of alternatives", Build: inRule(growth.Within("pattern: '", growth.Numbered("w%d|"), "'"))},
		{Name: "a pattern of prefixes", Build: inRule(growth.Within("pattern: '", growth.Growing("a", "|"), "'"))},
		{Name: "nested groups of a pattern", Build: inRule(growth.Within("pattern: '", growth.Around("(a", "b", ")"), "'"))},
		{Name: "groups of a pattern", Build: inRule(growth.Within("pattern: '", growth.Repeat("(a)"), "'"))},
		{Name: "repetitions of a pattern", Build: inRule(growth.Within("pattern: '", growth.Repeat("a{0,9}"), "'"))},
		{Name: "classes of a pattern", Build: inRule(growth.Within("pattern: '", growth.Repeat(`\p{L}`), "'"))},
		{Name: "one long class", Build: inRule(growth.Within("pattern: '[", growth.Repeat(`a-cxyz`), "]'"))},
		{Name: "columns of a table", From: beyondKeys, Build: func(n int) []byte {
			return []byte(head + "schema: {type: object, properties: {t: {type: array, items: {type: object, properties: {" + string(growth.Numbered("c%d: {type: string}, ")(n)) +
				"}}}}}\nrules: {t: {table: {columns: {" + string(growth.Numbered("c%d: [l%d], ")(n)) + "}}}}\n")
		}},
		{Name: "columns that are not there", From: beyondKeys, Build: inTable(growth.Within("ignore: [a]}}, x: {table: {columns: {", growth.Numbered("c%d: [], "), "}"))},
		{Name: "keys of a table", Build: inTable(list("key", "k%d"))},
		{Name: "patterns of rows", Build: inTable(list("row", "'(?P<a>a%d)'"))},
		{Name: "groups of a row", Build: inTable(growth.Within("row: ['", growth.Numbered("(?P<a%d>a)"), "']"))},
		{Name: "references", Build: growth.Within(head+"schema: {type: object, $defs: {d: {type: string}}, properties: {", growth.Numbered("f%d: {$ref: '#/$defs/d'}, "), "}}\n")},
		{Name: "references in a chain", Build: chained},
		{Name: "references to one's own", Build: growth.Within(head+"schema: {type: object, properties: {", growth.Numbered("f%d: {$ref: '#'}, "), "}}\n")},
		{Name: "references to unknown keywords", From: beyondReferences, Build: func(n int) []byte {
			return []byte(head + "schema: {type: object, properties: {" + string(growth.Numbered("f%d: {$ref: '#/x/d%d'}, ")(n)) + "}, x: {" + string(growth.Numbered("d%d: {}, ")(n)) + "}}\n")
		}},
		{Name: "references to many definitions", Build: func(n int) []byte {
			return []byte(head + "schema: {type: object, properties: {" + string(growth.Numbered("f%d: {$ref: '#/$defs/d%d'}, ")(n)) + "}, $defs: {" + string(growth.Numbered("d%d: {}, ")(n)) + "}}\n")
		}},
		{Name: "identifiers", Build: inSchema(growth.Within("$defs: {", growth.Numbered("d%d: {$id: 'i%d'}, "), "}"))},
		{Name: "anchors of the schema", Build: inSchema(growth.Within("$defs: {", growth.Numbered("d%d: {$anchor: a%d}, "), "}"))},
		{Name: "dynamic anchors of the schema", Build: inSchema(growth.Within("$defs: {", growth.Numbered("d%d: {$dynamicAnchor: a%d}, "), "}"))},
		{Name: "alternatives of the schema", Build: inSchema(list("anyOf", "{type: object}"))},
		{Name: "nested alternatives of the schema", Build: inSchema(growth.Within("allOf: [", growth.Around("{anyOf: [{type: object}, ", "{type: object}", "]}"), "]"))},
		{Name: "patterns of the schema", Build: inProperties("f%d: {type: string, pattern: 'a+b%d'}")},
		{Name: "keywords twice", Build: inSchema(growth.Within("items: {type: object, properties: {a: {}}}, ", growth.Repeat("x-key: a, x-parser: text, "), "x-key: a"))},
		{Name: "keywords twice beside fields", Build: func(n int) []byte {
			return []byte(head + "schema: {type: object, " + strings.Repeat("x-key: f0, x-parser: text, ", n) + "properties: {" + string(growth.Numbered("f%d: {type: string}, ")(n)) + "}}\n")
		}},
		{Name: "unknown parsers", Build: inProperties("f%d: {type: string, x-parser: p%d}")},
		{Name: "unknown types", Build: inProperties("f%d: {type: t%d}")},
		{Name: "unknown keys", From: beyondKeys, Build: growth.Within(head+smallSchema, growth.Numbered("k%d: v\n"), "")},
		{Name: "one key many times", Build: growth.Within(head+smallSchema, growth.Repeat("pages: all\n"), "")},
		{Name: "values of the wrong type", Build: growth.Within(head+smallSchema+"constraints: [", growth.Repeat("{tolerance: x}, "), "]\n")},
		{Name: "aliases", Build: growth.Within(head+smallSchema+"labels: [&a x, ", growth.Repeat("*a, "), "]\n")},
		{Name: "aliases of lists", From: beyondKeys, Build: growth.Within(head+smallSchema+"labels: &l [a, b, c, d, e, f, g, h]\nrules: {a: {labels: *l}, ", growth.Numbered("r%d: {labels: *l}, "), "}\n")},
		{Name: "aliases of a growing list", From: beyondKeys, Build: func(n int) []byte {
			return []byte(head + smallSchema + "labels: &l [" + strings.Repeat("a, ", n) + "]\nrules: {" + string(growth.Numbered("r%d: {labels: *l}, ")(n)) + "}\n")
		}},
		{Name: "aliases of aliases", Build: doubled},
		{Name: "anchors", Build: growth.Within(head+smallSchema+"labels: [", growth.Numbered("&a%d x, "), "]\n")},
		{Name: "merged keys", Build: growth.Within(head+smallSchema+"cost: &c {credits: 1}\nrules: {", growth.Numbered("r%d: {<<: *c}, "), "}\n")},
		{Name: "one mapping merged many times", Build: growth.Within(head+smallSchema+"cost: &c {credits: 1}\nrules: {a: {<<: [", growth.Repeat("*c, "), "]}}\n")},
	}
	growth.Run(t, limited(cases), parsed)
}

func TestGrowthOfYAML(t *testing.T) {
	cases := []growth.Case[[]byte]{
		{Name: "openings of lists", Build: growth.Repeat("[")},
		{Name: "openings of mappings", Build: growth.Repeat("{")},
		{Name: "openings of mappings with keys", Build: growth.Repeat("{a: ")},
		{Name: "nested lists", Build: growth.Around("[", "", "]")},
		{Name: "nested lists below each other", Build: growth.Repeat("- ")},
		{Name: "lists by indentation", Build: func(n int) []byte {
			var b strings.Builder
			for i := 0; b.Len() < n; i++ {
				b.WriteString(strings.Repeat(" ", i) + "a:\n")
			}
			return []byte(b.String())
		}},
		{Name: "questions", Build: growth.Repeat("? ")},
		{Name: "questions in lists", Build: growth.Repeat("? - ")},
		{Name: "colons", Build: growth.Repeat(": ")},
		{Name: "comments", Build: growth.Repeat("# a\n")},
		{Name: "comments behind values", Build: growth.Within(head+smallSchema+"labels:\n", growth.Repeat("- a # b\n"), "")},
		{Name: "comments between values", Build: growth.Within(head+smallSchema+"labels:\n", growth.Repeat("# b\n- a\n\n# c\n"), "")},
		{Name: "comments of a list in one line", Build: growth.Within(head+smallSchema+"labels: [", growth.Repeat("a, # b\n"), "]\n")},
		{Name: "one long comment", Build: growth.Within("#", growth.Repeat(" word"), "\n")},
		{Name: "indented comments", Build: growth.Growing(" ", "# a\n")},
		{Name: "empty lines", Build: growth.Repeat("\n")},
		{Name: "spaces", Build: growth.Repeat(" ")},
		{Name: "documents", Build: growth.Repeat("---\na: b\n")},
		{Name: "directives", Build: growth.Numbered("%%TAG !a%d! tag:a,2000:\n")},
		{Name: "tags", Build: growth.Within(head+smallSchema+"labels: [", growth.Repeat("!!str a, "), "]\n")},
		{Name: "one long tag", Build: growth.Within("!", growth.Repeat("a"), " b\n")},
		{Name: "a text in double quotes", Build: growth.Within(`name: "`, growth.Repeat(`\x41\n`), `"`)},
		{Name: "a text over lines", Build: growth.Within(`name: `, growth.Repeat("a\n  "), "")},
		{Name: "a folded text", Build: growth.Within("name: >\n", growth.Repeat("  a\n\n"), "")},
		{Name: "a text as it stands", Build: growth.Within("name: |\n", growth.Repeat("  a\n"), "")},
		{Name: "quotes without an end", Build: growth.Repeat(`a: "b`)},
		{Name: "numbers", Build: growth.Within(head+smallSchema+"cost: {credits: ", growth.Repeat("1"), "}\n")},
		{Name: "numbers of the schema", Build: inSchema(growth.Within("minimum: ", growth.Repeat("1"), ""))},
		{Name: "large numbers of the schema", Build: inProperties("f%d: {maximum: 1e308, minimum: -1e308, multipleOf: 1e-300}")},
		{Name: "characters that nobody sees", Build: growth.Repeat("\ufeff")},
		{Name: "control characters", Build: growth.Repeat("\x01")},
		{Name: "broken characters", Build: growth.Repeat("\xff")},
		{Name: "keys without values", Build: growth.Numbered("k%d\n")},
		{Name: "keys over lines", Build: growth.Repeat("a b\n")},
		{Name: "tabs", Build: growth.Repeat("\t")},
	}
	growth.Run(t, limited(cases), parsed)
}

// limited restricts cases to definitions that are small enough for Parse.
func limited(cases []growth.Case[[]byte]) []growth.Case[[]byte] {
	for i := range cases {
		n := 16
		for len(cases[i].Build(2*n)) <= definition.MaxBytes {
			n *= 2
		}
		cases[i].To = n
	}
	return cases
}

// parsed processes a definition as applying it does.
func parsed(_ *testing.T, source []byte) {
	_, err := definition.Parse("grown.yaml", source)
	definition.Errors(err)
	if err == nil {
		definition.SameLogic(source, source)
	}
}

func TestGrowthOfComposedDefinitions(t *testing.T) {
	growth.Compose(t, []string{
		"a: ", "b", "{", "}", "[", "]", ", ", "- ", "\n", "\n  ", "&a ", "*a", "<<: ", "type: object, ", "type: string, ", "properties: ", "items: ", "$ref: '#', ",
		"$defs: ", "enum: ", "required: ", "anyOf: ", "x-key: a, ", "x-parser: text, ", "'", `"`, "|", ">", "# ", "? ", ": ", "!!str ", "1e9", "true, ",
	}, definition.MaxBytes, func(drawn []byte) []byte {
		return []byte(head + "schema: {type: object, properties: {a: {" + string(drawn) + "}}}\n")
	}, parsed)
	growth.Compose(t, []string{
		"labels: ", "pattern: ", "between: ", "table: ", "columns: ", "row: ", "take: all", "pages: ", "[a, b], ", "{a: [b]}, ", "{", "}", "[", "]", ", ", "a", "'(a|b)*c', ",
		"n: ", "t: ", "\n", "*r", "&r ", "'", `\d+`, "differs: ", "except: ",
	}, definition.MaxBytes, func(drawn []byte) []byte { return []byte(head + smallSchema + "rules: {a: {" + string(drawn) + "}}\n") }, parsed)
}
