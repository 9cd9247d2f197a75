package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// transcript is how far a reading is from the truth, in characters and in words.
type transcript struct {
	errors, characters int
	// inOrder is the length of the longest common subsequence of words, and found how many words are there in any
	// order. words and read are those of the truth and of the reading.
	inOrder, found, words, read int
}

// rate is the character error rate.
func (t transcript) rate() float64 { return float64(t.errors) / float64(max(t.characters, 1)) }

// order is the share of both texts' words that are in the same order (their normalised indel similarity).
func (t transcript) order() float64 { return 2 * float64(t.inOrder) / float64(max(t.words+t.read, 1)) }

func (t transcript) recall() float64 { return float64(t.found) / float64(max(t.words, 1)) }

func (t transcript) plus(o transcript) transcript {
	return transcript{
		t.errors + o.errors, t.characters + o.characters, t.inOrder + o.inOrder, t.found + o.found, t.words + o.words, t.read + o.read,
	}
}

func transcribed(truth, reading string) transcript {
	want, got := plainText(truth), plainText(reading)
	wantWords, gotWords := strings.Fields(want), strings.Fields(got)
	have := map[string]int{}
	for _, w := range gotWords {
		have[w]++
	}
	t := transcript{
		errors: edits([]rune(want), []rune(got)), characters: len([]rune(want)),
		words: len(wantWords), read: len(gotWords), inOrder: common(wantWords, gotWords),
	}
	for _, w := range wantWords {
		if have[w] > 0 {
			have[w]--
			t.found++
		}
	}
	return t
}

var (
	markup   = regexp.MustCompile(`(?m)!?\[([^\]]*)\]\([^)]*\)|</?[a-z]+[^<>]*>|^\s*#+ |^\s*[-*•·+o] |[*_` + "`" + `\\]`)
	brokenUp = regexp.MustCompile(`(\pL)-\s+(\p{Ll})`)
)

// plainText leaves out what readers may write as they like: markup, bullets, the shape of quotes and dashes, hyphens
// at the ends of lines, and where lines end.
func plainText(s string) string {
	s = markup.ReplaceAllString(plainMarks.Replace(norm.NFKC.String(s)), "$1")
	return strings.Join(strings.Fields(brokenUp.ReplaceAllString(s, "$1$2")), " ")
}

// edits returns the Levenshtein distance.
func edits(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			cost := diagonal
			if x != y {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// common returns the length of the longest common subsequence.
func common(a, b []string) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			here := max(row[j], row[j+1])
			if x == y {
				here = diagonal + 1
			}
			diagonal, row[j+1] = row[j+1], here
		}
	}
	return row[len(b)]
}

const (
	contestHeading = "                               CER           of theirs (90 %)    in order      recall\n" +
		"                               ours  alone                       ours  alone   ours  alone"
	// resamples is the number of bootstrap samples of the pages for an interval.
	resamples = 2000
)

func printContests(name string, results []contest) {
	total := summed(results)
	low, high := interval(results)
	fmt.Printf("%-30s %5.3f %6.3f  %5.2f (%.2f to %.2f) %8.3f %6.3f %6.3f %6.3f\n", name, total.ours.rate(), total.peer.rate(),
		total.ratio(), low, high, total.ours.order(), total.peer.order(), total.ours.recall(), total.peer.recall())
}

func summed(results []contest) contest {
	var sum contest
	for _, r := range results {
		sum = contest{sum.ours.plus(r.ours), sum.peer.plus(r.peer)}
	}
	return sum
}

func (c contest) ratio() float64 { return float64(c.ours.errors) / float64(max(c.peer.errors, 1)) }

// interval returns the bounds of the ratio of errors between which nine of ten samples of such pages lie.
func interval(results []contest) (low, high float64) {
	if len(results) == 0 {
		return 0, 0
	}
	chance := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // figures must repeat
	ratios := make([]float64, resamples)
	drawn := make([]contest, len(results))
	for i := range ratios {
		for k := range drawn {
			drawn[k] = results[chance.IntN(len(results))]
		}
		ratios[i] = summed(drawn).ratio()
	}
	slices.Sort(ratios)
	return ratios[resamples/20], ratios[resamples-1-resamples/20]
}
