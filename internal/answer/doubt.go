package answer

// Below these, the best quote is often about something else than the question, and the answer says so.
const (
	leastLikely = 10. // the log odds of the likeliest quote, up to a constant
	leastShared = .3  // where words alone decide: the share that the passages have of the question, times that of a quote
)

// doubted reports whether the best of the chosen quotes may be about something else. Coverage is the share of the question that
// the passages have.
func (q question) doubted(chosen []quote, compared bool, coverage float64) bool {
	for _, c := range chosen {
		likely := coverage*max(c.own, q.answersLatest(c)) >= leastShared
		if compared {
			likely = comparedWeights.odds(c.evidence(c.fit)) >= leastLikely
		}
		if likely {
			return false
		}
	}
	return true
}
