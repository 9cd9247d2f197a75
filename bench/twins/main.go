// Command twins makes documents whose Markdown is known from manuals that are published twice: as a PDF and as web
// pages. The pages become the truth of a few pages of the PDF: its headings, lists, tables and paragraphs are those of
// the elements whose words these pages hold. Both are made from one source by tools that know nothing of each other, so
// that the truth does not depend on how anything reads a PDF; pdftotext only tells which words a page has.
//
// A stretch of pages is refused if its words and the words of its elements are not nearly the same (see stretch.go).
// Packages are looked-at or held-out by their names, so that no manual is in both.
//
//	twins -files DIR -out DIR   read DIR/PACKAGE/…, write DIR/twins and DIR/twins-held
//
// With -source NAME, they are written to DIR/NAME and DIR/NAME-held instead.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"log"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	var t taker
	files := flag.String("files", "", "directory with a directory for every group of packages that belong together")
	flag.StringVar(&t.out, "out", "bench-out/made", "directory of the sources that are made")
	flag.StringVar(&t.source, "source", "twins", "name of the source that is looked at")
	flag.IntVar(&t.manuals, "manuals", 2, "the most manuals of a group")
	flag.IntVar(&t.stretches, "stretches", 3, "the most stretches of pages of a manual")
	flag.Parse()
	ctx := context.Background()
	if err := t.takeAll(ctx, *files); err != nil {
		log.Fatal(err)
	}
}

// taker writes stretches of manuals with their truth.
type taker struct {
	out, source        string
	manuals, stretches int
}

// sourceOf returns the source that a group belongs to. Half of the groups, chosen by name, are used for scoring only.
func (t *taker) sourceOf(group string) string {
	if shuffled(group)%2 == 0 {
		return t.source
	}
	return t.source + "-held"
}

// shuffled returns a hash of a name.
func shuffled(name string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32() >> 4 // the lowest bits depend on the last letters only
}

func (t *taker) takeAll(ctx context.Context, files string) error {
	for _, name := range []string{t.source, t.source + "-held"} {
		for _, part := range []string{"pdf", "truth"} {
			if err := os.MkdirAll(filepath.Join(t.out, name, part), 0o755); err != nil {
				return err
			}
		}
	}
	groups, err := os.ReadDir(files)
	if err != nil {
		return err
	}
	for _, g := range groups {
		if err := t.group(ctx, filepath.Join(files, g.Name()), g.Name()); err != nil {
			return fmt.Errorf("%s: %w", g.Name(), err)
		}
	}
	return nil
}

// group processes the manuals of a group of packages.
func (t *taker) group(ctx context.Context, dir, name string) error {
	pdfs, pages, err := find(dir)
	if err != nil || len(pdfs) == 0 || len(pages) == 0 {
		fmt.Printf("%-40s refused  %d PDFs, %d web pages\n", name, len(pdfs), len(pages))
		return err
	}
	taken := 0
	for _, file := range pdfs {
		if taken == t.manuals {
			break
		}
		n, err := t.manual(ctx, file, name, pages)
		if err != nil {
			fmt.Printf("%-40s refused  %s: %v\n", name, filepath.Base(file), err)
			continue
		}
		fmt.Printf("%-40s taken    %s: %d stretches for %s\n", name, filepath.Base(file), n, t.sourceOf(name))
		taken++
	}
	return nil
}

// manual takes stretches from one manual.
func (t *taker) manual(ctx context.Context, file, group string, pages []*webPage) (taken int, err error) {
	words, err := pdfWords(ctx, file)
	if err != nil {
		return 0, err
	}
	m := pair(words, pages)
	if m == nil {
		return 0, errors.New("no web pages have its words")
	}
	for _, s := range m.choose(file, t.stretches) {
		id := fmt.Sprintf("%s.%s-%d", group, strings.TrimSuffix(filepath.Base(file), ".pdf"), s.first)
		dir := filepath.Join(t.out, t.sourceOf(group))
		if err := os.WriteFile(filepath.Join(dir, "truth", id+".md"), []byte(s.markdown), 0o644); err != nil {
			return taken, err
		}
		if err := cutPDF(ctx, file, s.first, s.last, filepath.Join(dir, "pdf", id+".pdf")); err != nil {
			return taken, errors.Join(err, os.Remove(filepath.Join(dir, "truth", id+".md")))
		}
		taken++
	}
	if taken == 0 {
		return 0, errors.New("no stretch has the words of its elements")
	}
	return taken, nil
}
