package answer

import (
	"strings"

	"quire/internal/pattern"
)

var (
	promptIDs  = pattern.New(`(?i)\s*[\[(【]\s*c\d+(?:\s*[,;&]\s*c\d+)*\s*[\])】]`)
	beginnings = pattern.New(`(?i)\[\s*citation`)
	images     = pattern.New(`!\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])`)
	bareImages = pattern.New(`!\[([^\]]*)\]`) // separate: the others would scan the rest of the text for each
	links      = pattern.New(`\[([^\]]*)\]\(([^)]*)\)`)
	definition = pattern.New(`(?m)^\s*\[[^\]]*\]:\s*`)
	tags       = pattern.New(`</?[A-Za-z!][^>]*>`)
	pictures   = pattern.New(`!+\[`)
	openTag    = pattern.New(`<([A-Za-z/!?])`)
	addresses  = pattern.New(`(?i)(?:[a-z][a-z0-9+.-]*://|www\.|mailto:|xmpp:|\bjavascript:)[^\s<>"'()\[\]]*`)
	emptyLines = pattern.New(`\n{3,}`)
)

// sanitise returns a model's text in the form in which an answer may show it. It is inert when rendered: no markup, no
// picture, no address that the quoted sources lack, no marker that is not ours, no invisible characters.
func sanitise(text string, sources []string) string {
	text = strings.ReplaceAll(visible(strings.ToValidUTF8(text, "")), "\r", "")
	for range maxPasses {
		next := inert(text, sources)
		if next == text {
			return text
		}
		text = next // what is left around a removed construct can form a new one
	}
	return ""
}

// maxPasses is far more than any legitimate text needs.
const maxPasses = 20

func inert(text string, sources []string) string {
	for range maxPasses {
		without := promptIDs.ReplaceAllString(markers.ReplaceAllString(text, ""), "")
		if without == text {
			break
		}
		text = without
	}
	text = beginnings.ReplaceAllString(text, "citation")
	text = bareImages.ReplaceAllString(images.ReplaceAllString(text, "$1"), "$1")
	text = links.ReplaceAllStringFunc(text, func(l string) string {
		m := links.FindStringSubmatch(l)
		if quotedAddress(m[2], sources) {
			return m[1] + " (" + m[2] + ")"
		}
		return m[1]
	})
	text = definition.ReplaceAllString(text, "")
	text = tags.ReplaceAllString(text, "")
	text = addresses.ReplaceAllStringFunc(text, func(a string) string {
		bare := strings.TrimRight(a, ".,;:!?")
		if quotedAddress(bare, sources) {
			return a
		}
		return a[len(bare):]
	})
	// The next piece could complete what is left of a construct.
	text = openTag.ReplaceAllString(strings.ReplaceAll(pictures.ReplaceAllString(text, "["), "](", "] ("), "‹$1")
	return emptyLines.ReplaceAllString(text, "\n\n")
}

// quotedAddress reports whether the sources contain a web address.
func quotedAddress(address string, sources []string) bool {
	lower := strings.ToLower(address)
	if !strings.HasPrefix(lower, "http://") && !strings.HasPrefix(lower, "https://") && !strings.HasPrefix(lower, "www.") {
		return false
	}
	for _, s := range sources {
		for from := 0; ; {
			i := strings.Index(s[from:], address)
			if i < 0 {
				break
			}
			from += i + len(address)
			if from == len(s) || strings.ContainsRune(" \n\t.,;:!?)>]\"'|", rune(s[from])) {
				return true
			}
		}
	}
	return false
}
