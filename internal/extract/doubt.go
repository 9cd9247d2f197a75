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
	// errCut says that an answer does not fit into what the model can write: those for parts of the document may.
	errCut = errors.New("the answer was cut off")
	// errGarbled says that an answer is none: the same question may get one.
	errGarbled = errors.New("the answer makes no sense")
)

// notAnswers are the failures of a model that has answered, with something that is of no use.
var notAnswers = []model.Kind{model.Truncated, model.Malformed}

// unusable reports whether the model has answered with something that is of no use.
func unusable(err error) bool { return errors.Is(err, errCut) || errors.Is(err, errGarbled) }

const (
	// triesOfWindow is how often a window is asked for when the answers make no sense.
	triesOfWindow = 3
	// maxUnusable answers in a row end the questions of a run. Even the longest window, whose answers are cut until only
	// a few lines are left, needs fewer.
	maxUnusable = 16
)

// insist asks for the values of a window until the answer is one. An object that says nothing at all of what is wanted
// is taken for one when it comes again.
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
		// The question changes, so that a memory does not give the same answer.
		prompt = fmt.Sprintf("%sAnswer %d was not the JSON object that was asked for. Give that object and nothing else.\n\n%s", r.note, try, w.prompt(nil))
	}
}

// deaf reports whether the model was asked often enough.
func (r *run) deaf() bool { return r.unusable >= maxUnusable }

// answers reports whether a reply says something, be it null, of what is wanted.
func (a reply) answers(want *definition.Schema) bool {
	return len(want.Properties) == 0 || slices.ContainsFunc(want.Properties, func(p definition.Property) bool {
		_, ok := a.value[p.Name]
		return ok
	})
}

// lookAgain is put before the windows when a first reading of the whole document has found nothing.
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

// fallBack gives what the rules find where a model that was to find everything has given nothing of use.
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

// vacant reports whether nothing stands at a path, nor in the array that it leads into.
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
