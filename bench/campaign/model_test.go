package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// history drives a model as clients do.
type history struct {
	m *Model
	d *Document
	f *File
}

func newHistory() *history {
	h := &history{
		m: NewModel(Clock{time.Now()}, &Journal{}),
		d: &Document{Object: &Object{Kind: "document", Word: "BADEGU"}},
	}
	n := &Object{Kind: "collection", Word: "KAMUPO", ID: "k"}
	h.f = &File{Object: &Object{Kind: "file", Word: "TALEBO", Parent: n}}
	return h
}

func (h *history) create(o *Object, status int, id string) {
	op := h.m.Start(o, "create", "test")
	h.m.End(op, status, "")
	if op.Acknowledged() {
		h.m.Created(o, op, id)
	}
}

func (h *history) delete(o *Object, status int) {
	op := h.m.StartDelete(o, "test")
	h.m.End(op, status, "")
	h.m.Deleted(o, op)
}

// read performs a read that begins after everything before it has ended.
func (h *history) read(o *Object, present bool) {
	op := h.m.Start(o, "get", "test")
	h.m.End(op, 0, "")
	h.m.Seen(o, op.Start, op.End, present)
}

func (h *history) status(status string) {
	op := h.m.Start(h.d.Object, "get", "test")
	h.m.End(op, 200, "")
	h.m.SawStatus(h.d, op.Start, op.End, status)
}

// upload puts a version with that word on the file's path, and marks it ready if asked to.
func (h *history) upload(word string, number int, ready bool) {
	v := h.m.BeginVersion(h.f, word, 1)
	op := h.m.Start(h.f.Object, "upload", "test")
	h.m.End(op, 200, "")
	h.m.Created(h.f.Object, op, "f")
	h.m.EndVersion(h.f, v, op, number)
	if ready {
		h.m.SawReady(h.f, number, h.m.clock.Now())
	}
}

func (h *history) answer(text string) {
	start := h.m.clock.Now()
	h.m.Answered(h.f, start, h.m.clock.Now(), text)
}

func TestModelReportsWhatMustNeverHappen(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rule string
		run  func(*history)
	}{
		"a deleted document is back": {"deleting is final", func(h *history) {
			h.create(h.d.Object, 200, "1")
			h.delete(h.d.Object, 200)
			h.read(h.d.Object, true)
		}},
		"a document is back whose deletion was cut off, but which was gone once": {"deleting is final", func(h *history) {
			h.create(h.d.Object, 200, "1")
			h.delete(h.d.Object, 0)
			h.read(h.d.Object, false)
			h.read(h.d.Object, true)
		}},
		"an acknowledged document is lost": {"what was acknowledged is there", func(h *history) {
			h.create(h.d.Object, 200, "1")
			h.read(h.d.Object, false)
		}},
		"one key makes two documents": {"one creation, one object", func(h *history) {
			h.create(h.d.Object, 200, "1")
			h.create(h.d.Object, 200, "2")
		}},
		"a finished document starts again": {"a final status stays", func(h *history) {
			h.status("COMPLETED")
			h.status("PROCESSING")
		}},
		"attempts of a webhook have two ids": {"one webhook-id a status", func(h *history) {
			h.m.Received(h.d, Receipt{ID: "a", Status: "COMPLETED"})
			h.m.Received(h.d, Receipt{ID: "b", Status: "COMPLETED"})
		}},
		"a file is seen after its collection was deleted": {"deleting is final", func(h *history) {
			h.upload("BU", 1, true)
			h.delete(h.f.Parent, 200)
			h.read(h.f.Object, true)
		}},
		"two versions answer": {"one version answers", func(h *history) {
			h.upload("BU", 1, true)
			h.upload("DA", 2, false)
			h.answer("BU and DA")
		}},
		"no version answers": {"one version answers", func(h *history) {
			h.upload("BU", 1, true)
			h.upload("DA", 2, false)
			h.answer("nothing")
		}},
		"an old version answers": {"an old version answers no more", func(h *history) {
			h.upload("BU", 1, true)
			h.upload("DA", 2, true)
			h.answer("BU")
		}},
		"a deleted file answers": {"deleting is final", func(h *history) {
			h.upload("BU", 1, true)
			h.delete(h.f.Object, 200)
			h.answer("BU")
		}},
		"new content is no new version": {"new content is a new version", func(h *history) {
			h.upload("BU", 1, true)
			h.upload("DA", 1, true)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHistory()
			c.run(h)
			found := h.m.Violations()
			require.Len(t, found, 1)
			require.Equal(t, c.rule, found[0].Rule)
		})
	}
}

func TestModelAllowsUnpromisedOutcomes(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(*history){
		"an upload that was cut off is there": func(h *history) {
			h.create(h.d.Object, 0, "")
			h.read(h.d.Object, true)
		},
		"an upload that was cut off is not there": func(h *history) {
			h.create(h.d.Object, 503, "")
			h.read(h.d.Object, false)
		},
		"a deletion that was cut off takes effect later": func(h *history) {
			h.create(h.d.Object, 200, "1")
			h.delete(h.d.Object, 0)
			h.read(h.d.Object, true)
			h.read(h.d.Object, false)
		},
		"a read that overlaps the deletion sees either": func(h *history) {
			h.create(h.d.Object, 200, "1")
			began := h.m.clock.Now()
			h.delete(h.d.Object, 200)
			h.m.Seen(h.d.Object, began, h.m.clock.Now(), true)
		},
		"the same key gives the same id": func(h *history) {
			h.create(h.d.Object, 0, "")
			h.create(h.d.Object, 200, "1")
			h.create(h.d.Object, 200, "1")
		},
		"the old version answers until the new one is ready": func(h *history) {
			h.upload("BU", 1, true)
			h.upload("DA", 2, false)
			h.answer("BU")
			h.answer("DA")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHistory()
			run(h)
			require.Empty(t, h.m.Violations())
		})
	}
}

func TestViolationCarriesTheOperationsOnItsObject(t *testing.T) {
	t.Parallel()
	h := newHistory()
	h.m.BeginRound(7)
	h.create(h.d.Object, 200, "1")
	h.delete(h.d.Object, 200)
	h.read(h.d.Object, true)
	v := h.m.Violations()[0]
	require.Equal(t, 7, v.Round)
	require.Equal(t, "1", v.ID)
	require.Len(t, v.History, 3)
}

func TestRoundIsDeterminedByItsSeed(t *testing.T) {
	t.Parallel()
	w := &World{Kind: split}
	first, again := plan(w, 1, 1, time.Minute), plan(w, 1, 1, time.Minute)
	require.Equal(t, first, again)
	require.NotEqual(t, plan(w, 1, 1, time.Minute), plan(w, 2, 1, time.Minute))
}

func TestPictureWithFewMisreadLettersStillMatches(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text, word string
		picture    bool
		want       bool
	}{
		"one letter for another":   {"The name is KAMUP0LEDAGU", "KAMUPOLEDAGU", true, true},
		"two letters for one":      {"The name is VJIMODETODEGE", "VUMODETODEGE", true, true},
		"a letter missing":         {"The name is KAMUPLEDAGU", "KAMUPOLEDAGU", true, true},
		"another word":             {"The name is BEMUTOLEDAGU", "KAMUPOLEDAGU", true, false},
		"nothing misread in a PDF": {"The name is KAMUP0LEDAGU", "KAMUPOLEDAGU", false, false},
	} {
		require.Equal(t, c.want, contains(c.text, c.word, c.picture), name)
	}
}
