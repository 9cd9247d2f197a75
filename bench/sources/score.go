package main

import (
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// measures are the scores of a document. One without tables has no teds, and one without headings no mhs.
var measures = []string{"overall", "nid", "teds", "mhs"}

// inlineCode matches text in fixed-width type within a line.
var inlineCode = regexp.MustCompile("`([^`\n]+)`")

// scores are the scores of documents, keyed by "source/document".
type scores map[string]map[string]float64

// leaders and boxes match the many notations for the same thing.
var (
	leaders = regexp.MustCompile(`([.·…_] ?){4,}`)
	boxes   = strings.NewReplacer("☐", "[ ]", "□", "[ ]", "☒", "[x]", "☑", "[x]")
)

// measure converts the documents of every source and scores them.
func (b *bench) measure(ctx context.Context, quire string) (scores, error) {
	all := scores{}
	for _, s := range b.sets {
		ids, err := s.ids(b.sample)
		if err != nil {
			return nil, err
		}
		dir := filepath.Join(b.out, s.name)
		if err := b.convert(ctx, quire, s, ids, dir); err != nil {
			return nil, err
		}
		rows, err := b.score(ctx, s, ids, dir)
		if err != nil {
			return nil, err
		}
		for id, row := range rows {
			all[s.name+"/"+id] = row
		}
	}
	return all, nil
}

// convert writes the Markdown of documents to a directory. Documents that fail are scored as empty.
func (b *bench) convert(ctx context.Context, quire string, s set, ids []string, dir string) error {
	if quire == "" {
		return nil
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	args := []string{"convert", "--parallel", "1", "--no-separator", "--out", dir}
	if s.public {
		args = append(args, "--keep-headers-footers")
	}
	for _, id := range ids {
		args = append(args, s.pdf(id))
	}
	cmd := exec.CommandContext(ctx, quire, args...)
	if b.textOnly {
		cmd.Env = append(os.Environ(), "PATH=") // no tesseract
	}
	var failed *exec.ExitError
	if err := cmd.Run(); err != nil && (!errors.As(err, &failed) || ctx.Err() != nil) {
		return err
	}
	return nil
}

// score returns the scores of a source's documents, taking those of unchanged Markdown from the cache.
func (b *bench) score(ctx context.Context, s set, ids []string, dir string) (scores, error) {
	rows, kept, missing := scores{}, map[string]string{}, []string(nil)
	for _, id := range ids {
		name := filepath.Join(dir, id+".md")
		got, _ := os.ReadFile(name) // a failed file is empty
		text := string(got)
		if !s.public {
			text = boxes.Replace(leaders.ReplaceAllString(text, " "))
		}
		if s.unmarked {
			text = inlineCode.ReplaceAllString(text, "$1")
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return nil, err
		}
		truth, err := os.ReadFile(s.truth(id))
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(fmt.Appendf(nil, "%v\x00%s\x00%s", s.public, text, truth))
		kept[id] = filepath.Join(b.out, "kept", hex.EncodeToString(sum[:])+".json")
		if row, err := read(kept[id]); err != nil {
			missing = append(missing, id)
		} else {
			rows[id] = row
		}
	}
	return rows, b.scoreMissing(ctx, s, dir, missing, rows, kept)
}

// read returns the cached scores of a document.
func read(path string) (row map[string]float64, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return row, json.Unmarshal(data, &row)
}

// scoreMissing runs the scorer on documents, and caches their scores.
func (b *bench) scoreMissing(ctx context.Context, s set, dir string, ids []string, rows scores, kept map[string]string) error {
	if len(ids) == 0 {
		return nil
	}
	list, table := dir+".txt", dir+".csv"
	if err := os.WriteFile(list, []byte(strings.Join(ids, "\n")), 0o644); err != nil {
		return err
	}
	args := []string{b.scorer, dir, "--gt", filepath.Join(s.dir, "truth"), "--ids", list, "--csv", table}
	if !s.public {
		args = append(args, "--lenient")
	}
	if out, err := exec.CommandContext(ctx, "python3", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("score %s: %w: %s", s.name, err, out)
	}
	if err := readTable(table, rows); err != nil {
		return err
	}
	for _, id := range ids {
		data, err := json.Marshal(rows[id])
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(kept[id]), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(kept[id], data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// readTable adds the scores that the scorer wrote.
func readTable(path string, rows scores) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return err
	}
	for _, line := range lines[1:] {
		row := map[string]float64{}
		for i, name := range lines[0] {
			if v, err := strconv.ParseFloat(line[i], 64); err == nil && name != "id" {
				row[name] = v
			}
		}
		rows[line[0]] = row
	}
	return nil
}
