package rules

import (
	"strings"

	"quire/internal/convert/page"
)

// declared looks for labels among the fields of forms, by a field's label and by its name in the document, which no
// reader of the page sees.
func (a search) declared(labels []label, fields []page.Field) {
	for _, f := range fields {
		words := answer(f)
		if len(words) == 0 {
			continue
		}
		last := f.Name[strings.LastIndexByte(f.Name, '.')+1:]
		for rank, l := range labels {
			if l != label(normal(f.Label)) && l != label(normal(f.Name)) && l != label(normal(last)) {
				continue
			}
			if v, ok := value(words, a.rule.Parser, a.hints); ok {
				v.rank = rank * 4
				a.emit(v)
			}
			break
		}
	}
}

// answer returns the words filled in: the text that a reader sees rather than the value that it stands for. A ticked
// box says no more than its label.
func answer(f page.Field) []token {
	shown := f.Shown()
	if f.Kind == page.CheckField || f.Kind == page.SignatureField {
		return nil
	}
	for _, o := range f.Options {
		if o.Chosen && f.Kind == page.RadioField {
			shown = o.Name()
		}
	}
	var words []token
	for _, s := range strings.Fields(shown) {
		if len(words) == restWords {
			break
		}
		words = appendToken(words, s, f.Box)
	}
	return words
}
