package text

// SplitEntries splits the lines so that every field of a form is on a line by itself.
func SplitEntries(lines []Line) []Line {
	var out []Line
	for i, l := range lines {
		start := 0
		for k := 1; k < len(l.Words); k++ {
			if !l.Words[k].Entry {
				continue
			}
			if out == nil {
				out = append(make([]Line, 0, len(lines)+1), lines[:i]...)
			}
			out = append(out, NewLine(l.Words[start:k:k]))
			start = k
		}
		switch {
		case start > 0:
			out = append(out, NewLine(l.Words[start:]))
		case out != nil:
			out = append(out, l)
		}
	}
	if out == nil {
		return lines
	}
	return out
}

// isField reports whether a line is a field of a form.
func isField(l Line) bool { return l.Words[0].Entry }
