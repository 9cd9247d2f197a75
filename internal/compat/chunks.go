package compat

import (
	"strconv"
	"strings"
	"unicode"

	"quire/internal/door"
)

// chunk is a piece of a document in docling-serve's format.
type chunk struct {
	FileName string   `json:"filename"`
	Index    int      `json:"chunk_index"`
	Text     string   `json:"text"` // below its headings
	Raw      *string  `json:"raw_text"`
	Tokens   *int     `json:"num_tokens"`
	Headings []string `json:"headings"`
	Items    []string `json:"doc_items"`
	Pages    []int    `json:"page_numbers"`
}

// The kinds of blocks that need special treatment.
const (
	kindParagraph = "paragraph"
	kindHeading   = "heading"
	kindListItem  = "list_item"
	kindPageHead  = "page_head"
	kindPageFoot  = "page_foot"
	kindTable     = "table"
	kindFormula   = "formula"
	kindCode      = "code"
	kindPicture   = "picture"
	kindCaption   = "caption"
	kindFootnote  = "footnote"
	kindNote      = "note"
)

// portion is a chunk before it is formatted: the text of some blocks under the same headings.
type portion struct {
	text     strings.Builder
	tokens   int
	headings []string
	items    []string
	pages    []int
}

// heading is a heading above the current position.
type heading struct {
	level  int
	text   string
	tokens int
	item   string
	page   int
	used   bool // there is content below it
}

// chunker cuts a document into chunks, from its blocks in order. As in docling's hierarchical chunker, each block, list
// or table is one chunk; with a limit, as in the hybrid one, chunks under the same headings are joined up to the limit,
// and larger ones are cut.
type chunker struct {
	wish
	path []heading
	open *portion
	last string // kind of the last block
	out  func(*portion)
}

// page adds the blocks of the next page.
func (c *chunker) page(p door.FormedPage) {
	for i, b := range p.Blocks {
		item := "#/pages/" + strconv.Itoa(p.Number) + "/blocks/" + strconv.Itoa(i)
		switch b.Kind {
		case kindPageHead, kindPageFoot:
			continue
		case kindHeading:
			c.heading(heading{level: max(b.Level, 1), text: strings.TrimSpace(b.Text), item: item, page: p.Number})
		default:
			c.block(b, item, p.Number)
		}
		c.last = b.Kind
	}
}

func (c *chunker) heading(h heading) {
	c.flush()
	c.leave(h.level)
	if h.text != "" {
		h.tokens = estimate(h.text) // once, because all text below it is compared with it
		c.path = append(c.path, h)
	}
}

// leave removes the headings from a level on. A heading with nothing below it becomes a chunk, because its text would
// be lost otherwise.
func (c *chunker) leave(level int) {
	for len(c.path) > 0 && c.path[len(c.path)-1].level >= level {
		h := c.path[len(c.path)-1]
		c.path = c.path[:len(c.path)-1]
		if !h.used {
			c.add(h.text, h.item, h.page)
			c.flush()
		}
	}
}

func (c *chunker) block(b door.FormedBlock, item string, page int) {
	text := b.Text
	if b.Kind == kindTable || b.Kind == kindFormula || b.Kind == kindCode {
		text = b.Markdown
	}
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	if b.Kind == kindListItem {
		text = "- " + text
	}
	goesOn := b.Continues || (b.Kind == kindListItem && c.last == kindListItem)
	if (c.apart || c.tokens == 0) && !goesOn {
		c.flush()
	}
	for c.tokens > 0 && within(text, c.room()) < len(text) {
		var part string
		if part, text = cut(text, c.room()); part != "" {
			c.add(part, item, page)
		}
		c.flush()
	}
	if text != "" {
		c.add(text, item, page)
	}
}

// room returns how many tokens of text a chunk may have in addition to its headings, which is at least half a chunk.
func (c *chunker) room() int {
	above := 0
	for _, h := range c.path {
		above += h.tokens + 1
	}
	taken := 0
	if c.open != nil {
		taken = c.open.tokens + 1
	}
	return max(c.tokens-above, c.tokens/2) - taken
}

// add adds text to the open chunk.
func (c *chunker) add(text, item string, page int) {
	if c.open == nil {
		c.open = &portion{}
		for i := range c.path {
			c.path[i].used = true
			c.open.headings = append(c.open.headings, c.path[i].text)
		}
	}
	o := c.open
	if o.text.Len() > 0 {
		o.text.WriteByte('\n')
	}
	o.text.WriteString(text)
	o.tokens += estimate(text) + 1
	o.items = append(o.items, item)
	if len(o.pages) == 0 || o.pages[len(o.pages)-1] != page {
		o.pages = append(o.pages, page)
	}
}

func (c *chunker) flush() {
	if c.open != nil {
		c.out(c.open)
		c.open = nil
	}
}

// end emits what is left.
func (c *chunker) end() {
	c.flush()
	c.leave(0)
}

// size returns the approximate size, in bytes, of a formatted portion, without repeated text.
func (p *portion) size() int {
	n := p.text.Len()
	for _, h := range p.headings {
		n += len(h)
	}
	return n
}

// shown formats a portion as a chunk.
func (w wish) shown(p *portion, file string, index int) chunk {
	raw := p.text.String()
	out := chunk{
		FileName: file, Index: index, Text: strings.Join(append(p.headings[:len(p.headings):len(p.headings)], raw), "\n"),
		Headings: p.headings, Items: p.items, Pages: p.pages,
	}
	if w.raw {
		out.Raw = &raw
	}
	if w.tokens > 0 {
		out.Tokens = new(estimate(out.Text))
	}
	return out
}

// wordPart is how many letters or digits of a word count as a token: the word pieces of encoders have about four.
const wordPart = 4

// tokenCount estimates the number of tokens of a text, and errs on the high side: one for the beginning and for every
// wordPart characters of a word in Latin script, and one for every other character except spaces.
type tokenCount struct {
	tokens int
	run    int // letters of the current word
}

func (c *tokenCount) add(r rune) {
	switch {
	case unicode.Is(unicode.Latin, r) || ('0' <= r && r <= '9'):
		if c.run%wordPart == 0 {
			c.tokens++
		}
		c.run++
	default:
		c.run = 0
		if !unicode.IsSpace(r) {
			c.tokens++
		}
	}
}

func estimate(text string) int {
	var c tokenCount
	for _, r := range text {
		c.add(r)
	}
	return c.tokens
}

// within returns the length, in bytes, of the longest beginning of a text with at most the given number of tokens. It
// reads no further than that.
func within(text string, tokens int) int {
	var c tokenCount
	for i, r := range text {
		if c.add(r); c.tokens > tokens {
			return i
		}
	}
	return len(text)
}

// cut returns the beginning of a text with at most the given number of tokens, and the rest. It cuts at the end of a
// line, a sentence or a word if there is one in the second half of the beginning.
func cut(text string, tokens int) (part, rest string) {
	end := within(text, tokens)
	for _, stop := range []string{"\n", ". ", "。", " "} {
		if at := strings.LastIndex(text[:end], stop); at > end/2 {
			end = at + len(stop)
			break
		}
	}
	return strings.TrimSpace(text[:end]), strings.TrimSpace(text[end:])
}
