package main

import (
	"fmt"
	"slices"
	"time"
)

// Document is a document of the service, or a run of an extractor, with its known state.
type Document struct {
	*Object
	Format    string
	Fails     bool // its content justifies FAILED
	Extractor string
	Callback  string // how its receiver behaves; empty if there is none

	request  request // that created it
	status   string  // the terminal status, once seen
	statusAt time.Duration
	link     string // to its output
	checked  bool   // its output has been read and was right
	received []Receipt
}

// Receipt is a webhook that arrived.
type Receipt struct {
	ID       string
	Status   string
	At       time.Duration
	Accepted bool // with a 2xx
}

// AddDocument makes the model expect a document that is about to be created.
func (m *Model) AddDocument(d *Document) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.documents = append(m.documents, d)
}

// Documents returns the documents whose creation has been attempted.
func (m *Model) Documents() []*Document {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.documents)
}

// Terminal reports whether a status is final.
func Terminal(status string) bool { return status == "COMPLETED" || status == "FAILED" }

// SawStatus judges a status shown by a read from start to end. A final status never changes.
func (m *Model) SawStatus(d *Document, start, end time.Duration, status string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if d.status != "" && start > d.statusAt && status != d.status {
		m.violate(d.Object, "a final status stays", fmt.Sprintf("%s at %v, %s at %v", d.status, d.statusAt, status, end))
	}
	if Terminal(status) && d.status == "" {
		d.status, d.statusAt = status, end
	}
}

// Received records a webhook about the document. All attempts for one status have the same id.
func (m *Model) Received(d *Document, r Receipt) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, before := range d.received {
		if before.Status == r.Status && before.ID != r.ID {
			m.violate(d.Object, "one webhook-id a status", fmt.Sprintf("%s came as %s and as %s", r.Status, before.ID, r.ID))
		}
		if before.Status != r.Status {
			m.violate(d.Object, "one status is announced", fmt.Sprintf("%s, then %s", before.Status, r.Status))
		}
	}
	d.received = append(d.received, r)
}

// Accepted reports whether a webhook about the document was answered with a 2xx.
func (m *Model) Accepted(d *Document) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.ContainsFunc(d.received, func(r Receipt) bool { return r.Accepted })
}

// Collection is a collection of files.
type Collection struct {
	*Object
}

// AddCollection makes the model expect a collection that is about to be created.
func (m *Model) AddCollection(c *Collection) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.collections = append(m.collections, c)
}

// Collections returns the collections whose creation has been attempted.
func (m *Model) Collections() []*Collection {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.collections)
}

// Session is a chat session. Only one client talks in it at a time.
type Session struct {
	*Object
	collections []*Collection
	busy        bool
	turns       []*Turn
}

// Turn is a question in a session and what its client saw of the answer.
type Turn struct {
	Question string
	Begun    bool // the service may have accepted it
	Answer   string
	Done     bool // the answer arrived in full
}

// AddSession makes the model expect a session that is about to be created.
func (m *Model) AddSession(s *Session) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sessions = append(m.sessions, s)
}

// Sessions returns the sessions whose creation has been attempted.
func (m *Model) Sessions() []*Session {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.sessions)
}

// Talk reserves the session for one client. It returns false while another client has it.
func (m *Model) Talk(s *Session) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s.busy {
		return false
	}
	s.busy = true
	return true
}

// Hush releases the session, adding the turn that took place.
func (m *Model) Hush(s *Session, t *Turn) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s.busy = false
	s.turns = append(s.turns, t)
}
