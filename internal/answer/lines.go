package answer

import "strings"

// lineParser parses the protocol for endpoints that do not produce JSON: a line "NONE" if there is no answer, and
// otherwise a line "S: text" for each sentence, followed by lines "Q c1: quote" and "C: calculation".
type lineParser struct {
	rest    strings.Builder // of the incomplete line
	open    *sentence
	refused bool
	began   bool // a sentence has been seen
}

func (p *lineParser) push(piece string) []sentence {
	var out []sentence
	for {
		line, rest, ok := strings.Cut(piece, "\n")
		p.rest.WriteString(line)
		if !ok {
			return out
		}
		out = p.line(out, strings.TrimSpace(p.rest.String()))
		p.rest.Reset()
		piece = rest
	}
}

func (p *lineParser) line(out []sentence, line string) []sentence {
	if strings.EqualFold(strings.Trim(line, " .*`"), "NONE") && p.open == nil {
		p.refused = true
	}
	if text, ok := strings.CutPrefix(line, "S:"); ok {
		if p.open != nil {
			out = append(out, *p.open)
		}
		p.began = true
		p.open = &sentence{Text: strings.ReplaceAll(strings.TrimSpace(text), `\n`, "\n")}
		return out
	}
	if sum, ok := strings.CutPrefix(line, "C:"); ok && p.open != nil {
		p.open.Computed = append(p.open.Computed, strings.TrimSpace(sum))
	}
	if quote, ok := strings.CutPrefix(line, "Q "); ok && p.open != nil {
		id, text, _ := strings.Cut(quote, ":")
		p.open.Cites = append(p.open.Cites, cite{ID: strings.TrimSpace(id), Quote: strings.TrimSpace(text)})
	}
	return out
}

func (p *lineParser) end() []sentence {
	out := p.push("\n")
	if p.open != nil {
		out = append(out, *p.open)
		p.open = nil
	}
	return out
}

func (p *lineParser) kept() bool { return p.began || p.refused }
