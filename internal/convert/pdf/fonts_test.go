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
		"CMB10": true, "ABCDEF+CMBX12": true, "CMSSBX10": true, "CMSSDC10": true, "ABCDEF+SFBX1440": true,
		"SFRM1095": false, "SFSS1000": false, "CMSS10": false, "CMBSY10": false,
	} {
		face := pdf.Face{Name: name, Weight: func() int { return 670 }}
		require.Equal(t, bold, face.Font().Bold, name)
	}
}
