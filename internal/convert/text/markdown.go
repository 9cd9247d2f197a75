package text

import (
	"context"
	"strings"

	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// markdown reads Markdown line by line (CommonMark 0.31 with GitHub's tables, task lists and footnotes), in as much
// detail as its blocks need: nested quotes become one quote.
type markdown struct {
	ctx    context.Context
	lines  []string
	at     int
	blocks []page.Block
	refs   map[string]string
	para   []string
	item   *page.Block // the list item that the open paragraph belongs to
	lists  []int       // columns at which the contents of the open items begin
	blank  bool        // the line before was blank
	quoted bool        // the open paragraph is a quote
	dollar int         // line of the next end of a formula, if not yet passed
}

var (
	atxHeading  = pattern.New(`^(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$`)
	setext      = pattern.New(`^(=+|-+)[ \t]*$`)
	fence       = pattern.New("^(`{3,}|~{3,})[ \t]*([^`]*)$")
	listMarker  = pattern.New(`^([-*+]|\d{1,9}[.)])([ \t]+|$)`)
	delimiter   = pattern.New(`^\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$`)
	definition  = pattern.New(`^\[([^\[\]^][^\[\]]*)\]:[ \t]*<?([^\s>]+)>?(?:[ \t]+(?:".*"|'.*'|\(.*\)))?[ \t]*$`)
	footnoteDef = pattern.New(`^\[\^([^\]\s]+)\]:[ \t]*(.*)$`)
	htmlStart   = pattern.New(`^<(?:/?[a-zA-Z][a-zA-Z0-9-]*(?:[ \t/>]|$)|!--)`)
	taskBox     = pattern.New(`^\[([ xX])\][ \t]+`)
)

// listDepth is the maximum nesting depth of lists. Deeper items become items of the deepest list, and further list
// marks on an item's line become its text.
const listDepth = 32

func markdownBlocks(ctx context.Context, s string) ([]page.Block, error) {
	m := &markdown{ctx: ctx, lines: strings.Split(strings.ReplaceAll(s, "\t", "    "), "\n"), refs: map[string]string{}}
	for _, line := range m.lines {
		if d := definition.FindStringSubmatch(strings.TrimLeft(line, " ")); d != nil && len(m.refs) < 100_000 {
			m.refs[strings.ToLower(d[1])] = d[2]
		}
	}
	m.frontMatter()
	for m.at < len(m.lines) {
		if m.at&0x3FF == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := m.line(); err != nil {
			return nil, err
		}
	}
	m.flush()
	return m.blocks, nil
}

// frontMatter keeps the YAML that precedes the text as data.
func (m *markdown) frontMatter() {
	if strings.TrimRight(m.lines[0], " ") != "---" {
		return
	}
	for i, line := range m.lines[1:] {
		if line = strings.TrimRight(line, " "); line == "---" || line == "..." {
			m.blocks = append(m.blocks, codeBlocks(strings.Join(m.lines[1:i+1], "\n"), "yaml")...)
			m.at = i + 2
			return
		}
		if i > 200 {
			return
		}
	}
}

// line reads the next line, and the lines that belong to the same block of code, table or HTML.
func (m *markdown) line() error {
	raw := unquoted(m.lines[m.at])
	if quoted := raw != m.lines[m.at]; quoted != m.quoted && (quoted || len(m.para) == 0 || strings.TrimSpace(raw) == "") {
		m.flush() // text directly below a quote continues it
		m.quoted = quoted
	}
	text := strings.TrimLeft(raw, " ")
	indent := len(raw) - len(text)
	if text == "" {
		m.flush()
		m.blank = true
		m.at++
		return nil
	}
	wasBlank := m.blank
	m.blank = false
	m.leaveLists(indent, text, wasBlank)
	base := 0
	if len(m.lists) > 0 {
		base = m.lists[len(m.lists)-1]
	}
	if indent-base >= 4 && len(m.para) == 0 {
		m.indentedCode(base + 4)
		return nil
	}
	return m.block(text, indent, wasBlank)
}

// unquoted strips the marks of block quotes.
func unquoted(line string) string {
	for {
		rest := strings.TrimLeft(line, " ")
		if !strings.HasPrefix(rest, ">") || len(line)-len(rest) > 3 {
			return line
		}
		line = strings.TrimPrefix(rest[1:], " ")
	}
}

// leaveLists closes the items whose content starts to the right of a line. Text directly below an item
// continues it.
func (m *markdown) leaveLists(indent int, text string, wasBlank bool) {
	lazy := len(m.para) > 0 && !wasBlank && !listMarker.MatchString(text) && !atxHeading.MatchString(text) && !fence.MatchString(text)
	for len(m.lists) > 0 && indent < m.lists[len(m.lists)-1] && !lazy {
		m.lists = m.lists[:len(m.lists)-1]
	}
}

func (m *markdown) block(text string, indent int, wasBlank bool) error {
	switch {
	case m.headingLine(text), m.ruleLine(text), m.fencedCode(text, indent), m.formula(text), m.listLine(text, indent, wasBlank), m.definitionLine(text), m.table(text):
		return nil
	case len(m.para) == 0 && htmlStart.MatchString(text) && !inlineTag.MatchString(text):
		return m.html()
	}
	m.para = append(m.para, text)
	m.at++
	return nil
}

func (m *markdown) headingLine(text string) bool {
	if h := atxHeading.FindStringSubmatch(text); h != nil {
		m.flush()
		m.heading(len(h[1]), h[2])
		m.at++
		return true
	}
	if setext.MatchString(text) && len(m.para) > 0 && m.item == nil {
		level := 1
		if text[0] == '-' {
			level = 2
		}
		title := strings.Join(m.para, " ")
		m.para = nil
		m.heading(level, title)
		m.at++
		return true
	}
	return false
}

func (m *markdown) heading(level int, title string) {
	m.lists = nil
	if spans := m.inline(title); len(spans) > 0 {
		m.blocks = append(m.blocks, page.Block{Kind: page.Heading, Level: level, Spans: spans})
	}
}

func (m *markdown) ruleLine(text string) bool {
	if !isRule(text) {
		return false
	}
	m.flush()
	m.at++
	return true
}

// isRule reports whether a line is a thematic break: three or more of the same mark, possibly with spaces.
func isRule(text string) bool {
	mark := text[0]
	if mark != '*' && mark != '-' && mark != '_' {
		return false
	}
	marks := 0
	for i := range len(text) {
		switch text[i] {
		case mark:
			marks++
		case ' ':
		default:
			return false
		}
	}
	return marks >= 3
}

// fencedCode reads code between fences, without the fence's own indentation.
func (m *markdown) fencedCode(text string, indent int) bool {
	f := fence.FindStringSubmatch(text)
	if f == nil {
		return false
	}
	m.flush()
	var code []string
	for m.at++; m.at < len(m.lines); m.at++ {
		line := unquoted(m.lines[m.at])
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, f[1]) && strings.Trim(trimmed, f[1][:1]) == "" {
			m.at++
			break
		}
		code = append(code, line[min(indent, len(line)-len(strings.TrimLeft(line, " "))):])
	}
	language, _, _ := strings.Cut(strings.TrimSpace(f[2]), " ")
	m.blocks = append(m.blocks, codeBlocks(strings.Join(code, "\n"), language)...)
	return true
}

func (m *markdown) indentedCode(indent int) {
	m.flush()
	var code []string
	for ; m.at < len(m.lines); m.at++ {
		line := unquoted(m.lines[m.at])
		if strings.TrimSpace(line) == "" {
			code = append(code, "")
			continue
		}
		if len(line)-len(strings.TrimLeft(line, " ")) < indent {
			break
		}
		code = append(code, line[indent:])
	}
	m.blocks = append(m.blocks, codeBlocks(strings.Join(code, "\n"), "")...)
	m.blank = true
}

// formulaLines is the maximum number of lines in a formula.
const formulaLines = 200

// formula reads display mathematics, either between lines of two dollar signs or on a single line.
func (m *markdown) formula(text string) bool {
	inner, ok := strings.CutPrefix(text, "$$")
	if !ok {
		return false
	}
	end := m.at
	if !strings.HasSuffix(strings.TrimSpace(inner), "$$") {
		if end = m.formulaEnd(); end >= min(len(m.lines), m.at+formulaLines) {
			return false
		}
	}
	var lines []string
	for at := m.at; at <= end; at++ {
		if at > m.at {
			inner = unquoted(m.lines[at])
		}
		lines = append(lines, strings.TrimSuffix(strings.TrimSpace(inner), "$$"))
	}
	m.flush()
	if tex := strings.TrimSpace(strings.Join(lines, "\n")); tex != "" {
		m.blocks = append(m.blocks, page.Block{Kind: page.Formula, Spans: []page.Span{{Text: tex, Math: true}}})
	}
	m.at = end + 1
	return true
}

// formulaEnd returns the next line after this one that ends with two dollar signs. The result is kept until
// that line is passed, so that many openers without an end cost only one search.
func (m *markdown) formulaEnd() int {
	for m.dollar = max(m.dollar, m.at+1); m.dollar < len(m.lines); m.dollar++ {
		if strings.HasSuffix(strings.TrimSpace(unquoted(m.lines[m.dollar])), "$$") {
			break
		}
	}
	return m.dollar
}

func (m *markdown) listLine(text string, indent int, wasBlank bool) bool {
	mark := listMarker.FindStringSubmatch(text)
	if mark == nil {
		return false
	}
	ordered := len(mark[1]) > 1
	// In the middle of a paragraph, only the number 1 starts a list.
	if ordered && len(m.para) > 0 && !wasBlank && m.item == nil && mark[1][:len(mark[1])-1] != "1" {
		return false
	}
	m.flush()
	width := len(mark[0])
	if len(mark[2]) > 4 || mark[2] == "" {
		width = len(mark[1]) + 1
	}
	item := page.Block{Kind: page.ListItem, Level: min(len(m.lists), listDepth-1), Ordered: ordered, Marker: mark[1]}
	if !ordered {
		item.Marker = "•"
	}
	rest := strings.TrimLeft(text[len(mark[1]):], " ")
	if box := taskBox.FindStringSubmatch(rest); box != nil && !ordered {
		item.Marker = map[bool]string{true: "☐", false: "☒"}[box[1] == " "]
		rest = rest[len(box[0]):]
	}
	m.lists = append(m.lists[:min(len(m.lists), listDepth-1)], indent+width)
	m.item = &item
	m.lines[m.at] = strings.Repeat(" ", indent+width) + rest
	if rest == "" {
		m.at++
		return true
	}
	if atxHeading.MatchString(rest) || fence.MatchString(rest) || (len(m.lists) < listDepth && listMarker.MatchString(rest)) {
		return true
	}
	m.para = append(m.para, rest)
	m.at++
	return true
}

func (m *markdown) definitionLine(text string) bool {
	if len(m.para) > 0 {
		return false
	}
	if f := footnoteDef.FindStringSubmatch(text); f != nil {
		m.flush()
		note := page.Block{Kind: page.Footnote, Marker: f[1]}
		m.item = &note
		m.para = append(m.para, f[2])
		m.at++
		return true
	}
	if definition.MatchString(text) {
		m.at++
		return true
	}
	return false
}
