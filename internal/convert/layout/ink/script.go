package ink

import "unicode"

// firstLeftward is the first character of Hebrew, the first script that is written from right to left. Most characters
// precede it.
const firstLeftward = 0x591

// RightToLeft reports whether a letter's script is written from right to left.
func RightToLeft(r rune) bool {
	return r >= firstLeftward && unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko)
}
