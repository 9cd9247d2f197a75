package mail

import (
	"strings"

	"quire/internal/convert/page"
	"quire/internal/convert/text"
)

// signature is the line above a signature, which is never joined to others (RFC 3676, 4.3).
const signature = "-- "

// deepestQuote is the maximum nesting depth at which quotations are shown, so that the number of quotation marks at the
// beginning of a line is bounded.
const deepestQuote = 8

// quoted is a line with its quotation depth.
type quoted struct {
	depth int
	text  string
}

func (w *writer) plain(texts []Plain) []page.Block {
	var blocks []page.Block
	for _, t := range texts {
		blocks = append(blocks, plainBlocks(t)...)
	}
	return blocks
}

// plainBlocks reads a plain text: runs of lines with the same quotation depth, and the signature.
func plainBlocks(t Plain) []page.Block {
	lines := t.lines()
	var blocks []page.Block
	for start := 0; start < len(lines); {
		end := start + 1
		for end < len(lines) && lines[end].depth == lines[start].depth && lines[end].text != signature {
			end++
		}
		blocks = append(blocks, sameDepth(lines[start:end])...)
		start = end
	}
	return blocks
}

// sameDepth reads lines with the same quotation depth.
func sameDepth(lines []quoted) []page.Block {
	depth := lines[0].depth
	if lines[0].text == signature {
		lines = lines[1:]
	}
	var source strings.Builder
	for _, l := range lines {
		source.WriteString(l.text)
		source.WriteByte('\n')
	}
	blocks := text.Prose(source.String())
	if depth == 0 {
		return blocks
	}
	for i := range blocks {
		if b := &blocks[i]; b.Kind == page.ListItem && len(b.Spans) > 0 {
			b.Spans[0].Text = b.Marker + " " + b.Spans[0].Text
		}
		blocks[i] = page.Block{Kind: page.Quote, Level: min(depth, deepestQuote) - 1, Spans: blocks[i].Spans}
	}
	return blocks
}

// lines removes the quotation marks and, from flowed text, the line breaks made only for transport.
func (t Plain) lines() []quoted {
	var lines []quoted
	var flowing strings.Builder // the text of the last line while it continues
	end := func() {
		if flowing.Len() > 0 {
			lines[len(lines)-1].text = flowing.String()
			flowing.Reset()
		}
	}
	for line := range strings.SplitSeq(page.Visible(strings.ReplaceAll(t.Text, "\r", "")), "\n") {
		q := unquoted(line, t.Flowed)
		soft := t.Flowed && strings.HasSuffix(q.text, " ") && q.text != signature
		if soft && t.DelSp {
			q.text = q.text[:len(q.text)-1]
		}
		if flowing.Len() == 0 || lines[len(lines)-1].depth != q.depth || q.text == signature {
			end()
			lines = append(lines, q)
		}
		if soft || flowing.Len() > 0 {
			flowing.WriteString(q.text)
		}
		if !soft {
			end()
		}
	}
	end()
	return lines
}

// unquoted counts and removes the quotation marks of a line. In flowed text, they follow each other directly, and a
// space after them is not part of the text (RFC 3676, 4.4 and 4.5); otherwise there may be spaces between them.
func unquoted(line string, flowed bool) quoted {
	q := quoted{text: line}
	for strings.HasPrefix(q.text, ">") {
		q.depth++
		q.text = q.text[1:]
		if rest := strings.TrimPrefix(q.text, " "); !flowed && strings.HasPrefix(rest, ">") {
			q.text = rest
		}
	}
	if flowed || q.depth > 0 {
		q.text = strings.TrimPrefix(q.text, " ")
	}
	return q
}
