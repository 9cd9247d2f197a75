package app

import (
	"slices"

	"quire/cmd/internal/settings"
	"quire/workflows"
)

// Roles says what a process does.
type Roles struct {
	API    bool
	Worker bool
	// Index serves the index to other processes.
	Index bool
}

// The names of the API and the index in the table of settings. A worker is identified by its task queues.
const (
	apiReads   = "api"
	indexReads = "index"
)

// Readers names the parts of a process that read settings.
type Readers []string

// Readers returns the API and the index, if they are among the roles, and the task queues that a worker with this
// configuration serves.
func (c Config) Readers(r Roles) Readers {
	var list Readers
	if r.API {
		list = append(list, apiReads)
	}
	if r.Index {
		list = append(list, indexReads)
	}
	if r.Worker && len(c.Queues) > 0 {
		return append(list, c.Queues...)
	}
	if r.Worker {
		return append(list, workflows.Queues()...)
	}
	return list
}

// Read reports whether any of the readers reads the setting.
func (r Readers) Read(setting string) bool {
	table := Settings()
	at := slices.IndexFunc(table, func(s settings.Setting) bool { return s.Name == setting })
	if at < 0 || len(table[at].For) == 0 {
		return true
	}
	return slices.ContainsFunc(table[at].For, func(who string) bool { return slices.Contains(r, who) })
}

// theirs returns the faults in settings that any of the readers reads.
func (r Readers) theirs(faults settings.Faults) settings.Faults {
	return slices.DeleteFunc(faults, func(f settings.Fault) bool { return !r.Read(f.Setting) })
}
