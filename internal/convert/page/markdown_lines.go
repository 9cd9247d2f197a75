package page

import "bytes"

// scanLines escapes what would start a block at the beginning of a line.
func (in *inline) scanLines() {
	k := 0
	for start := 0; start < len(in.text); {
		end := len(in.text)
		if n := bytes.IndexByte(in.text[start:], '\n'); n >= 0 {
			end = start + n
		}
		for k+1 < len(in.runs) && (in.runs[k].end <= start) {
			k++
		}
		// The first line may be preceded by a delimiter of ours if its run has one.
		if r := &in.runs[k]; r.start < start || (r.link == "" && (start > 0 || r.style == 0)) {
			if at := blockMarker(in.text[start:end], start > 0); at >= 0 {
				in.escapes = append(in.escapes, start+at)
			}
		}
		start = end + 1
	}
}

// blockMarker returns the offset in line to escape so that it does not start a block, or -1. A later line of a
// paragraph could also be read as the underline of a heading or of a table's head.
func blockMarker(line []byte, later bool) int {
	if len(line) == 0 {
		return -1
	}
	ends := func(n int) bool { return n == len(line) || line[n] == ' ' || line[n] == '\n' }
	switch c := line[0]; c {
	case '#':
		if n := countRun(line, '#'); n <= 6 && ends(n) {
			return 0
		}
	case '>':
		return 0
	case '-', '+', '*', '_':
		if (c != '_' && ends(1)) || (onlyOf(line, []byte{c, ' '}) && bytes.Count(line, []byte{c}) >= 3) {
			return 0
		}
	case '`', '~':
		if countRun(line, c) >= 3 {
			return 0
		}
	case '=':
		if later && onlyOf(line, []byte("= ")) {
			return 0
		}
	case '[':
		if n := bytes.IndexByte(line, ']'); !later && n > 0 && n+1 < len(line) && line[n+1] == ':' {
			return 0
		}
	default:
		if isDigit(c) {
			return numberMarker(line)
		}
	}
	if later && bytes.IndexByte(line, '-') >= 0 && onlyOf(line, []byte("-:| ")) {
		return 0
	}
	return -1
}

// numberMarker returns the offset of the delimiter after a list number at the beginning of line, or -1.
func numberMarker(line []byte) int {
	n := 0
	for n < len(line) && isDigit(line[n]) {
		n++
	}
	if n > 9 || n == len(line) || (line[n] != '.' && line[n] != ')') {
		return -1
	}
	if n+1 == len(line) || line[n+1] == ' ' {
		return n
	}
	return -1
}

func countRun(b []byte, c byte) int {
	n := 0
	for n < len(b) && b[n] == c {
		n++
	}
	return n
}

func onlyOf(b, set []byte) bool {
	for _, c := range b {
		if bytes.IndexByte(set, c) < 0 {
			return false
		}
	}
	return true
}
