package convert

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

func TestReadingsThatDifferInMarkupOnlyAgree(t *testing.T) {
	t.Parallel()
	require.True(t, agree([]string{"# Annual report\n\nSales rose by **12 %**.", "Annual Report\nSales rose by 12 %."}))
	require.False(t, agree([]string{"Sales rose by 12 %.", "Sales rose by 21 %."}))
	require.False(t, agree([]string{"one sample only"}))
}

func TestTheReadingThatTheOthersConfirmWins(t *testing.T) {
	t.Parallel()
	readings := []string{"the total is 4711 euros and 20 cents", "the total is 1147 euros", "the total is 4711 euros and 20 cents!"}
	require.Equal(t, 0, closest(readings, "", page.SourceOCR))
}

func TestTheFilesOwnTextDecidesBetweenTwoReadings(t *testing.T) {
	t.Parallel()
	readings := []string{"invoice 2024 total 99", "invoice 2024 total 66"}
	require.Equal(t, 1, closest(readings, "total 66 invoice 2024", page.SourceText))
}

func TestImplausibleTranscriptsDoNotCount(t *testing.T) {
	t.Parallel()
	var words strings.Builder
	for i := range 30 {
		words.WriteString("w" + strings.Repeat("o", i) + "rd ")
	}
	layer := words.String() + "totals 10 20 30 40 50 60 70 80 90 100 110 120"
	for name, transcript := range map[string]string{
		"empty":           "",
		"a refusal":       "I cannot read this page.",
		"a loop":          strings.Repeat("and so it goes on and on ", 60),
		"without numbers": words.String() + words.String(),
	} {
		require.Error(t, plausible(transcript, layer, page.SourceText), name)
	}
	require.NoError(t, plausible(layer, layer, page.SourceText))
}

func TestDistanceIsEditsOverTheLongerReading(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"", "", 0}, {"a b c", "a b c", 0}, {"a b c d", "a x c d", 0.25}, {"a b", "", 1}, {"a b c d", "a b", 0.5},
	} {
		require.InDelta(t, c.want, distance(tokens(c.a), tokens(c.b)), 1e-9, "%q %q", c.a, c.b)
	}
}
