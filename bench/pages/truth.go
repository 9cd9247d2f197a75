package main

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// Attributes by which a family tells what an element is to a reader.
const (
	// markAs is the role of the element if it differs from its tag: h1 to h6, p, li, table, tr, td.
	markAs = "data-as"
	// markText replaces everything that the element shows: a drawn check box is "[x]".
	markText = "data-text"
	// markSkip leaves the element out of the truth: running heads, page numbers, ornaments.
	markSkip = "data-skip"
)

// reader collects the blocks of a page.
type reader struct {
	blocks []string
	// items counts the items of the ordered lists that are open; -1 stands for an unordered one.
	items []int
}

// truthOf returns the Markdown of a page of HTML: headings, paragraphs, lists and, as HTML, tables, in document order.
// Line breaks within a block are kept. Text outside all blocks is an error, so that nothing is lost unnoticed.
func truthOf(source string) (string, error) {
	root, err := html.Parse(strings.NewReader(source))
	if err != nil {
		return "", err
	}
	r := reader{}
	if err := r.read(root); err != nil {
		return "", err
	}
	return strings.Join(r.blocks, "\n\n") + "\n", nil
}

func (r *reader) read(n *html.Node) error {
	if n.Type == html.TextNode && strings.TrimSpace(n.Data) != "" {
		return fmt.Errorf("text outside a block: %.60q", n.Data)
	}
	if skipped(n) {
		return nil
	}
	switch part := partOf(n); part {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		level, _ := strconv.Atoi(part[1:])
		r.add(strings.Repeat("#", level)+" ", strings.ReplaceAll(textOf(n), "\n", " "))
	case "p", "text":
		r.add("", textOf(n))
	case "li":
		r.add(r.marker(), textOf(n))
	case "table":
		r.blocks = append(r.blocks, tableOf(n))
	case "ul", "ol":
		r.items = append(r.items, map[string]int{"ul": -1, "ol": 0}[part])
		defer func() { r.items = r.items[:len(r.items)-1] }()
		return r.readKids(n)
	default:
		return r.readKids(n)
	}
	return nil
}

func (r *reader) readKids(n *html.Node) error {
	for kid := range n.ChildNodes() {
		if err := r.read(kid); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) add(prefix, text string) {
	if text != "" {
		r.blocks = append(r.blocks, prefix+text)
	}
}

// marker returns the marker of the next item of the innermost list.
func (r *reader) marker() string {
	if len(r.items) == 0 || r.items[len(r.items)-1] < 0 {
		return "- "
	}
	r.items[len(r.items)-1]++
	return strconv.Itoa(r.items[len(r.items)-1]) + ". "
}

// tableOf returns a table as HTML with only rows, cells, spans and text.
func tableOf(table *html.Node) string {
	var out strings.Builder
	out.WriteString("<table>\n")
	for row := range table.Descendants() {
		if partOf(row) != "tr" || skipped(row) {
			continue
		}
		out.WriteString("<tr>")
		for cell := range row.ChildNodes() {
			if part := partOf(cell); (part == "td" || part == "th") && !skipped(cell) {
				out.WriteString("<td" + spans(cell) + ">" + html.EscapeString(strings.ReplaceAll(textOf(cell), "\n", " ")) + "</td>")
			}
		}
		out.WriteString("</tr>\n")
	}
	return out.String() + "</table>"
}

func spans(cell *html.Node) string {
	out := ""
	for _, name := range []string{"rowspan", "colspan"} {
		if v := attr(cell, name); v != "" && v != "1" {
			out += fmt.Sprintf(" %s=%q", name, v)
		}
	}
	return out
}

// textOf returns the text that an element shows, with single spaces and its line breaks, and without soft hyphens.
func textOf(n *html.Node) string {
	var out strings.Builder
	collect(n, &out)
	var lines []string
	for line := range strings.SplitSeq(out.String(), "\n") {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.ReplaceAll(strings.Join(lines, "\n"), softHyphen, "")
}

func collect(n *html.Node, out *strings.Builder) {
	if skipped(n) {
		return
	}
	switch text, marked := lookup(n, markText); {
	case marked:
		out.WriteString(text)
		return
	case n.Type == html.TextNode:
		out.WriteString(strings.ReplaceAll(n.Data, "\n", " "))
	case n.Type == html.ElementNode && n.Data == "br":
		out.WriteString("\n")
	}
	for kid := range n.ChildNodes() {
		collect(kid, out)
		if partOf(kid) == "p" {
			out.WriteString("\n")
		}
	}
}

// partOf returns the role of an element: its mark, else "text" if it has a text mark, else its tag.
func partOf(n *html.Node) string {
	if n.Type != html.ElementNode {
		return ""
	}
	if as, ok := lookup(n, markAs); ok {
		return as
	}
	if _, ok := lookup(n, markText); ok {
		return "text"
	}
	return n.Data
}

func skipped(n *html.Node) bool {
	_, marked := lookup(n, markSkip)
	return marked || (n.Type == html.ElementNode && (n.Data == "style" || n.Data == "title" || n.Data == "head"))
}

func attr(n *html.Node, name string) string {
	value, _ := lookup(n, name)
	return value
}

func lookup(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}
