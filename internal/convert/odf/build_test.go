package odf_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/odf"
	"quire/internal/convert/office/opc/opctest"
	"quire/internal/convert/page"
)

const declare = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"` +
	` xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"` +
	` xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"` +
	` xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"` +
	` xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0"` +
	` xmlns:math="http://www.w3.org/1998/Math/MathML" xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0"` +
	` xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"` +
	` xmlns:field="urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0"`

// file is a document under construction. Body is the content of office:text.
type file struct {
	body      string
	styles    string // named ones
	automatic string
	masters   string
	pages     int
	parts     map[string]string
}

func (f file) bytes(t testing.TB) []byte {
	t.Helper()
	parts := map[string]string{
		"mimetype":   "application/vnd.oasis.opendocument.text",
		"meta.xml":   fmt.Sprintf(`<office:document-meta %s><office:meta><meta:document-statistic meta:page-count="%d"/></office:meta></office:document-meta>`, declare, f.pages),
		"styles.xml": `<office:document-styles ` + declare + `><office:styles>` + f.styles + `</office:styles><office:master-styles>` + f.masters + `</office:master-styles></office:document-styles>`,
		"content.xml": `<office:document-content ` + declare + `><office:automatic-styles>` + f.automatic + `</office:automatic-styles><office:body><office:text>` +
			f.body + `</office:text></office:body></office:document-content>`,
	}
	maps.Copy(parts, f.parts)
	return opctest.Pack(t, parts)
}

// flat returns the document as flat XML, without a package.
func (f file) flat() []byte {
	return []byte(`<?xml version="1.0" encoding="UTF-8"?><office:document ` + declare + ` office:mimetype="application/vnd.oasis.opendocument.text"><office:styles>` +
		f.styles + `</office:styles><office:automatic-styles>` + f.automatic + `</office:automatic-styles><office:master-styles>` + f.masters +
		`</office:master-styles><office:body><office:text>` + f.body + `</office:text></office:body></office:document>`)
}

// convert returns the pages of a document.
func convert(ctx context.Context, data []byte, opt odf.Options) ([]page.Page, error) {
	var pages []page.Page
	err := odf.Convert(ctx, bytes.NewReader(data), int64(len(data)), opt, func(p page.Page) error {
		pages = append(pages, p)
		return nil
	})
	return pages, err
}

// markdown converts a document that must have exactly one page.
func markdown(t *testing.T, f file) string {
	t.Helper()
	pages := pagesOf(t, f)
	require.Len(t, pages, 1)
	return page.Markdown(pages[0])
}

func pagesOf(t *testing.T, f file) []page.Page {
	t.Helper()
	pages, err := convert(t.Context(), f.bytes(t), odf.Options{})
	require.NoError(t, err)
	return pages
}

func p(text string) string { return `<text:p>` + text + `</text:p>` }

// styled returns a paragraph in a style.
func styled(style, text string) string {
	return `<text:p text:style-name="` + style + `">` + text + `</text:p>`
}

func h(level int, text string) string {
	return fmt.Sprintf(`<text:h text:outline-level="%d">%s</text:h>`, level, text)
}

// style returns a style with properties.
func style(family, name, parent, props string) string {
	return `<style:style style:family="` + family + `" style:name="` + name + `" style:parent-style-name="` + parent + `">` + props + `</style:style>`
}

// span returns text in a style.
func span(style, text string) string {
	return `<text:span text:style-name="` + style + `">` + text + `</text:span>`
}

// list returns a list with attributes and items, each of which is given by its content.
func list(attrs string, items ...string) string {
	s := `<text:list ` + attrs + `>`
	for _, item := range items {
		s += `<text:list-item>` + item + `</text:list-item>`
	}
	return s + `</text:list>`
}

// listStyle returns a list style with levels.
func listStyle(name string, levels ...string) string {
	s := `<text:list-style style:name="` + name + `">`
	for i, level := range levels {
		s += fmt.Sprintf(level, i+1)
	}
	return s + `</text:list-style>`
}

const (
	decimal = `<text:list-level-style-number text:level="%d" style:num-format="1" style:num-suffix="."/>`
	legal   = `<text:list-level-style-number text:level="%d" style:num-format="1" style:num-suffix="." text:display-levels="9"/>`
	letter  = `<text:list-level-style-number text:level="%d" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/>`
	dot     = `<text:list-level-style-bullet text:level="%d" text:bullet-char="◦"/>`
)

func table(rows ...string) string {
	s := `<table:table>`
	for _, row := range rows {
		s += row
	}
	return s + `</table:table>`
}

func row(cells ...string) string {
	s := `<table:table-row>`
	for _, cell := range cells {
		s += cell
	}
	return s + `</table:table-row>`
}

func cell(attrs, content string) string {
	return `<table:table-cell ` + attrs + `>` + content + `</table:table-cell>`
}
