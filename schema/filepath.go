package schema

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxPath is the length, in bytes, of the longest path of a file.
const MaxPath = 1024

// PathProblem returns why p cannot be the path of a file, or "" if it can.
func PathProblem(p string) string {
	switch {
	case !utf8.ValidString(p):
		return "the path must be valid UTF-8"
	case len(p) > MaxPath:
		return "the path must have at most 1024 bytes"
	case strings.ContainsFunc(p, unicode.IsControl):
		return "the path must not contain control characters"
	case strings.ContainsFunc(p, isInvisible):
		return "the path must not contain zero-width characters or characters that change the direction of text"
	}
	for segment := range strings.SplitSeq(p, "/") {
		if segment == "" || segment == "." || segment == ".." {
			return "the segments of a path must not be empty, '.' or '..'"
		}
	}
	return ""
}

// isInvisible reports whether r is one of the format characters (zero-width, bidirectional controls) that make one
// name look like another; document names are stored without them, too.
func isInvisible(r rune) bool { return unicode.Is(unicode.Cf, r) }
