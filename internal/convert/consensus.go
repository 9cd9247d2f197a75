package convert

import (
	"errors"
	"maps"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"quire/internal/pattern"
)

const (
	// sameReading is the normalised distance up to which two readings count as the same.
	sameReading = .02
	// layerWeight is the weight of the share of the file's own text that a reading keeps, relative to the
	// agreement between readings.
	layerWeight = .3
	// sureWeight is the weight of a reading's confidence, relative to the agreement: ten points out of a
	// hundred count like a tenth of the words.
	sureWeight = 1
	// maxTokens bounds the comparison, whose time grows quadratically. The rest of a longer page is ignored.
	maxTokens = 4000
	// minLayer is how many tokens of the file's own text are needed to judge a transcript by it.
	minLayer = 40
)

// agree reports whether two readings have the same content, apart from a few words, and contain the same numbers.
func agree(a, b string) bool {
	x, y := tokens(a), tokens(b)
	return distance(x, y) <= sameReading && maps.Equal(counts(numbers(x)), counts(numbers(y)))
}

// closest returns the index of the best reading: the one with the highest mean similarity to the others (the medoid),
// plus what it keeps of the file's own text, if there is any, plus its confidence (0 to 100), if sure contains it. The
// first one wins a tie.
func closest(readings []string, layer string, sure []float64) int {
	split := make([][]string, len(readings))
	for i, r := range readings {
		split[i] = tokens(r)
	}
	own := tokens(layer)
	best, bestScore := 0, -1.0
	for i := range split {
		score := meanSimilarity(split, i)
		if len(own) > 0 {
			score += layerWeight * kept(own, split[i])
		}
		if sure != nil {
			score += sureWeight * sure[i] / 100
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

var (
	fence    = pattern.New("(?s)^```[a-z]*\n(.*)\n```$")
	refusals = pattern.New(`(?i)^(i'm sorry|i am sorry|i cannot|i can't|i'm unable|i am unable|as an ai)\b`)
)

// unfenced removes the code block in which models like to wrap a transcript.
func unfenced(transcript string) string {
	transcript = strings.TrimSpace(transcript)
	if m := fence.FindStringSubmatch(transcript); m != nil && !strings.Contains(m[1], "\n```") {
		return m[1]
	}
	return transcript
}

// plausible returns an error for a transcript that cannot be that of the page: empty, a refusal, caught in a loop, with
// a broken table, of a very different length than the file's own text, or without its numbers. layer is that text, or
// "" if there is none.
func plausible(transcript, layer string) error {
	got, want := tokens(transcript), tokens(layer)
	switch {
	case len(got) == 0 && len(want) > 0:
		return errors.New("empty transcript")
	case refusals.MatchString(transcript) && len(got) < minLayer:
		return errors.New("the model refused")
	case loops(got):
		return errors.New("the transcript repeats itself")
	case raggedTable(transcript):
		return errors.New("a table's rows have different numbers of cells")
	case len(want) < minLayer:
		return nil
	}
	if ratio := float64(len(got)) / float64(len(want)); ratio < .3 || ratio > 3 {
		return errors.New("the transcript's length does not fit the page")
	}
	if len(got) < maxTokens && kept(numbers(want), numbers(got)) < .8 {
		return errors.New("the transcript is missing numbers from the page")
	}
	return nil
}

// loops reports whether a phrase of six tokens occurs more than a dozen times and makes up a third of the text.
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

var delimiterRow = pattern.New(`^\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?$`)

// raggedTable reports whether a pipe table has a row whose length differs from that of its delimiter row.
func raggedTable(markdown string) bool {
	columns := 0
	previous := ""
	for line := range strings.Lines(markdown) {
		line = strings.TrimSpace(line)
		switch {
		case !strings.Contains(line, "|"):
			columns = 0
		case columns == 0 && delimiterRow.MatchString(line):
			columns = cells(line)
			if cells(previous) != columns {
				return true
			}
		case columns > 0 && cells(line) != columns:
			return true
		}
		previous = line
	}
	return false
}

func cells(row string) int {
	row = strings.ReplaceAll(row, `\|`, "")
	return strings.Count(strings.TrimSuffix(strings.TrimPrefix(row, "|"), "|"), "|") + 1
}

// kept returns the share of want's tokens that got also has; numbers count double.
func kept(want, got []string) float64 {
	have := counts(got)
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

func counts(t []string) map[string]int {
	n := make(map[string]int, len(t))
	for _, s := range t {
		n[s]++
	}
	return n
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

func isNumber(s string) bool { return strings.ContainsFunc(s, unicode.IsDigit) }

var (
	link    = pattern.New(`!?\[([^\]]*)\]\([^)]*\)`)
	htmlTag = pattern.New(`</?[a-zA-Z][^<>]*>`)
	// marks enclose words and cells in Markdown and end sentences in any text. Inside a word or number, they are kept.
	marks = "*_#`|~<>()[]{}\"'“”‘’„«»:;,.!?-–—•·"
)

// tokens returns the canonical form in which readings are compared: words and numbers in lower case and
// compatibility form, without markup. Separators inside a token stay, because 1.5 is not 15; so does a sign
// before a digit.
func tokens(s string) []string {
	s = htmlTag.ReplaceAllString(link.ReplaceAllString(strings.ToLower(norm.NFKC.String(s)), " $1 "), " ")
	s = strings.NewReplacer("|", " ", "\u00ad", "", "−", "-", "’", "'").Replace(s)
	var out []string
	for f := range strings.FieldsSeq(s) {
		t := strings.Trim(f, marks)
		if t == "" {
			continue
		}
		if before, _, _ := strings.Cut(f, t); strings.HasSuffix(before, "-") && unicode.IsDigit(rune(t[0])) {
			t = "-" + t
		}
		if out = append(out, t); len(out) == maxTokens {
			break
		}
	}
	return out
}

// distance returns the edit distance (Levenshtein) of two token lists divided by the length of the longer, from
// 0 to 1.
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
