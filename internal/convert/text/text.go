// Package text reads text files of any encoding into blocks: prose, Markdown, and data such as JSON or XML.
package text

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"

	"quire/internal/convert/charset"
	"quire/internal/convert/page"
)

// sizeLimit bounds a text file, in bytes, because it is held in memory several times over.
const sizeLimit = 64 << 20

// Options hold what is known about a file in addition to its bytes.
type Options struct {
	// Language is the language of the text, named by its usual extension without the dot: md, json, go. Unknown or
	// empty values mean prose.
	Language string
}

// Convert reads a text file of size bytes and passes it to emit as one page. A *page.Error is the document's
// own fault; errors of emit are returned unchanged.
func Convert(ctx context.Context, r io.ReaderAt, size int64, opt Options, emit func(page.Page) error) error {
	if size > sizeLimit {
		return &page.Error{Reason: page.TooLarge, Message: "Text file is larger than 64 MB; split it"}
	}
	data, err := io.ReadAll(io.NewSectionReader(r, 0, size))
	if err != nil {
		return err
	}
	s, _ := charset.Decode(data)
	if isBinary(s) {
		return &page.Error{Reason: page.Unsupported, Message: "File is not text"}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	s = page.Visible(strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n"))
	blocks, err := blocksOf(ctx, s, strings.ToLower(opt.Language))
	if err != nil {
		return err
	}
	return emit(page.Page{Number: 1, Source: page.SourceText, Blocks: blocks})
}

func blocksOf(ctx context.Context, s, language string) ([]page.Block, error) {
	switch language {
	case "md", "markdown", "mdown", "mkd":
		return markdownBlocks(ctx, s)
	case "json":
		return codeBlocks(indented(s), "json"), nil
	case "xml", "yaml", "yml", "toml", "ini", "sql", "css", "js", "ts", "go", "py", "java", "c", "h", "cpp", "rs", "rb", "php", "sh", "tex", "log":
		return codeBlocks(s, language), nil
	}
	if trimmed := strings.TrimSpace(s); strings.HasPrefix(trimmed, "{") && json.Valid([]byte(trimmed)) {
		return codeBlocks(indented(s), "json"), nil
	} else if strings.HasPrefix(trimmed, "<?xml") {
		return codeBlocks(s, "xml"), nil
	}
	return proseBlocks(s), nil
}

// Markdown reads Markdown, with line feeds at the ends of its lines, into blocks.
func Markdown(ctx context.Context, s string) ([]page.Block, error) { return markdownBlocks(ctx, s) }

// isBinary reports whether a considerable part of what was read as text is control characters.
func isBinary(s string) bool {
	sample := s[:min(len(s), 64<<10)]
	controls := 0
	for i := range len(sample) {
		if c := sample[i]; c < ' ' && strings.IndexByte("\n\r\t\f\x1B", c) < 0 {
			controls++
		}
	}
	return controls > len(sample)/20
}

// indentDepth is the maximum nesting depth of JSON that is laid out, because the indentation grows with each level.
const indentDepth = 64

// indented lays out JSON that was written without line breaks.
func indented(s string) string {
	if strings.Count(s, "\n")*200 > len(s) || nesting(s) > indentDepth {
		return s
	}
	var b bytes.Buffer
	if json.Indent(&b, []byte(s), "", "  ") != nil || b.Len() > 4*len(s)+1024 {
		return s
	}
	return b.String()
}

// nesting returns the nesting depth of the brackets in JSON, including unclosed ones inside its strings.
func nesting(s string) int {
	depth, most := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '[', '{':
			depth++
			most = max(most, depth)
		case ']', '}':
			depth--
		}
	}
	return most
}

// codeLines is the maximum number of lines in a block of code, because consumers handle blocks as a whole.
const codeLines = 400

// codeBlocks keeps text verbatim, in blocks of bounded length.
func codeBlocks(s, language string) []page.Block {
	var blocks []page.Block
	lines := strings.Split(strings.Trim(s, "\n"), "\n")
	for len(lines) > 0 {
		n := min(len(lines), codeLines)
		text := strings.Join(lines[:n], "\n")
		lines = lines[n:]
		if strings.TrimSpace(text) != "" {
			blocks = append(blocks, page.Block{Kind: page.Code, Marker: language, Spans: []page.Span{{Text: text}}})
		}
	}
	return blocks
}
