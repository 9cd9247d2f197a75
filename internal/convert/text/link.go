package text

import (
	"cmp"
	"html"
	"strings"

	"quire/internal/convert/page"
)

// bracket reads a link, a reference or a footnote mark.
func (s *spanner) bracket(text string, i int) (int, func()) {
	end := s.ends.of(i)
	if end < 0 {
		return 0, nil
	}
	label, after := text[i+1:end], text[end+1:]
	if len(label) > 1 && label[0] == '^' && !strings.ContainsAny(label, " []") {
		return end + 1 - i, func() { s.spans = append(s.spans, page.Span{Note: label[1:]}) }
	}
	switch {
	case strings.HasPrefix(after, "("):
		if close := s.ends.of(end + 1); close > 0 {
			target := destination(text[end+1 : close+1])
			return close + 1 - i, func() { s.linked(label, target) }
		}
	case strings.HasPrefix(after, "["):
		if e := strings.IndexByte(after, ']'); e > 0 {
			if ref, ok := s.reference(cmp.Or(after[1:e], label)); ok {
				return end + 1 + e + 1 - i, func() { s.linked(label, ref) }
			}
		}
	default:
		if ref, ok := s.reference(label); ok {
			return end + 1 - i, func() { s.linked(label, ref) }
		}
	}
	return 0, nil
}

// labelLimit is the maximum length of a reference's label (CommonMark 0.31, 6.3).
const labelLimit = 999

// reference returns the target that a label refers to. Labels contain no brackets, so nested ones cost nothing.
func (s *spanner) reference(label string) (string, bool) {
	if len(label) > labelLimit || strings.IndexByte(label, ']') >= 0 {
		return "", false
	}
	ref, ok := s.refs[strings.ToLower(label)]
	return ref, ok
}

// linked adds a link's text with its own emphasis. If the target does not lead to the web, it adds only the text.
func (s *spanner) linked(label, target string) {
	target = page.WebLink(html.UnescapeString(target))
	if strings.HasPrefix(target, "#") {
		target = ""
	}
	inner := spanner{refs: map[string]string{}, style: s.style, depth: s.depth + 1}
	if inner.depth > 4 {
		inner.text(label)
	} else {
		inner.read(label)
	}
	for _, span := range inner.finish() {
		span.Link = target
		s.spans = append(s.spans, span)
	}
}

// destination returns the target in "(target "title")".
func destination(s string) string {
	target, _, _ := strings.Cut(strings.TrimSpace(s[1:len(s)-1]), " ")
	return strings.Trim(target, "<>")
}
