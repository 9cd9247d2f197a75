package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// figures are the mean scores of a family.
type figures struct {
	docs, falseTables int
	sums, counts      map[string]float64
}

// measures are the scorer's measures that are printed, and one of our own: the share of the truth's lines that are
// kept.
var measures = []string{"overall", "nid", "teds", "mhs", keptLines}

const keptLines = "lines"

// report prints the mean scores of every family.
func report(w io.Writer, truth, got, scores string) error {
	rows, err := read(scores)
	if err != nil {
		return err
	}
	byFamily := map[string]*figures{}
	for _, row := range rows {
		if row[keptLines], err = lines(truth, got, row["id"]); err != nil {
			return err
		}
		for _, group := range []string{familyOf(row["id"]), total} {
			if byFamily[group] == nil {
				byFamily[group] = &figures{sums: map[string]float64{}, counts: map[string]float64{}}
			}
			byFamily[group].add(row)
		}
	}
	table(w, byFamily)
	return nil
}

// within separates the name of a document from the way in which it was degraded.
const within = "+"

// familyOf returns the family of a document; scans are families of their own.
func familyOf(id string) string {
	if scan, _, found := strings.Cut(id, within); found {
		return scan
	}
	return id[:strings.LastIndex(id, "-")]
}

// total is the name of the line for all families together. It sorts last.
const total = "~ all"

func table(w io.Writer, byFamily map[string]*figures) {
	fmt.Fprintf(w, "%-20s %5s", "", "docs")
	for _, c := range measures {
		fmt.Fprintf(w, " %7s", c)
	}
	fmt.Fprintf(w, " %s\n", "false tables")
	names := make([]string, 0, len(byFamily))
	for name := range byFamily {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		f := byFamily[name]
		fmt.Fprintf(w, "%-20s %5d", name, f.docs)
		for _, c := range measures {
			if f.counts[c] == 0 {
				fmt.Fprintf(w, " %7s", "-")
				continue
			}
			fmt.Fprintf(w, " %7.3f", f.sums[c]/f.counts[c])
		}
		fmt.Fprintf(w, " %5d\n", f.falseTables)
	}
}

func (f *figures) add(row map[string]string) {
	f.docs++
	if row["teds"] == "" && row["pred_has_table"] == "True" {
		f.falseTables++
	}
	for _, c := range measures {
		if v, err := strconv.ParseFloat(row[c], 64); err == nil {
			f.sums[c] += v
			f.counts[c]++
		}
	}
}

// read returns the rows of a CSV file, keyed by the names in its first row.
func read(file string) ([]map[string]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(records) == 0 {
		return nil, fmt.Errorf("%s is empty", file)
	}
	var out []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, value := range record {
			row[records[0][i]] = value
		}
		out = append(out, row)
	}
	return out, nil
}

// lines returns the share of a document's lines outside tables that are separate lines in the conversion, too. The
// scorer does not notice whether paragraphs, or the lines of an address, were joined or split.
func lines(truth, got, id string) (string, error) {
	want, err := os.ReadFile(filepath.Join(truth, id+".md"))
	if err != nil {
		return "", err
	}
	converted, err := os.ReadFile(filepath.Join(got, id+".md"))
	if err != nil && !os.IsNotExist(err) {
		return "", err
	}
	left := map[string]int{}
	for _, line := range bare(string(converted)) {
		left[line]++
	}
	lines, kept := bare(string(want)), 0
	for _, line := range lines {
		if left[line] > 0 {
			left[line]--
			kept++
		}
	}
	if len(lines) == 0 {
		return "", nil
	}
	return fmt.Sprint(float64(kept) / float64(len(lines))), nil
}

// marks removes the markup of Markdown that makes no difference to a line.
var marks = strings.NewReplacer("**", "", "*", "", "\\", "", "#", "", "<br>", "", "<sup>", "", "</sup>", "", "’", "'")

// bare returns the lines of Markdown outside tables without their markup.
func bare(markdown string) []string {
	var out []string
	inTable := false
	for line := range strings.SplitSeq(markdown, "\n") {
		inTable = inTable || strings.HasPrefix(line, "<table")
		text := strings.Join(strings.Fields(strings.TrimPrefix(marks.Replace(line), "- ")), " ")
		if text != "" && !inTable && !strings.HasPrefix(text, "|") {
			out = append(out, text)
		}
		inTable = inTable && !strings.Contains(line, "</table>")
	}
	return out
}
