// Package catalog holds the extractors that ship with the product.
package catalog

import (
	"embed"
	"io/fs"
	"strings"
	"sync"

	"quire/internal/extract/definition"
)

//go:embed definitions/*.yaml
var files embed.FS

// Entry is an extractor of the catalog.
type Entry struct {
	Source     []byte // the definition as written
	Definition *definition.Definition
}

// All returns the extractors, ordered by slug. The definitions are shared and must not be modified.
var All = sync.OnceValue(func() []Entry {
	names, err := fs.Glob(files, "definitions/*.yaml")
	if err != nil {
		panic(err)
	}
	var out []Entry
	for _, name := range names {
		source, err := files.ReadFile(name)
		if err != nil {
			panic(err)
		}
		d, err := definition.Parse(strings.TrimPrefix(name, "definitions/"), source)
		if err != nil {
			panic(err) // tests parse every embedded definition
		}
		out = append(out, Entry{source, d})
	}
	return out
})

// Find returns the extractor with the given slug.
func Find(slug string) (Entry, bool) {
	for _, e := range All() {
		if e.Definition.Slug == slug {
			return e, true
		}
	}
	return Entry{}, false
}
