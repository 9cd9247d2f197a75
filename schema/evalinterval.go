package schema

import "math"

// Interval is the 95% confidence interval of a mean over all questions of the kind that were asked.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// z is the quantile of the normal distribution with 2.5 % above it.
const z = 1.959964

// intervals returns the confidence intervals of the means that have values.
func intervals(means map[string]mean) map[string]Interval {
	all := make(map[string]Interval, len(means))
	for name, m := range means {
		if m.n > 0 {
			all[name] = m.interval()
		}
	}
	return all
}

// interval returns Wilson's score interval (1927). It is an interval for proportions; values between 0 and 1 vary no
// more than proportions with the same mean, so it is not too narrow for them. Unlike a bootstrap interval, it has a
// width even if all values are the same.
func (m mean) interval() Interval {
	n, p := float64(m.n), m.sum/float64(m.n)
	centre := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return Interval{Low: max(centre-half, 0), High: min(centre+half, 1)}
}
