// Command figurerows measures whether labels and figures on one baseline end up in one line of Markdown, as they should
// in financial statements and annual reports. The truth is the places where pdftotext finds the words, so that it does
// not depend on how the converter reads a PDF. Half of the documents, by name, are held out: their errors are never
// printed.
//
//	figurerows [-show N] FILE.pdf...   print the share of rows that are kept, by document
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"hash/crc32"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// leastRows is how many rows of figures a page needs to count: fewer may be running text that ends with numbers.
const leastRows = 5

func main() {
	log.SetFlags(0)
	var b bench
	flag.StringVar(&b.quire, "quire", "bin/quire", "the converter")
	flag.IntVar(&b.pages, "pages", 0, "the most pages of each document; all if 0")
	flag.Uint64Var(&b.seed, "seed", 1, "chooses the pages")
	flag.IntVar(&b.show, "show", 0, "how many lost rows of each document to print, of those that are not held out")
	flag.Parse()
	b.run(context.Background(), flag.Args())
}

// bench is how to measure.
type bench struct {
	quire       string
	pages, show int
	seed        uint64
}

// tally counts rows.
type tally struct{ pages, rows, kept, parted int }

func (t *tally) add(u tally) {
	t.pages, t.rows, t.kept, t.parted = t.pages+u.pages, t.rows+u.rows, t.kept+u.kept, t.parted+u.parted
}

func (t tally) print(name string) {
	if t.rows > 0 {
		rows := float64(t.rows)
		fmt.Printf("%-44s %5d pages %6d rows  %.3f in one line  %.3f in cells of their own\n",
			name, t.pages, t.rows, float64(t.kept)/rows, float64(t.parted)/rows)
	}
}

func (b bench) run(ctx context.Context, files []string) {
	var seen, held tally
	for _, file := range files {
		t, err := b.measure(ctx, file)
		if err != nil {
			log.Printf("%s is left out: %v", file, err)
			continue
		}
		if heldOut(file) {
			held.add(t)
		} else {
			seen.add(t)
		}
		t.print(filepath.Base(file))
	}
	seen.print("all that may be looked at")
	held.print("all that are held out")
}

// heldOut reports whether nobody looks at a document. Reports of one company fall on the same side.
func heldOut(file string) bool {
	company, _, _ := strings.Cut(filepath.Base(file), "_")
	h := crc32.NewIEEE()
	h.Write([]byte(company))
	return h.Sum32()%2 == 1
}

// measure counts the rows of a document.
func (b bench) measure(ctx context.Context, file string) (tally, error) {
	pages, err := words(ctx, file)
	if err != nil {
		return tally{}, err
	}
	truth := map[int][]row{}
	for i, page := range pages {
		if found := rows(page); len(found) >= leastRows {
			truth[i+1] = found
		}
	}
	if len(truth) == 0 {
		return tally{}, nil
	}
	b.sample(truth, len(pages))
	got, err := b.convert(ctx, file)
	if err != nil {
		return tally{}, err
	}
	return b.count(file, truth, got), nil
}

// sample returns as many pages as are wanted.
func (b bench) sample(truth map[int][]row, pages int) {
	if b.pages == 0 {
		return
	}
	left := b.pages
	for _, i := range rand.New(rand.NewPCG(b.seed, 0)).Perm(pages) {
		if truth[i+1] == nil {
			continue
		}
		if left == 0 {
			delete(truth, i+1)
			continue
		}
		left--
	}
}

// count compares rows with the Markdown of their pages.
func (b bench) count(file string, truth map[int][]row, got map[int][]string) tally {
	t, show := tally{pages: len(truth)}, b.show
	if heldOut(file) {
		show = 0
	}
	for number := range len(got) + 1 {
		for _, r := range truth[number] {
			kept, parted := r.in(got[number])
			t.add(tally{rows: 1, kept: one(kept), parted: one(parted)})
			if !parted && show > 0 {
				fmt.Printf("%s page %d: %q %q in one line %v\n", filepath.Base(file), number, r.label, r.figures, kept)
				show--
			}
		}
	}
	return t
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// convert returns the lines of Markdown of every page. Pictures are not read.
func (b bench) convert(ctx context.Context, file string) (map[int][]string, error) {
	cmd := exec.CommandContext(ctx, b.quire, "convert", "--json", file)
	cmd.Env = append(os.Environ(), "PATH=") // no tesseract
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	got := map[int][]string{}
	for data := json.NewDecoder(bytes.NewReader(out)); data.More(); {
		var page struct {
			Number int
			Blocks []struct{ Markdown string }
		}
		if err := data.Decode(&page); err != nil {
			return nil, err
		}
		got[page.Number] = nil
		for _, block := range page.Blocks {
			got[page.Number] = append(got[page.Number], strings.Split(block.Markdown, "\n")...)
		}
	}
	return got, nil
}
