package main

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"quire/internal/convert/layout"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
)

// spoiltFor is how pages are degraded, unless told otherwise, to see whether the words read from them are kept.
const spoiltFor = "200 dpi, skew 0.8°"

// kept prints, for the first page of every PDF of a directory, how many of the words that OCR has read are not in the
// Markdown. There should be none, because noise is dropped before the layout.
func (b *bench) kept(ctx context.Context, dir, only string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.pdf"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no PDFs in %s", dir)
	}
	engine, err := pdf.NewEngine(pdf.Config{})
	if err != nil {
		return err
	}
	defer engine.Close()
	words, lost := 0, 0
	for _, file := range files {
		img, err := grey(ctx, engine, file)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		for _, d := range degradations {
			if only == "" && d.name != spoiltFor || !wanted(d.name, only) {
				continue
			}
			how := d.apply(img)
			read, err := b.reader.Read(ctx, how.img, how.dpi)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			p := layout.Analyze(read.Input(1))
			markdown := page.Markdown(p)
			if err := b.keepTexts(filepath.Base(file), d.name, markdown, read.Text()); err != nil {
				return err
			}
			all, missing := missingWords(read.Text(), markdown)
			words, lost = words+all, lost+len(missing)
			fmt.Printf("%-40s %-20s %5d words, %2d boxes, coverage %.3f, missing %q\n",
				filepath.Base(file), d.name, all, strings.Count(markdown, "[ ]")+strings.Count(markdown, "[x]"), p.Coverage, missing)
		}
	}
	fmt.Printf("%d of %d words are missing\n", lost, words)
	return nil
}

var wordPattern = regexp.MustCompile(`[\pL\pN]+`)

// missingWords returns how many words a reading has, and those that the Markdown does not have, each as often as it is
// missing. Halves of words count as present if a word that only the Markdown has begins or ends with them.
func missingWords(read, markdown string) (all int, missing []string) {
	have := map[string]int{}
	for _, w := range wordPattern.FindAllString(markdown, -1) {
		have[w]++
	}
	list := wordPattern.FindAllString(read, -1)
	for _, w := range list {
		if have[w]--; have[w] < 0 {
			missing = append(missing, w)
		}
	}
	missing = slices.DeleteFunc(missing, func(w string) bool {
		for joined, n := range have {
			if n > 0 && (strings.HasPrefix(joined, w) || strings.HasSuffix(joined, w)) {
				return true
			}
		}
		return false
	})
	return len(list), missing
}
