package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"quire/internal/index"
	"quire/internal/index/bm25"
)

const (
	account  = "bench"
	depth    = 100 // documents ranked per query
	maxLine  = 16 << 20
	cutoff   = 10
	language = bm25.English
)

// ranking is the outcome on a test collection.
type ranking struct {
	documents int
	relevant  map[string]map[string]int // query → document → grade
	results   map[string][]string       // query → documents, best first
}

// rankCollection indexes a collection in BEIR's layout, with each document as one passage, and runs its
// queries.
func rankCollection(ctx context.Context, dir string, v vectors) (ranking, error) {
	ix, err := openIndex(ctx, v)
	if err != nil {
		return ranking{}, err
	}
	defer ix.Close()
	type text struct {
		ID    string `json:"_id"`
		Title string `json:"title"`
		Text  string `json:"text"`
	}
	documents, err := readLines[text](filepath.Join(dir, "corpus.jsonl"))
	if err != nil {
		return ranking{}, err
	}
	var b builder
	for _, d := range documents {
		b.add(index.Point{Collection: "c", File: d.ID, Generation: d.ID, PageStart: 1, PageEnd: 1, Dense: v.of(d.Title + "\n" + d.Text)},
			bm25.Document(language, d.Title+"\n"+d.Text))
	}
	if err := ix.Upsert(ctx, b.weighed()); err != nil {
		return ranking{}, err
	}
	r := ranking{documents: len(documents), results: make(map[string][]string)}
	if r.relevant, err = readRelevance(filepath.Join(dir, "qrels.tsv")); err != nil {
		return r, err
	}
	queries, err := readLines[text](filepath.Join(dir, "queries.jsonl"))
	if err != nil {
		return r, err
	}
	for _, q := range queries {
		hits, err := ix.Search(ctx, index.Scope{Account: account, Collections: []string{"c"}},
			index.Query{Sparse: bm25.Query(q.Text, language), Dense: v.of(q.Text), Limit: depth})
		if err != nil {
			return r, err
		}
		for _, h := range hits {
			r.results[q.ID] = append(r.results[q.ID], h.File)
		}
	}
	return r, nil
}

// openIndex opens an embedded index for lexical and, if there are vectors, semantic search.
func openIndex(ctx context.Context, v vectors) (*index.Index, error) {
	if !v.any() {
		return index.Open(ctx, index.Config{})
	}
	return index.Open(ctx, index.Config{Model: "given", Dimensions: vectorLength})
}

// builder gathers points until their average length is known.
type builder struct {
	points []index.Point
	terms  []bm25.Terms
	length int
}

func (b *builder) add(p index.Point, t bm25.Terms) {
	p.Account = account
	b.points, b.terms = append(b.points, p), append(b.terms, t)
	b.length += t.Length
}

func (b *builder) weighed() []index.Point {
	average := float64(b.length) / float64(len(b.points))
	for i, t := range b.terms {
		b.points[i].Sparse = t.Weigh(average)
	}
	return b.points
}

// scores returns, for each query that has relevant documents, nDCG@10, with linear gains and logarithmic discount as in
// trec_eval, and Recall@10.
func (r ranking) scores() (gain, recall []outcome) {
	for _, query := range slices.Sorted(maps.Keys(r.relevant)) {
		grades := r.relevant[query]
		var ideal []int
		relevant := 0
		for _, g := range grades {
			ideal = append(ideal, g)
			relevant += min(g, 1)
		}
		slices.SortFunc(ideal, func(a, b int) int { return b - a })
		var found []int
		hits := 0
		for _, d := range r.results[query][:min(cutoff, len(r.results[query]))] {
			found = append(found, grades[d])
			hits += min(grades[d], 1)
		}
		gain = append(gain, outcome{query, discounted(found) / discounted(ideal[:min(cutoff, len(ideal))])})
		recall = append(recall, outcome{query, float64(hits) / float64(relevant)})
	}
	return gain, recall
}

func discounted(grades []int) float64 {
	sum := 0.0
	for i, g := range grades {
		sum += float64(g) / math.Log2(float64(i+2))
	}
	return sum
}

func (r ranking) write(path string) error {
	var b strings.Builder
	for query, results := range r.results {
		line, err := json.Marshal(map[string]any{"query_id": query, "results": results})
		if err != nil {
			return err
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}

// readRelevance reads query, document and grade. Queries without a relevant document are left out.
func readRelevance(path string) (map[string]map[string]int, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	all := make(map[string]map[string]int)
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) != 3 || f[0] == "query-id" {
			continue
		}
		grade, err := strconv.Atoi(f[2])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if grade <= 0 {
			continue
		}
		if all[f[0]] == nil {
			all[f[0]] = make(map[string]int)
		}
		all[f[0]][f[1]] = grade
	}
	return all, nil
}

// readLines reads a file of JSON lines.
func readLines[T any](path string) ([]T, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxLine)
	var out []T
	for lines.Scan() {
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		out = append(out, v)
	}
	return out, lines.Err()
}
