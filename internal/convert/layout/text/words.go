package text

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// Style holds what the characters of a word have in common.
type Style struct {
	Bold, Italic, Mono bool
	Sup, Sub           bool
	Math               bool // the text is LaTeX
	Link               string
}

// Word is a piece of text in one style, without spaces. Its box, baseline and size are in points.
type Word struct {
	Text  string
	Box   page.Box
	Base  float64 // baseline
	Size  float64
	Style Style
	// Color is that of its first character, 0xRRGGBB.
	Color uint32
	// Glued is set if there is no space between this word and the previous one.
	Glued bool
	// Spaced is set if a space in the document itself precedes it.
	Spaced bool
	// Hyphen is set if it ends with a hyphen that breaks a word at the end of a line.
	Hyphen bool
	// kept is set if the hyphen at its end belongs to it.
	kept       bool
	mono       bool
	smallCaps  bool
	Math       ink.MathKind // of the font
	Tag        ink.Tag
	Content    int // marked-content id, or -1
	Confidence float64
	Order      int
	// Mirrored is set while the page is laid out in a mirror, because it is read from right to left.
	Mirrored bool
	// Entry is set if it begins the label of a field of a form.
	Entry bool
	// Entries is the number, from 1, of the line of fields to which it belongs; 0 for a word in none. Such a line has
	// no gutters.
	Entries int
}

// middle returns the y of the middle of a word's lowercase letters, in points.
func (w Word) middle() float64 { return w.Base - middleHeight*w.Size }

// script reports whether the style is that of a superscript or subscript.
func (s Style) script() bool { return s.Sup || s.Sub }

// wordBuilder collects glyphs into words, in the document's order.
type wordBuilder struct {
	in    *ink.Input
	faces []face // by font
	words []Word
	text  strings.Builder
	open  Word
	last  *ink.Glyph // of the open word
	empty bool
	space bool
	own   bool // the space comes from the document
	soft  bool // the word has soft hyphens that are printed
	atoms bool // the line has letters written from right to left
}

// face is what a font gives to its words.
type face struct {
	style     Style
	smallCaps bool
}

func facesOf(fonts []ink.Font) []face {
	faces := make([]face, len(fonts))
	for i, f := range fonts {
		faces[i] = face{style: Style{Bold: f.Bold, Italic: f.Italic, Mono: f.Mono}, smallCaps: ink.IsSmallCaps(f.Name)}
	}
	return faces
}

// Upright separates the glyphs that read from left to right on the page as shown from the others.
func Upright(glyphs []ink.Glyph) (straight, turned []ink.Glyph) {
	leans := func(i int) bool {
		return glyphs[i].Angle > uprightTolerance && glyphs[i].Angle < fullTurn-uprightTolerance
	}
	first := 0
	for first < len(glyphs) && !leans(first) {
		first++
	}
	if first == len(glyphs) {
		return glyphs, nil
	}
	for i, g := range glyphs {
		if !leans(i) {
			straight = append(straight, g)
		} else {
			turned = append(turned, g)
		}
	}
	return straight, turned
}

// Words joins glyphs into words, in the document's order. Words end at spaces, at gaps, where the baseline
// jumps and where the style changes. Type too small to read and text painted twice are dropped.
func Words(in *ink.Input, glyphs []ink.Glyph) []Word {
	glyphs = tightSpaces(closeTracking(glyphs))
	b := &wordBuilder{in: in, faces: facesOf(in.Fonts), empty: true, words: make([]Word, 0, len(glyphs)/glyphsPerWord)}
	seen := make(map[overprint]int32, len(glyphs))
	leftward := leftwardLines(glyphs)
	for i := range glyphs {
		g := &glyphs[i]
		b.atoms = leftward != nil && leftward[i]
		if g.Size < MinSize {
			continue
		}
		if unicode.IsSpace(g.Rune) {
			if !b.empty && b.insideWord(glyphs, i) {
				continue
			}
			b.flush()
			b.space, b.own = true, b.own || !g.Generated
			continue
		}
		if i > 0 && isHyphen(g.Rune) && isHyphen(glyphs[i-1].Rune) && samePoint(&glyphs[i-1], g) {
			continue
		}
		key := overprintOf(g)
		if at, ok := seen[key]; ok && samePoint(&glyphs[at], g) && !oneLigature(glyphs, int(at), i) {
			continue
		}
		seen[key] = int32(i)
		b.add(g)
	}
	b.flush()
	return b.words
}

// overprint identifies a character by its position to an eighth of an em, so that text painted twice to look bold
// counts once. It is one number because a map of numbers is several times as fast as one of structs. The ems are the
// character's own, so a character of another size elsewhere on the page may have the same number: samePoint checks.
type overprint uint64

func overprintOf(g *ink.Glyph) overprint {
	const bits, mask = 21, 1<<21 - 1
	x, y := uint64(int64(math.Round(g.X/g.Size*overprintGrain))), uint64(int64(math.Round(g.Y/g.Size*overprintGrain)))
	return overprint(uint64(g.Rune)&mask<<(2*bits) | x&mask<<bits | y&mask)
}

// samePoint reports whether two characters with the same overprint number really are at the same place.
func samePoint(a, b *ink.Glyph) bool {
	return math.Hypot(a.X-b.X, a.Y-b.Y) <= overprintReach*b.Size
}

// oneLigature reports whether two characters at the same place may come from one glyph, such as the letters of "ff".
func oneLigature(glyphs []ink.Glyph, i, j int) bool {
	return i == j-1 && glyphs[i].Font == glyphs[j].Font
}

func (b *wordBuilder) add(g *ink.Glyph) {
	switch {
	case b.empty:
	case b.parted(g):
		b.flush()
		b.space = true
	case b.changes(g):
		b.flush()
	}
	if b.empty {
		f := b.face(g)
		b.open = Word{
			Box: g.Box, Base: g.Y, Size: g.Size, Style: f.style, Color: g.Color, Glued: !b.space && len(b.words) > 0,
			Spaced: b.own, Tag: b.in.Tag(g.Content), Content: g.Content, Math: b.in.MathKind(g.Font),
			mono: f.style.Mono, smallCaps: f.smallCaps,
		}
		b.text.Reset()
		b.empty, b.space, b.own, b.soft = false, false, false, false
	}
	b.soft = b.soft || printsHyphen(g)
	b.text.WriteRune(g.Rune)
	b.open.Box = ink.Union(b.open.Box, g.Box)
	b.open.Hyphen = g.Hyphen
	if !b.atoms || !unicode.Is(unicode.Mn, g.Rune) { // an accent is where its letter is
		b.last = g
	}
}

// parted reports whether a gap or a jump of the baseline separates g from the open word. Letters that share a
// place come from one glyph, however wide that is.
func (b *wordBuilder) parted(g *ink.Glyph) bool {
	accent := b.atoms && unicode.Is(unicode.Mn, g.Rune)
	if accent || (g.X == b.last.X && g.Y == b.last.Y) {
		return false
	}
	gap := g.X - b.last.Box.X1
	if ink.RightToLeft(g.Rune) && g.X < b.last.X {
		gap = leftEdge(b.last) - g.Box.X1
	}
	jump := math.Abs(g.Y-b.last.Y) > baselineJump*max(g.Size, b.last.Size)
	return jump || gap > wordGap(b.last.Rune, g.Rune)*max(g.Size, b.last.Size) || gap < -g.Size
}

// changes reports whether g belongs to the open word but not to the same piece of it: it has another style,
// size, baseline, marked content or link, runs in another direction, or is a symbol of a formula that is a separate piece.
func (b *wordBuilder) changes(g *ink.Glyph) bool {
	switch {
	case b.atoms && !atom(b.last.Rune, g.Rune):
		return true
	case g.Font != b.last.Font && b.face(g).style != b.open.Style, g.Content != b.last.Content, b.linkEnds(g):
		return true
	case math.Abs(g.Size-b.open.Size) > sizeDrift*b.open.Size, math.Abs(g.Y-b.open.Base) > baseDrift*b.open.Size:
		return true
	case b.in.MathKind(g.Font) != b.open.Math:
		return true
	}
	alone := standsAlone(g.Rune) || standsAlone(b.last.Rune)
	return (b.open.Math != ink.NoMath && alone) || b.open.Math == ink.MathExtension || (b.in.HasMath() && (overLetter(g.Rune) || overLetter(b.last.Rune)))
}

// linkEnds reports whether a link ends before g, which is punctuation of the surrounding sentence. Anywhere
// else a link that does not cover a whole word is merely drawn carelessly.
func (b *wordBuilder) linkEnds(g *ink.Glyph) bool {
	if len(b.in.Links) == 0 || !strings.ContainsRune(".,;:!?", g.Rune) {
		return false
	}
	y := g.Y - middleHeight*g.Size
	return linkAt(b.in.Links, (g.Box.X0+g.Box.X1)/2, y) == "" && linkAt(b.in.Links, (b.last.Box.X0+b.last.Box.X1)/2, y) != ""
}

// wordGap returns the gap between two characters, in ems, that ends a word.
func wordGap(last, next rune) float64 {
	if (unicode.IsLower(last) && unicode.IsUpper(next)) || unicode.IsSymbol(last) || unicode.IsSymbol(next) {
		return narrowGap
	}
	return breakGap
}

// standsAlone reports whether a character of a formula is a separate piece: a root covers what follows, a comma
// ends what precedes it.
func standsAlone(r rune) bool { return strings.ContainsRune("√,", r) }

// overLetter reports whether a character is an accent that formulas have over their letters.
func overLetter(r rune) bool { return strings.ContainsRune("ˆ˜¯˙¨⃗ˇ˘", r) }

// IsWordRune reports whether r is a letter or a digit.
func IsWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// face returns that of a glyph's font, or the zero face for a font that the page does not have.
func (b *wordBuilder) face(g *ink.Glyph) face {
	if g.Font < 0 || g.Font >= len(b.faces) {
		return face{}
	}
	return b.faces[g.Font]
}

func (b *wordBuilder) flush() {
	if b.empty {
		return
	}
	b.open.Text = b.text.String()
	if b.soft {
		b.open.Text = plainHyphens(b.open.Text)
	}
	b.open.Order = len(b.words)
	b.words = append(b.words, b.open)
	b.empty = true
}

// UnmarkBodyMono clears the fixed-width mark on all words if fixed-width is the body type, because it then
// distinguishes nothing. It is not the body type of a page that has running text in another type, however long the
// listings are, or whose fixed-width words are mostly not prose.
func UnmarkBodyMono(words []Word) {
	mono, all, inMono, plain := 0, 0, 0, 0
	for _, w := range words {
		all += len(w.Text)
		if !w.Style.Mono {
			continue
		}
		mono += len(w.Text)
		inMono++
		if isPlainWord(w.Text) {
			plain++
		}
	}
	if float64(plain) < plainShare*float64(inMono) {
		return
	}
	if float64(mono) < monoShare*float64(all) || float64(otherRunning(words)) > runningShare*float64(all) {
		return
	}
	for i := range words {
		words[i].Style.Mono = false
	}
}

// isPlainWord reports whether a word consists of letters, apart from the punctuation around it.
func isPlainWord(word string) bool {
	word = strings.Trim(word, ".,;:!?()'’\"“”-")
	return word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '\'' && r != '’' })
}

// otherRunning returns the length of the running text that is neither in fixed-width type nor bold: stretches of many
// words, at least half of which begin with a lowercase letter.
func otherRunning(words []Word) int {
	total, length, n, small := 0, 0, 0, 0
	for i, w := range words {
		other := !w.Style.Mono && !w.Style.Bold
		if other {
			n, length = n+1, length+len(w.Text)
			if StartsLower(w.Text) {
				small++
			}
		}
		if !other || i+1 == len(words) {
			if n >= runningWords && 2*small >= n {
				total += length
			}
			length, n, small = 0, 0, 0
		}
	}
	return total
}

// MarkLinks sets the target of words that are on a link.
func MarkLinks(words []Word, links []ink.Link) {
	if len(links) == 0 {
		return
	}
	for i := range words {
		w := &words[i]
		w.Style.Link = linkAt(links, (w.Box.X0+w.Box.X1)/2, w.middle())
	}
}

// linkAt returns the target of the last link around a point, or "" if there is none.
func linkAt(links []ink.Link, x, y float64) string {
	for _, l := range slices.Backward(links) {
		if x > l.Box.X0 && x < l.Box.X1 && y > l.Box.Y0 && y < l.Box.Y1 {
			return l.Target
		}
	}
	return ""
}
