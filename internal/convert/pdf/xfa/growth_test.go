package xfa_test

import (
	"testing"

	"quire/internal/convert/pdf/xfa"
	"quire/internal/growth"
)

// form returns the packet of a form whose template and data grow together.
func form(template, data func(n int) []byte) func(n int) []byte {
	return func(n int) []byte {
		head, middle, foot := "<xdp><template>", "</template><datasets><data>", "</data></datasets></xdp>"
		return append(append(append(append([]byte(head), template(n)...), middle...), data(n)...), foot...)
	}
}

func fixed(s string) func(int) []byte { return func(int) []byte { return []byte(s) } }

func TestGrowthOfForms(t *testing.T) {
	const (
		text = `<field name="a"><ui><textEdit/></ui><caption><value><text>A</text></value></caption></field>`
		list = `<field name="a"><ui><choiceList/></ui><items><text>x</text><text>y</text></items></field>`
	)
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "fields of one name", Build: form(growth.Within(`<subform name="f">`, growth.Repeat(text), "</subform>"), growth.Within("<f>", growth.Repeat("<a>1</a>"), "</f>"))},
		{Name: "fields of many names", Build: form(growth.Within(`<subform name="f">`, growth.Numbered(`<field name="a%d"><ui><textEdit/></ui></field>`), "</subform>"), growth.Within("<f>", growth.Numbered("<a%d>1</a%d>"), "</f>"))},
		{Name: "data without a template", Build: form(fixed(""), growth.Numbered("<a%d>1</a%d>"))},
		{Name: "groups in groups of data", Build: form(fixed(""), growth.Repeat("<f><g><h><a>1</a></h></g></f>"))},
		// Each row of the data is shown with all fields of the template, up to the cap on their number.
		{Name: "rows of many fields", From: 1 << 10, Build: form(growth.Within(`<subform name="f"><subform name="r"><occur max="-1"/>`, growth.Repeat(text), "</subform></subform>"), growth.Within("<f>", growth.Repeat("<r/>"), "</f>"))},
		{Name: "rows of lists", Build: form(fixed(`<subform name="f"><subform name="r"><occur max="-1"/>`+list+"</subform></subform>"), growth.Within("<f>", growth.Repeat("<r><a>x</a></r>"), "</f>"))},
		{Name: "references to one value", Build: form(growth.Within(`<subform name="f">`, growth.Repeat(`<field name="b"><ui><textEdit/></ui><bind match="dataRef" ref="$record.g.a"/></field>`), "</subform>"), fixed("<f><g><a>1</a></g></f>"))},
		{Name: "entries of a list", Build: form(growth.Within(`<field name="a"><ui><choiceList/></ui><items>`, growth.Repeat("<text>x</text>"), "</items></field>"), fixed("<a>x</a>"))},
		{Name: "buttons of a group", Build: form(growth.Within(`<exclGroup name="a">`, growth.Repeat(list), "</exclGroup>"), fixed("<a>x</a>"))},
		{Name: "a value with styles", Build: form(fixed(""), growth.Within("<a><body>", growth.Repeat("<p>x</p>"), "</body></a>"))},
	}, func(t *testing.T, input []byte) {
		_, _ = xfa.Read(t.Context(), input)
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`<xdp><template><subform name="f"><field name="a"><ui><textEdit/></ui></field></subform></template><datasets><data><f><a>1</a></f></data></datasets></xdp>`))
	f.Fuzz(func(t *testing.T, input []byte) {
		if form, err := xfa.Read(t.Context(), input); err == nil {
			form.Value("f[0].a[0]")
		}
	})
}
