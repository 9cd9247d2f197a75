package rules

import (
	"regexp"
	"strings"
	"testing"

	"quire/internal/growth"
)

// Patterns look at windows of text, so their work is linear from two windows on.
func TestGrowthOfPatterns(t *testing.T) {
	type search struct {
		re   *regexp.Regexp
		text string
	}
	const words, letters, rows = "the harbour counted ", "a", "Lamp  2  15.00  30.00\n"
	shapes := []struct{ name, pattern, unit string }{
		{"nested repetitions", `(a+)+b`, letters},
		{"deeply nested repetitions", `(((a*)*)*)*b`, letters},
		{"alternatives that overlap", `(a|aa|aaa)+b`, letters},
		{"many alternatives", strings.Repeat("ax|", 100) + "b", letters},
		{"a long literal", strings.Repeat("a", 500) + "b", letters},
		{"many groups", strings.Repeat("(a)", 50) + "b", letters},
		{"optional groups", strings.Repeat("(a)?", 30) + strings.Repeat("a", 30) + "b", letters},
		{"counted repetitions", `(a{1,30}){1,30}b`, letters},
		{"classes", `[\p{L}\p{N}]+\p{Lu}`, words},
		{"letters of any case", `(?i)HARBOUR\s+COUNTEX`, words},
		{"words", `\b\w+\b`, words},
		{"beginnings of lines", `(?m)^\w+`, rows},
		{"ends of lines", `(?m)\d+$`, rows},
		{"rows", `(?m)^(?P<a>\S+)  (?P<b>\d+)  (\S+)  (\S+)$`, rows},
		{"lines that are nearly rows", `(?m)^(?P<a>\S+)  (?P<b>\d+)  (\S+)  (\S+)x$`, rows},
		{"as little as possible", `t.*?d`, words},
		{"as much as possible", `t.*d`, words},
		{"over lines", `(?s)Lamp.*30`, rows},
		{"little and much", `(.*?)(\w+)(.*)X`, rows},
		{"everything", `.`, words},
		{"nothing", `x*`, words},
		{"the rest of the text at some matches", `(?s)the.*?X|counted`, strings.Repeat("word ", 400) + "counted "},
	}
	var cases []growth.Case[search]
	for _, s := range shapes {
		re := regexp.MustCompile(s.pattern)
		cases = append(cases, growth.Case[search]{
			Name: s.name, From: 2*windowSize/len(s.unit) + 1,
			Build: func(n int) search { return search{re, strings.Repeat(s.unit, n)} },
		})
	}
	growth.Run(t, cases, func(_ *testing.T, in search) {
		for range matches(in.re, in.text) {
		}
	})
}
