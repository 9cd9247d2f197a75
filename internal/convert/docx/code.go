package docx

import (
	"strings"

	"quire/internal/convert/page"
)

// code adds a line to the preceding code block, or begins one.
func (p *paragraph) code(f *flow) (page.Block, bool) {
	var text strings.Builder
	for i := range p.spans {
		text.WriteString(p.spans[i].Text)
	}
	n := len(f.blocks) - 1
	goesOn := n >= 0 && f.blocks[n].Kind == page.Code && f.inCode && !p.breaksBeforeText()
	if strings.TrimSpace(text.String()) == "" {
		f.lines++
		return page.Block{}, false
	}
	f.inCode = true
	blank := strings.Repeat("\n", f.lines)
	f.lines = 0
	if goesOn {
		f.blocks[n].Spans = append(f.blocks[n].Spans, page.Span{Text: "\n" + blank + text.String()})
		return page.Block{}, false
	}
	return page.Block{Kind: page.Code, Spans: []page.Span{{Text: text.String()}}}, true
}
