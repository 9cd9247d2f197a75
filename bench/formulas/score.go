package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// tally counts formulas.
type tally struct {
	all, right, elsewhere int
	// like is the sum of how alike the formulas are to their truth, from 0 to 1.
	like float64
}

func (t tally) String() string {
	n := float64(max(t.all, 1))
	return fmt.Sprintf("%4d formulas  right %.3f  right but elsewhere %.3f  alike %.3f", t.all, float64(t.right)/n, float64(t.elsewhere)/n, t.like/n)
}

func (b bench) score(ctx context.Context) error {
	for _, half := range halves {
		files, err := filepath.Glob(filepath.Join(b.out, half, "*.json"))
		if err != nil {
			return err
		}
		tallies := map[string]*tally{}
		for _, file := range files {
			if err := b.scoreDocument(ctx, file, tallies, half == "seen"); err != nil {
				return err
			}
		}
		var names []string
		for name := range tallies {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			fmt.Printf("%-5s %-12s %v\n", half, name, tallies[name])
		}
	}
	return nil
}

func (b bench) scoreDocument(ctx context.Context, file string, tallies map[string]*tally, mayShow bool) error {
	raw, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var d document
	if err := json.Unmarshal(raw, &d); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, b.quire, "convert", strings.TrimSuffix(file, ".json")+".pdf", "--skip-images")
	markdown, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	parts := d.parts(string(markdown))
	for _, f := range d.Formulas {
		r := f.compare(parts[f.Number], string(markdown))
		kind := "display"
		if f.Inline {
			kind = "inline"
		}
		for _, name := range []string{"all", kind, d.Font, fmt.Sprintf("columns %d", d.Columns)} {
			if tallies[name] == nil {
				tallies[name] = &tally{}
			}
			tallies[name].add(r)
		}
		if mayShow && !r.right && b.show > 0 {
			b.show--
			fmt.Printf("--- %s %d (%s)\n%s\n  became\n%s\n", d.Name, f.Number, kind, f.TeX, strings.TrimSpace(parts[f.Number]))
		}
	}
	return nil
}

// result is how one formula came out.
type result struct {
	right, elsewhere bool
	like             float64
}

func (t *tally) add(r result) {
	t.all++
	t.like += r.like
	if r.right {
		t.right++
	}
	if r.elsewhere {
		t.elsewhere++
	}
}

// parts returns, by number of the formula, the Markdown from its number to the next one's.
func (d document) parts(markdown string) map[int]string {
	type mark struct{ number, at int }
	var marks []mark
	for _, f := range d.Formulas {
		if at := strings.Index(markdown, strconv.Itoa(f.Number)); at >= 0 {
			marks = append(marks, mark{f.Number, at})
		}
	}
	slices.SortFunc(marks, func(a, b mark) int { return a.at - b.at })
	out := map[int]string{}
	for i, m := range marks {
		end := len(markdown)
		if i+1 < len(marks) {
			end = marks[i+1].at
		}
		out[m.number] = markdown[m.at:end]
	}
	return out
}

var markedUp = regexp.MustCompile(`(?s)\$\$(.+?)\$\$|\$([^$\n]+?)\$`)

// compare looks for a formula in its part of the Markdown, and then in all of it.
func (f formula) compare(part, all string) result {
	truth := canonical(f.TeX)
	var r result
	for _, m := range markedUp.FindAllStringSubmatch(part, -1) {
		got := canonical(m[1] + m[2])
		r.right = r.right || same(truth, got)
		r.like = max(r.like, alike(truth, got))
	}
	if !r.right {
		for _, m := range markedUp.FindAllStringSubmatch(all, -1) {
			r.elsewhere = r.elsewhere || same(truth, canonical(m[1]+m[2]))
		}
	}
	return r
}

// same reports whether two formulas are equal but for the punctuation of the sentence.
func same(a, b []string) bool { return slices.Equal(unpunctuated(a), unpunctuated(b)) }

func unpunctuated(tokens []string) []string {
	for len(tokens) > 0 && strings.Contains(".,;", tokens[len(tokens)-1]) {
		tokens = tokens[:len(tokens)-1]
	}
	return tokens
}

// alike is the share of the tokens of two formulas that are in the longest sequence of both.
func alike(a, b []string) float64 {
	if len(a)+len(b) == 0 {
		return 1
	}
	row := make([]int, len(b)+1)
	for i := range a {
		before := 0
		for k := range b {
			above := row[k+1]
			if a[i] == b[k] {
				row[k+1] = before + 1
			} else {
				row[k+1] = max(row[k+1], row[k])
			}
			before = above
		}
	}
	return 2 * float64(row[len(b)]) / float64(len(a)+len(b))
}
