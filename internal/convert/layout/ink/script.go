package ink

import "unicode"

// RightToLeft reports whether a letter's script is written from right to left.
func RightToLeft(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko)
}
