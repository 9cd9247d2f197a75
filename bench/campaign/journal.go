package main

import (
	"encoding/json"
	"os"
	"sync"
	"time"
)

// Journal is a file of JSON lines that records operations, faults, notes and violations in the order in which
// they ended. Times are relative to the start of the campaign. The zero Journal discards everything.
type Journal struct {
	mu   sync.Mutex
	file *os.File
}

// OpenJournal creates the file.
func OpenJournal(path string) (*Journal, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &Journal{file: f}, nil
}

// Write adds a line of the given kind. A journal that cannot be written does not stop the campaign.
func (j *Journal) Write(kind string, v any) {
	if j.file == nil {
		return
	}
	line, err := json.Marshal(struct {
		Kind string `json:"kind"`
		What any    `json:"what"`
	}{kind, v})
	if err != nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	_, _ = j.file.Write(append(line, '\n'))
}

// Clock measures the time since the start of the campaign.
type Clock struct{ start time.Time }

// Now returns the time since the start. It is never zero, so that zero can mean "never".
func (c Clock) Now() time.Duration { return max(time.Since(c.start), 1) }

// At returns the time of t since the start.
func (c Clock) At(t time.Time) time.Duration { return t.Sub(c.start) }
