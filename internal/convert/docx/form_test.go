package docx_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/docx"
	"quire/internal/convert/page"
)

// sdt returns a content control around content.
func sdt(props, content string) string {
	return `<w:sdt><w:sdtPr>` + props + `</w:sdtPr><w:sdtContent>` + content + `</w:sdtContent></w:sdt>`
}

// box returns the properties of a check box.
func box(checked string) string {
	return `<w14:checkbox><w14:checked w14:val="` + checked + `"/></w14:checkbox>`
}

// legacy returns a form field of Word before 2007 with its result.
func legacy(data, instruction, result string) string {
	return `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>` + data + `</w:ffData></w:fldChar></w:r>` +
		`<w:r><w:instrText>` + instruction + `</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>` +
		result + `<w:r><w:fldChar w:fldCharType="end"/></w:r>`
}

func TestFieldsOfFormsAreTyped(t *testing.T) {
	t.Parallel()
	list := `<w:listItem w:displayText="By sea" w:value="S"/><w:listItem w:displayText="By rail" w:value="R"/>`
	for name, c := range map[string]struct {
		body   string
		fields []page.Field
		md     string
	}{
		"text after its label": {
			`<w:p>` + r("Name: ") + sdt(`<w:alias w:val="Holder"/><w:tag w:val="holder"/><w:text/>`, r("Ann Lee")) + `</w:p>`,
			[]page.Field{{Name: "holder", Label: "Name", Kind: page.TextField, Value: "Ann Lee"}},
			"Name: Ann Lee",
		},
		"two on a line": {
			`<w:p>` + r("From: ") + sdt(`<w:tag w:val="from"/><w:date/>`, r("1 May 2026")) + r(" until: ") + sdt(`<w:tag w:val="to"/><w:date/>`, r("3 May 2026")) + `</w:p>`,
			[]page.Field{
				{Name: "from", Label: "From", Kind: page.DateField, Value: "1 May 2026"},
				{Name: "to", Label: "until", Kind: page.DateField, Value: "3 May 2026"},
			},
			"From: 1 May 2026 until: 3 May 2026",
		},
		"a prompt is no entry": {
			`<w:p>` + sdt(`<w:alias w:val="Remarks"/><w:showingPlcHdr/><w:text/>`, r("Click here")) + `</w:p>`,
			[]page.Field{{Name: "Remarks", Label: "Remarks", Kind: page.TextField}},
			"Click here",
		},
		"a list": {
			`<w:p>` + r("Sent ") + sdt(`<w:tag w:val="way"/><w:dropDownList>`+list+`</w:dropDownList>`, r("By rail")) + `</w:p>`,
			[]page.Field{{
				Name: "way", Label: "Sent", Kind: page.ChoiceField, Value: "R",
				Options: []page.Option{{Value: "S", Label: "By sea"}, {Value: "R", Label: "By rail", Chosen: true}},
			}},
			"Sent By rail",
		},
		"a list with an entry of its own": {
			`<w:p>` + sdt(`<w:tag w:val="way"/><w:comboBox>`+list+`</w:comboBox>`, r("On foot")) + `</w:p>`,
			[]page.Field{{
				Name: "way", Kind: page.ChoiceField, Value: "On foot",
				Options: []page.Option{{Value: "S", Label: "By sea"}, {Value: "R", Label: "By rail"}},
			}},
			"On foot",
		},
		"boxes before their labels": {
			`<w:p>` + sdt(box("1"), r("☒")) + r(" tea ") + sdt(box("0"), r("☐")) + r(" coffee") + `</w:p>`,
			[]page.Field{{Label: "tea", Kind: page.CheckField, Ticked: true}, {Label: "coffee", Kind: page.CheckField}},
			"[x] tea [ ] coffee",
		},
		"a box that another character stands for": {
			`<w:p>` + sdt(box("1"), r("X")) + r(" tea") + `</w:p>`,
			[]page.Field{{Label: "tea", Kind: page.CheckField, Ticked: true}},
			"- [x] tea",
		},
		"a control around paragraphs": {
			p("Remarks") + sdt(`<w:tag w:val="remarks"/><w:text/>`, p("All well.")+p("No more.")),
			[]page.Field{{Name: "remarks", Label: "Remarks", Kind: page.TextField, Value: "All well.\nNo more."}},
			"Remarks\n\nAll well.\n\nNo more.",
		},
		"cells": {
			tbl(tr(tc("", p("Name")), tc("", `<w:p>`+sdt(`<w:text/>`, r("Ann"))+`</w:p>`)),
				tr(sdt(box("1"), tc("", p("☒"))), tc("", p("Member")))),
			[]page.Field{{Label: "Name", Kind: page.TextField, Value: "Ann"}, {Label: "Member", Kind: page.CheckField, Ticked: true}},
			"| Name | Ann |\n| --- | --- |\n| [x] | Member |",
		},
		"rows below a header": {
			tbl(tr(tc("", p("Day")), tc("", p("Hours"))),
				tr(tc("", p("")), tc("", `<w:p>`+sdt(`<w:tag w:val="a"/><w:text/>`, r("8"))+`</w:p>`)),
				tr(tc("", p("")), tc("", `<w:p>`+sdt(`<w:tag w:val="b"/><w:text/>`, r("7"))+`</w:p>`))),
			[]page.Field{{Name: "a", Label: "Hours", Kind: page.TextField, Value: "8"}, {Name: "b", Label: "Hours", Kind: page.TextField, Value: "7"}},
			"| Day | Hours |\n| --- | --- |\n|  | 8 |\n|  | 7 |",
		},
		"controls that nobody fills in": {
			sdt(`<w:tag w:val="goog_rdk_0"/>`, p("Text")) + sdt(`<w:docPartObj/>`, p("Contents")) +
				sdt(`<w:alias w:val="Section"/>`, p("Sum: ")+tbl(tr(tc("", p("1")), tc("", p("2"))))),
			nil, "Text\n\nContents\n\nSum:\n\n| 1 | 2 |\n| --- | --- |",
		},
		"form fields of old versions": {
			`<w:p>` + r("Name: ") + legacy(`<w:name w:val="Text1"/><w:textInput/>`, "FORMTEXT", r("Ann")) + `</w:p>` +
				`<w:p>` + legacy(`<w:name w:val="Check1"/><w:checkBox><w:default w:val="1"/></w:checkBox>`, "FORMCHECKBOX", "") + r(" Member") + `</w:p>` +
				`<w:p>` + r("Way: ") + legacy(`<w:name w:val="List1"/><w:ddList><w:result w:val="1"/><w:listEntry w:val="sea"/><w:listEntry w:val="rail"/></w:ddList>`, "FORMDROPDOWN", "") + `</w:p>`,
			[]page.Field{
				{Name: "Text1", Label: "Name", Kind: page.TextField, Value: "Ann"},
				{Name: "Check1", Label: "Member", Kind: page.CheckField, Ticked: true},
				{Name: "List1", Label: "Way", Kind: page.ChoiceField, Value: "rail", Options: []page.Option{{Value: "sea"}, {Value: "rail", Chosen: true}}},
			},
			"Name: Ann\n\n- [x] Member\n\nWay: rail",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages, _, err := convert(t.Context(), file{body: c.body}.bytes(t), docx.Options{})
			require.NoError(t, err)
			require.Len(t, pages, 1)
			require.Equal(t, c.fields, pages[0].Fields)
			require.Equal(t, c.md, page.Markdown(pages[0]))
		})
	}
}

func TestFieldsAreOnTheirPages(t *testing.T) {
	t.Parallel()
	rendered := `<w:r><w:lastRenderedPageBreak/></w:r>`
	row := func(breaks, name string) string {
		return tr(tc("", p("Name")), tc("", `<w:p>`+breaks+sdt(`<w:tag w:val="`+name+`"/><w:text/>`, r(name))+`</w:p>`))
	}
	body := `<w:p>` + sdt(`<w:tag w:val="a"/><w:text/>`, r("1")) + `</w:p>` +
		tbl(row("", "b")+row(rendered, "c")+row("", "d")) +
		`<w:p>` + rendered + sdt(`<w:tag w:val="e"/><w:text/>`, r("1")) + `</w:p>`
	pages, _, err := convert(t.Context(), file{body: body, pages: 3}.bytes(t), docx.Options{})
	require.NoError(t, err)
	require.Len(t, pages, 3)
	for i, want := range [][]string{{"a", "b"}, {"c", "d"}, {"e"}} {
		var names []string
		for _, f := range pages[i].Fields {
			names = append(names, f.Name)
		}
		require.Equal(t, want, names, "page %d", i+1)
	}
}
