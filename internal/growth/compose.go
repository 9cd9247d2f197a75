package growth

import (
	"flag"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const (
	// compositions is the number of inputs that Compose draws, unless -rapid.checks says otherwise.
	compositions = "12"
	// seed makes every run draw the same inputs, unless -rapid.seed says otherwise: a change should only be blamed for
	// what it did itself. scripts/fuzz.sh draws new ones.
	seed = "1"
	// longestUnit is the maximum number of tokens in a drawn unit.
	longestUnit = 5
)

// Compose draws units from the tokens of a format, repeats and nests them, and fails for an input whose work more than
// doubles with its size. rapid then prints the seed and the smallest units that show it. Inputs have at most limit
// bytes, or any number if limit is 0. As with Run, no other test may run at the same time.
func Compose(t *testing.T, tokens []string, limit int, build func(drawn []byte) []byte, run func(t *testing.T, input []byte)) {
	t.Helper()
	if RaceDetector {
		t.Skip("the race detector adds work of its own")
	}
	setDefault(t, "rapid.checks", compositions)
	setDefault(t, "rapid.seed", seed)
	setDefault(t, "rapid.nofailfile", "true")
	rapid.Check(t, func(rt *rapid.T) {
		unit := func(name string, least int) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(tokens), least, longestUnit).Draw(rt, name), "")
		}
		head, middle, foot := unit("head", 0), unit("middle", 0), unit("foot", 0)
		grow := Around(unit("unit", 1), middle, unit("end", 0))
		if rapid.Bool().Draw(rt, "growing") {
			grow = Growing(unit("unit", 1), middle+" ")
		}
		c := Case[[]byte]{Build: func(n int) []byte { return build(Within(head, grow, foot)(n)) }}
		if limit > 0 {
			for c.To = firstSize; len(c.Build(2*c.To)) <= limit; c.To *= 2 {
			}
		}
		if s := measure(rt, c, func(input []byte) { run(t, input) }); s.ratio() > Most && !s.harmless(c.To) {
			rt.Fatalf("twice the input costs more than %.1f times the work: %v\n%.200q", Most, s, c.Build(firstSize))
		}
	})
}

// setDefault sets one of rapid's flags, unless the command line sets it.
func setDefault(t *testing.T, name, value string) {
	t.Helper()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == name })
	if said {
		return
	}
	if err := flag.Set(name, value); err != nil {
		t.Fatal(err)
	}
}
