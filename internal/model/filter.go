package model

import (
	"strings"
	"unicode"
)

// Open models write their reasoning between these marks before the answer, unless their server removes it.
const (
	thinkStart = "<think>"
	thinkEnd   = "</think>"
)

// filter drops whatever precedes an answer: white space, reasoning and, if JSON is requested, everything up to the
// first brace. It holds no more text than it needs to decide.
type filter struct {
	json     bool
	held     string
	thinking bool
	answered bool // no more reasoning can follow
	open     bool // the answer has begun
}

// push accepts the next piece of the text and returns the part of the answer that is certain so far.
func (f *filter) push(piece string) string {
	if f.open {
		return piece
	}
	f.held += piece
	f.skipThinking()
	if !f.answered {
		return ""
	}
	f.held = strings.TrimLeftFunc(f.held, unicode.IsSpace)
	if f.json {
		f.held = f.held[max(strings.IndexByte(f.held, '{'), 0):]
		if !strings.HasPrefix(f.held, "{") {
			f.held = ""
		}
	}
	f.open = f.held != ""
	return f.take()
}

func (f *filter) skipThinking() {
	if f.answered {
		return
	}
	if !f.thinking {
		f.held = strings.TrimLeftFunc(f.held, unicode.IsSpace)
		f.thinking = strings.HasPrefix(f.held, thinkStart)
		f.answered = !f.thinking && !strings.HasPrefix(thinkStart, f.held)
		if !f.thinking {
			return
		}
	}
	if _, after, ok := strings.Cut(f.held, thinkEnd); ok {
		f.held, f.answered = after, true
		return
	}
	f.held = f.held[max(0, len(f.held)-len(thinkEnd)):]
}

// rest returns what push was still holding when the text ended: the beginning of a mark that turned out not to be one.
func (f *filter) rest() string {
	if f.thinking || f.json {
		return ""
	}
	return f.take()
}

func (f *filter) take() string {
	held := f.held
	f.held = ""
	return held
}
