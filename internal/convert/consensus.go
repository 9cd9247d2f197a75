package convert

import (
	"errors"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"quire/internal/convert/page"
)

const (
	// sameReading is the normalised distance below which two readings count as one.
	sameReading = 0.02
	// layerWeight is what the share of the file's own text that a reading keeps counts beside the agreement of readings.
	layerWeight = 0.3
	// longest readings compared, in tokens; the rest of a longer page is not looked at.
	maxTokens = 4000
)

// agree tells whether the first two readings say the same.
func agree(readings []string) bool {
	return len(readings) == 2 && distance(tokens(readings[0]), tokens(readings[1])) <= sameReading
}

// closest is the reading with the highest mean similarity to the others, plus what it keeps of the file's own text when
// that is no OCR itself. The first wins a tie.
func closest(readings []string, layer string, source page.Source) int {
	split := make([][]string, 0, len(readings))
	for _, r := range readings {
		split = append(split, tokens(r))
	}
	best, bestScore := 0, -1.0
	for i := range split {
		score := meanSimilarity(split, i)
		if source == page.SourceText {
			score += layerWeight * kept(tokens(layer), split[i])
		}
		if score > bestScore {
			best, bestScore = i, score
		}
	}
	return best
}

func meanSimilarity(readings [][]string, i int) float64 {
	if len(readings) == 1 {
		return 1
	}
	sum := 0.0
	for j := range readings {
		if j != i {
			sum += 1 - distance(readings[i], readings[j])
		}
	}
	return sum / float64(len(readings)-1)
}

// plausible refuses a transcript that cannot be the page: empty, of quite another length than the file's own text, caught
// in a loop, or without its numbers.
func plausible(transcript, layer string, source page.Source) error {
	got, want := tokens(transcript), tokens(layer)
	if len(got) == 0 && len(want) > 0 {
		return errors.New("empty transcript")
	}
	if loops(got) {
		return errors.New("the transcript repeats itself")
	}
	if source != page.SourceText || len(want) < 40 {
		return nil
	}
	if ratio := float64(len(got)) / float64(len(want)); ratio < 0.3 || ratio > 3 {
		return errors.New("the transcript's length does not fit the page")
	}
	if kept(numbers(want), numbers(got)) < 0.8 {
		return errors.New("the transcript lacks numbers of the page")
	}
	return nil
}

// loops finds a phrase of six tokens that comes more than a dozen times and makes up a third of the text.
func loops(t []string) bool {
	const phrase, often = 6, 12
	count := map[string]int{}
	for i := 0; i+phrase <= len(t); i++ {
		key := strings.Join(t[i:i+phrase], " ")
		if count[key]++; count[key] > often && count[key]*phrase*3 > len(t) {
			return true
		}
	}
	return false
}

// kept is the share of want's tokens that got has too; numbers count double.
func kept(want, got []string) float64 {
	have := map[string]int{}
	for _, t := range got {
		have[t]++
	}
	total, found := 0, 0
	for _, t := range want {
		weight := 1
		if isNumber(t) {
			weight = 2
		}
		total += weight
		if have[t] > 0 {
			have[t]--
			found += weight
		}
	}
	if total == 0 {
		return 1
	}
	return float64(found) / float64(total)
}

func numbers(t []string) []string {
	var out []string
	for _, s := range t {
		if isNumber(s) {
			out = append(out, s)
		}
	}
	return out
}

func isNumber(s string) bool { return strings.IndexFunc(s, unicode.IsDigit) >= 0 }

// tokens is the canonical form that readings are compared in: words and numbers, without markup, case and white space.
func tokens(s string) []string {
	t := strings.FieldsFunc(strings.ToLower(norm.NFKC.String(s)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return t[:min(len(t), maxTokens)]
}

// distance is the edit distance of two token lists over the length of the longer, 0 to 1.
func distance(a, b []string) float64 {
	if len(a) == 0 && len(b) == 0 {
		return 0
	}
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
	return float64(row[len(b)]) / float64(max(len(a), len(b)))
}
