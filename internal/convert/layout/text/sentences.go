package text

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/page"
)

// Continues reports whether b finishes the sentence that a leaves open, in the same type.
func Continues(a, b page.Block) bool {
	isText := a.Kind == page.Paragraph || a.Kind == page.ListItem
	if !isText || a.Font == nil || b.Font == nil {
		return false
	}
	if math.Abs(a.Font.Size-b.Font.Size) > sameType*a.Font.Size || a.Font.Bold != b.Font.Bold || a.Kind != b.Kind {
		return false
	}
	return LeftOpen(a.Text()) && StartsLower(b.Text())
}

// LeftOpen reports whether text stops before the end of a sentence.
func LeftOpen(text string) bool {
	text = strings.TrimRight(strings.TrimSpace(text), "\"'”’)]")
	r, _ := utf8.DecodeLastRuneInString(text)
	return text != "" && !strings.ContainsRune(".!?:;。！？", r)
}

// StartsLower reports whether text begins with a lowercase letter.
func StartsLower(text string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimSpace(text))
	return unicode.IsLower(r)
}
