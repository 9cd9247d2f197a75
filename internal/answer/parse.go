package answer

import "encoding/json"

// sentence is a piece of an answer as the model wrote it, with the evidence that it names.
type sentence struct {
	Text  string `json:"text"`
	Cites []cite `json:"cites"`
	// Computed holds the calculations behind numbers that are not quoted.
	Computed texts `json:"computed"`
}

type cite struct {
	ID    string `json:"id"`
	Quote string `json:"quote"`
}

// jsonParser parses {"answerable": …, "sentences": [{…}, …]} as it arrives, and returns each sentence as soon as it is
// complete.
type jsonParser struct {
	raw       []byte
	pos       int
	depth     int
	inString  bool
	escaped   bool
	began     int // of the string or, at depth 3, of the object
	last, key string
	decided   bool // it is known whether there is an answer
	refused   bool // … and there is none
	answered  bool // there is a list of sentences
	waiting   []sentence
}

// push accepts the next piece. Sentences that arrive before it is known whether there is an answer are held back.
func (p *jsonParser) push(piece string) []sentence {
	p.raw = append(p.raw, piece...)
	for ; p.pos < len(p.raw); p.pos++ {
		c := p.raw[p.pos]
		if p.inString {
			p.insideString(c)
			continue
		}
		switch c {
		case '"':
			p.inString = true
			if p.depth < 3 {
				p.began = p.pos
			}
		case '{', '[':
			if p.depth++; c == '{' && p.depth == 3 {
				p.began = p.pos
			}
		case '}', ']':
			if c == '}' && p.depth == 3 && p.key == "sentences" {
				p.complete(p.raw[p.began : p.pos+1])
			}
			p.depth--
		case ':':
			if p.depth == 1 {
				p.key = p.last
				p.answered = p.answered || p.key == "sentences"
			}
		case 't', 'f':
			if p.depth == 1 && p.key == "answerable" {
				p.decided, p.refused = true, c == 'f'
			}
		}
	}
	return p.ready()
}

func (p *jsonParser) insideString(c byte) {
	switch {
	case p.escaped:
		p.escaped = false
	case c == '\\':
		p.escaped = true
	case c == '"':
		p.inString = false
		if p.depth == 1 {
			p.last = string(p.raw[p.began+1 : p.pos])
		}
	}
}

func (p *jsonParser) complete(object []byte) {
	var s sentence
	if json.Unmarshal(object, &s) == nil {
		p.waiting = append(p.waiting, s)
	}
}

func (p *jsonParser) ready() []sentence {
	if !p.decided {
		return nil
	}
	s := p.waiting
	p.waiting = nil
	if p.refused {
		return nil
	}
	return s
}

// end returns the sentences that are still held back when the text ends: those of an answer without "answerable".
func (p *jsonParser) end() []sentence {
	p.decided = true
	return p.ready()
}

func (p *jsonParser) kept() bool { return p.answered }
