// Package render writes extracted values as JSON, CSV, XML or a Markdown table.
package render

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/extract/definition"
)

// Extension returns the extension of a format's files, with its dot.
func Extension(f definition.Format) string {
	switch f {
	case definition.CSV:
		return ".csv"
	case definition.XML:
		return ".xml"
	case definition.Markdown:
		return ".md"
	}
	return ".json"
}

// ContentType returns the media type of a format.
func ContentType(f definition.Format) string {
	switch f {
	case definition.CSV:
		return "text/csv; charset=utf-8"
	case definition.XML:
		return "application/xml"
	case definition.Markdown:
		return "text/markdown; charset=utf-8"
	}
	return "application/json"
}

// Write writes value, the JSON of a result, in the format of d. Every format ends with a line break.
func Write(w io.Writer, d *definition.Definition, value json.RawMessage) error {
	if d.Output.Format == definition.JSON {
		var b bytes.Buffer
		if err := json.Indent(&b, value, "", "  "); err != nil {
			return fmt.Errorf("write JSON: %w", err)
		}
		b.WriteByte('\n')
		_, err := w.Write(b.Bytes())
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(value))
	dec.UseNumber()
	var root map[string]any
	if err := dec.Decode(&root); err != nil {
		return fmt.Errorf("read the value: %w", err)
	}
	switch d.Output.Format {
	case definition.XML:
		return writeXML(w, d, root)
	case definition.Markdown:
		return writeMarkdown(w, grid(d, root))
	}
	return writeCSV(w, grid(d, root), d.Output.EscapeFormulas)
}

// grid flattens a value: the items of the array of rows become rows, and the other values are repeated in each.
func grid(d *definition.Definition, root map[string]any) [][]string {
	rowPath := strings.Split(d.Output.Rows, ".")
	items := d.Schema.At(d.Output.Rows)
	var outer, inner []string
	paths(d.Schema, "", d.Output.Rows, &outer)
	if d.Output.Rows != "" && items != nil && items.Items != nil {
		paths(items.Items, "", "", &inner)
	}
	list, _ := lookup(root, rowPath).([]any)
	header := slices.Clone(outer)
	for _, name := range inner {
		header = append(header, strings.TrimSuffix(d.Output.Rows+"."+name, "."))
	}
	head := make([]string, len(outer))
	for i, name := range outer {
		head[i] = cell(lookup(root, strings.Split(name, ".")))
	}
	out := [][]string{header}
	for _, item := range list {
		row := slices.Clone(head)
		for _, name := range inner {
			row = append(row, cell(lookup(item, strings.Split(name, "."))))
		}
		out = append(out, row)
	}
	if len(list) == 0 {
		out = append(out, append(head, make([]string, len(inner))...))
	}
	return out
}

// paths returns the leaves below s, except those below the path of the rows.
func paths(s *definition.Schema, prefix, without string, out *[]string) {
	if len(s.Properties) == 0 {
		*out = append(*out, prefix)
		return
	}
	for _, p := range s.Properties {
		path := strings.TrimPrefix(prefix+"."+p.Name, ".")
		if path != without {
			paths(p.Schema, path, without, out)
		}
	}
}

func lookup(v any, path []string) any {
	for _, name := range path {
		if name == "" {
			return v
		}
		node, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = node[name]
	}
	return v
}

func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case json.Number:
		return string(v)
	}
	raw, _ := json.Marshal(v)
	return string(raw)
}

// writeCSV follows RFC 4180.
func writeCSV(w io.Writer, rows [][]string, escape bool) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	for _, row := range rows {
		if escape {
			for i, c := range row {
				row[i] = harmless(c)
			}
		}
		if err := out.Write(row); err != nil {
			return fmt.Errorf("write CSV: %w", err)
		}
	}
	out.Flush()
	return out.Error()
}

// formula lists the characters that begin a formula in a spreadsheet, or that it strips before it looks for one.
const formula = "=+-@\t\r\n＝＋－＠"

// harmless puts ' before text that a spreadsheet would run as a formula. Numbers keep their sign.
func harmless(c string) string {
	first, _ := utf8.DecodeRuneInString(c)
	if c == "" || !strings.ContainsRune(formula, first) {
		return c
	}
	if n := strings.TrimPrefix(c, "-"); n != c && n != "" && strings.Trim(n, "0123456789.") == "" {
		return c
	}
	return "'" + c
}

// writeMarkdown writes a table in GitHub Flavored Markdown.
func writeMarkdown(w io.Writer, rows [][]string) error {
	var b strings.Builder
	escape := strings.NewReplacer(`\`, `\\`, "|", `\|`, "\r\n", "<br>", "\n", "<br>", "<", "&lt;", "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`)
	for i, row := range rows {
		for _, c := range row {
			b.WriteString("| " + escape.Replace(c) + " ")
		}
		b.WriteString("|\n")
		if i == 0 {
			b.WriteString(strings.Repeat("| --- ", len(row)) + "|\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

const xsi = "http://www.w3.org/2001/XMLSchema-instance"

func writeXML(w io.Writer, d *definition.Definition, root map[string]any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	name := xmlName(strings.ReplaceAll(d.Slug, "-", "_"))
	if err := element(enc, name, root, d.Schema, []xml.Attr{{Name: xml.Name{Local: "xmlns:xsi"}, Value: xsi}}); err != nil {
		return fmt.Errorf("write XML: %w", err)
	}
	if err := enc.Close(); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// element writes a value as an element; the items of an array repeat the element.
func element(enc *xml.Encoder, name string, v any, s *definition.Schema, attr []xml.Attr) error {
	if s == nil {
		s = &definition.Schema{}
	}
	if list, ok := v.([]any); ok {
		for _, item := range list {
			if err := element(enc, name, item, s.Items, attr); err != nil {
				return err
			}
		}
		return nil
	}
	if v == nil {
		attr = append(attr, xml.Attr{Name: xml.Name{Local: "xsi:nil"}, Value: "true"})
	}
	start := xml.StartElement{Name: xml.Name{Local: name}, Attr: attr}
	if err := enc.EncodeToken(start); err != nil {
		return err
	}
	if node, ok := v.(map[string]any); ok {
		for _, key := range keys(node, s) {
			if err := element(enc, xmlName(key), node[key], s.Property(key), nil); err != nil {
				return err
			}
		}
	} else if err := enc.EncodeToken(xml.CharData(cell(v))); err != nil {
		return err
	}
	return enc.EncodeToken(start.End())
}

// keys returns the keys of node, with those of the schema first and in its order.
func keys(node map[string]any, s *definition.Schema) []string {
	var out, rest []string
	for _, p := range s.Properties {
		if _, ok := node[p.Name]; ok {
			out = append(out, p.Name)
		}
	}
	for name := range node {
		if !slices.Contains(out, name) {
			rest = append(rest, name)
		}
	}
	slices.Sort(rest)
	return append(out, rest...)
}

// xmlName turns s into a name that XML allows, of letters in ASCII and Latin-1, which every edition of XML 1.0 allows
// in names.
func xmlName(s string) string {
	letter := func(r rune) bool {
		return unicode.IsLetter(r) && r <= 'ÿ' && r != 'ª' && r != 'µ' && r != 'º'
	}
	s = strings.Map(func(r rune) rune {
		if digit := r >= '0' && r <= '9'; letter(r) || digit || strings.ContainsRune("_-.", r) {
			return r
		}
		return '_'
	}, s)
	first, _ := utf8.DecodeRuneInString(s)
	if (!letter(first) && first != '_') || strings.HasPrefix(strings.ToLower(s), "xml") {
		s = "_" + s
	}
	return s
}
