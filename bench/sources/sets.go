package main

import (
	"cmp"
	"hash/fnv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// set is a source of truth: PDFs and the Markdown of each.
type set struct {
	name, dir string
	// public marks a set that brings its own truth: it keeps running heads, and is scored the way its authors do.
	public bool
	// unmarked marks a set whose truth does not mark inline fixed-width type.
	unmarked bool
}

// sources returns the available sources.
func sources(corpus, made string, only []string) []set {
	all := []set{
		{name: "convert", dir: filepath.Join(corpus, "convert"), public: true},
		{name: "tables", dir: filepath.Join(corpus, "tables"), public: true},
		{name: "generated", dir: filepath.Join(made, "generated")},
		{name: "tagged", dir: filepath.Join(made, "tagged")},
		{name: "tagged-real", dir: filepath.Join(made, "tagged-real")},
		{name: "tagged-real-held", dir: filepath.Join(made, "tagged-real-held")},
		{name: "office", dir: filepath.Join(made, "office")},
		{name: "prints", dir: filepath.Join(made, "prints")},
		{name: "prints-held", dir: filepath.Join(made, "prints-held")},
		{name: "twins", dir: filepath.Join(made, "twins"), unmarked: true},
		{name: "twins-held", dir: filepath.Join(made, "twins-held"), unmarked: true},
		{name: "manuals", dir: filepath.Join(made, "manuals"), unmarked: true},
		{name: "manuals-held", dir: filepath.Join(made, "manuals-held"), unmarked: true},
		{name: "translations", dir: filepath.Join(made, "translations"), unmarked: true},
		{name: "translations-held", dir: filepath.Join(made, "translations-held"), unmarked: true},
		{name: "papers", dir: filepath.Join(made, "papers"), unmarked: true},
		{name: "papers-held", dir: filepath.Join(made, "papers-held"), unmarked: true},
		{name: "typesetters", dir: filepath.Join(made, "typesetters"), unmarked: true},
		{name: "typesetters-held", dir: filepath.Join(made, "typesetters-held"), unmarked: true},
	}
	return slices.DeleteFunc(all, func(s set) bool {
		_, err := os.Stat(filepath.Join(s.dir, "truth"))
		return err != nil || (len(only) > 0 && !slices.Contains(only, s.name))
	})
}

func (s set) pdf(id string) string   { return filepath.Join(s.dir, "pdf", id+".pdf") }
func (s set) truth(id string) string { return filepath.Join(s.dir, "truth", id+".md") }

// longTruth is the length, in bytes, at which a document takes too long to score to be in a sample.
const longTruth = 12_000

// ids returns the documents of a set, or a sample of the given size. The choice depends only on their names, so that a
// sample stays much the same when documents are added.
func (s set) ids(sample int) ([]string, error) {
	files, err := os.ReadDir(filepath.Join(s.dir, "truth"))
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, f := range files {
		id, ok := strings.CutSuffix(f.Name(), ".md")
		if !ok || strings.HasPrefix(id, "scan") { // scans measure the reader of pictures, not the layout
			continue
		}
		if _, err := os.Stat(s.pdf(id)); err != nil {
			continue
		}
		if info, err := f.Info(); sample == 0 || (err == nil && info.Size() < longTruth) {
			ids = append(ids, id)
		}
	}
	if sample == 0 || len(ids) <= sample {
		return ids, nil
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Compare(shuffled(a), shuffled(b)) })
	ids = ids[:sample]
	slices.Sort(ids)
	return ids, nil
}

// shuffled returns a hash of a name.
func shuffled(id string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(id))
	return h.Sum32()
}

var numbered = regexp.MustCompile(`-\d+$`)

// family returns the group within its source that a document belongs to. Documents of public sets have none.
func (s set) family(id string) string {
	if s.public {
		return s.name
	}
	group, _, _ := strings.Cut(id, ".") // a manual is named after its package
	return s.name + "/" + numbered.ReplaceAllString(group, "")
}
