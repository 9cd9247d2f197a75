package convert

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReadingsAgreeWhenTheySayTheSame(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("the quick brown fox jumps over the lazy dog ", 20)
	for _, c := range []struct {
		what, a, b string
		want       bool
	}{
		{"markup", "# Annual report\n\nSales rose by **12 %**.", "Annual Report\nSales rose by 12 %.", true},
		{"table markup", "| a | b |\n|---|---|\n| 1 | 2 |", "<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>", true},
		{"a link's target", "see [the site](https://a.example)", "see the site", true},
		{"compatibility forms", "eﬃcient ﬁnd", "efficient find", true},
		{"one word in many", long + "cat", long + "cot", true},
		{"one number in many words", long + "12", long + "21", false},
		{"a sign", long + "-5", long + "5", false},
		{"a decimal point", long + "1.5", long + "15", false},
		{"other words", "Sales rose.", "Sales fell.", false},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, agree(c.a, c.b))
		})
	}
}

func TestReadingConfirmedByOthersWins(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what, layer string
		readings    []string
		want        int
		sure        []float64
	}{
		{"two of three", "", []string{"the total is 1147 euros", "the total is 4711 euros and 20 cents", "the total is 4711 euros and 20 cents!"}, 1, nil},
		{"the file's own text decides between two", "total 66 invoice 2024", []string{"invoice 2024 total 99", "invoice 2024 total 66"}, 1, nil},
		{"two readings outvote a garbled layer", "xq zz kk pp", []string{"xq zz kk pp", "annual report of the board", "annual report of the board"}, 1, nil},
		{"the first of equals", "", []string{"a b", "a b"}, 0, nil},
		{"the surer of two", "", []string{"invoice 66", "invoice 99"}, 1, []float64{71, 94}},
		{"two that agree against a sure one", "", []string{"total 66 euros", "total 66 euros", "rotal bb kuros"}, 0, []float64{88, 86, 93}},
		{"alone", "", []string{"a b"}, 0, nil},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, closest(c.readings, c.layer, c.sure))
		})
	}
}

func TestImplausibleTranscriptsDoNotCount(t *testing.T) {
	t.Parallel()
	var words strings.Builder
	for i := range 30 {
		words.WriteString("w" + strings.Repeat("o", i) + "rd ")
	}
	layer := words.String() + "totals 10 20 30 40 50 60 70 80 90 100 110 120"
	for what, transcript := range map[string]string{
		"empty":           " ",
		"a refusal":       "I'm sorry, I cannot transcribe this page.",
		"too short":       "A page.",
		"too long":        strings.Repeat(layer+" ", 4),
		"a loop":          strings.Repeat("and so it goes on and on ", 60),
		"without numbers": words.String() + words.String(),
		"a ragged table":  layer + "\n\n| a | b |\n|---|---|\n| 1 | 2 | 3 |\n",
		"a ragged head":   layer + "\n\n| a | b | c |\n|---|---|\n| 1 | 2 |\n",
	} {
		require.Error(t, plausible(transcript, layer), what)
	}
	require.NoError(t, plausible(layer, layer))
	require.NoError(t, plausible(layer+"\n\n| a | b |\n|:--|--:|\n| 1 \\| 2 | 3 |\n\nx | y", layer))
	require.NoError(t, plausible("", ""), "a blank page")
	require.NoError(t, plausible("Anything at all", "Stamp"), "a scan with a stamp")
}

func TestTranscriptIsTakenOutOfItsCodeBlock(t *testing.T) {
	t.Parallel()
	require.Equal(t, "# A\n\ntext", unfenced("```markdown\n# A\n\ntext\n```\n"))
	two := "```go\na\n```\ntext\n```go\nb\n```"
	require.Equal(t, two, unfenced(two))
}

func TestDistanceIsRelativeToTheLongerReading(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"", "", 0}, {"a b c", "a b c", 0}, {"a b c d", "a x c d", .25}, {"a b", "", 1}, {"a b c d", "a b", .5},
	} {
		require.InDelta(t, c.want, distance(tokens(c.a), tokens(c.b)), 1e-9, "%q %q", c.a, c.b)
		require.InDelta(t, c.want, distance(tokens(c.b), tokens(c.a)), 1e-9, "%q %q", c.b, c.a)
	}
}

func BenchmarkDistanceOfDensePages(b *testing.B) {
	x := tokens(strings.Repeat("the quick brown fox jumps over the lazy dog ", 120))
	y := tokens(strings.Repeat("the quick brown cat jumps over the lazy dog ", 120))
	for b.Loop() {
		distance(x, y)
	}
}
