package mail

import (
	"errors"
	"net/url"
	"strings"
	"unicode"

	"quire/internal/convert/html"
	"quire/internal/convert/page"
	"quire/internal/convert/rtf"
)

// fuller is how many times as many words as the marked-up text a plain text must have to be preferred. Both usually
// have the same content, of which markup preserves more. If one of them is only a remark that the other should be read,
// it is many times shorter; what programs add to a plain text, apart from addresses, is a few words.
const fuller = 1.5

// body writes the form of a text that has more content.
func (w *writer) body(b Body) error {
	plain := w.plain(b.Plain)
	marked, err := w.marked(b, len(plain) > 0)
	if err != nil {
		return err
	}
	if float64(words(plain)) <= fuller*float64(words(marked)) {
		w.blocks = append(w.blocks, marked...)
		return nil
	}
	w.blocks = append(w.blocks, plain...)
	w.blocks = append(w.blocks, pictures(marked)...)
	return nil
}

// marked returns the marked-up form of the text. A form that cannot be read is ignored if there is a plain text.
func (w *writer) marked(b Body, plain bool) (marked []page.Block, err error) {
	add := func(blocks []page.Block, err error) error {
		if page.ReasonOf(err) != "" && plain {
			return nil
		}
		marked = append(marked, blocks...)
		return err
	}
	for _, h := range b.HTML {
		if err := add(html.Message(w.ctx, h.Content, h.ContentType, w.picture)); err != nil {
			return nil, err
		}
	}
	if len(b.HTML) == 0 && len(b.RTF) > 0 {
		err = add(rtf.Blocks(w.ctx, b.RTF, rtf.Options{SkipImages: w.opt.SkipImages, OCR: w.opt.OCR}))
	}
	return marked, errors.Join(err, w.ctx.Err())
}

// pictures returns the pictures among blocks.
func pictures(blocks []page.Block) []page.Block {
	var list []page.Block
	for _, b := range blocks {
		if b.Kind == page.Picture {
			list = append(list, b)
		}
	}
	return list
}

// words counts the words of blocks. Addresses of links do not count, because plain text spells out what markup hides.
func words(blocks []page.Block) int {
	count := 0
	for _, b := range blocks {
		if b.Kind == page.Picture {
			continue
		}
		for word := range strings.FieldsSeq(b.Text()) {
			if strings.ContainsFunc(word, isWordRune) && !strings.Contains(word, "://") {
				count++
			}
		}
	}
	return count
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// picture returns the block of a picture in the text. A picture that the message does not enclose is only described.
func (w *writer) picture(source, alt string) (page.Block, bool) {
	b := page.Block{Kind: page.Picture, Alt: alt}
	i, enclosed := w.enclosed(source)
	switch {
	case w.opt.SkipImages:
		if enclosed {
			w.shown[i] = true
		}
		return b, false
	case !enclosed || w.shown[i]:
		return b, alt != ""
	}
	w.shown[i] = true
	if w.opt.OCR != nil {
		text, _ := w.opt.OCR(w.ctx, w.message.Attachments[i].Content) // a picture that cannot be read is left unread, as in other formats
		if text = strings.TrimSpace(page.Visible(text)); text != "" {
			b.Spans = []page.Span{{Text: text}}
		}
	}
	return b, b.Alt != "" || len(b.Spans) > 0
}

// enclosed returns the attachment to which an address in the text refers (RFC 2392).
func (w *writer) enclosed(source string) (int, bool) {
	scheme, id, ok := strings.Cut(strings.TrimSpace(source), ":")
	if !ok || !strings.EqualFold(scheme, "cid") {
		return 0, false
	}
	if plain, err := url.PathUnescape(id); err == nil {
		id = plain
	}
	i, ok := w.byID[id]
	return i, ok
}
