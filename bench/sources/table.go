package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// compare prints the scores of a converter by source and family, next to those of a file.
func (b *bench) compare(ctx context.Context, quire, baseFile, saveFile string) error {
	base := scores{}
	if baseFile != "" {
		data, err := os.ReadFile(baseFile)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(data, &base); err != nil {
			return fmt.Errorf("%s: %w", baseFile, err)
		}
	}
	got, err := b.measure(ctx, quire)
	if err != nil {
		return err
	}
	fmt.Printf("%-28s%5s", "", "docs")
	for _, m := range measures {
		fmt.Printf("%16s", m)
	}
	fmt.Println()
	for _, group := range b.groups(got) {
		b.printGroup(group, got, base)
	}
	if saveFile == "" {
		return nil
	}
	data, err := json.Marshal(got)
	if err != nil {
		return err
	}
	return os.WriteFile(saveFile, data, 0o644)
}

// groups returns the sources and their families, in order.
func (b *bench) groups(got scores) []string {
	names := map[string]bool{}
	for id := range got {
		source, document, _ := strings.Cut(id, "/")
		names[source], names[b.source(source).family(document)] = true, true
	}
	return slices.Sorted(maps.Keys(names))
}

func (b *bench) source(name string) set {
	return b.sets[slices.IndexFunc(b.sets, func(s set) bool { return s.name == name })]
}

func (b *bench) printGroup(group string, got, base scores) {
	var members []string
	for id := range got {
		source, document, _ := strings.Cut(id, "/")
		if source == group || b.source(source).family(document) == group {
			members = append(members, id)
		}
	}
	fmt.Printf("%-28s%5d", group, len(members))
	for _, m := range measures {
		value, difference := got.mean(members, m), ""
		if before, n := base.mean(members, m), base.count(members); n == len(members) && before.known && value.known {
			difference = fmt.Sprintf("%+.4f", value.mean-before.mean)
		}
		fmt.Printf("%8s%8s", value, difference)
	}
	fmt.Println()
}

// figure is a mean, or nothing if no document has the measure.
type figure struct {
	mean  float64
	known bool
}

// String formats the mean. It returns an empty cell if there is none.
func (f figure) String() string {
	if !f.known {
		return ""
	}
	return fmt.Sprintf("%.4f", f.mean)
}

// mean returns the mean of a measure over the documents that have it. It sums in the order of names, so that rounding
// is reproducible.
func (s scores) mean(ids []string, measure string) figure {
	sum, n := 0.0, 0
	for _, id := range slices.Sorted(slices.Values(ids)) {
		if v, ok := s[id][measure]; ok {
			sum += v
			n++
		}
	}
	if n == 0 {
		return figure{}
	}
	return figure{sum / float64(n), true}
}

func (s scores) count(ids []string) int {
	n := 0
	for _, id := range ids {
		if s[id] != nil {
			n++
		}
	}
	return n
}
