package pdf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
)

// formFile writes a page of text with the widgets of a form. %n in a widget is the number of an appearance that shows
// a tick, and parents are further fields.
func formFile(t *testing.T, content string, widgets ...string) string {
	t.Helper()
	mark := "<< /Type /XObject /Subtype /Form /BBox [0 0 10 10] /Resources << /Font << /F1 3 0 R >> >> /Length 32 >>\nstream\n" +
		"BT /F1 9 Tf 1 1 Td (X) Tj ET    \nendstream"
	var kids, refs []string
	for i, w := range widgets {
		kids = append(kids, strings.ReplaceAll("<< /Type /Annot /Subtype /Widget "+w+" >>", "%n", fmt.Sprint(firstExtra)))
		refs = append(refs, fmt.Sprintf("%d 0 R", firstExtra+1+i))
	}
	list := "[" + strings.Join(refs, " ") + "]"
	return pdfFileOf(t, "/AcroForm << /Fields "+list+" >>", append([]string{mark}, kids...), "/Annots "+list+"\n---\n"+content)
}

func onlyFields(t *testing.T, path string) (page.Page, []page.Field) {
	t.Helper()
	p := converted(t, path, 1, 1, pdf.Options{})[0]
	return p, p.Fields
}

func TestFieldsAreTypedValues(t *testing.T) {
	t.Parallel()
	content := "BT /F1 10 Tf 72 700 Td (Name:) Tj ET BT /F1 10 Tf 72 680 Td (Born:) Tj ET BT /F1 10 Tf 72 660 Td (Country:) Tj ET " +
		"BT /F1 10 Tf 90 640 Td (Newsletter) Tj ET"
	p, fields := onlyFields(t, formFile(t, content,
		"/FT /Tx /T (guest.name) /V (Ada Byron) /Rect [120 697 300 711]",
		"/FT /Tx /T (born) /V (1815-12-10) /Rect [120 677 300 691] /AA << /F << /S /JavaScript /JS (AFDate_FormatEx\\(\"yyyy-mm-dd\"\\);) >> >>",
		"/FT /Ch /Ff 131072 /T (country) /TU (Country of residence) /V (GB) /Opt [[(FR) (France)] [(GB) (Great Britain)]] /Rect [120 657 300 671]",
		"/FT /Btn /T (news) /V /On /AS /On /Rect [72 638 82 648] /AP << /N << /On %n 0 R >> >>",
		"/FT /Tx /F 2 /T (hidden) /V (unseen) /Rect [120 597 300 611]",
	))
	require.Equal(t, "Name: Ada Byron\n\nBorn: 1815-12-10\n\nCountry: Great Britain\n\n- [x] Newsletter", page.Markdown(p))
	require.Len(t, fields, 4)
	for i := range fields {
		require.NotZero(t, fields[i].Box)
		fields[i].Box = page.Box{}
	}
	require.Equal(t, []page.Field{
		{Name: "guest.name", Label: "Name", Kind: page.TextField, Value: "Ada Byron"},
		{Name: "born", Label: "Born", Kind: page.DateField, Value: "1815-12-10"},
		{Name: "country", Label: "Country of residence", Kind: page.ChoiceField, Value: "GB", Options: []page.Option{
			{Value: "France"}, {Value: "Great Britain", Chosen: true},
		}},
		{Name: "news", Label: "Newsletter", Kind: page.CheckField, Value: "On", Ticked: true},
	}, fields)
}

func TestSecretsStaySecret(t *testing.T) {
	t.Parallel()
	p, fields := onlyFields(t, formFile(t, "BT /F1 10 Tf 72 620 Td (Password) Tj ET",
		"/FT /Tx /Ff 8192 /T (secret) /V (hunter2) /Rect [120 617 300 631]"))
	require.Len(t, fields, 1)
	require.Empty(t, fields[0].Value)
	require.NotContains(t, p.Text(), "hunter2")
}

func TestRadioButtonsOfOneFieldAreItsOptions(t *testing.T) {
	t.Parallel()
	content := "BT /F1 10 Tf 72 700 Td (Size:) Tj ET BT /F1 10 Tf 120 700 Td (Small) Tj ET BT /F1 10 Tf 180 700 Td (Large) Tj ET"
	parent := fmt.Sprint(firstExtra + 1)
	path := formFile(t, content,
		fmt.Sprintf("/FT /Btn /Ff 32768 /T (size) /V /L /Rect [0 0 0 0] /F 2 /Kids [%d 0 R %d 0 R]", firstExtra+2, firstExtra+3),
		"/Parent "+parent+" 0 R /AS /Off /Rect [105 698 115 708] /AP << /N << /S %n 0 R >> >>",
		"/Parent "+parent+" 0 R /AS /L /Rect [165 698 175 708] /AP << /N << /L %n 0 R >> >>",
	)
	p, fields := onlyFields(t, path)
	require.Equal(t, "Size: [ ] Small [x] Large", page.Markdown(p))
	require.Len(t, fields, 1)
	f := fields[0]
	require.Equal(t, []any{"size", "Size", page.RadioField, "L", true}, []any{f.Name, f.Label, f.Kind, f.Value, f.Ticked})
	require.Len(t, f.Options, 2)
	require.Equal(t, []any{"S", "Small", false}, []any{f.Options[0].Value, f.Options[0].Label, f.Options[0].Chosen})
	require.Equal(t, []any{"L", "Large", true}, []any{f.Options[1].Value, f.Options[1].Label, f.Options[1].Chosen})
}

func TestDrawnBoxesOfFlatPagesAreRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ box, mark, want string }{
		"a stroked square":    {"72 700 8 8 re S", "", "- [ ] Yes"},
		"a cross of strokes":  {"72 700 8 8 re S", "73 701 m 79 707 l S 73 707 m 79 701 l S", "- [x] Yes"},
		"a frame of paint":    {"72 700 8 8 re 73 701 6 6 re f*", "", "- [ ] Yes"},
		"white paint on dark": {"72 700 8 8 re f 1 g 72.5 700.5 7 7 re f 0 g", "", "- [ ] Yes"},
		"a filled middle":     {"72 700 8 8 re S", "74 702 4 4 re f", "- [x] Yes"},
		"an outlined tick":    {"76 700 m 84 710 l 76 703 l 72 706 l 76 700 l S", "", "Yes"},
		"a coloured square":   {"1 0 0 rg 72 700 8 8 re f 0 g", "", "Yes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, _ := onlyFields(t, pdfFile(t, c.box+" "+c.mark+" BT /F1 10 Tf 86 700 Td (Yes) Tj ET"))
			require.Equal(t, c.want, page.Markdown(p))
		})
	}
}

func TestDotsInARowAreALineToWriteOn(t *testing.T) {
	t.Parallel()
	var dots strings.Builder
	for i := range 100 {
		fmt.Fprintf(&dots, "%d 698 1 1 re f\n", 105+2*i)
	}
	p, _ := onlyFields(t, pdfFile(t, dots.String()+"BT /F1 10 Tf 72 700 Td (Name:) Tj ET BT /F1 10 Tf 200 700 Td (Ada) Tj ET"))
	require.Equal(t, "Name: Ada", page.Markdown(p))
}

func TestEllipsesAroundWordsChooseThem(t *testing.T) {
	t.Parallel()
	// An ellipse around the second of two words, which begin at 110 and 140.
	ellipse := "138 703 m 138 708 143.4 712 150 712 c 156.6 712 162 708 162 703 c 162 698 156.6 694 150 694 c 143.4 694 138 698 138 703 c "
	for paint, want := range map[string]string{"s": "Member: yes / [x] no", "f": "Member: yes / no"} {
		t.Run(paint, func(t *testing.T) {
			t.Parallel()
			p, fields := onlyFields(t, pdfFile(t, "0.9 g "+ellipse+paint+" 0 g BT /F1 10 Tf 62 700 Td (Member:) Tj ET "+
				"BT /F1 10 Tf 110 700 Td (yes) Tj ET BT /F1 10 Tf 130 700 Td (/) Tj ET BT /F1 10 Tf 144 700 Td (no) Tj ET"))
			require.Equal(t, want, page.Markdown(p))
			require.Equal(t, paint == "s", len(fields) == 1)
		})
	}
}
