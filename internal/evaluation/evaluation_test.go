package evaluation_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/evaluation"
	"quire/internal/growth"
)

func TestAnswersAreScoredByWhatIsExpectedOfThem(t *testing.T) {
	t.Parallel()
	a3, a4, b1 := evaluation.Page{File: "a", Number: 3}, evaluation.Page{File: "a", Number: 4}, evaluation.Page{File: "b", Number: 1}
	pages := map[string][]int{"a": {3, 4}}
	for name, tc := range map[string]struct {
		want                     evaluation.Expected
		got                      evaluation.Answer
		score, f1, recall, words *float64
	}{
		"all pages":              {evaluation.Expected{Files: pages}, evaluation.Answer{Cited: []evaluation.Page{a4, a3, a3}, Found: []evaluation.Page{a3, b1, a4}}, new(1.), new(1.), new(1.), nil},
		"one page and another":   {evaluation.Expected{Files: pages}, evaluation.Answer{Cited: []evaluation.Page{a3, b1}, Found: []evaluation.Page{b1, a3}}, new(.5), new(.5), new(.5), nil},
		"any page of a file":     {evaluation.Expected{Files: map[string][]int{"a": nil}}, evaluation.Answer{Cited: []evaluation.Page{a3, a4}, Found: []evaluation.Page{a4}}, new(1.), new(1.), new(1.), nil},
		"nothing cited or found": {evaluation.Expected{Files: pages}, evaluation.Answer{Refused: true}, new(0.), new(0.), new(0.), nil},
		"found too late": {
			evaluation.Expected{Files: map[string][]int{"a": {3}}},
			evaluation.Answer{Found: append(first(10), a3)},
			new(0.), new(0.), new(0.), nil,
		},
		"words": {evaluation.Expected{Words: []string{"Thirty  days", "office"}}, evaluation.Answer{Text: "Employees have **thirty\ndays**."}, new(.5), nil, nil, new(.5)},
		"words and pages": {
			evaluation.Expected{Files: pages, Words: []string{"thirty"}},
			evaluation.Answer{Text: "Thirty", Cited: []evaluation.Page{b1}},
			new(.5), new(0.), new(0.), new(1.),
		},
		"refused, though there is an answer": {
			evaluation.Expected{Words: []string{"collections"}},
			evaluation.Answer{Text: "The collections do not answer this.", Refused: true},
			new(0.), nil, nil, new(1.),
		},
		"refused rightly":  {evaluation.Expected{Refused: true}, evaluation.Answer{Refused: true}, new(1.), nil, nil, nil},
		"answered wrongly": {evaluation.Expected{Refused: true}, evaluation.Answer{Text: "Ulaanbaatar"}, new(0.), nil, nil, nil},
		"nothing expected": {evaluation.Expected{}, evaluation.Answer{Text: "Thirty"}, nil, nil, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, evaluation.Scores{Score: tc.score, PageF1: tc.f1, Recall: tc.recall, Words: tc.words}, evaluation.Of(tc.want, tc.got))
		})
	}
}

// first returns the first n pages of another file.
func first(n int) []evaluation.Page {
	pages := make([]evaluation.Page, n)
	for i := range pages {
		pages[i] = evaluation.Page{File: "c", Number: i + 1}
	}
	return pages
}

func TestGrowthOfScoring(t *testing.T) {
	growth.Run(t, []growth.Case[evaluation.Answer]{
		{Name: "text", Build: func(n int) evaluation.Answer { return evaluation.Answer{Text: strings.Repeat("aa ", n)} }},
		{Name: "pages", Build: func(n int) evaluation.Answer { return evaluation.Answer{Cited: first(n), Found: first(n)} }},
	}, func(_ *testing.T, got evaluation.Answer) {
		evaluation.Of(evaluation.Expected{Files: map[string][]int{"c": nil, "d": {1}}, Words: []string{"aa aab"}}, got)
	})
}
