// Command typesetters makes documents whose Markdown is known by printing it: excerpts of what people wrote in Markdown or
// reStructuredText, in the packages of several registries, are set as PDFs by programs that differ in everything but
// the text. Nothing of it depends on how anything reads a PDF; pdftotext only tells whether all words were printed.
//
// Packages are looked-at or held-out by their names, so that no package is in both, and some templates are used for the
// held-out half only.
//
//	typesetters -files DIR -print print.sh -out DIR   read DIR/REGISTRY/PACKAGE/…, write DIR/typesetters and DIR/typesetters-held
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const (
	source = "typesetters"
	// maxDocuments is the maximum number of documents of a package, and maxTries that of the files that are tried.
	maxDocuments = 2
	maxTries     = 12
	// maxTemplates is the maximum number of templates that are tried for an excerpt.
	maxTemplates = 3
	// minSize and maxSize are the sizes of files that are used, in bytes.
	minSize = 2500
	maxSize = 1 << 20
)

// templates are the names that print.sh knows. Those of the second list are for the held-out half only.
var (
	templates = []string{
		"typst-report-numbered", "typst-columns", "typst-striped", "typst-plain", "weasy-manual", "weasy-columns", "weasy-sans", "wk-github",
		"wk-plain", "groff-ms", "groff-small", "rst2pdf", "rst2pdf-columns", "koma-numbered", "memoir", "writer-odt", "writer-docx",
		"chromium-paper", "chromium-columns", "xhtml2pdf",
	}
	heldTemplates = []string{"fop", "story", "typst-columns", "weasy-manual"}
)

// legal matches the names of files that are the same in many packages.
var legal = regexp.MustCompile(`(?i)licen[cs]e|copying|conduct|security|notice|third.?party`)

func main() {
	log.SetFlags(0)
	var p printer
	files := flag.String("files", "", "directory with a directory for every registry, with one for every package")
	flag.StringVar(&p.script, "print", "bench/typesetters/print.sh", "the script that prints with a template")
	flag.StringVar(&p.out, "out", "bench-out/made", "directory of the sources that are made")
	flag.Parse()
	if err := p.printAll(context.Background(), *files); err != nil {
		log.Fatal(err)
	}
}

// printer prints excerpts of the files of packages.
type printer struct{ script, out string }

// shuffled returns a hash of a name.
func shuffled(name string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32() >> 4 // the lowest bits depend on the last letters only
}

func (p *printer) printAll(ctx context.Context, files string) error {
	for _, name := range []string{source, source + "-held"} {
		for _, part := range []string{"pdf", "truth"} {
			if err := os.MkdirAll(filepath.Join(p.out, name, part), 0o755); err != nil {
				return err
			}
		}
	}
	dirs, err := filepath.Glob(filepath.Join(files, "*", "*"))
	if err != nil {
		return err
	}
	packages := make([]library, len(dirs))
	for i, dir := range dirs {
		if packages[i], err = open(dir); err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
	}
	for n := range maxDocuments {
		for i := range packages {
			p.printNext(ctx, &packages[i], n+1, maxDocuments*i+n)
		}
	}
	return nil
}

// library is a package with the texts that are left to try.
type library struct {
	name  string
	files []string
}

func open(dir string) (library, error) {
	files, err := textsOf(dir)
	return library{filepath.Base(dir), files[:min(len(files), maxTries)]}, err
}

// printNext prints an excerpt of the next fit text of a package, which is the n-th. The turn chooses the template.
func (p *printer) printNext(ctx context.Context, l *library, n, turn int) {
	to, choice := source, templates
	if shuffled(l.name)%2 != 0 {
		to, choice = source+"-held", slices.Concat(heldTemplates, templates)
	}
	id := fmt.Sprintf("%s-%d", l.name, n)
	for len(l.files) > 0 {
		file := l.files[0]
		l.files = l.files[1:]
		template, err := p.printFile(ctx, file, id, to, slices.Concat(choice[turn%len(choice):], choice)[:maxTemplates])
		if err == nil {
			fmt.Printf("%-40s taken    %s for %s by %s\n", id, filepath.Base(file), to, template)
			return
		}
		fmt.Printf("%-40s refused  %s: %v\n", id, filepath.Base(file), err)
	}
}

// textsOf returns the texts of a package in an order that depends only on their names.
func textsOf(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || legal.MatchString(d.Name()) {
			return err
		}
		info, err := d.Info()
		if err == nil && formatOf(path) != "" && info.Size() >= minSize && info.Size() <= maxSize {
			files = append(files, path)
		}
		return err
	})
	rank := func(path string) uint32 { return shuffled(strings.TrimPrefix(path, dir)) }
	slices.SortFunc(files, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	return files, err
}

// printFile prints an excerpt of a file with the first template of those chosen that prints all of it.
func (p *printer) printFile(ctx context.Context, file, id, to string, choice []string) (template string, err error) {
	blocks, err := read(ctx, file)
	if err != nil {
		return "", err
	}
	part := excerptOf(filepath.Base(file), blocks)
	if part == nil {
		return "", errors.New("no part of it is fit")
	}
	for _, template = range choice {
		if err = p.print(ctx, part, template, filepath.Join(p.out, to), template+"."+id); err == nil {
			return template, nil
		}
		err = fmt.Errorf("%s: %w", template, err)
	}
	return "", err
}
