package pdf

import (
	"strings"
	"unicode"

	"quire/internal/convert/layout/ink"
	"quire/internal/pattern"
)

// Flags of a font's descriptor (ISO 32000-2, 9.8.2), and the least weight of a bold font.
const (
	fontFixedPitch = 1 << 0
	fontItalic     = 1 << 6
	fontForceBold  = 1 << 18
	boldWeight     = 600
)

// Face is a document's information about a font.
type Face struct {
	// Name is its PostScript name, with or without the subset prefix.
	Name string
	// Flags are those of the font's descriptor, or 0 if it has none.
	Flags uint32
	// ItalicAngle is in degrees counterclockwise from upright.
	ItalicAngle int
	// Weight returns a value from 100 to 900. It is called only if nothing else says whether the font is bold.
	Weight func() int
}

// Font returns the face in the layout's terms.
func (face Face) Font() ink.Font {
	name := withoutSubset(face.Name)
	f := describeFont(name)
	slanted := face.ItalicAngle > -45 && face.ItalicAngle < 0
	f.Bold = f.Bold || face.Flags&fontForceBold != 0
	f.Italic = f.Italic || slanted || face.Flags&fontItalic != 0
	f.Mono = f.Mono || face.Flags&fontFixedPitch != 0
	if !f.Bold && weightless(name) {
		f.Bold = face.Weight() >= boldWeight
	}
	return f
}

// withoutSubset returns a font's name without the prefix of a subset.
func withoutSubset(name string) string {
	if len(name) > 7 && name[6] == '+' {
		return name[7:]
	}
	return name
}

// describeFont derives a style from a PostScript font name.
func describeFont(name string) ink.Font {
	s := strings.ToLower(name)
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(s, p) {
				return true
			}
		}
		return false
	}
	bold := (has("bold", "black", "heavy", "demi", "extrabld", "-bd", "semibd", "-medi") && !has("-medium")) || boldModern.MatchString(s)
	return ink.Font{
		Name:   name,
		Bold:   bold,
		Italic: has("italic", "oblique", "-it", "slanted") || strings.HasPrefix(s, "cmti") || strings.HasPrefix(s, "cmmi"),
		Mono:   has("mono", "courier", "consol", "typewriter") || strings.HasPrefix(s, "cmtt"),
	}
}

// boldModern matches the names of the bold extended text fonts of Computer Modern, and of CM-Super, which has the same
// fonts in the encodings of European languages. The names abbreviate bold extended, slanted, italic, small capitals,
// sans and the like.
var boldModern = pattern.New(`^(?:cm(?:bx|bxsl|bxti|bcsc|ssbx|ssdc)|(?:sf|ec)(?:bx|bl|bi|xc|oc|rb|sx|so|ssdc))\d+$`)

// romanModern matches the names of the upright text fonts of Computer Modern, the typeface of TeX.
var romanModern = pattern.New(`^(?i:cmr)\d+$`)

// weightless reports whether a name says nothing about the weight ("F1", "T1_0", "TT5"), so that the font's own numbers
// have to be trusted. The names of Computer Modern are short too but do say it, and Ghostscript writes excessive
// weights for these fonts.
func weightless(name string) bool {
	if romanModern.MatchString(name) {
		return false
	}
	letters := 0
	for _, c := range name {
		if unicode.IsLetter(c) {
			letters++
		}
	}
	return letters <= 3
}
