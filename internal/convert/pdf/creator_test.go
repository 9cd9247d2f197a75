package pdf_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/pdf"
)

func TestSpreadsheetProgramsAreKnownByName(t *testing.T) {
	t.Parallel()
	for creator, want := range map[string]bool{
		"Calc": true, "Microsoft® Excel® 2019": true, "Acrobat PDFMaker 21 for Excel": true, "Numbers": true,
		"Writer": false, "Microsoft® Word 2019": false, "Calculus with TeX": false, "": false,
	} {
		require.Equal(t, want, pdf.IsSpreadsheet(creator), creator)
	}
}
