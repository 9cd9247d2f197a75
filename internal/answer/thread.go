package answer

// thread holds the questions of a conversation, oldest first. A question may depend on the previous one in several
// ways, so computing this anew each time would take time exponential in the length of the conversation. Every
// completion is therefore kept.
type thread struct {
	questions   []string
	meaning     Meaning
	completions map[completion]string
	full        map[int]string
}

// completion identifies a question of a thread, completed with at most leaning earlier ones.
type completion struct{ at, leaning int }

// threadOf returns the thread that ends with a question. A chain of dependent questions goes back no further.
func threadOf(q Question) *thread {
	t := &thread{meaning: q.Meaning, completions: map[completion]string{}, full: map[int]string{}}
	for _, turn := range q.History[max(0, len(q.History)-1-longestChain):] {
		t.questions = append(t.questions, turn.Question)
	}
	t.questions = append(t.questions, q.Text)
	return t
}

func (t *thread) latest() int { return len(t.questions) - 1 }

// resolved returns the gist of a question, completed with as many earlier ones as leaning allows; those into which a
// fragment is substituted do not count.
func (t *thread) resolved(at, leaning int) string {
	key := completion{at, leaning}
	text, known := t.completions[key]
	if !known {
		text = t.resolve(at, leaning)
		t.completions[key] = text
	}
	return text
}

func (t *thread) resolve(at, leaning int) string {
	text := gist(t.questions[at])
	switch {
	case at == 0 || leaning == 0:
		return text
	case !leans(t.questions[at]):
		return dated(text, t.questions[at-1])
	}
	whole := t.resolved(at-1, leaning)
	text = dated(text, whole)
	if asksMore(text) {
		return whole
	}
	if piece, ok := pieceOf(t.questions[at]); ok {
		if filled, ok := inPlace(whole, piece); ok {
			return filled
		}
		if filled, ok := thingInPlace(t.inFull(at-1), piece, t.meaning); ok {
			return t.resolved(at-1, leaning-1) + " " + filled
		}
	}
	if onlyYear(text) && year.MatchString(whole) {
		return withYear(whole, year.FindString(text))
	}
	return t.resolved(at-1, leaning-1) + " " + text
}

// placed returns the previous question with this one substituted for its counterpart, if this one is a fragment that
// fits.
func (t *thread) placed(at int) (string, bool) {
	piece, ok := pieceOf(t.questions[at])
	if !ok || at == 0 {
		return "", false
	}
	return inPlace(t.resolved(at-1, leanedOn), piece)
}

// inFull returns a question as it would be asked on its own: a fragment substituted into the previous question,
// anything else unchanged.
func (t *thread) inFull(at int) string {
	text, known := t.full[at]
	if !known {
		text = t.fill(at)
		t.full[at] = text
	}
	return text
}

func (t *thread) fill(at int) string {
	if whole, ok := t.placed(at); ok {
		return whole
	}
	if piece, ok := pieceOf(t.questions[at]); ok && at > 0 {
		if filled, ok := thingInPlace(t.inFull(at-1), piece, t.meaning); ok {
			return filled
		}
	}
	return gist(t.questions[at])
}
