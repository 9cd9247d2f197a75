package passage

import (
	"slices"

	"quire/internal/convert/page"
)

// Splitter splits a document into passages as its pages arrive. It holds one page at a time.
type Splitter struct {
	options Options
	emit    func(Passage) error
	number  int

	outline outline
	running runningTexts
	columns string // header rows of the document's last table
	window  window
	pending *window
}

// window is a passage in the making.
type window struct {
	items []item
	fresh int // index of the first item not repeated from the preceding window
	path  []string
}

// begins reports whether the window contains only headings besides repeated items. The text that follows belongs to
// these headings, and not to earlier ones.
func (w *window) begins() bool {
	return !slices.ContainsFunc(w.items[w.fresh:], func(i item) bool { return i.kind != heading })
}

// NewSplitter returns a Splitter that calls emit for every passage, in order. An error from emit ends the split.
func NewSplitter(o Options, emit func(Passage) error) *Splitter {
	o = o.withDefaults()
	return &Splitter{options: o, emit: emit, outline: newOutline(o)}
}

// Add adds the next page. The passages of a page are completed and emitted once the following page is known.
func (s *Splitter) Add(p page.Page) error {
	p.Blocks = s.running.body(p.Blocks)
	s.outline.begin(p.Blocks)
	if err := s.finishPrevious(p); err != nil {
		return err
	}
	for it := range s.items(p) {
		if err := s.take(it); err != nil {
			return err
		}
	}
	return s.endPage()
}

// Close emits whatever is left.
func (s *Splitter) Close() error { return s.release() }

// take puts an item into the window, first closing the window when the item opens a new section or would not fit.
func (s *Splitter) take(it item) error {
	size := weight(s.window.items)
	switch {
	case size < s.options.Words: // weights are half words: the window is not half full
	case it.kind == heading:
		if err := s.closeWindow(false); err != nil {
			return err
		}
	case size+it.weight > 2*s.options.Words:
		if err := s.closeWindow(true); err != nil {
			return err
		}
	}
	opens := s.window.begins()
	if it.kind == heading {
		s.outline.enter(it)
	}
	if opens {
		s.window.path = s.outline.path()
	}
	s.window.items = append(s.window.items, it)
	return nil
}

// closeWindow makes the window pending and begins the next one with the headings at its end or, in the middle of a
// section, with its last words.
func (s *Splitter) closeWindow(repeat bool) error {
	full := s.window
	end := len(full.items)
	for end > full.fresh+1 && full.items[end-1].kind == heading {
		end--
	}
	next := window{path: s.outline.path()}
	if repeat && end == len(full.items) {
		next.items = tail(full.items, 2*s.options.Overlap)
		next.fresh = len(next.items)
	}
	next.items = append(next.items, full.items[end:]...)
	full.items = full.items[:end:end]
	s.window = next
	return s.hold(full)
}

// tail returns as much of the prose at the end of items as fits.
func tail(items []item, budget int) []item {
	i := len(items)
	for i > 0 && items[i-1].kind == prose && items[i-1].weight <= budget {
		i--
		budget -= items[i].weight
	}
	return slices.Clone(items[i:])
}

// endPage closes the page's last window. A remainder too short to stand alone is merged into the preceding window.
func (s *Splitter) endPage() error {
	rest := s.window
	s.window = window{}
	fresh := rest.items[rest.fresh:]
	if len(fresh) == 0 {
		return nil
	}
	if s.pending != nil && s.pending.onPage(fresh[0].page) && weight(fresh) <= s.options.Overlap {
		s.pending.items = append(s.pending.items, fresh...)
		return nil
	}
	return s.hold(rest)
}

func (w *window) onPage(n int) bool { return w.items[len(w.items)-1].page == n }

// hold holds back a finished window, because it may still receive the end of its last sentence, and emits the previous
// one.
func (s *Splitter) hold(w window) error {
	if err := s.release(); err != nil {
		return err
	}
	s.pending = &w
	return nil
}

// finishPrevious completes the unfinished sentence at the end of the previous page, and emits that page's last passage.
func (s *Splitter) finishPrevious(p page.Page) error {
	if s.pending != nil {
		last := s.pending.items[len(s.pending.items)-1]
		i := firstBody(p.Blocks)
		continues := i >= 0 && p.Blocks[i].Continues && p.Blocks[i].Table == nil
		if continues && last.kind == prose && !endsSentence(last.text()) {
			s.pending.items = append(s.pending.items, sentenceRest(p, i, s.options.Overlap)...)
		}
	}
	return s.release()
}

func (s *Splitter) release() error {
	if s.pending == nil {
		return nil
	}
	w := *s.pending
	s.pending = nil
	p := w.passage()
	p.Number = s.number
	p.Header, p.Headings = s.outline.header(w.path), w.path
	s.number++
	return s.emit(p)
}

// sentenceRest returns the beginning of block i, up to the end of its first sentence or limit words.
func sentenceRest(p page.Page, i, limit int) []item {
	var rest []item
	base := item{page: p.Number, block: i, blockText: BlockText(p.Blocks[i])}
	for it := range sentences(base, 2*limit) {
		rest = append(rest, it)
		if endsSentence(it.text()) || weight(rest) >= 2*limit-1 {
			break
		}
	}
	return rest
}
