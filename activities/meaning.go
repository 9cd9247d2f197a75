package activities

import (
	"context"

	"quire/internal/answer"
	"quire/internal/embedding"
)

// meaning returns a comparison of the texts of an answer with its question by the embedding model, if there is one. If
// the model fails or takes too long, answers are chosen lexically.
func (a *Model) meaning(ctx context.Context) answer.Meaning {
	comparer, ok := a.Embed.(embedding.Comparer)
	if !ok {
		return nil
	}
	return func(questions, texts []string) [][]float64 {
		comparing, cancel := a.assist(ctx)
		defer cancel()
		near, err := comparer.Compare(comparing, questions, texts)
		if err != nil {
			a.Log.WarnContext(ctx, "quotes could not be compared by meaning; choosing them by their words alone", "error", err)
			return nil
		}
		return near
	}
}
