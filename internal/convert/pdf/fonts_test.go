package pdf_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/pdf"
)

func TestNumbersOfAFontCountOnlyWhereItsNameSaysNothing(t *testing.T) {
	t.Parallel()
	for name, bold := range map[string]bool{
		"F1": true, "TT5": true, "ABCDEF+T1_0": true, // nothing but the numbers is known
		"CMR10": false, "ABCDEF+CMR12": false, "Helvetica": false,
		"CMB10": true, "ABCDEF+CMBX12": true,
	} {
		face := pdf.Face{Name: name, Weight: func() int { return 670 }}
		require.Equal(t, bold, face.Font().Bold, name)
	}
}
