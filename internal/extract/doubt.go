package extract

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quire/internal/extract/definition"
	"quire/internal/extract/rules"
	"quire/internal/model"
)

var (
	// errCut means that an answer is longer than the model can write. Answers for parts of the document may fit.
	errCut = errors.New("the answer was cut off")
	// errGarbled means that an answer is unusable. The same question may still get a usable one.
	errGarbled = errors.New("the answer makes no sense")
)

// notAnswers are the failures of a model that has answered, but with something unusable.
var notAnswers = []model.Kind{model.Truncated, model.Malformed}

// unusable reports whether the model has answered with something unusable.
func unusable(err error) bool { return errors.Is(err, errCut) || errors.Is(err, errGarbled) }

const (
	// triesOfWindow is how often the model is asked about a window if its answers make no sense.
	triesOfWindow = 3
	// maxUnusable is the number of consecutive unusable answers after which a run stops asking. Even the longest
	// window, whose answers are cut off until only a few lines are left, needs fewer.
	maxUnusable = 16
)

// insist asks for the values of a window until it gets a usable answer. If an object that says nothing about the wanted
// values comes twice, it is accepted.
func (r *run) insist(ctx context.Context, want *definition.Schema, w window) (reply, error) {
	prompt := r.note + w.prompt(nil)
	for try := 1; ; try++ {
		a, err := r.complete(ctx, want, prompt)
		empty := err == nil && !a.answers(want)
		switch {
		case empty && try > 1:
			r.warn("page %d: the model's answer was empty; values may be missing", w.pages[0].Number)
			fallthrough
		case err == nil && !empty:
			r.unusable = 0
			return a, nil
		case unusable(err):
			r.unusable++
		}
		garbled := empty || errors.Is(err, errGarbled)
		if try == triesOfWindow || r.deaf() || !garbled {
			return reply{}, err
		}
		// The question changes, so that the memory does not return the same answer.
		prompt = fmt.Sprintf("%sAnswer %d was not the JSON object that was asked for. Give that object and nothing else.\n\n%s", r.note, try, w.prompt(nil))
	}
}

// deaf reports whether the model has given too many unusable answers in a row.
func (r *run) deaf() bool { return r.unusable >= maxUnusable }

// answers reports whether a reply says something about the wanted values, even if only null.
func (a reply) answers(want *definition.Schema) bool {
	return len(want.Properties) == 0 || slices.ContainsFunc(want.Properties, func(p definition.Property) bool {
		_, ok := a.value[p.Name]
		return ok
	})
}

// lookAgain precedes the windows after a first reading of the whole document that found nothing.
const lookAgain = "A first reading of this document found no value at all. Look again.\n\n"

// blind reports whether the model has read without finding anything.
func (r *run) blind() bool {
	for _, l := range r.lists {
		if len(l.items) > 0 {
			return false
		}
	}
	return len(r.votes) == 0
}

// fallBack uses the values found by the rules if a model that was meant to find everything has produced nothing usable.
func (r *run) fallBack(ctx context.Context) error {
	found, err := r.rules(ctx)
	if err != nil {
		return err
	}
	maps.DeleteFunc(found, func(path string, _ rules.Cell) bool { return !r.vacant(path) })
	for _, path := range slices.Sorted(maps.Keys(found)) {
		put(r.value, r.def.Schema, strings.Split(path, "."), found[path].Value)
		r.found[path] = found[path]
		name, _, _ := strings.Cut(path, ".")
		r.warn("%s: the model gave no value of use; what the rules found was taken", name)
	}
	return nil
}

// vacant reports whether there is no value at a path, and no item in the array that it leads into.
func (r *run) vacant(path string) bool {
	at := any(r.value)
	for name := range strings.SplitSeq(path, ".") {
		if list, ok := at.([]any); ok {
			return len(list) == 0
		}
		at = step(at, name)
	}
	return at == nil
}
