package pdf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/pdf"
)

// ligatureFile writes a page with a text in each of two fonts that give names to the glyphs of some codes.
func ligatureFile(t *testing.T, first, second [2]string) string {
	t.Helper()
	content := fmt.Sprintf("BT /F1 12 Tf 72 700 Td (%s) Tj ET BT /F2 12 Tf 72 650 Td (%s) Tj ET", first[1], second[1])
	font := func(differences string) string {
		return "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding << /Differences [" + differences + "] >> >>"
	}
	return pdfFileFrom(t, []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
		font(first[0]), font(second[0]),
	})
}

func TestLigaturesAreReadByTheNamesOfTheirGlyphs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		first, second [2]string // names, and a text
		want          string
	}{
		"joined by underscores":       {[2]string{"27 /f_i /T_h", `\034e \033le`}, [2]string{"65 /A", "A"}, "The file\nA"},
		"of three letters":            {[2]string{"30 /f_f_l", `wa\036e`}, [2]string{"65 /A", "A"}, "waffle\nA"},
		"with the name of a variant":  {[2]string{"27 /f_t.alt", `le\033`}, [2]string{"65 /A", "A"}, "left\nA"},
		"of the characters' numbers":  {[2]string{"27 /uni00660069", `\033le`}, [2]string{"65 /A", "A"}, "file\nA"},
		"in one of two alike fonts":   {[2]string{"27 /f_i", `\033le`}, [2]string{"28 /T_h", `\034e`}, "file\nThe"},
		"not if such fonts disagree":  {[2]string{"27 /f_i", `\033le`}, [2]string{"27 /T_h", `\033e`}, "\x1ble\n\x1be"},
		"not of a word's length":      {[2]string{"27 /uni" + strings.Repeat("0066", 10), `\033le`}, [2]string{"65 /A", "A"}, "\x1ble\nA"},
		"not if a part has no letter": {[2]string{"27 /f_what", `\033le`}, [2]string{"65 /A", "A"}, "\x1ble\nA"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, converted(t, ligatureFile(t, c.first, c.second), 1, 1, pdf.Options{})[0].Text())
		})
	}
}
