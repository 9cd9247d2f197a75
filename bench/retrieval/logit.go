package main

import "math"

// choice is a question with its options: the evidence for each, and which of them are right.
type choice struct {
	options [][]float64
	right   []bool
}

// The learning of weights.
const (
	rounds  = 2000
	pace    = .3
	decline = 1 // the weight of the squared weights, against learning the questions by heart
)

// learn returns the weights that make the right options of each question most likely (a conditional logit, McFadden
// 1974), by gradient ascent with an adaptive rate for each weight (Duchi, Hazan and Singer 2011).
func learn(choices []choice, kinds int) []float64 {
	w, steps := make([]float64, kinds), make([]float64, kinds)
	for range rounds {
		gradient := make([]float64, kinds)
		for _, c := range choices {
			c.ascend(w, gradient)
		}
		for kind := range w {
			g := gradient[kind] - decline*w[kind]
			steps[kind] += g * g
			if g != 0 {
				w[kind] += pace * g / math.Sqrt(steps[kind])
			}
		}
	}
	return w
}

// ascend adds a question's share to the gradient: the mean evidence for its right options, less that for all options.
func (c choice) ascend(w, gradient []float64) {
	all, right := make([]float64, len(w)), make([]float64, len(w))
	var total, chance float64
	for i, option := range c.options {
		likely := 0.0
		for kind, value := range option {
			likely += w[kind] * value
		}
		likely = math.Exp(likely)
		total += likely
		if c.right[i] {
			chance += likely
		}
		for kind, value := range option {
			all[kind] += likely * value
			if c.right[i] {
				right[kind] += likely * value
			}
		}
	}
	if chance == 0 {
		return
	}
	for kind := range gradient {
		gradient[kind] += right[kind]/chance - all[kind]/total
	}
}

// likeliest returns the likeliest option.
func (c choice) likeliest(w []float64) int {
	best, most := 0, math.Inf(-1)
	for i, option := range c.options {
		odds := 0.0
		for kind, value := range option {
			odds += w[kind] * value
		}
		if odds > most {
			best, most = i, odds
		}
	}
	return best
}
