package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"quire/bench/sources/shake"
)

// analyzed is the file in which a page is given to the layout.
const analyzed = "internal/convert/pdf/sheet.go"

// shaking returns the source of a converter that changes every page before its layout.
func shaking(root string) (map[string][]byte, error) {
	source, err := os.ReadFile(filepath.Join(root, analyzed))
	if err != nil {
		return nil, err
	}
	for from, to := range map[string]string{
		`layout.Analyze(s.Input)`: `layout.Analyze(shake.Input(s.Input))`,
		"import (\n":              "import (\n\t\"quire/bench/sources/shake\"\n",
	} {
		if bytes.Count(source, []byte(from)) != 1 {
			return nil, fmt.Errorf("%s: not one %q", analyzed, from)
		}
		source = bytes.Replace(source, []byte(from), []byte(to), 1)
	}
	return map[string][]byte{analyzed: source}, nil
}

// still is the name of the program that changes no page.
const still = "still"

// shake prints how much every source loses when its pages are changed in ways that do not change what they say, and which
// documents lose most.
func (b *bench) shake(ctx context.Context, chosen []string) error {
	builder, base, err := b.start(ctx, still, shaking)
	if err != nil {
		return err
	}
	losses := map[string]map[string]float64{}
	for _, k := range shake.Kinds {
		if len(chosen) > 0 && !slices.Contains(chosen, k.Name) {
			continue
		}
		binary, err := builder.named(still, k.Name)
		if err != nil {
			return err
		}
		got, err := b.measure(ctx, binary)
		if err != nil {
			return err
		}
		fmt.Println(b.shakenRow(k.Name, base, got))
		losses[k.Name] = differences(base, got)
	}
	printLosses(losses)
	return nil
}

// shakenRow describes the changes of the sources' means, in points of 100.
func (b *bench) shakenRow(kind string, base, got scores) string {
	row := fmt.Sprintf("%-16s", kind)
	for _, s := range b.sets {
		ids := members(base, s.name)
		row += fmt.Sprintf("  %s", s.name)
		for _, m := range measures {
			if before, after := base.mean(ids, m), got.mean(ids, m); before.known {
				row += fmt.Sprintf(" %s %+.2f", m, 100*(after.mean-before.mean))
			}
		}
	}
	return row
}

// differences returns what documents lose, in points of 100.
func differences(base, got scores) map[string]float64 {
	lost := map[string]float64{}
	for id, row := range base {
		if loss := 100 * (row["overall"] - got[id]["overall"]); loss > 0 {
			lost[id] = loss
		}
	}
	return lost
}

// shown is the number of documents that are listed.
const shown = 60

// printLosses lists the documents that lose most in all, and by which changes. Documents that are held out are not named.
func printLosses(losses map[string]map[string]float64) {
	total := map[string]float64{}
	for _, lost := range losses {
		for id, loss := range lost {
			if source, _, _ := strings.Cut(id, "/"); !strings.HasSuffix(source, "-held") {
				total[id] += loss
			}
		}
	}
	ids := slices.SortedFunc(maps.Keys(total), func(a, b string) int { return cmp.Or(cmp.Compare(total[b], total[a]), cmp.Compare(a, b)) })
	for _, id := range ids[:min(shown, len(ids))] {
		fmt.Printf("%s %.0f:", id, total[id])
		for _, k := range shake.Kinds {
			if loss := losses[k.Name][id]; loss >= 1 {
				fmt.Printf(" %s %.0f", k.Name, loss)
			}
		}
		fmt.Println()
	}
}
