package embedding

import "context"

// Comparer compares texts with questions by their vectors. Only the encoder of this machine implements it, because the
// value of its cosines has been measured, and those of other models are not comparable with them.
type Comparer interface {
	// Compare returns, for each question, the cosines of the texts. Somebody is waiting for them.
	Compare(ctx context.Context, questions, texts []string) ([][]float64, error)
}

// Compare implements Comparer.
func (l *local) Compare(ctx context.Context, questions, texts []string) ([][]float64, error) {
	asked, err := l.Queries(ctx, questions)
	if err != nil {
		return nil, err
	}
	said, err := l.said(ctx, texts)
	if err != nil {
		return nil, err
	}
	near := make([][]float64, len(questions))
	for i := range questions {
		for _, v := range said {
			near[i] = append(near[i], cosine(asked[i], v))
		}
	}
	return near, nil
}

// said returns the vectors of texts, and encodes only those that were not compared recently.
func (l *local) said(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := l.recent.get(texts)
	var fresh []string
	for i, t := range texts {
		if vectors[i] == nil {
			fresh = append(fresh, t)
		}
	}
	made, err := l.Queries(ctx, fresh)
	if err != nil {
		return nil, err
	}
	l.recent.put(fresh, made)
	for i := range vectors {
		if vectors[i] == nil {
			vectors[i], made = made[0], made[1:]
		}
	}
	return vectors, nil
}

// cosine returns the cosine of vectors of length 1.
func cosine(a, b []float32) float64 {
	var sum float32
	for i := range a {
		sum += a[i] * b[i]
	}
	return float64(sum)
}
