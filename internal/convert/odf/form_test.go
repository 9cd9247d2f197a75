package odf_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/growth"
)

// forms returns the definitions of a form's controls.
func forms(controls string) string {
	return `<office:forms><form:form form:name="f">` + controls + `</form:form></office:forms>`
}

// placed returns a control in the text.
func placed(id string) string {
	return `<draw:control text:anchor-type="as-char" draw:control="` + id + `"/>`
}

func TestControlsAreTyped(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body   string
		fields []page.Field
		md     string
	}{
		"text after its label": {
			forms(`<form:text xml:id="a" form:name="holder" form:current-value="Ann Lee" form:value="none"/>`) + p("Name: "+placed("a")),
			[]page.Field{{Name: "holder", Label: "Name", Kind: page.TextField, Value: "Ann Lee"}},
			"Name: Ann Lee",
		},
		"by the older id, below its label": {
			forms(`<form:textarea form:id="a" form:name="remarks"/>`) + p("Remarks") + p(placed("a")),
			[]page.Field{{Name: "remarks", Label: "Remarks", Kind: page.TextField}},
			"Remarks",
		},
		"boxes with captions": {
			forms(`<form:checkbox xml:id="a" form:name="tea" form:label="Tea" form:current-state="checked"/><form:checkbox xml:id="b" form:name="milk" form:label="Milk"/>`) +
				p(placed("a")) + p(placed("b")),
			[]page.Field{{Name: "tea", Label: "Tea", Kind: page.CheckField, Ticked: true}, {Name: "milk", Label: "Milk", Kind: page.CheckField}},
			"- [x] Tea\n- [ ] Milk",
		},
		"a box before its label": {
			forms(`<form:checkbox xml:id="a" form:name="tea" form:state="checked"/>`) + p(placed("a")+"tea"),
			[]page.Field{{Name: "tea", Label: "tea", Kind: page.CheckField, Ticked: true}},
			"- [x] tea",
		},
		"buttons of a group": {
			forms(`<form:radio xml:id="a" form:name="way" form:label="Sea" form:value="S"/><form:radio xml:id="b" form:name="way" form:label="Rail" form:value="R" form:current-selected="true"/>`) +
				p("Way") + p(placed("a")+placed("b")),
			[]page.Field{{
				Name: "way", Label: "Way", Kind: page.RadioField, Value: "R", Ticked: true,
				Options: []page.Option{{Value: "S", Label: "Sea"}, {Value: "R", Label: "Rail", Chosen: true}},
			}},
			"Way\n\n[ ] Sea [x] Rail",
		},
		"a list": {
			forms(`<form:listbox xml:id="a" form:name="way"><form:option form:label="By sea" form:value="S"/><form:option form:label="By rail" form:value="R" form:current-selected="true"/></form:listbox>`) +
				p("Sent "+placed("a")),
			[]page.Field{{
				Name: "way", Label: "Sent", Kind: page.ChoiceField, Value: "R",
				Options: []page.Option{{Value: "S", Label: "By sea"}, {Value: "R", Label: "By rail", Chosen: true}},
			}},
			"Sent By rail",
		},
		"in the cell beside its label": {
			forms(`<form:date xml:id="a" form:name="day" form:current-value="2026-05-01"/>`) +
				`<table:table>` + row(cell("", p("Day")), cell("", p(placed("a")))) + row(cell("", p("x")), cell("", p("y"))) + `</table:table>`,
			[]page.Field{{Name: "day", Label: "Day", Kind: page.DateField, Value: "2026-05-01"}},
			"| Day | 2026-05-01 |\n| --- | --- |\n| x | y |",
		},
		"what nobody fills in": {
			forms(`<form:fixed-text xml:id="a" form:label="Part A"/><form:button xml:id="b" form:label="Send"/><form:password xml:id="c" form:name="pin" form:current-value="1234"/>`) +
				p(placed("a")+placed("b")+placed("c")+placed("d")),
			[]page.Field{{Name: "pin", Label: "Part A", Kind: page.TextField}},
			"Part A",
		},
		"placed twice": {
			forms(`<form:text xml:id="a" form:name="x"/>`) + p("X "+placed("a")) + p("Y "+placed("a")),
			[]page.Field{{Name: "x", Label: "X", Kind: page.TextField}},
			"X\n\nY",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := pagesOf(t, file{body: c.body})
			require.Len(t, pages, 1)
			require.Equal(t, c.fields, pages[0].Fields)
			require.Equal(t, c.md, strings.TrimSpace(page.Markdown(pages[0])))
		})
	}
}

func TestFieldsInTheTextAreTyped(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body  string
		field page.Field
	}{
		"content control": {
			p(`Name: <loext:content-control loext:tag="holder" loext:alias="Holder">Ann</loext:content-control>`),
			page.Field{Name: "holder", Label: "Name", Kind: page.TextField, Value: "Ann"},
		},
		"content control with a prompt": {
			p(`<loext:content-control loext:alias="Holder" loext:showing-place-holder="true">Click here</loext:content-control>`),
			page.Field{Name: "Holder", Label: "Holder", Kind: page.TextField},
		},
		"content control of a box": {
			p(`<loext:content-control loext:checkbox="true" loext:checked="true">☒</loext:content-control> tea`),
			page.Field{Label: "tea", Kind: page.CheckField, Ticked: true},
		},
		"content control of a list": {
			p(`Way: <loext:content-control loext:dropdown="true"><loext:list-item loext:display-text="Sea" loext:value="S"/>Sea</loext:content-control>`),
			page.Field{Label: "Way", Kind: page.ChoiceField, Value: "S", Options: []page.Option{{Value: "S", Label: "Sea", Chosen: true}}},
		},
		"input field": {
			p(`Town: <text:text-input text:description="where">Wexdale</text:text-input>`),
			page.Field{Label: "Town", Kind: page.TextField, Value: "Wexdale"},
		},
		"input list": {
			p(`Way: <text:drop-down text:name="way"><text:label text:value="Sea"/><text:label text:value="Rail" text:current-selected="true"/>Rail</text:drop-down>`),
			page.Field{Name: "way", Label: "Way", Kind: page.ChoiceField, Value: "Rail", Options: []page.Option{{Value: "Sea"}, {Value: "Rail", Chosen: true}}},
		},
		"Word's text": {
			p(`Name: <field:fieldmark-start text:name="n" field:type="vnd.oasis.opendocument.field.FORMTEXT"/>Ann<field:fieldmark-end/>, here`),
			page.Field{Name: "n", Label: "Name", Kind: page.TextField, Value: "Ann"},
		},
		"Word's text without an end": {
			p(`Name: <field:fieldmark-start text:name="n" field:type="vnd.oasis.opendocument.field.FORMTEXT"/>Ann`),
			page.Field{Name: "n", Label: "Name", Kind: page.TextField, Value: "Ann"},
		},
		"Word's box": {
			p(`<field:fieldmark text:name="n" field:type="vnd.oasis.opendocument.field.FORMCHECKBOX"><field:param field:name="Checkbox_Checked" field:value="true"/></field:fieldmark> tea`),
			page.Field{Name: "n", Label: "tea", Kind: page.CheckField, Ticked: true},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := pagesOf(t, file{body: c.body})
			require.Len(t, pages, 1)
			require.Equal(t, []page.Field{c.field}, pages[0].Fields)
		})
	}
}

func TestFieldsAreOnTheirPages(t *testing.T) {
	t.Parallel()
	body := forms(`<form:text xml:id="a" form:name="a"/><form:text xml:id="b" form:name="b"/><form:text xml:id="c" form:name="c"/>`) +
		p("A "+placed("a")) + `<table:table>` + row(cell("", p("x")), cell("", p("y"))) + `<text:soft-page-break/>` +
		row(cell("", p("B")), cell("", p(placed("b")))) + `</table:table><text:soft-page-break/>` + p("C "+placed("c"))
	pages := pagesOf(t, file{body: body, pages: 3})
	require.Len(t, pages, 3)
	for i, want := range []string{"a", "b", "c"} {
		require.Len(t, pages[i].Fields, 1)
		require.Equal(t, want, pages[i].Fields[0].Name)
	}
}

func TestGrowthOfForms(t *testing.T) {
	option := `<form:option form:label="aaaa" form:value="b"/>`
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "controls", Build: func(n int) []byte {
			return inBody(growth.Within(forms(string(growth.Numbered(`<form:text xml:id="c%d"/>`)(n)))+"<text:p>", growth.Numbered(placed("c%d")), "</text:p>"))(n)
		}},
		{Name: "entries of a list", Build: inBody(growth.Within(`<office:forms><form:listbox xml:id="a">`, growth.Repeat(option), `</form:listbox></office:forms>`+p(placed("a"))))},
		{Name: "one list in many places", Build: func(n int) []byte {
			list := `<form:listbox xml:id="a">` + strings.Repeat(option, n) + `</form:listbox>`
			return file{body: forms(list) + p(strings.Repeat(placed("a"), n))}.flat()
		}},
		{Name: "buttons of one group", Build: func(n int) []byte {
			return inBody(growth.Within(forms(string(growth.Numbered(`<form:radio xml:id="c%d" form:name="g" form:label="x"/>`)(n)))+"<text:p>", growth.Numbered(placed("c%d")), "</text:p>"))(n)
		}},
		{Name: "forms in forms", To: refused, Build: inBody(growth.Around("<office:forms>", "", "</office:forms>"))},
		{Name: "content controls in each other", To: refused, Build: inParagraph(growth.Around("<loext:content-control>", "a", "</loext:content-control>"))},
		{Name: "fields that do not end", Build: inParagraph(growth.Repeat(`<field:fieldmark-start field:type=".FORMTEXT"/>a`))},
		{Name: "fields of one row", Build: func(n int) []byte {
			cells := growth.Numbered(cell("", p(placed("c%d"))))
			return inBody(growth.Within(forms(string(growth.Numbered(`<form:text xml:id="c%d"/>`)(n)))+"<table:table><table:table-row>", cells, "</table:table-row></table:table>"))(n)
		}},
	}, convertGrown)
}
