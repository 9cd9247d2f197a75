package answer

import (
	"iter"
	"strconv"
	"strings"
	"unicode"

	"quire/internal/index/bm25"
	"quire/internal/pattern"
)

// These limit the lists that are quoted as a whole.
const (
	fewestItems = 2
	mostItems   = 30
	mostOfList  = 3000 // bytes
	listShare   = 1.3  // factor for a list where several things are asked for
)

// several matches a question for several things.
var several = pattern.New(`(?i)^\W*(?:and |und )?(?:please )?(?:list|name|enumerate|nenne|what are|what were|was sind|welche|quel(?:le)?s|cu[aá]les|quali|quais|quin(?:e)?s|welke|vilka|hvilke)\b|` +
	`\b(?:which|what) (?:\pL+ )?\pL{2,}[^s\PL]s\b`)

// manner matches a question for how something is done, which is often answered by a list of steps.
var manner = pattern.New(`(?i)^\W*(?:and |und )?(?:how (?:do|does|did|can|could|should|must|to|is|are)|what (?:steps|must i do|do i (?:have to|need to) do)|` +
	`wie (?:kann|muss|soll|macht?|geht|wird|werden|installiere?)|comment|c[oó]mo|come (?:si|posso)|hoe (?:kan|moet|doe)|hur (?:kan|ska|gör)|jak)\b`)

// listing reports whether a question may be answered by a list: it asks for several things or for how something is done.
func (k kind) listing() bool { return k.several || k.steps }

// isFirstItem reports whether a text is an item with which a list can begin: its marker is a bullet, or the first
// number or letter.
func isFirstItem(text string) bool {
	m := counter.FindStringSubmatch(text)
	return bullet.MatchString(text) && (m == nil || m[1] == "1" || strings.EqualFold(m[2], "a") || strings.EqualFold(m[2], "i"))
}

// bullet matches the beginning of a list item.
var bullet = pattern.New(`^(?:[•▪◦‣·●○■□➢✓*–—\p{Co}-]|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)])\s+\S`)

// listAt returns the list that a line ending in a colon introduces: from the line to the end of its last item. If no
// item follows, the list is the lines that it introduces. The spans in after are those of the passage's text that begin
// after the line.
func listAt(p Passage, lead span, after []span) (list span, ok bool) {
	text := p.Text[lead.start:lead.end]
	if !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, "：") {
		return list, false
	}
	items, end := 0, lead.end
	for _, r := range after {
		item := strings.TrimSpace(p.Text[r.start:r.end])
		apart := items == 0 && strings.TrimSpace(p.Text[lead.end:r.start]) != ""
		if apart || isNextItem(text, item) || !bullet.MatchString(item) || items == mostItems || r.start+len(item)-lead.start > mostOfList {
			break
		}
		items, end = items+1, r.start+len(strings.TrimRight(p.Text[r.start:r.end], " \n"))
	}
	if items == 0 {
		return shownAt(p, lead, after)
	}
	return span{lead.start, end}, items >= fewestItems
}

// shownAt returns a line ending in a colon with the lines that it introduces, if these are not sentences, items or
// rows: commands, an example, an address.
func shownAt(p Passage, lead span, after []span) (shown span, ok bool) {
	if len(after) == 0 || strings.TrimSpace(p.Text[lead.end:after[0].start]) != "" {
		return shown, false
	}
	text := strings.TrimRight(p.Text[after[0].start:after[0].end], " \n")
	end := after[0].start + len(text)
	single := !strings.Contains(text, "\n")
	first := runeAt(text, 0)
	prose := single && (!isLabel(text) || unicode.IsUpper(first) || unicode.IsDigit(first)) // or a heading
	if prose || strings.Contains(text, "\t") || bullet.MatchString(text) || end-lead.start > mostLed {
		return shown, false
	}
	return span{lead.start, end}, true
}

// counter matches the marker of an item in a numbered or lettered list.
var counter = pattern.New(`^\(?(?:(\d{1,3})|([A-Za-z]))[.)]\s`)

// isNextItem reports whether a line is the next item of the same list, judging by its marker: "D. Offline:" does not
// belong to the list below "C. With a router:".
func isNextItem(before, line string) bool {
	a, b := counter.FindStringSubmatch(before), counter.FindStringSubmatch(line)
	if a == nil || b == nil {
		return false
	}
	if letter := a[2]; letter != "" {
		return b[2] == string(letter[0]+1)
	}
	n, _ := strconv.Atoi(a[1])
	return b[1] == strconv.Itoa(n+1)
}

// withLists yields the sentences, rows and lines of a passage. A line that introduces a list is yielded with the whole
// list, followed by the items one by one; nested lists are not.
func withLists(p Passage) iter.Seq2[span, bool] {
	return func(yield func(span, bool) bool) {
		within, after := 0, runs(p.Passage)
		for s := range spans(p.Passage) {
			list, listed := span{}, false
			for len(after) > 0 && after[0].start < s.end {
				after = after[1:]
			}
			if s.start >= within {
				list, listed = listAt(p, s, after)
			}
			if listed {
				s, within = list, list.end
			}
			if !yield(s, listed) {
				return
			}
		}
	}
}

// heads returns the starts of headings directly followed by a list or, if the question asks how something is done or
// for what the heading names, by any text.
func (k kind) heads(p Passage) map[int]bool {
	out := map[int]bool{}
	if !k.listing() && !k.defines {
		return out
	}
	var before span
	for s := range spans(p.Passage) {
		head, text := p.Text[before.start:before.end], p.Text[s.start:s.end]
		named := !isLabel(text) && k.isNamed(p.Language, head)
		leads := named || (k.listing() && isFirstItem(text)) || (k.steps && !isLabel(text))
		if leads && isLabel(head) && !bullet.MatchString(head) {
			out[before.start] = true
		}
		before = s
	}
	return out
}

// byPlace matches the end of a question that may name one of several things by its position alone.
var byPlace = pattern.New(`(?i)(\pL+)(?:\s+(?:ones?|items?|points?))?\W*$`)

// itemAsked returns the item of the list in the last answer that a question asks for by position: "What is the third
// one?"
func itemAsked(q Question) (item string, ok bool) {
	last := len(q.History) - 1
	m := byPlace.FindStringSubmatch(q.Text)
	rest := without(q.Text, byPlace, polite, pronouns)
	if last < 0 || m == nil || !bm25.Query(rest, bm25.English).Empty() {
		return "", false
	}
	items := itemsIn(q.History[last].Answer)
	n := ordinals[strings.ToLower(m[1])]
	if n < 0 {
		n += len(items) + 1
	}
	if n < 1 || n > len(items) || len(items) < fewestItems {
		return "", false
	}
	return items[n-1], true
}

// itemsIn returns the items of the first list that an answer without a model quotes.
func itemsIn(answer string) []string {
	var items []string
	for line := range strings.Lines(answer) {
		line, quoted := strings.CutPrefix(line, "> ")
		line = strings.TrimSpace(markers.ReplaceAllString(line, ""))
		switch {
		case quoted && bullet.MatchString(line):
			items = append(items, line)
		case len(items) >= fewestItems:
			return items
		default:
			items = nil
		}
	}
	return items
}

// itemQuotes returns the quote of an item of the last answer, from the passages found.
func itemQuotes(item string, passages []Passage) []quote {
	for _, p := range passages {
		for _, r := range runs(p.Passage) {
			c := quote{from: p, span: r, text: strings.TrimSpace(p.Text[r.start:r.end])}
			if shown(c.text) == item {
				c.first, c.last = p.Pages(r.start, r.end)
				return []quote{c}
			}
		}
	}
	return nil
}
