package main

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// maxHistory is how many operations on one object are kept for the report.
const maxHistory = 60

// Op is one client request about one object. Status 0 means that no answer came.
type Op struct {
	Kind   string        `json:"op"`
	Client string        `json:"client"`
	Object string        `json:"object"`
	ID     string        `json:"id,omitempty"`
	Start  time.Duration `json:"start"`
	End    time.Duration `json:"end"`
	Status int           `json:"status"`
	Note   string        `json:"note,omitempty"`
}

// Acknowledged reports whether the service has accepted the request.
func (o *Op) Acknowledged() bool { return o.Status >= 200 && o.Status < 300 }

// Refused reports whether the service has said that nothing happened. Any other failure leaves both outcomes
// possible.
func (o *Op) Refused() bool { return o.Status >= 400 && o.Status < 500 }

// Object is what the model knows about one thing in the service, whatever its kind: what was promised about its
// existence, and what must, may and must not be seen of it.
type Object struct {
	Kind   string
	Word   string // names it and occurs in its content
	ID     string // from the first answer that contained it
	Parent *Object

	created    time.Duration // end of the first acknowledged creation
	mayBeGone  time.Duration // start of the first deletion that was not refused
	mustBeGone time.Duration // end of the first acknowledged deletion
	seenGone   time.Duration // end of the first read that rightly did not find it

	history []*Op
}

// leaving returns when the object, or its container, may have begun to go; 0 means never.
func (o *Object) leaving() time.Duration {
	return earliest(o, func(o *Object) time.Duration { return o.mayBeGone })
}

// left returns when the object, or its container, was certainly gone; 0 means never.
func (o *Object) left() time.Duration {
	return earliest(o, func(o *Object) time.Duration { return earlier(o.mustBeGone, o.seenGone) })
}

func earliest(o *Object, when func(*Object) time.Duration) time.Duration {
	at := when(o)
	for o = o.Parent; o != nil; o = o.Parent {
		at = earlier(at, when(o))
	}
	return at
}

// earlier returns the smaller of two times, where 0 means never.
func earlier(a, b time.Duration) time.Duration {
	if a == 0 || (b != 0 && b < a) {
		return b
	}
	return a
}

// Violation is something that the service must never do.
type Violation struct {
	Rule    string        `json:"rule"`
	Detail  string        `json:"detail"`
	Object  string        `json:"object,omitempty"`
	ID      string        `json:"id,omitempty"`
	At      time.Duration `json:"at"`
	Round   int           `json:"round"`
	History []*Op         `json:"history,omitempty"`
}

// Model is a reference model of the API: for each object, what the answers so far have promised. Requests
// overlap, so it judges by intervals: a promise holds for everything that begins after the answer that gave it
// has ended, and unanswered requests may or may not have taken effect. It is safe for concurrent use.
type Model struct {
	clock   Clock
	journal *Journal

	mu         sync.Mutex
	round      int
	counts     map[string]int
	operations int
	violations []Violation
	reported   map[string]bool

	documents   []*Document
	collections []*Collection
	files       []*File
	sessions    []*Session
}

// NewModel returns a model of an empty service.
func NewModel(clock Clock, journal *Journal) *Model {
	return &Model{clock: clock, journal: journal, counts: map[string]int{}, reported: map[string]bool{}}
}

// BeginRound names the round to which violations are attributed from now on.
func (m *Model) BeginRound(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.round = n
}

// Start records that a request is about to be sent.
func (m *Model) Start(o *Object, kind, client string) *Op {
	m.mu.Lock()
	defer m.mu.Unlock()
	op := &Op{Kind: kind, Client: client, Object: o.Word, ID: o.ID, Start: m.clock.Now()}
	if o.history = append(o.history, op); len(o.history) > maxHistory {
		o.history = o.history[1:]
	}
	return op
}

// StartDelete is Start for a request that deletes the object, which may be gone from now on.
func (m *Model) StartDelete(o *Object, client string) *Op {
	op := m.Start(o, "delete "+o.Kind, client)
	m.mu.Lock()
	defer m.mu.Unlock()
	o.mayBeGone = earlier(o.mayBeGone, op.Start)
	return op
}

// End records how a request ended.
func (m *Model) End(op *Op, status int, note string) {
	m.mu.Lock()
	op.End, op.Status, op.Note = m.clock.Now(), status, note
	m.counts[op.Kind]++
	m.operations++
	m.mu.Unlock()
	m.journal.Write("op", op)
}

// Created judges an answer to a creation that returned id. The same creation must always return the same id.
func (m *Model) Created(o *Object, op *Op, id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	op.ID = id
	if o.ID != "" && o.ID != id {
		m.violate(o, "one creation, one object", fmt.Sprintf("the same creation was answered with %s and with %s", o.ID, id))
		return
	}
	o.ID = id
	o.created = earlier(o.created, op.End)
}

// Deleted judges the end of a deletion.
func (m *Model) Deleted(o *Object, op *Op) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if op.Acknowledged() {
		o.mustBeGone = earlier(o.mustBeGone, op.End)
	}
	if op.Status == 404 {
		m.judge(o, op.Start, op.End, false)
	}
}

// Seen judges a read that ended with the object present, or with the answer that it is not.
func (m *Model) Seen(o *Object, start, end time.Duration, present bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.judge(o, start, end, present)
}

func (m *Model) judge(o *Object, start, end time.Duration, present bool) {
	if left := o.left(); present && left != 0 && start > left {
		m.violate(o, "deleting is final", fmt.Sprintf("seen by a read from %v to %v, gone since %v", start, end, left))
		return
	}
	if present {
		return
	}
	leaving := o.leaving()
	promised := o.created != 0 && start > o.created
	if promised && (leaving == 0 || end < leaving) {
		m.violate(o, "what was acknowledged is there",
			fmt.Sprintf("not found by a read from %v to %v, acknowledged at %v, not deleted", start, end, o.created))
		return
	}
	if promised {
		o.seenGone = earlier(o.seenGone, end)
	}
}

// Known reports whether an answer has contained the object's id.
func (m *Model) Known(o *Object) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return o.ID != ""
}

// Presence is what an inspection of the service at rest must find.
type Presence int

// The possible presences. The object of a request that was neither acknowledged nor refused may or may not exist.
const (
	MayBe Presence = iota
	MustBe
	MustNotBe
)

// Presence returns whether the object must exist now, while no request is in progress.
func (m *Model) Presence(o *Object) Presence {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case o.left() != 0:
		return MustNotBe
	case o.created != 0 && o.leaving() == 0:
		return MustBe
	}
	return MayBe
}

// Violate reports a violation that another part has found. Each rule is reported once per object.
func (m *Model) Violate(o *Object, rule, format string, values ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.violate(o, rule, fmt.Sprintf(format, values...))
}

func (m *Model) violate(o *Object, rule, detail string) {
	v := Violation{Rule: rule, Detail: detail, At: m.clock.Now(), Round: m.round}
	once := rule + " " + detail
	if o != nil {
		v.Object, v.ID, v.History = o.Kind+" "+o.Word, o.ID, slices.Clone(o.history)
		once = rule + " " + o.Word
	}
	if m.reported[once] {
		return
	}
	m.reported[once] = true
	m.violations = append(m.violations, v)
	m.journal.Write("violation", v)
}

// Violations returns everything found so far.
func (m *Model) Violations() []Violation {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.violations)
}

// Count adds one to the counter of that name in the report.
func (m *Model) Count(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.counts[name]++
}

// Adopt records that the service has listed an object whose creation was not answered. From now on it must
// stay.
func (m *Model) Adopt(o *Object, id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if o.ID == "" {
		o.ID, o.created = id, m.clock.Now()
	}
}

// Forget drops all objects, because a new world is empty. Counts and violations stay.
func (m *Model) Forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.documents, m.collections, m.files, m.sessions = nil, nil, nil, nil
	delete(m.counts, "upload file, not answered")
}
