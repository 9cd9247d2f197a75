package drawing

import (
	"strings"

	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// IsMonospaced recognizes monospaced fonts by their names.
func IsMonospaced(font string) bool {
	font = strings.ToLower(font)
	for _, part := range [...]string{"courier", "consolas", "menlo", "monaco", "inconsolata", "lucida console", "fira code", "source code", "cascadia code", "andale mono"} {
		if strings.Contains(font, part) {
			return true
		}
	}
	return strings.HasSuffix(font, " mono") || strings.Contains(font, " mono ") || strings.Contains(font, "jetbrains mono")
}

// callSign matches a name with or without arguments; "word(s)" is prose.
var callSign = pattern.New(`\w\(([^s]|s[^)]|$)`)

// HasCodeSigns reports whether text has characters that do not occur in prose.
func HasCodeSigns(text string) bool {
	return strings.ContainsAny(text, "{}[];=<>|\\$_#") || callSign.MatchString(text)
}

// codeShare is the share of lines that must have characters of code for text in a monospaced font to be code rather
// than prose.
const codeShare = .3

// allCode reports whether all of the paragraph's text is set in a monospaced font.
func (p paragraph) allCode() bool {
	for _, s := range p.spans {
		if !s.Code && strings.TrimSpace(s.Text) != "" {
			return false
		}
	}
	return true
}

// tellCodeFromProse treats text in a monospaced font as code only if it has the characters of code.
func tellCodeFromProse(paragraphs []paragraph) {
	for len(paragraphs) > 0 {
		n := 0
		for n < len(paragraphs) && paragraphs[n].allCode() {
			n++
		}
		if !looksLikeCode(paragraphs[:n]) {
			for _, p := range paragraphs[:n] {
				p.unsetCode()
			}
		}
		paragraphs = paragraphs[min(n+1, len(paragraphs)):]
	}
}

func looksLikeCode(paragraphs []paragraph) bool {
	lines, signs := 0, 0
	for _, p := range paragraphs {
		for line := range strings.Lines(page.Block{Spans: p.spans}.Text()) {
			lines++
			if HasCodeSigns(line) {
				signs++
			}
		}
	}
	return float64(signs) >= codeShare*float64(lines)
}

func (p paragraph) unsetCode() {
	for i := range p.spans {
		p.spans[i].Code = false
	}
	p.spans[0].Text = strings.TrimLeft(p.spans[0].Text, blank)
}

// codeLines returns how many of the paragraphs, from the first one on, form a block of code, or 0. A single line
// remains a paragraph.
func codeLines(paragraphs []paragraph, levels Levels) int {
	n, lines := 0, 0
	for n < len(paragraphs) && paragraphs[n].allCode() {
		if kind := paragraphs[n].bullet.over(levels[paragraphs[n].level]).kind; kind == charBullet || kind == numberBullet {
			break
		}
		lines += 1 + strings.Count(page.Block{Spans: paragraphs[n].spans}.Text(), "\n")
		n++
	}
	if lines < 2 {
		return 0
	}
	return n
}

// codeBlock returns lines of code as a block.
func codeBlock(lines []paragraph) page.Block {
	var text strings.Builder
	for i, p := range lines {
		if i > 0 {
			text.WriteString(strings.Repeat("\n", 1+p.above))
		}
		text.WriteString(page.Block{Spans: p.spans}.Text())
	}
	return page.Block{Kind: page.Code, Spans: []page.Span{{Text: text.String()}}}
}
