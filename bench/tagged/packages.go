package main

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	// maxDocuments is the maximum number of documents of a package, and maxExcerpts the maximum number of excerpts of a
	// document, so that no package or document dominates the scores.
	maxDocuments = 4
	maxExcerpts  = 3
	// maxTries is the maximum number of excerpts of a document that are checked.
	maxTries = 8
)

// takePackages processes a directory for every package, and within it the usable excerpts of some documents. Half of the
// packages, chosen by name, go to a source of their own that is only scored.
func (t *taker) takePackages(dir string) error {
	packages, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, p := range packages {
		source := t.family
		if shuffled(p.Name())%2 == 1 {
			source += "-held"
		}
		half := &taker{engine: t.engine, out: filepath.Join(t.out, source), family: p.Name()}
		if err := errors.Join(half.makeDirectories(), half.takePackage(filepath.Join(dir, p.Name()))); err != nil {
			return fmt.Errorf("%s: %w", p.Name(), err)
		}
	}
	return nil
}

// takePackage processes the documents of a package. The order in which they are tried depends only on their names.
func (t *taker) takePackage(dir string) error {
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.EqualFold(filepath.Ext(path), ".pdf") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	slices.SortFunc(files, func(a, b string) int {
		return cmp.Compare(shuffled(filepath.Base(a)), shuffled(filepath.Base(b)))
	})
	taken := 0
	for _, file := range files {
		if taken == maxDocuments {
			break
		}
		n, err := t.takeExcerpts(file)
		if n == 0 {
			fmt.Printf("%-40s refused  %s: %v\n", t.family, filepath.Base(file), err)
			continue
		}
		fmt.Printf("%-40s taken    %s: %d excerpts for %s\n", t.family, filepath.Base(file), n, filepath.Base(t.out))
		taken++
	}
	return nil
}

// takeExcerpts takes excerpts from a document until there are enough. If there is none, the error is that of the last.
func (t *taker) takeExcerpts(file string) (taken int, err error) {
	source, err := openSource(file)
	if err != nil {
		return 0, err
	}
	pages := len(source.pages)
	source.close()
	name := strings.ReplaceAll(strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), " ", "_")
	for _, e := range excerptsOf(name, pages) {
		id := fmt.Sprintf("%s.%s-%d", t.family, name, e.first+1)
		if err = t.takeExcerpt(file, id, e); err == nil {
			taken++
		}
		if taken == maxExcerpts {
			break
		}
	}
	return taken, err
}

// shuffled returns a hash of a name.
func shuffled(name string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32() >> 4 // the lowest bits depend on the last letters only
}
