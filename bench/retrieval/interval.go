package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// outcome is one measured value and the document it belongs to: intervals are drawn by document, because the questions
// about one document are alike. Where questions have nothing in common, each counts by itself.
type outcome struct {
	document string
	value    float64
}

// samples is the number of bootstrap samples behind an interval.
const samples = 2000

// report prints the mean of some outcomes and its 95 % interval.
func report(name string, all []outcome) {
	low, high, drawn := interval(all)
	of := ""
	if drawn < len(all) {
		of = fmt.Sprintf(" about %d documents", drawn)
	}
	fmt.Printf("  %-44s %.3f [%.3f, %.3f] (%d questions%s)\n", name, average(all), low, high, len(all), of)
}

func average(all []outcome) float64 {
	sum := 0.0
	for _, o := range all {
		sum += o.value
	}
	return sum / float64(len(all))
}

// interval returns the 95 % interval of the mean by a bootstrap over documents (percentiles; Efron 1979), and the number of
// documents. The same outcomes always have the same interval.
func interval(all []outcome) (low, high float64, drawn int) {
	groups := byDocument(all)
	random := rand.New(rand.NewPCG(7, 11))
	means := make([]float64, 0, samples)
	for range samples {
		sum, n := 0.0, 0
		for range groups {
			values := groups[random.IntN(len(groups))]
			for _, v := range values {
				sum += v
			}
			n += len(values)
		}
		means = append(means, sum/float64(n))
	}
	slices.Sort(means)
	return means[samples*25/1000], means[samples*975/1000], len(groups)
}

// byDocument returns the values of each document, in the order in which documents first appear.
func byDocument(all []outcome) [][]float64 {
	at := map[string]int{}
	var groups [][]float64
	for _, o := range all {
		i, known := at[o.document]
		if !known {
			i = len(groups)
			at[o.document], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], o.value)
	}
	return groups
}
