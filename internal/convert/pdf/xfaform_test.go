package pdf_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// xfaFile writes a PDF whose form has a template and data in XML in addition to its fields.
func xfaFile(t *testing.T, catalog, template, data, content string, widgets ...string) string {
	t.Helper()
	stream := func(s string) string { return fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(s), s) }
	objects := []string{
		stream(`<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/">` + template + `</template>`),
		stream(`<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data>` + data + `</xfa:data></xfa:datasets>`),
	}
	refs := ""
	for i, w := range widgets {
		objects = append(objects, "<< /Type /Annot /Subtype /Widget "+w+" >>")
		refs += fmt.Sprintf("%d 0 R ", firstExtra+2+i)
	}
	form := fmt.Sprintf("/AcroForm << /Fields [%s] /XFA [(template) %d 0 R (datasets) %d 0 R] >> ", refs, firstExtra, firstExtra+1)
	return pdfFileOf(t, form+catalog, objects, "/Annots ["+refs+"]\n---\n"+content)
}

const xfaTemplate = `<subform name="claim"><pageSet/>` +
	`<subform><draw><value><text>Travel claim</text></value></draw></subform>` +
	`<field name="holder"><ui><textEdit/></ui><caption><value><text>Name:</text></value></caption></field>` +
	`<field name="abroad"><ui><checkButton/></ui><caption><value><text>Abroad</text></value></caption><items><integer>1</integer><integer>0</integer></items></field>` +
	`<field name="way"><ui><choiceList/></ui><caption><value><text>Way</text></value></caption>` +
	`<items><text>By sea</text><text>By rail</text></items><items save="1"><text>S</text><text>R</text></items></field>` +
	`<exclGroup name="meals"><caption><value><text>Meals</text></value></caption>` +
	`<field><ui><checkButton/></ui><caption><value><text>Yes</text></value></caption><items><text>Y</text></items></field>` +
	`<field><ui><checkButton/></ui><caption><value><text>No</text></value></caption><items><text>N</text></items></field></exclGroup>` +
	`<field name="code" presence="hidden"><ui><textEdit/></ui></field>` +
	`<subform name="day"><occur max="-1"/><field name="cost"><ui><numericEdit/></ui><caption><value><text>Cost</text></value></caption></field></subform>` +
	`</subform>`

func TestFormsDrawnByTheirSoftwareShowTheirData(t *testing.T) {
	t.Parallel()
	path := xfaFile(t, "/NeedsRendering true", xfaTemplate,
		`<claim><holder>Ada Byron</holder><abroad>1</abroad><way>R</way><meals>N</meals><code>x7</code>`+
			`<day><cost>12</cost></day><day><cost>30</cost></day><trip_reason>Fair</trip_reason></claim>`,
		"BT /F1 10 Tf 72 700 Td (Please wait...) Tj ET")
	p, fields := onlyFields(t, path)
	require.Equal(t, "Please wait...\n\n"+
		"*This form's pages are drawn by the software that opens it (XFA). What follows are its texts and the data in it.*\n\n"+
		"Travel claim\n\nName: Ada Byron\n\n- [x] Abroad\n\nWay: By rail\n\nMeals: [ ] Yes [x] No\n\nCost: 12\n\nCost: 30\n\ntrip reason: Fair", page.Markdown(p))
	require.Equal(t, []page.Field{
		{Name: "claim.holder", Label: "Name", Kind: page.TextField, Value: "Ada Byron"},
		{Name: "claim.abroad", Label: "Abroad", Kind: page.CheckField, Value: "1", Ticked: true},
		{Name: "claim.way", Label: "Way", Kind: page.ChoiceField, Value: "R", Options: []page.Option{{Value: "S", Label: "By sea"}, {Value: "R", Label: "By rail", Chosen: true}}},
		{
			Name: "claim.meals", Label: "Meals", Kind: page.RadioField, Value: "N", Ticked: true,
			Options: []page.Option{{Value: "Y", Label: "Yes"}, {Value: "N", Label: "No", Chosen: true}},
		},
		{Name: "claim.day.cost", Label: "Cost", Kind: page.TextField, Value: "12"},
		{Name: "claim.day.cost", Label: "Cost", Kind: page.TextField, Value: "30"},
		{Name: "claim.trip_reason", Label: "trip reason", Kind: page.TextField, Value: "Fair"},
	}, fields)
}

func TestDataThatIsDamagedIsNoted(t *testing.T) {
	t.Parallel()
	p, fields := onlyFields(t, xfaFile(t, "/NeedsRendering true", xfaTemplate, `<claim><holder>`, "BT /F1 10 Tf 72 700 Td (Please wait...) Tj ET"))
	require.Empty(t, fields)
	require.Equal(t, "Please wait...\n\n*This form's pages are drawn by the software that opens it (XFA). Its data could not be read.*", page.Markdown(p))
}

func TestValuesThatOnlyTheSecondFormHasAreFilledIn(t *testing.T) {
	t.Parallel()
	path := xfaFile(t, "", xfaTemplate, `<claim><holder>Ada Byron</holder><way>By rail</way><page><cost>12</cost></page></claim>`,
		"BT /F1 10 Tf 72 700 Td (Name:) Tj ET BT /F1 10 Tf 72 680 Td (Way:) Tj ET BT /F1 10 Tf 72 660 Td (Cost:) Tj ET",
		"/FT /Tx /T (claim[0].#subform[0].holder[0]) /Rect [120 697 300 711]",
		"/FT /Ch /Ff 131072 /T (claim[0].way[0]) /Opt [[(S) (By sea)] [(R) (By rail)]] /Rect [120 677 300 691]",
		"/FT /Tx /T (claim[0].page[0].cost[0]) /V (14) /Rect [120 657 300 671]",
	)
	p, fields := onlyFields(t, path)
	require.Equal(t, "Name: Ada Byron\n\nWay: By rail\n\nCost: 14", page.Markdown(p))
	require.Equal(t, []string{"Ada Byron", "By rail", "14"}, []string{fields[0].Value, fields[1].Value, fields[2].Value})
}
