package text

import "strings"

// linkLimit is the maximum length of the label, and of the target, of a link. Brackets further apart are plain text.
const linkLimit = 4096

// ends holds the places where constructs that begin in a text may end. They are found once for the whole text, so that
// an opener without an end costs no search of its own.
type ends struct {
	brackets map[int]int // offset of an opening bracket or parenthesis to that of its closer
	code     map[int]int // number of backticks to the offset of the last run of that length
	comment  int         // offset of the last end of a comment
}

func findEnds(text string) ends {
	e := ends{comment: strings.LastIndex(text, "-->")}
	if strings.IndexByte(text, '[') >= 0 {
		e.brackets = closings(text)
	}
	if strings.IndexByte(text, '`') >= 0 {
		e.code = lastBackticks(text)
	}
	return e
}

// of returns the offset of the bracket that closes the one at offset at, or -1.
func (e ends) of(at int) int {
	if end, ok := e.brackets[at]; ok && end-at < linkLimit {
		return end
	}
	return -1
}

// closings pairs brackets with brackets and parentheses with parentheses. A link target cannot extend past its
// line.
func closings(text string) map[int]int {
	closing := map[int]int{}
	var brackets, parentheses []int
	pair := func(open []int, at int) []int {
		if len(open) == 0 {
			return open
		}
		closing[open[len(open)-1]] = at
		return open[:len(open)-1]
	}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '[':
			brackets = append(brackets, i)
		case ']':
			brackets = pair(brackets, i)
		case '(':
			parentheses = append(parentheses, i)
		case ')':
			parentheses = pair(parentheses, i)
		case '\n':
			parentheses = parentheses[:0]
		}
	}
	return closing
}

func lastBackticks(text string) map[int]int {
	last := map[int]int{}
	for i := 0; i < len(text); {
		next := strings.IndexByte(text[i:], '`')
		if next < 0 {
			break
		}
		i += next
		n := backticks(text[i:])
		last[n] = i
		i += n
	}
	return last
}

// backticks returns the number of backticks at the start of a text.
func backticks(text string) int { return len(text) - len(strings.TrimLeft(text, "`")) }
