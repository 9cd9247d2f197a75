package main

import (
	"fmt"
	"math"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"quire/internal/convert/page"
)

// score is how much of a page was read. Recall, precision and boxes are shares of words.
type score struct {
	recall, precision, boxes, confidence, seconds float64
	pages                                         int
}

func (s *score) add(o score, weight float64) {
	s.recall += o.recall * weight
	s.precision += o.precision * weight
	s.boxes += o.boxes * weight
	s.confidence += o.confidence * weight
	s.seconds += o.seconds * weight
}

func (s *score) print(name string) {
	fmt.Printf("%-26s %6.3f %9.3f %6.3f %6.1f %6d %7.2f\n",
		name, s.recall, s.precision, s.boxes, s.confidence, max(s.pages, 1), s.seconds)
}

// compare counts the words that are on the page, in any order, and those of them that lie where the page has
// them.
func compare(truth, read page.Page, how spoilt) score {
	want, got := tokensOf(truth), tokensOf(read)
	have := map[string][]int{}
	for i, t := range got {
		have[t.text] = append(have[t.text], i)
	}
	found, placed := 0, 0
	for _, t := range want {
		list := have[t.text]
		if len(list) == 0 {
			continue
		}
		found++
		x, y := how.at(t.x, t.y)
		best := 0
		for i, k := range list {
			if apart(got[k], x, y) < apart(got[list[best]], x, y) {
				best = i
			}
		}
		if apart(got[list[best]], x, y) < .012 {
			placed++
		}
		have[t.text] = append(list[:best:best], list[best+1:]...)
	}
	s := score{confidence: read.Confidence}
	if len(want) > 0 && len(got) > 0 {
		s.recall, s.precision = float64(found)/float64(len(want)), float64(found)/float64(len(got))
		s.boxes = float64(placed) / float64(max(found, 1))
	}
	return s
}

// token is a word without the marks that type and tesseract set differently, and its centre as shares of the
// page.
type token struct {
	text string
	x, y float64
}

func apart(t token, x, y float64) float64 { return math.Hypot(t.x-x, t.y-y) }

var plainMarks = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`, "–", "-", "—", "-", "\u00ad", "")

func tokensOf(p page.Page) []token {
	var out []token
	for _, w := range p.Words {
		text := strings.TrimFunc(plainMarks.Replace(norm.NFKC.String(w.Text)), func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r)
		})
		if text != "" {
			out = append(out, token{text, (w.Box.X0 + w.Box.X1) / 2 / p.Width, (w.Box.Y0 + w.Box.Y1) / 2 / p.Height})
		}
	}
	return out
}
