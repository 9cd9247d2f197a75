// Package stylename determines the role of paragraphs from the name of their style.
package stylename

import "strings"

// Role is the role of the paragraphs in a style.
type Role uint8

// The roles.
const (
	Text Role = iota
	Heading
	Title
	Caption
	Code
	Quote
	Contents // an entry of a table of contents
)

// Of returns the role of the paragraphs in a style: a heading with its level from 1 to 9, an entry of a table of
// contents with its level from 0 to 8, or Text if the name has no such meaning.
func Of(name string) (Role, int) {
	name = strings.ToLower(strings.TrimSpace(name))
	base, level := splitLevel(name)
	switch {
	case name == "title" || titleNames[name]:
		return Title, 1
	case captionNames[name]:
		return Caption, 0
	case quoteNames[name]:
		return Quote, 0
	case codeNames[name]:
		return Code, 0
	case level > 0 && contentsNames[base]:
		return Contents, level - 1
	case level > 0 && headingNames[base]:
		return Heading, level
	}
	return Text, 0
}

// IsCode reports whether a paragraph or character style with that name is for code.
func IsCode(name string) bool { return codeNames[strings.ToLower(name)] }

// splitLevel splits "heading 2" into "heading" and 2. The level is 0 if it is not from 1 to 9.
func splitLevel(name string) (string, int) {
	if n := len(name); n > 1 && name[n-1] >= '1' && name[n-1] <= '9' {
		return strings.TrimSpace(name[:n-1]), int(name[n-1] - '0')
	}
	return name, 0
}
