package embedding

import "context"

// Comparer tells by vectors how near texts are to questions. Only the encoder of this machine is one: how much its cosines
// are worth has been measured, and there are none of another model that could be compared with them.
type Comparer interface {
	// Compare returns, for each question, the cosines of the texts. Somebody is waiting for them.
	Compare(ctx context.Context, questions, texts []string) ([][]float64, error)
}

// Compare implements Comparer.
func (l *local) Compare(ctx context.Context, questions, texts []string) ([][]float64, error) {
	all := make([]string, 0, len(questions)+len(texts))
	vectors, err := l.Queries(ctx, append(append(all, questions...), texts...))
	if err != nil {
		return nil, err
	}
	near := make([][]float64, len(questions))
	for i := range questions {
		for _, v := range vectors[len(questions):] {
			near[i] = append(near[i], cosine(vectors[i], v))
		}
	}
	return near, nil
}

// cosine is that of vectors of length 1.
func cosine(a, b []float32) float64 {
	var sum float32
	for i := range a {
		sum += a[i] * b[i]
	}
	return float64(sum)
}
