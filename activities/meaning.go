package activities

import (
	"context"

	"quire/internal/answer"
	"quire/internal/embedding"
)

// meaning returns what compares the texts of an answer with its question, if the embedding model can. If it fails, or takes
// too long, the answer goes by words.
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
