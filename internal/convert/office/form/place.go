package form

import (
	"quire/internal/convert/office/paging"
	"quire/internal/convert/page"
)

// Placed is a field in the form of its format, with its position in the flow, given like a page break.
type Placed[F any] struct {
	Field F
	paging.Mark
}

// Place returns the fields of a paragraph, and those enclosed in its objects, at the paragraph's block. A field's own
// position is its first span, an enclosed one is at the beginning.
func Place[F interface{ Start() int }](block int, fields []F, enclosed []Placed[F]) []Placed[F] {
	var out []Placed[F]
	for _, f := range fields {
		out = append(out, Placed[F]{f, paging.Mark{Block: block, At: f.Start()}})
	}
	for _, p := range enclosed {
		out = append(out, Placed[F]{p.Field, paging.Mark{Block: block}})
	}
	return out
}

// Between returns the text of spans from one index to another, which may exceed their number.
func Between(spans []page.Span, from, to int) string {
	to = min(to, len(spans))
	return page.Block{Spans: spans[min(from, to):to]}.Text()
}
