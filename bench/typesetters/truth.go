package main

import (
	"fmt"
	"html"
	"strconv"
	"strings"
)

// maxNumbered is the deepest level of headings that templates with numbers number.
const maxNumbered = 3

// truth writes blocks as Markdown.
type truth struct {
	strings.Builder
	// numbers counts the headings of every level if they are numbered.
	numbers  []int
	numbered bool
}

// markdown returns blocks as Markdown, with the numbers of their headings if these are printed.
func markdown(blocks []node, numbered bool) string {
	t := truth{numbered: numbered}
	for _, b := range blocks {
		t.block(b, "")
	}
	return t.String()
}

// block writes a block, with the indent and marker of its list item before its first line.
func (t *truth) block(b node, marker string) {
	content, _ := b["c"].([]any)
	switch b["t"] {
	case "Header":
		level := int(content[0].(float64))
		t.line(marker, strings.Repeat("#", level)+" "+t.number(level)+text(content[2]))
	case "CodeBlock":
		t.line(marker, "```\n"+content[1].(string)+"\n```")
	case "BulletList":
		for _, item := range content {
			t.item(item.([]any), marker, "- ")
		}
	case "OrderedList":
		start := int(content[0].([]any)[0].(float64))
		for i, item := range content[1].([]any) {
			t.item(item.([]any), marker, strconv.Itoa(start+i)+". ")
		}
	case "DefinitionList":
		for _, entry := range content {
			t.line(marker, text(entry.([]any)[0]))
			for _, definition := range entry.([]any)[1].([]any) {
				t.blocks(definition.([]any), marker)
			}
		}
	case "BlockQuote":
		t.blocks(content, marker)
	case "Table":
		t.line(marker, grid(content))
	default:
		t.line(marker, text(content))
	}
}

func (t *truth) blocks(list []any, marker string) {
	for _, b := range list {
		t.block(b.(node), marker)
		marker = indent(marker)
	}
}

// item writes a list item, whose first block has the marker.
func (t *truth) item(blocks []any, before, marker string) {
	t.blocks(blocks, indent(before)+marker)
}

func indent(marker string) string { return strings.Repeat(" ", len(marker)) }

func (t *truth) line(marker, text string) {
	fmt.Fprintf(t, "%s%s\n\n", marker, text)
}

// number returns the number of the next heading of a level.
func (t *truth) number(level int) string {
	if !t.numbered || level > maxNumbered {
		return ""
	}
	for len(t.numbers) < level {
		t.numbers = append(t.numbers, 0)
	}
	t.numbers = t.numbers[:level]
	t.numbers[level-1]++
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(t.numbers), " ", "."), "[]") + " "
}

// grid returns a table as HTML.
func grid(content []any) string {
	var out strings.Builder
	out.WriteString("<table>\n")
	for _, row := range rows(content) {
		out.WriteString("<tr>")
		for _, c := range row {
			cell := c.([]any)
			fmt.Fprintf(&out, "<td%s%s>%s</td>", spanned("rowspan", cell[2]), spanned("colspan", cell[3]), html.EscapeString(text(cell[4])))
		}
		out.WriteString("</tr>\n")
	}
	return out.String() + "</table>"
}

func spanned(name string, n any) string {
	if n.(float64) <= 1 {
		return ""
	}
	return fmt.Sprintf(" %s=%q", name, strconv.Itoa(int(n.(float64))))
}

// rows returns the rows of a table, which are in its head, its bodies and its foot.
func rows(content []any) (all [][]any) {
	lists := []any{content[3].([]any)[1]}
	for _, body := range content[4].([]any) {
		lists = append(lists, body.([]any)[2], body.([]any)[3])
	}
	lists = append(lists, content[5].([]any)[1])
	for _, list := range lists {
		for _, row := range list.([]any) {
			all = append(all, row.([]any)[1].([]any))
		}
	}
	return all
}

// text returns the text of nodes, in one line.
func text(content any) string {
	var out strings.Builder
	write(&out, content)
	return strings.Join(strings.Fields(out.String()), " ")
}

// write writes the text of nodes, with white space around blocks.
func write(out *strings.Builder, content any) {
	switch c := content.(type) {
	case []any:
		for _, v := range c {
			write(out, v)
		}
	case node:
		switch c["t"] {
		case "Str":
			out.WriteString(c["c"].(string))
		case "Code", "CodeBlock":
			out.WriteString(c["c"].([]any)[1].(string))
		case "Space", "SoftBreak", "LineBreak":
			out.WriteString(" ")
		case "Header":
			write(out, c["c"].([]any)[2])
		case "Quoted":
			mark := map[any]string{"SingleQuote": "'", "DoubleQuote": `"`}[c["c"].([]any)[0].(node)["t"]]
			out.WriteString(mark)
			write(out, c["c"].([]any)[1])
			out.WriteString(mark)
		case "Para", "Plain", "BulletList", "OrderedList", "BlockQuote", "DefinitionList", "LineBlock":
			out.WriteString(" ")
			write(out, c["c"])
			out.WriteString(" ")
		default:
			write(out, c["c"])
		}
	}
}
