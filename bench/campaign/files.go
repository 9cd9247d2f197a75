package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// File is a path of a collection with its versions. Uploads to it come one at a time, reads at any time.
type File struct {
	*Object
	Path     string
	busy     bool
	versions []*Version
}

// Version is one upload to a path. Its word occurs in its content and nowhere else.
type Version struct {
	Word    string
	Size    int
	Number  int           // the number that the service gave it; 0 while unknown
	begun   time.Duration // start of its upload
	refused bool
	acked   bool
	ready   time.Duration // end of the first read that showed it ready
}

// AddFile makes the model expect a file that is about to be uploaded.
func (m *Model) AddFile(f *File) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files = append(m.files, f)
}

// Files returns the files whose upload has been attempted.
func (m *Model) Files() []*File {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.files)
}

// Hold reserves the path for one client. It returns false while another client has it.
func (m *Model) Hold(f *File) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f.busy {
		return false
	}
	f.busy = true
	return true
}

// Release releases the path.
func (m *Model) Release(f *File) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f.busy = false
}

// BeginVersion records that an upload of new content is about to be sent.
func (m *Model) BeginVersion(f *File, word string, size int) *Version {
	m.mu.Lock()
	defer m.mu.Unlock()
	v := &Version{Word: word, Size: size, begun: m.clock.Now()}
	f.versions = append(f.versions, v)
	return v
}

// EndVersion records how the upload ended.
func (m *Model) EndVersion(f *File, v *Version, op *Op, number int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v.refused, v.acked = op.Refused(), op.Acknowledged()
	if !v.acked {
		if !v.refused {
			m.counts["upload file, not answered"]++
		}
		return
	}
	v.Number = number
	for _, before := range f.versions {
		if before != v && before.Number >= number {
			m.violate(f.Object, "new content is a new version", fmt.Sprintf("%s is version %d, as %s was before", v.Word, number, before.Word))
		}
	}
}

// SawReady records that a read that ended at end showed the version of that number ready.
func (m *Model) SawReady(f *File, number int, end time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, v := range f.versions {
		if v.Number == number {
			v.ready = earlier(v.ready, end)
		}
	}
}

// Answered judges the text of an answer to a question about the file alone: exactly one version must answer,
// and none older than the newest that was ready before the question.
func (m *Model) Answered(f *File, start, end time.Duration, text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []string
	newest, answering := -1, -1
	for i, v := range f.versions {
		if v.ready != 0 && v.ready < start {
			newest = i
		}
		if strings.Contains(text, v.Word) {
			found, answering = append(found, v.Word), i
		}
	}
	left := f.left()
	switch leaving := f.leaving(); {
	case len(found) > 0 && left != 0 && start > left:
		m.violate(f.Object, "deleting is final", fmt.Sprintf("%s answers from %v to %v, gone since %v", found[0], start, end, left))
	case len(found) > 1:
		m.violate(f.Object, "one version answers", fmt.Sprintf("%v answer together from %v to %v", found, start, end))
	case len(found) == 0 && newest >= 0 && (leaving == 0 || end < leaving):
		m.violate(f.Object, "one version answers",
			fmt.Sprintf("none answers from %v to %v, %s was ready: %q", start, end, f.versions[newest].Word, text))
	case len(found) == 1 && answering < newest:
		m.violate(f.Object, "an old version answers no more",
			fmt.Sprintf("%s answers from %v to %v, %s was ready before", found[0], start, end, f.versions[newest].Word))
	}
}

// possible returns the versions that may be the current one at rest: the last that was acknowledged, and those
// after it that may have arrived.
func (m *Model) possible(f *File) []*Version {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []*Version
	for _, v := range f.versions {
		switch {
		case v.acked:
			out = []*Version{v}
		case !v.refused:
			out = append(out, v)
		}
	}
	return out
}

// lostUploads returns how many uploads of files were neither acknowledged nor refused.
func (m *Model) lostUploads() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.counts["upload file, not answered"]
}
