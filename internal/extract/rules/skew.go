package rules

import "math"

const (
	maxSlope  = 0.03   // 1.7 degrees: the converter straightens pages that are more crooked
	slopeStep = 0.0005 // 0.2 points over the width of a page
	sharper   = 1.05   // factor by which the lines must become sharper for a page to count as crooked
)

// straighten moves words up or down so that the lines of a slightly crooked scan become level.
func straighten(words []token) {
	s := slope(words)
	if s == 0 {
		return
	}
	for i := range words {
		b := &words[i].box
		d := s * (b.X0 + b.X1) / 2
		b.Y0, b.Y1 = b.Y0-d, b.Y1-d
	}
}

// slope returns how far the lines fall from left to right per point of width: the slope at which the words' baselines
// coincide best (Postl's projection profile).
func slope(words []token) float64 {
	if len(words) < 12 {
		return 0
	}
	heights := make([]float64, len(words))
	for i, w := range words {
		heights[i] = w.box.Y1 - w.box.Y0
	}
	bin := max(.5, median(heights)/4)
	level := sharpness(words, 0, bin)
	best, at := level*sharper, 0.0
	for n := -int(maxSlope / slopeStep); n <= int(maxSlope/slopeStep); n++ {
		s := float64(n) * slopeStep
		if v := sharpness(words, s, bin); v > best || (v == best && math.Abs(s) < math.Abs(at)) {
			best, at = v, s
		}
	}
	return at
}

// sharpness returns the sum of the squares of the numbers of baselines in each bin.
func sharpness(words []token, slope, bin float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	at := func(w token) float64 { return (w.box.Y1 - slope*(w.box.X0+w.box.X1)/2) / bin }
	for _, w := range words {
		low, high = min(low, at(w)), max(high, at(w))
	}
	if high-low > 100_000 || math.IsNaN(high-low) {
		return 0
	}
	bins := make([]float64, int(high-low)+2)
	for _, w := range words {
		whole, part := math.Modf(at(w) - low)
		bins[int(whole)] += 1 - part
		bins[int(whole)+1] += part
	}
	sum := 0.0
	for _, n := range bins {
		sum += n * n
	}
	return sum
}
