package answer

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxEntries    = 15 // of an outline
	maxListed     = 40 // … of headings alone
	fewEntries    = 6  // fewer than this, and the next level of headings is shown instead
	sentenceWords = 5  // least words of a sentence that stands for a section
	outlineOnly   = "No language model is configured, so this is no summary but an outline of %s: headings, each with the first sentence below it%s.\n\n"
	beginsWith    = "No language model is configured, so this is no summary but the beginning of the section in %s%s.\n\n"
	listOnly      = "These are headings of %s, as they stand in it%s:\n\n"
)

// Outline answers a question that asks for a summary or a list by the headings of the files, with the first sentence
// below each, and says that it is an outline. Sections are the passages at which the sections of files begin, each with
// the passage before it, and the last passage of each file. Outline returns false, without having written anything, if
// the headings do not answer the question.
func Outline(q Question, sections []Passage, emit Emit) (Answer, bool, error) {
	o, ok := overviewOf(q)
	if !ok {
		return Answer{}, false, nil
	}
	chosen := o.choose(filesOf(sections, o.stems))
	if len(chosen) == 0 {
		return Answer{}, false, nil
	}
	w := newWriter(emit)
	for _, c := range chosen {
		if err := w.outline(o, c, o.most()/len(chosen)); err != nil {
			return w.answer(true), true, err
		}
	}
	return w.answer(true), true, nil
}

// choose returns the files of which a question asks for an overview, with the sections to show.
func (o overview) choose(files []file) []file {
	var whole, topical []file
	most := 0
	for _, f := range files {
		if o.topic {
			heading := slices.DeleteFunc(slices.Clone(o.words), func(id uint32) bool { return f.name[id] })
			if len(heading) == 0 {
				heading = o.words
			}
			topical = append(topical, f.about(heading, false))
			continue
		}
		left := slices.DeleteFunc(slices.Clone(o.words), func(id uint32) bool { return f.has(id, o.capital) })
		hits := len(o.words) - len(left)
		switch {
		case len(left) == 0 && (o.whole || o.part != 0):
			if hits > most {
				whole, most = nil, hits
			}
			if hits == most {
				whole = append(whole, o.within(f))
			}
		case len(left) > 0 && o.part == 0 && !o.numbered:
			topical = append(topical, f.about(left, true))
		}
	}
	least := 2 // headings, for a list
	if o.whole || o.topic || o.part != 0 {
		least = 1
	}
	if len(whole) == 0 {
		whole = topical
	}
	whole = slices.DeleteFunc(whole, func(f file) bool { return len(f.sections) < least })
	if len(whole) > 0 || !o.kind() || (!o.subject && len(files) > 1) {
		return whole
	}
	for _, f := range files {
		if all := o.within(f); len(all.sections) > 0 {
			whole = append(whole, all)
		}
	}
	return whole
}

// kind reports whether the only word of a question may be a kind of document, as in "Summarise the opinion". It must
// not be a name.
func (o overview) kind() bool {
	return o.whole && !o.numbered && o.part == 0 && len(o.words) == 1 && len(o.capital) == 0
}

// most returns how many entries an outline has at most.
func (o overview) most() int {
	if o.bare {
		return maxListed
	}
	return maxEntries
}

// has reports whether a word refers to a file: it is part of the file's name, or a proper name in its title or first
// words.
func (f file) has(id uint32, capital []uint32) bool {
	return f.name[id] || (f.common[id] && slices.Contains(capital, id))
}

// within returns a file with the sections of the part that is asked for, or else those of the whole file.
func (o overview) within(f file) file {
	switch {
	case len(o.labels.labels) > 0:
		f.sections = f.below(func(heading string) bool { return o.labels.begins(heading) })
	case o.part != 0:
		f.sections = f.partAt(o.part)
	default:
		f.sections = f.atLevel(f.level(fewEntries))
	}
	return f
}

// about returns a file with the sections below the heading that has all the words; if there are several such headings,
// below the one with the most text. If nothing is below it and several is true, the sections are all those with such
// headings.
func (f file) about(words []uint32, several bool) file {
	known := map[string]bool{}
	wanted := func(heading string) bool {
		has, ok := known[heading]
		if !ok {
			has = hasAll(f.stems.in(f.all[0].at.Language, heading), words)
			known[heading] = has
		}
		return has
	}
	f.sections = f.below(wanted)
	if len(f.sections) == 1 && several {
		f.sections = slices.DeleteFunc(slices.Clone(f.all), func(s section) bool { return !wanted(s.heading) })
	}
	return f
}

// below returns the sections one level below the longest of those whose heading is wanted.
func (f file) below(wanted func(heading string) bool) []section {
	extents := map[string]int{}
	depth := make([]int, len(f.sections)) // of the heading that is wanted, from 1
	for i, s := range f.sections {
		depth[i] = 1 + slices.IndexFunc(s.path, wanted)
		if depth[i] > 0 {
			extents[key(s.path[:depth[i]])] += s.extent
		}
	}
	best, level := "", 0
	var under []section
	for i, s := range f.sections {
		if depth[i] == 0 {
			continue
		}
		if k := key(s.path[:depth[i]]); extents[k] > extents[best] {
			best, level = k, depth[i]
		}
	}
	for i, s := range f.sections {
		if depth[i] > 0 && key(s.path[:depth[i]]) == best {
			under = append(under, s)
		}
	}
	return collapsed(under, level+1)
}

// partAt returns the sections of the nth part, counted from the end if n is negative.
func (f file) partAt(n int) []section {
	level := f.level(2)
	tops := f.atLevel(level)
	if n < 0 {
		n += len(tops) + 1
	}
	if n < 1 || n > len(tops) {
		return nil
	}
	top := tops[n-1]
	from := slices.IndexFunc(f.sections, func(s section) bool { return s.at.Number == top.at.Number })
	return collapsed(f.sections[from:from+1+top.nested], level+1)
}

// level returns the least depth at which there are enough headings, or else the greatest depth.
func (f file) level(enough int) int {
	deepest := 0
	for _, s := range f.sections {
		deepest = max(deepest, len(s.path))
	}
	deepest = min(deepest, deepestShown)
	for d := 1; d < deepest; d++ {
		if len(f.atLevel(d)) >= enough {
			return d
		}
	}
	return deepest
}

// deepestShown is the greatest depth of an outline.
const deepestShown = 6

func (f file) atLevel(depth int) []section { return collapsed(f.sections, depth) }

// collapsed joins neighbouring sections whose headings are the same down to a depth.
func collapsed(sections []section, depth int) []section {
	var out []section
	for _, s := range sections {
		s.path = s.path[:min(depth, len(s.path))]
		s.heading = s.path[len(s.path)-1]
		if n := len(out); n > 0 && slices.Equal(out[n-1].path, s.path) {
			out[n-1].extent += s.extent
			out[n-1].nested++
			continue
		}
		out = append(out, s)
	}
	return out
}

func key(path []string) string { return strings.Join(path, "\n") }

// outline writes the sections of a file.
func (w *writer) outline(o overview, f file, most int) error {
	shownOnes, note := longest(f.sections, most), ""
	if len(shownOnes) < len(f.sections) {
		note = fmt.Sprintf(" (the longest %d of %d sections)", len(shownOnes), len(f.sections))
	}
	introduction := outlineOnly
	switch {
	case o.bare:
		introduction = listOnly
	case o.topic, o.numbered:
		introduction = beginsWith
	}
	if w.text.Len() > 0 {
		introduction = "\n" + introduction
	}
	if err := w.write(fmt.Sprintf(introduction, shown(f.sections[0].at.Filename), note)); err != nil {
		return err
	}
	if o.topic || o.numbered {
		return w.topic(f, shownOnes)
	}
	for _, s := range f.deeper(shownOnes, most) {
		if err := w.entry(s, o.bare); err != nil {
			return err
		}
	}
	return nil
}

// entry writes a section's heading, its first sentence and its place.
func (w *writer) entry(s section, bare bool) error {
	p, at, sentence := s.lead(bare)
	first, last := p.Pages(at.start, at.end)
	marker, id := w.mark(p, first, last)
	w.quoted(id, p, at.start, at.end)
	text := strings.Repeat("  ", s.indent) + "- " + shown(s.heading)
	if sentence {
		text += ": “" + shown(p.Text[at.start:at.end]) + "”"
	}
	return w.write(text + " " + marker + "\n")
}

// lead returns the first sentence below a section's heading; without one, or if bare is set, the heading itself, or
// else the section's first words.
func (s section) lead(bare bool) (p Passage, at span, sentence bool) {
	p, at = s.at, span{0, len(s.at.Text)}
	heading, below := strings.Join(strings.Fields(s.heading), " "), false
	for _, in := range []Passage{s.before, s.at} {
		begun := false
		for piece := range spans(in.Passage) {
			text := in.Text[piece.start:piece.end]
			switch {
			case isHeading(text, heading):
				p, at, below = in, piece, true
			case below && !bare && isSentence(in, piece):
				return in, piece, true
			case in.Number == s.at.Number && !below && !begun:
				at, begun = piece, true
			}
		}
	}
	if bare || below {
		return p, at, false
	}
	for piece := range spans(s.at.Passage) {
		if isSentence(s.at, piece) {
			return s.at, piece, true
		}
	}
	return p, at, false
}

// isHeading reports whether a line is the heading. Headers have only the first words of a heading.
func isHeading(line, heading string) bool {
	line = strings.Join(strings.Fields(line), " ")
	if len(strings.Fields(heading)) >= headingWords {
		return strings.HasPrefix(line, heading)
	}
	return line == heading
}

// headingWords is how many words of a heading are kept in headers (internal/passage).
const headingWords = 20

// isSentence reports whether a span is a whole sentence, which can stand for what follows it.
func isSentence(p Passage, s span) bool {
	text := p.Text[s.start:s.end]
	if strings.Contains(text, "\t") || leaders.MatchString(text) || len(strings.Fields(text)) < sentenceWords {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(text)
	return strings.ContainsRune(".!?。", last) && !unicode.IsLower(runeAt(text, 0))
}
