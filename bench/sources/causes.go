package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A cause says what is wrong with a table of the truth or of the output, as far as the two show.
type cause int

const (
	right      cause = iota // the same cells with the same words
	worded                  // the same cells with other words
	headed                  // the same columns and rows, but the first row differs
	torn                    // more rows than the truth
	fused                   // fewer rows than the truth
	recolumned              // another number of columns
	cut                     // the words of one table are in several
	joined                  // one table has the words of several
	listed                  // no table: most of its words are in items of lists
	listing                 // no table: most of its words are in listings
	written                 // no table: its words are elsewhere in the text
	lost                    // no table, and most of its words are missing
	invented                // a table with few words of any table of the truth
	causes
)

var causeNames = [causes]string{
	"right", "words of cells differ", "first row differs", "rows split", "rows merged", "other number of columns",
	"cut in several", "several joined", "missed: list", "missed: listing", "missed: text", "missed: words missing", "false table",
}

const (
	// sharedWords is the share of the words of the smaller of two tables that the other has if both are the same table.
	sharedWords = .5
	// sameWords is the least share of common words in cells that count as equal.
	sameWords = .9
)

// tally counts tables, and the loss of their documents, by cause.
type tally struct {
	tables, documents [causes]int
	loss              [causes]float64
	scored            int
}

// causes prints, for every source, how many tables differ from the truth for which cause, in how many documents, and how
// much TEDS of the source that costs: the loss of a document is shared among its faulty tables by their cells. It names no
// document, so held-out sources may be measured, too.
func (b *bench) causes(ctx context.Context, quire string) error {
	rows, err := b.measure(ctx, quire)
	if err != nil {
		return err
	}
	for _, s := range b.sets {
		var t tally
		for id, row := range rows {
			source, document, _ := strings.Cut(id, "/")
			if source != s.name {
				continue
			}
			truth, err := os.ReadFile(s.truth(document))
			if err != nil {
				return err
			}
			got, err := os.ReadFile(filepath.Join(b.out, s.name, document+".md"))
			if err != nil {
				return err
			}
			teds, scored := row["teds"]
			t.add(tableFaults(string(truth), string(got)), 1-teds, scored)
		}
		t.print(s.name)
	}
	return nil
}

// fault is a table and what is wrong with it.
type fault struct {
	cause cause
	cells int
}

// add counts the tables of a document.
func (t *tally) add(faults []fault, loss float64, scored bool) {
	faulty := 0
	var seen [causes]bool
	for _, f := range faults {
		t.tables[f.cause]++
		seen[f.cause] = true
		if f.cause != right {
			faulty += f.cells
		}
	}
	for c := range causes {
		if seen[c] {
			t.documents[c]++
		}
	}
	if !scored {
		return
	}
	t.scored++
	for _, f := range faults {
		if f.cause != right {
			t.loss[f.cause] += loss * float64(f.cells) / float64(faulty)
		}
	}
}

func (t *tally) print(source string) {
	fmt.Printf("%s (%d documents with tables)\n", source, t.scored)
	for c := range causes {
		if t.tables[c] > 0 {
			fmt.Printf("  %-26s%6d tables%6d documents   TEDS -%.4f\n", causeNames[c], t.tables[c], t.documents[c], t.loss[c]/float64(max(t.scored, 1)))
		}
	}
}

// tableFaults pairs the tables of a document's truth with those of the output by their words, and says what is wrong with
// each.
func tableFaults(truth, got string) []fault {
	wanted, found := readTables(truth), readTables(got)
	partners, parts := pairTables(wanted, found)
	var out []fault
	shared := make([]int, len(found))
	for i, w := range wanted {
		f := fault{cells: w.cells()}
		switch k := partners[i]; {
		case k < 0:
			f.cause = whereabouts(w, got)
		case parts[i] > 1:
			f.cause = cut
		default:
			f.cause = w.differs(found[k])
			f.cells = max(f.cells, found[k].cells())
		}
		if partners[i] >= 0 {
			shared[partners[i]]++
		}
		out = append(out, f)
	}
	for k, f := range found {
		switch {
		case shared[k] > 1:
			out = append(out, fault{joined, f.cells()})
		case shared[k] == 0 && bestOf(f, wanted) < 0:
			out = append(out, fault{invented, f.cells()})
		}
	}
	return out
}

// pairTables returns, for each table of the truth, the index of its table in the output, or -1, and the number of those
// that have its words. Pairs are made in order of similarity; a table that is left over belongs to the one most like
// it.
func pairTables(wanted, found []sheet) (partners, parts []int) {
	type pair struct {
		w, f  int
		alike float64
	}
	var pairs []pair
	for i, w := range wanted {
		for k, f := range found {
			if a := w.alike(f); a > 0 {
				pairs = append(pairs, pair{i, k, a})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.alike, a.alike) })
	partners, parts = slices.Repeat([]int{-1}, len(wanted)), make([]int, len(wanted))
	taken := make([]bool, len(found))
	for _, p := range pairs {
		if partners[p.w] < 0 && !taken[p.f] {
			partners[p.w], taken[p.f] = p.f, true
			parts[p.w]++
		}
	}
	for i, w := range wanted {
		if partners[i] < 0 {
			partners[i] = bestOf(w, found)
		}
	}
	for k, f := range found {
		if best := bestOf(f, wanted); !taken[k] && best >= 0 {
			parts[best]++
		}
	}
	return partners, parts
}

// bestOf returns the index of the table that is most like another, or -1.
func bestOf(t sheet, others []sheet) int {
	best, most := -1, 0.0
	for i, o := range others {
		if a := t.alike(o); a > most {
			best, most = i, a
		}
	}
	return best
}

// alike returns the share of the words of two tables that both have, or 0 if the smaller has few of the other's.
func (t sheet) alike(other sheet) float64 {
	n, a, b := common(t.words, other.words), t.words.size(), other.words.size()
	if float64(n) < sharedWords*float64(min(a, b)) {
		return 0
	}
	return 2 * float64(n) / float64(a+b)
}

var item = regexp.MustCompile(`^\s*(?:[-*+]|\d+[.)])\s`)

// whereabouts returns what became of a table that the output lacks.
func whereabouts(t sheet, got string) cause {
	items, code, all := bag{}, bag{}, bag{}
	fenced, inItem := false, false
	for _, line := range strings.Split(got, "\n") {
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			fenced = !fenced
		case item.MatchString(line):
			inItem = true
		case strings.TrimSpace(line) == "":
			inItem = false
		}
		words := bagOf(line)
		all.add(words)
		switch {
		case fenced:
			code.add(words)
		case inItem:
			items.add(words)
		}
	}
	enough := func(b bag) bool { return float64(common(t.words, b)) >= sharedWords*float64(t.words.size()) }
	switch {
	case !enough(all):
		return lost
	case enough(code):
		return listing
	case enough(items):
		return listed
	}
	return written
}

// differs returns how a table of the output differs from the truth.
func (t sheet) differs(got sheet) cause {
	switch {
	case t.columns() != got.columns():
		return recolumned
	case len(got.rows) > len(t.rows):
		return torn
	case len(got.rows) < len(t.rows):
		return fused
	}
	for r := range t.rows {
		for c := range min(len(t.rows[r]), len(got.rows[r])) {
			a, b := bagOf(t.rows[r][c]), bagOf(got.rows[r][c])
			if float64(common(a, b)) < sameWords*float64(max(a.size(), b.size())) {
				if r == 0 {
					return headed
				}
				return worded
			}
		}
	}
	return right
}
