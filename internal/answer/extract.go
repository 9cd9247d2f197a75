package answer

import (
	"cmp"
	"slices"
	"strings"

	"quire/internal/index/bm25"
)

// These are the settings of the extractive answerer. "make bench-answers" shows the effect of changing them.
const (
	examined     = 60  // passages whose sentences are scored
	power        = 3   // exponent of the passage's score in lexical search
	fusedPower   = 1   // … in hybrid search, whose scores already lie between the lowest and the best
	headerShare  = .3  // weight of a question word that occurs above a sentence but not in it
	contextShare = .35 // … that occurs only in the passage around it
	elsewhere    = .3  // factor for a passage outside the file or the place that the question names
	uncited      = .6  // … in a file that the last answer does not cite, if the question depends on it
	closeEnough  = .3  // share of the best sentence's score needed for another quote from a page
	maxQuotes    = 5
	maxPlaces    = 3 // pages quoted from
	perPlace     = 2 // quotes from one page
)

// quote is a sentence or a table row that is relevant to the question.
type quote struct {
	from        Passage
	span        span
	at          place // its page
	text        string
	first, last int // pages
	score       float64
	own         float64         // … without its passage's score
	cover, form float64         // share of the question's words in it, and the factor for its form
	lift        float64         // what the words of its paragraph add to that share, in semantic comparison
	sense       float64         // semantic similarity to the question
	recent      float64         // … to the latest question, if that depends on earlier ones
	said        bool            // the last answer contains it, and the question depends on that answer
	likely      float64         // log odds, if it was compared lexically only
	fit         Fit             // evidence for it, if it was compared semantically
	bare        bool            // it has no word of the question
	asks        bool            // it is a question that the text after it answers
	title       bool            // it is a table title, or a heading made up of the question's words
	share, near float64         // of its passage: share of the best score, and of adjacent word pairs
	within      float64         // … less than 1 outside the files and places that the question is about
	list        bool            // it is a list with the line that introduces it
	cut         bool            // some of the following rows are not quoted
	terms       map[uint32]bool // words of the question in it or above it
	told        string          // what is said before it
	as          string          // what is compared with the question in its place; if empty, its text
}

func set(ids []uint32) map[uint32]bool {
	m := make(map[uint32]bool, len(ids))
	for _, id := range ids {
		m[id] = true
	}
	return m
}

// These texts accompany quotes, or replace them.
const (
	fitBest     = "These passages fit the question best"
	comeClosest = "These passages come closest, but they may not answer the question"
	quotedAsIs  = ". No language model is configured, so they are quoted as they stand:\n\n"
	rowsFollow  = "(More rows follow.)\n"
	notFound    = "The collections do not seem to answer this question. (No language model is configured: answers are passages quoted from the files.)"
	// NothingToSearch is the answer when no file of the collections is ready.
	NothingToSearch = "There is nothing to search: none of the files in these collections is ready."
)

// Extract answers without a model, by quoting. Every quote is passed to emit as a separate piece.
func Extract(q Question, passages []Passage, emit Emit) (Answer, error) {
	w := newWriter(emit)
	if told := extentOf(q.inItsLanguage(), passages); told != "" {
		err := w.write(told)
		return w.answer(false), err
	}
	chosen, doubtful := extract(q, passages)
	found, err := w.quotations(chosen, howWell(doubtful)+quotedAsIs, notFound)
	return w.answer(found), err
}

// howWell returns the beginning of the sentence that introduces the quotes.
func howWell(doubtful bool) string {
	if doubtful {
		return comeClosest
	}
	return fitBest
}

// quotations writes the introduction and the quotes, or the text none if there are no quotes.
func (w *writer) quotations(chosen []quote, introduction, none string) (found bool, err error) {
	if len(chosen) == 0 {
		return false, w.write(none)
	}
	if err := w.write(introduction); err != nil {
		return true, err
	}
	return true, w.quoteAll(chosen)
}

// quoteAll writes quotes, each as a piece of its own.
func (w *writer) quoteAll(chosen []quote) error {
	for i, c := range chosen {
		end := "\n\n"
		if i == len(chosen)-1 {
			end = "\n"
		}
		marker, id := w.mark(c.from, c.first, c.last)
		w.quoted(id, c.from, c.span.start, c.span.end)
		if c.cut {
			end = "\n" + rowsFollow + end
		}
		piece := c.told + columnsOf(c) + "> " + linesOf(c.text) + " " + marker + end
		if err := w.write(piece); err != nil {
			return err
		}
	}
	return nil
}

// extract chooses the quotes, best first, and reports whether they may be about something else. It returns none if the
// passages are not about the question.
func extract(q Question, passages []Passage) (chosen []quote, doubtful bool) {
	q = q.inItsLanguage()
	forms := synonymsOf(q, passages)
	found := examine(reweighed(q, passages), forms)
	if len(found) == 0 {
		return nil, false
	}
	where := layoutOf(q)
	if of, ok := where.bare(q, passages); ok {
		return where.leads(of), false
	}
	if rows := tableOf(q).quotes(reweighed(q, passages)); len(rows) > 0 {
		return rows, false
	}
	if item, ok := itemAsked(q); ok {
		if quoted := itemQuotes(item, passages); len(quoted) > 0 {
			return quoted, false
		}
	}
	chosen, doubtful = quoted(q, found, forms)
	front, silent := frontOf(q, passages, chosen)
	if len(front) > 0 {
		return front, false
	}
	return chosen, doubtful || silent
}

// quoted chooses the quotes from the examined passages.
func quoted(q Question, found []examinedPassage, forms synonyms) (chosen []quote, doubtful bool) {
	asked := ask(q, found, forms)
	about := subjectOf(q, asked, found)
	if asked.total == 0 || about.elsewhere() {
		return nil, false
	}
	if c, ok := asked.extreme(q, found); ok {
		return []quote{c}, false
	}
	if about.faint() && q.Meaning == nil {
		return nil, false
	}
	pages := asked.candidatesAmong(q, found)
	if len(pages) == 0 || (about.faint() && !slices.ContainsFunc(pages, func(c Candidate) bool { return c.meant(q) })) {
		return nil, false
	}
	chosen = asked.fromEach(q, found, choose(asked, pages), pages)
	chosen, missing := asked.fromBothSides(q, chosen, pages)
	first := chosen[0]
	value, named := asked.cellAsked(q, first, headerRows(first.from, first.span))
	if named {
		chosen[0].told = value.said()
		named = asked.fits(first.from.Language, value.label) == 1
	}
	chosen = asked.withLed(chosen)
	doubtful = asked.doubted(chosen, pages[0].compared, about.coverage) || asked.kind.unanswered(chosen) || asked.evaded(chosen)
	doubtful = missing || about.apart(q, chosen) || asked.lacks(q, found, chosen) || !hasIdentifiers(q, found) || (doubtful && !named)
	return chosen, doubtful || asked.misses(q, chosen, pages[0].compared)
}

// all returns the quotes of all passages.
func (q question) all(asked Question, found []examinedPassage) []quote {
	var out []quote
	for _, p := range found {
		out = append(out, q.quotes(asked, p)...)
	}
	return out
}

// reweighed lowers the scores of passages outside the files and the places that the question names, if it names any.
// Within a place named by its page or label, the search score says little, so the question's words decide.
func reweighed(q Question, passages []Passage) []Passage {
	files, where := namedFiles(standalone(q), passages), layoutOf(q)
	where.tables = tableOf(q).among(passages)
	share := elsewhere
	if cited := citedFiles(q); len(files) == 0 && len(cited) > 0 {
		files, share = cited, uncited
	}
	best, placed := 0.0, false
	for _, p := range passages {
		best = max(best, p.Score)
		placed = placed || where.named(p)
	}
	out := slices.Clone(passages)
	for i := range out {
		p := &out[i]
		switch {
		case !placed:
		case where.named(*p):
			p.Score = best
		default:
			p.discount(elsewhere)
		}
		if len(files) > 0 && !files[p.File] {
			p.discount(share)
		}
	}
	slices.SortStableFunc(out, func(a, b Passage) int { return cmp.Compare(b.Score, a.Score) })
	return out
}

func (p *Passage) discount(share float64) {
	p.Score *= share
	p.within = cmp.Or(p.within, 1) * share
}

// citedFiles returns the files that the last answer cites, if the question depends on that answer.
func citedFiles(q Question) map[string]bool {
	files := map[string]bool{}
	if len(q.History) > 0 && leans(q.Text) {
		for _, f := range q.History[len(q.History)-1].Files {
			files[f] = true
		}
	}
	return files
}

// quotes scores every sentence and row of a passage.
func (q question) quotes(asked Question, p examinedPassage) []quote {
	var out []quote
	leading, near := leadingOf(p.Passage), q.pairs.near(p.Language, p.Text)
	heads, columns := q.kind.heads(p.Passage), headings{of: p.Passage, stems: q.forms.stems}
	beside, contents := vicinity{forms: q.forms}, contentsIn(p.Passage)
	for s, listed := range withLists(p.Passage) {
		text := p.Text[s.start:s.end]
		terms := bm25.Document(p.Language, text)
		words := q.forms.spanned(text, q.forms.complete(p.Language, set(terms.IDs)))
		score, lift, hit := 0.0, 0.0, map[uint32]bool{}
		direct, row := 0.0, q.address(asked, quote{from: p.Passage, span: s, text: text}, &columns)
		for _, id := range q.words {
			switch w := q.weights[id]; {
			case w == 0:
			case words[id], row.words[id], row.title[id]:
				score += w
				direct += w
				hit[id] = true
			case p.header[id]:
				score += headerShare * w
				lift += beside.lift(p.Passage, s, id, headerShare) * w
				hit[id] = true
			case p.text[id]:
				score += contextShare * w
				lift += beside.lift(p.Passage, s, id, contextShare) * w
			}
		}
		if slices.Contains(leading, text) || q.isRunning(p.Passage, s) || (contents[s.start] && !q.kind.form) {
			continue // header rows are shown above the quoted rows
		}
		stands := q.kind.standing(p.Passage, s)
		if listed || heads[s.start] {
			stands = q.kind.listed()
		} else if !q.kind.form && signpost.MatchString(text) {
			stands *= fragment
		}
		if stands == 0 {
			continue
		}
		first, last := p.Pages(s.start, s.end)
		cover, form := share(score, q.total), lengthFactor(terms.Length, text)*q.kind.factor(text)*stands*q.labelled(p.Language, text)
		if row.inFull {
			form *= inFullShare
		}
		if heads[s.start] && q.kind.defines {
			form = entryShare // a term is shorter than a sentence
		}
		c := quote{
			from: p.Passage, span: s, at: place{p.File, first, first}, text: text, first: first, last: last, terms: hit,
			share: p.share, near: near * p.within, within: p.within, form: form, as: cmp.Or(row.as, q.plain(p.Passage, text, columns.titled)), list: listed, asks: isQuestion(text),
		}
		if len(out) > 0 && q.leads(out[len(out)-1], c) {
			cover = max(cover, out[len(out)-1].cover/p.within)
			direct = max(direct, cover)
		}
		own := cover * form
		c.score, c.own, c.cover, c.bare = own*p.relative, own*p.within, cover*p.within, direct == 0
		c.lift = share(lift, q.total) * p.within
		c.title = q.isTableTitle(text) || isNumberedHeading(text) || (stands == fragment && q.hasAll(p.Language, terms.IDs))
		out = append(out, c)
	}
	return out
}

// same reports whether a quote adds no words to a known one, which happens because neighbouring passages overlap, or is
// a list of which the known one is an item.
func same(known, c quote) bool {
	return strings.Contains(known.text, c.text) || (c.list && strings.Contains(c.text, known.text))
}
