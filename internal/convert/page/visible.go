package page

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible returns s without characters that a reader cannot see: controls, zero-width and bidirectional marks, soft
// hyphens, tag characters and stray variation selectors. They hide text from people that machines still read. ZWJ and
// ZWNJ are kept where a script or an emoji needs them; line and paragraph separators become newlines.
func Visible(s string) string {
	for i := range len(s) {
		if suspect[s[i]] {
			return string(appendVisible(make([]byte, 0, len(s)), s))
		}
	}
	return s
}

// suspect marks the bytes with which an invisible character can begin, so that ordinary text is only scanned.
var suspect = func() (t [256]bool) {
	for b := range 0x20 {
		t[b] = b != '\t' && b != '\n'
	}
	for _, b := range []byte{0x7F, 0xC2, 0xCD, 0xD8, 0xE1, 0xE2, 0xE3, 0xEF, 0xF0, 0xF3, 0xF4} {
		t[b] = true
	}
	return t
}()

func appendVisible(dst []byte, s string) []byte {
	for i := 0; i < len(s); {
		start := i
		for i < len(s) && !suspect[s[i]] {
			i++
		}
		dst = append(dst, s[start:i]...)
		if i == len(s) {
			break
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		dst = appendRune(dst, r, s[i:i+n])
		i += n
	}
	return dst
}

func appendRune(dst []byte, r rune, raw string) []byte {
	switch {
	case r == '\r', r == '\v', r == '\f', r == '\u0085', r == '\u2028', r == '\u2029':
		if r == '\r' {
			return append(dst, ' ')
		}
		return append(dst, '\n')
	case r == '\u200C' || r == '\u200D':
		if before, _ := utf8.DecodeLastRune(dst); !joins(before) {
			return dst
		}
	case r >= 0xE0100 && r <= 0xE01EF:
		if before, _ := utf8.DecodeLastRune(dst); !unicode.Is(unicode.Han, before) {
			return dst
		}
	case invisible(r):
		return dst
	}
	return append(dst, raw...)
}

// invisible reports whether r neither shows anything nor shapes its neighbours.
func invisible(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7F && r < 0xA0:
		return r != '\t' && r != '\n'
	case r == 0xAD, r == 0x034F, r == 0x061C, r == 0x115F, r == 0x1160, r == 0x180E, r == 0x3164, r == 0xFFA0, r == 0xFEFF:
		return true
	case r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x206F:
		return true
	case r >= 0xFFF9 && r <= 0xFFFB, r == 0xFFFE, r == 0xFFFF:
		return true
	}
	return r >= 0xE0000 && r <= 0xE0FFF
}

// joins reports whether a zero-width joiner or non-joiner after r changes how the text looks, as in cursive and
// South and Southeast Asian scripts and in emoji sequences.
func joins(r rune) bool {
	switch {
	case r >= 0x0600 && r <= 0x08FF, r >= 0x0900 && r <= 0x109F, r >= 0x1780 && r <= 0x18AF:
		return true
	case r >= 0x2600 && r <= 0x27BF, r >= 0x1F000 && r <= 0x1FAFF, r == 0xFE0F:
		return true
	}
	return unicode.In(r, unicode.Mongolian, unicode.Nko)
}

// WebLink returns target if Markdown may contain it (http, https, mailto, a fragment), and otherwise "". Everything
// else (javascript:, data:, file:, relative paths) is dropped during conversion.
func WebLink(target string) string {
	target = strings.TrimSpace(target)
	if len(target) > 1 && target[0] == '#' {
		return target
	}
	scheme, rest, ok := strings.Cut(target, ":")
	if !ok {
		return ""
	}
	switch strings.ToLower(scheme) {
	case "http", "https":
		if strings.HasPrefix(rest, "//") && len(rest) > 2 {
			return target
		}
	case "mailto":
		if rest != "" {
			return target
		}
	}
	return ""
}
