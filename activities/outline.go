package activities

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"

	"quire/internal/answer"
	"quire/internal/index/bm25"
	"quire/schema"
)

// quote answers without a model: from headings if the question asks for an overview, otherwise from quotations.
func (a *Model) quote(ctx context.Context, t schema.Turn, q answer.Question, passages []answer.Passage, emit answer.Emit) (answer.Answer, error) {
	if answer.WantsOutline(q) {
		sections, err := a.sections(ctx, t, &q, passages)
		if err != nil {
			return answer.Answer{}, err
		}
		if written, ok, err := answer.Outline(q, sections, emit); ok || err != nil {
			return written, err
		}
	}
	return answer.Extract(q, passages, emit)
}

// sections reads the passages at which sections begin, from the files that the question may want an overview of.
func (a *Model) sections(ctx context.Context, t schema.Turn, q *answer.Question, passages []answer.Passage) ([]answer.Passage, error) {
	s, err := a.DB.Snapshot(ctx, t.AccountID, t.CollectionIds, t.FileIds)
	if errors.Is(err, schema.ErrCollectionNotFound) || errors.Is(err, schema.ErrFileNotFound) {
		return nil, nil // deleted in the meantime
	}
	if err != nil {
		return nil, err
	}
	var out []answer.Passage
	for _, g := range outlined(s, answer.Foremost(*q, passages)) {
		found, err := a.DB.SectionPassages(ctx, t.AccountID, g.ID)
		if err != nil {
			return nil, err
		}
		language := bm25.Language(g.Language)
		if !slices.Contains(q.Languages, language) {
			q.Languages = append(q.Languages, language)
		}
		for _, f := range found {
			p, err := readable(f)
			if err != nil {
				return nil, err
			}
			p.Language = language
			out = append(out, p)
		}
	}
	return out, nil
}

// outlined returns the generations of the foremost files, or all generations if there are few.
func outlined(s schema.Snapshot, foremost []string) []schema.GenerationRef {
	var out []schema.GenerationRef
	for _, g := range s.Generations {
		if slices.Contains(foremost, g.FileID.String()) || (len(foremost) == 0 && len(s.Generations) <= answer.MaxFiles) {
			out = append(out, g)
		}
	}
	slices.SortFunc(out, func(a, b schema.GenerationRef) int {
		return cmp.Or(cmp.Compare(slices.Index(foremost, a.FileID.String()), slices.Index(foremost, b.FileID.String())),
			bytes.Compare(a.ID[:], b.ID[:]))
	})
	return out
}
