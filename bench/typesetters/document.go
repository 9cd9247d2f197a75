package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// node is a block or a piece of text, in the form in which pandoc writes documents as JSON: {"t": kind, "c": content}.
type node = map[string]any

// formatOf returns pandoc's name for the format of a file, or "".
func formatOf(file string) string {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".md", ".markdown":
		return "gfm+yaml_metadata_block-tex_math_dollars"
	case ".rst":
		return "rst"
	}
	return ""
}

// read returns the blocks of a file as they are printed.
func read(ctx context.Context, file string) ([]node, error) {
	data, err := pandoc(ctx, nil, "-f", formatOf(file), "-t", "json", file)
	if err != nil {
		return nil, err
	}
	var doc struct{ Blocks []any }
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, err
	}
	var blocks []node
	for _, b := range cleaned(doc.Blocks) {
		blocks = append(blocks, b.(node))
	}
	return blocks, nil
}

func pandoc(ctx context.Context, input []byte, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "pandoc", args...)
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("pandoc: %w", err)
	}
	return out, nil
}

// encoded returns blocks as a document of pandoc.
func encoded(blocks []node) ([]byte, error) {
	return json.Marshal(map[string]any{"pandoc-api-version": []int{1, 23}, "meta": map[string]any{}, "blocks": blocks})
}

// Kinds of nodes that are not printed, and those of which only the content is: addresses of links, and what surrounds text
// in web pages. Index of the content by kind.
var (
	unprinted = []string{"RawBlock", "RawInline", "Image", "Figure", "HorizontalRule"}
	wrappers  = map[string]int{"Div": 1, "Span": 1, "Link": 1, "Cite": 1}
	// lists of other pages, which a generator would write
	generated = []string{"toctree", "contents", "index"}
	// holders are blocks that are left out when they are empty.
	holders = []string{"Para", "Plain", "BulletList", "BlockQuote", "Header"}
)

// cleaned returns a list, of nodes or of anything else, as it is printed.
func cleaned(list []any) []any {
	out := []any{}
	for _, v := range list {
		switch v := v.(type) {
		case node:
			out = append(out, cleanedNode(v)...)
		case []any:
			out = append(out, cleaned(v))
		default:
			out = append(out, v)
		}
	}
	return out
}

func cleanedNode(n node) []any {
	kind, _ := n["t"].(string)
	content, _ := n["c"].([]any)
	if slices.Contains(unprinted, kind) || (kind == "Div" && isGenerated(content)) {
		return nil
	}
	if at, ok := wrappers[kind]; ok {
		return cleaned(content[at].([]any))
	}
	if text, ok := n["c"].(string); ok {
		return []any{node{"t": kind, "c": withoutEmoji(text)}}
	}
	if content == nil {
		return []any{n}
	}
	content = cleaned(content)
	switch kind {
	case "Header":
		content[1] = []any{"", []any{}, []any{}}
	case "OrderedList":
		start := content[0].([]any)[0]
		content[0] = []any{start, node{"t": "Decimal"}, node{"t": "Period"}}
	case "Table":
		content[1] = []any{nil, []any{}}
	case "CodeBlock", "Code":
		content[0] = []any{"", []any{}, []any{}}
	}
	if slices.Contains(holders, kind) && strings.TrimSpace(text(content)) == "" {
		return nil
	}
	return []any{node{"t": kind, "c": content}}
}

func isGenerated(content []any) bool {
	return slices.ContainsFunc(content[0].([]any)[1].([]any), func(class any) bool { return slices.Contains(generated, class.(string)) })
}

// withoutEmoji returns text without the characters that few fonts have.
func withoutEmoji(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x1F000 || r == 0xFE0F || r == 0x200D {
			return -1
		}
		return r
	}, text)
}
