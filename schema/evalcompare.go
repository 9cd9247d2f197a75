package schema

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/google/uuid"
)

// Verdict says how a case fares in a later run, compared with an earlier one.
type Verdict string

// The verdicts, in the order in which comparisons list them.
const (
	VerdictWorse    Verdict = "worse"
	VerdictBetter   Verdict = "better"
	VerdictChanged  Verdict = "changed" // the case itself has changed, so that its scores say nothing
	VerdictAdded    Verdict = "added"
	VerdictRemoved  Verdict = "removed"
	VerdictUnscored Verdict = "unscored" // nothing is expected, or it has no result in one of the runs
	VerdictSame     Verdict = "same"
)

// Verdicts returns all verdicts, in the order in which comparisons list them.
func Verdicts() []Verdict {
	return []Verdict{VerdictWorse, VerdictBetter, VerdictChanged, VerdictAdded, VerdictRemoved, VerdictUnscored, VerdictSame}
}

// sameScore is the largest difference between two scores, from 0 to 1, that counts as none: it is less than one page
// makes in the longest list of pages.
const sameScore = .001

// ComparedCase is the result of a case in one of the compared runs.
type ComparedCase struct {
	Number        int
	Status        EvalStatus
	Error         *string
	Declined      *bool
	Score, PageF1 *float64
	Recall, Words *float64
	LatencyMs     *int32
}

// Comparison is a case in two runs. Before or After is nil if the case is not part of that run.
type Comparison struct {
	Key, Question string // at most the first 300 characters of the question
	Verdict       Verdict
	Before, After *ComparedCase
}

// Compare compares two runs case by case. It lists the cases by verdict, those that became worse first, and within a
// verdict by the size of the change.
func (db *DB) Compare(ctx context.Context, before, after uuid.UUID) ([]Comparison, error) {
	earlier, err := db.gradedEvalResults(ctx, before)
	if err != nil {
		return nil, err
	}
	later, err := db.gradedEvalResults(ctx, after)
	return compare(earlier, later), err
}

func compare(earlier, later []gradedEvalResultsRow) []Comparison {
	byKey := make(map[string]gradedEvalResultsRow, len(earlier))
	for _, r := range earlier {
		byKey[r.Key] = r
	}
	list := make([]Comparison, 0, len(later))
	for _, r := range later {
		c := Comparison{Key: r.Key, Question: r.Question, Verdict: VerdictAdded, After: compared(r)}
		if was, both := byKey[r.Key]; both {
			delete(byKey, r.Key)
			c.Before, c.Verdict = compared(was), verdict(was, r)
		}
		list = append(list, c)
	}
	for _, r := range earlier {
		if _, left := byKey[r.Key]; left {
			list = append(list, Comparison{Key: r.Key, Question: r.Question, Verdict: VerdictRemoved, Before: compared(r)})
		}
	}
	order := Verdicts()
	slices.SortStableFunc(list, func(a, b Comparison) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.Verdict), slices.Index(order, b.Verdict)), cmp.Compare(b.size(), a.size()))
	})
	return list
}

func compared(r gradedEvalResultsRow) *ComparedCase {
	return &ComparedCase{
		Number: int(r.Number), Status: r.Status, Error: r.Error, Declined: r.Declined, Score: r.Score, PageF1: r.PageF1,
		Recall: r.Recall, Words: r.WordsFound, LatencyMs: r.LatencyMs,
	}
}

func verdict(was, is gradedEvalResultsRow) Verdict {
	switch {
	case was.Asked != is.Asked:
		return VerdictChanged
	case was.Score == nil || is.Score == nil:
		return VerdictUnscored
	case *is.Score > *was.Score+sameScore:
		return VerdictBetter
	case *is.Score < *was.Score-sameScore:
		return VerdictWorse
	}
	return VerdictSame
}

// size returns by how much the score has changed.
func (c Comparison) size() float64 {
	if c.Before == nil || c.After == nil || c.Before.Score == nil || c.After.Score == nil {
		return 0
	}
	return max(*c.After.Score-*c.Before.Score, *c.Before.Score-*c.After.Score)
}

// ConfigurationChange is a part of the configuration, or of the searched content, that differs between two runs.
type ConfigurationChange struct {
	Name          string
	Before, After any // nil if absent
}

// ConfigurationChanges returns, by name, what differs between two runs apart from their results.
func ConfigurationChanges(before, after EvalRun) ([]ConfigurationChange, error) {
	var changes []ConfigurationChange
	for _, part := range []struct{ before, after []byte }{{before.Configuration, after.Configuration}, {before.Content, after.Content}} {
		var was, is map[string]any
		if err := json.Unmarshal(part.before, &was); err != nil {
			return nil, fmt.Errorf("configuration of run %s: %w", before.ID, err)
		}
		if err := json.Unmarshal(part.after, &is); err != nil {
			return nil, fmt.Errorf("configuration of run %s: %w", after.ID, err)
		}
		names := maps.Clone(is)
		maps.Copy(names, was)
		for _, name := range slices.Sorted(maps.Keys(names)) {
			if !reflect.DeepEqual(was[name], is[name]) {
				changes = append(changes, ConfigurationChange{name, was[name], is[name]})
			}
		}
	}
	return changes, nil
}
