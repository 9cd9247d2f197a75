// Package pattern provides regular expressions that are compiled on first use. A program with a hundred of them would
// otherwise spend a good part of its startup on expressions that it never needs.
package pattern

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression. Its methods are those of [regexp.Regexp], and they are also safe for concurrent use.
type Pattern struct{ compiled func() *regexp.Regexp }

// New returns the pattern for an expression. The first use panics if the expression is invalid.
func New(expression string) *Pattern {
	return &Pattern{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })}
}

// MatchString reports whether s contains a match.
func (p *Pattern) MatchString(s string) bool { return p.compiled().MatchString(s) }

// Match reports whether b contains a match.
func (p *Pattern) Match(b []byte) bool { return p.compiled().Match(b) }

// FindString returns the leftmost match in s.
func (p *Pattern) FindString(s string) string { return p.compiled().FindString(s) }

// FindStringIndex returns the position of the leftmost match in s.
func (p *Pattern) FindStringIndex(s string) []int { return p.compiled().FindStringIndex(s) }

// FindStringSubmatch returns the leftmost match in s and its submatches.
func (p *Pattern) FindStringSubmatch(s string) []string { return p.compiled().FindStringSubmatch(s) }

// FindStringSubmatchIndex returns the positions of the leftmost match in s and its submatches.
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	return p.compiled().FindStringSubmatchIndex(s)
}

// FindAllString returns the first n matches in s, or all if n is negative.
func (p *Pattern) FindAllString(s string, n int) []string { return p.compiled().FindAllString(s, n) }

// FindAllStringIndex returns the positions of the first n matches in s, or of all if n is negative.
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	return p.compiled().FindAllStringIndex(s, n)
}

// FindAllStringSubmatch returns the first n matches in s with their submatches, or all if n is negative.
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p.compiled().FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex returns the positions of the first n matches in s and their submatches, or of all if n is
// negative.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.compiled().FindAllStringSubmatchIndex(s, n)
}

// FindSubmatch returns the leftmost match in b and its submatches.
func (p *Pattern) FindSubmatch(b []byte) [][]byte { return p.compiled().FindSubmatch(b) }

// FindAllSubmatch returns the first n matches in b with their submatches, or all if n is negative.
func (p *Pattern) FindAllSubmatch(b []byte, n int) [][][]byte {
	return p.compiled().FindAllSubmatch(b, n)
}

// ReplaceAllString replaces all matches in s with replacement, in which $1 stands for a submatch.
func (p *Pattern) ReplaceAllString(s, replacement string) string {
	return p.compiled().ReplaceAllString(s, replacement)
}

// ReplaceAllStringFunc replaces every match in s with the result of replace.
func (p *Pattern) ReplaceAllStringFunc(s string, replace func(string) string) string {
	return p.compiled().ReplaceAllStringFunc(s, replace)
}

// ReplaceAll replaces all matches in b with replacement, in which $1 stands for a submatch.
func (p *Pattern) ReplaceAll(b, replacement []byte) []byte {
	return p.compiled().ReplaceAll(b, replacement)
}

// Split splits s at the first n-1 matches, or at all if n is negative.
func (p *Pattern) Split(s string, n int) []string { return p.compiled().Split(s, n) }
