// Command tagged turns tagged PDFs into documents whose Markdown is known. The structure tree of a real file states its
// headings, paragraphs, lists, tables and reading order: it becomes the truth, and a copy of the file without the tree
// and its marks is what the converter gets to see. A tree that does not hold the page's text, or whose order runs
// against the page, is refused (see check.go).
//
// The tree is read from the file's objects, the text of its marks by PDFium, so that nothing of how the converter reads
// trees is believed here.
//
// Of a file that was printed from another document, the truth may be that document's Markdown. Then the tree only shows
// whether all of it was printed (see printed.go).
//
//	tagged -out DIR FILE.pdf ...               write DIR/pdf and DIR/truth, and report what is refused
//	tagged -out DIR -markdown DIR FILE.pdf ... take the truth from the files of the same names
//	tagged -out DIR -packages DIR              take excerpts of a few pages from the files of packages, which have a
//	                                           directory each (see packages.go), for DIR/FAMILY and DIR/FAMILY-held
//	tagged -out DIR -prints DIR                take prints without tags of office documents, with their Markdown beside
//	                                           them (see prints.go), for DIR/FAMILY and DIR/FAMILY-held
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	var t taker
	flag.StringVar(&t.out, "out", "bench-out/tagged", "directory of the documents")
	flag.StringVar(&t.family, "family", "real", "beginning of the documents' names")
	flag.StringVar(&t.sources, "markdown", "", "directory of the Markdown that the files were printed from")
	packages := flag.String("packages", "", "directory with a directory of files for every package")
	prints := flag.String("prints", "", "directory with untagged prints of office documents and the documents' Markdown")
	cache := flag.String("cache", filepath.Join(os.TempDir(), "quire-tagged"), "directory of the compiled PDFium")
	flag.Parse()
	if err := t.takeAll(*cache, *packages, *prints, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

// taker writes documents with their truth.
type taker struct {
	*engine
	out, family, sources string
}

// takeAll processes the files, those of packages, or prints.
func (t *taker) takeAll(cache, packages, prints string, files []string) (err error) {
	engine, err := openEngine(cache)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, engine.close()) }()
	t.engine = engine
	if packages != "" {
		return t.takePackages(packages)
	}
	if prints != "" {
		return t.takePrints(prints)
	}
	return t.takeFiles(files)
}

// takeFiles processes the usable ones among the files. A document's number is its position among all files.
func (t *taker) takeFiles(files []string) error {
	if err := t.makeDirectories(); err != nil {
		return err
	}
	taken := 0
	for i, file := range files {
		id := fmt.Sprintf("%s-%d", t.family, i+1)
		switch err := t.takeExcerpt(file, id, allPages); {
		case errors.Is(err, errUntagged):
		case err != nil:
			fmt.Printf("%-12s refused  %s: %v\n", id, filepath.Base(file), err)
		default:
			fmt.Printf("%-12s taken    %s\n", id, filepath.Base(file))
			taken++
		}
	}
	fmt.Printf("%s: %d of %d files taken\n", t.family, taken, len(files))
	return nil
}

func (t *taker) makeDirectories() error {
	return errors.Join(os.MkdirAll(filepath.Join(t.out, "pdf"), 0o755), os.MkdirAll(filepath.Join(t.out, "truth"), 0o755))
}

// takeExcerpt writes the truth of the pages of a file and their copy without tags.
func (t *taker) takeExcerpt(file, id string, pages excerpt) error {
	source, err := openSource(file)
	if err != nil {
		return err
	}
	defer source.close()
	root, err := source.tree()
	if err != nil {
		return err
	}
	sheets, err := t.read(file, pages)
	if err != nil {
		return err
	}
	if pages != allPages {
		root = root.within(pages)
		source.cut(pages)
	}
	truth, err := t.truth(compose(root, sheets), file)
	if err != nil {
		return err
	}
	return t.save(source, id, truth)
}

// save writes what is left of a document, without its tags, and its truth.
func (t *taker) save(source *source, id, truth string) error {
	bare, err := source.strip()
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(t.out, "pdf", id+".pdf"), bare, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(t.out, "truth", id+".md"), []byte(truth), 0o644)
}

// truth returns the Markdown of the tree, or of the document from which the file was printed.
func (t *taker) truth(c *composer, file string) (string, error) {
	if t.sources == "" {
		return c.markdown(), c.check()
	}
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	markdown, err := os.ReadFile(filepath.Join(t.sources, name+".md"))
	if err != nil {
		return "", err
	}
	truth := plain(string(markdown))
	return truth, c.checkPrinted(truth)
}
