// Command formulas measures how formulas come out of a conversion. Their truth is what somebody wrote in LaTeX: the
// formulas in the documentation of Python packages, set by TeX in several typefaces, displayed and within lines. The
// formulas of half of the packages are held out: their errors are never printed.
//
//	formulas make  -from FOLDER -out FOLDER [-seed N] [-count N]
//	formulas score -out FOLDER [-quire PROGRAM] [-show N]
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) < 2 {
		log.Fatal("give a command: make or score")
	}
	var b bench
	f := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	f.StringVar(&b.from, "from", "", "the folder of Python packages, one below each name")
	f.StringVar(&b.out, "out", "bench-out/formulas", "the folder of documents")
	f.StringVar(&b.quire, "quire", "bin/quire", "the converter")
	f.Uint64Var(&b.seed, "seed", 1, "chooses formulas and typefaces")
	f.IntVar(&b.count, "count", 20, "how many documents to make of each half")
	f.IntVar(&b.show, "show", 0, "how many wrong formulas to print, of those that are not held out")
	if err := f.Parse(os.Args[2:]); err != nil {
		log.Fatal(err)
	}
	run := map[string]func(context.Context) error{"make": b.make, "score": b.score}[os.Args[1]]
	if run == nil {
		log.Fatalf("%q is no command: give make or score", os.Args[1])
	}
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

// bench is what to make or to measure.
type bench struct {
	from, out, quire string
	seed             uint64
	count, show      int
}

// halves are the folders of the looked-at and the held-out documents.
var halves = []string{"seen", "held"}

func (b bench) make(ctx context.Context) error {
	all, err := collect(b.from)
	if err != nil {
		return err
	}
	for i, half := range halves {
		var texts []string
		for _, w := range all {
			if heldOut(w.From) == (i == 1) {
				texts = append(texts, w.TeX)
			}
		}
		r := rand.New(rand.NewPCG(b.seed, uint64(i)))
		r.Shuffle(len(texts), func(i, k int) { texts[i], texts[k] = texts[k], texts[i] })
		folder := filepath.Join(b.out, half)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		for n := 0; n < b.count && (n+1)*perDocument <= len(texts); n++ {
			d := draw(r, fmt.Sprintf("%s-%02d", half, n), texts[n*perDocument:(n+1)*perDocument])
			if err := d.save(ctx, folder, b.seed+uint64(n)); err != nil {
				return err
			}
		}
		log.Printf("%s: %d formulas", half, len(texts))
	}
	return nil
}

// save makes the PDF of a document and writes what its formulas are.
func (d document) save(ctx context.Context, folder string, seed uint64) error {
	d, err := d.typeset(ctx, folder, seed)
	if err != nil {
		return err
	}
	b, err := json.MarshalIndent(d, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, d.Name+".json"), b, 0o600)
}
