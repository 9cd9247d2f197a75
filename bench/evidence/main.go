// Command evidence measures whether the places of quotes match their words: it converts files, quotes every sentence
// and table row of their passages, and compares the words under the boxes with the quote.
//
//	evidence FILE|DIR...   print the share of quotes whose words lie inside their boxes, by kind of page
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"quire/internal/convert"
	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
	"quire/internal/convert/probe"
	"quire/internal/highlight"
	"quire/internal/passage"
)

func main() {
	convert.Handover()
	show := flag.Int("show", 0, "how many quotes outside of their boxes to print")
	flag.Parse()
	if err := run(context.Background(), flag.Args(), *show); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// bench counts quotes by kind.
type bench struct {
	converter *convert.Converter
	tallies   map[string]*tally
	show      int
}

type tally struct{ quotes, inside, clean, found int }

func run(ctx context.Context, args []string, show int) error {
	reader, err := ocr.New(ocr.Config{Binary: "tesseract", Languages: "eng", Parallel: 1})
	if err != nil {
		return err
	}
	c, err := convert.New(convert.Config{OCR: reader})
	if err != nil {
		return err
	}
	defer c.Close() //nolint:errcheck // the program ends
	b := bench{converter: c, tallies: map[string]*tally{}, show: show}
	for _, arg := range args {
		err := filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			return b.measure(ctx, path)
		})
		if err != nil {
			return err
		}
	}
	b.report()
	return nil
}

// measure measures the quotes of a file. A file that cannot be converted has none.
func (b *bench) measure(ctx context.Context, path string) error {
	format, err := probe.File(path, filepath.Ext(path), probe.Check)
	if err != nil || !format.Drawable() {
		return nil //nolint:nilerr // a file of another kind
	}
	var raw, pages []page.Page
	err = b.converter.Pages(ctx, path, format, 1, 0, convert.Options{}, func(p page.Page) error {
		raw = append(raw, p)
		return nil
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, path, err)
		return nil
	}
	var passages []passage.Passage
	splitter := passage.NewSplitter(passage.Options{FileName: filepath.Base(path)}, func(p passage.Passage) error {
		passages = append(passages, p)
		return nil
	})
	source := func(yield func(*page.Page) error) error {
		for _, p := range raw {
			if err := yield(&p); err != nil {
				return err
			}
		}
		return nil
	}
	_, err = convert.Assemble(ctx, source, convert.AssembleOptions{}, io.Discard, func(p page.Page) error {
		pages = append(pages, p)
		return splitter.Add(p)
	})
	if err != nil {
		return nil //nolint:nilerr // nothing in it could be read
	}
	if err := splitter.Close(); err != nil {
		return err
	}
	return b.quote(path, pages, passages)
}

func (b *bench) quote(path string, pages []page.Page, passages []passage.Passage) error {
	book := highlight.NewBook(func(number int) (page.Page, error) { return pages[number-1], nil })
	for _, p := range passages {
		for _, at := range quotes(p) {
			text, spans := p.Text[at[0]:at[1]], spansOf(p, at[0], at[1])
			if len(spans) == 0 || len(pages[spans[0].Page-1].Words) == 0 {
				continue
			}
			if b := pages[spans[0].Page-1].Blocks[spans[0].Block]; b.Kind == page.ListItem && strings.TrimSpace(text) == b.Marker {
				continue // it may be part of a drawing, which nobody quotes
			}
			byOffset, err := book.Quoted(text, spans)
			if err != nil {
				return err
			}
			bySearch, err := book.Find(text, spans[0].Page, spans[len(spans)-1].Page)
			if err != nil {
				return err
			}
			b.count(path, pages, text, spans, byOffset, bySearch)
		}
	}
	return nil
}

func (b *bench) count(path string, pages []page.Page, text string, spans []passage.Span, byOffset, bySearch []highlight.Place) {
	inside := agrees(pages, text, byOffset)
	for _, kind := range kinds(pages, spans) {
		t := b.tallies[kind]
		if t == nil {
			t = &tally{}
			b.tallies[kind] = t
		}
		t.quotes++
		if inside {
			t.inside++
		}
		if inside && len(highlight.Normal(under(pages, byOffset))) == len(highlight.Normal(text)) {
			t.clean++
		}
		if agrees(pages, text, bySearch) {
			t.found++
		}
	}
	if !inside && b.show > 0 {
		b.show--
		fmt.Printf("%s page %d: %q under boxes: %q\n", path, spans[0].Page, text, under(pages, byOffset))
	}
}

// quotes returns the sentences and rows of a passage, as byte ranges.
func quotes(p passage.Passage) [][2]int {
	var list [][2]int
	from := 0
	for i, r := range p.Text {
		end := i + 1
		if atEnd := end == len(p.Text); r != '\n' && (r != '.' || (!atEnd && p.Text[end] != ' ')) && !atEnd {
			continue
		}
		if strings.TrimSpace(p.Text[from:end]) != "" {
			list = append(list, [2]int{from, end})
		}
		from = end
	}
	return list
}

// spansOf returns the places of a range of a passage's text.
func spansOf(p passage.Passage, start, end int) []passage.Span {
	var list []passage.Span
	for _, s := range p.Spans {
		from, to := max(s.Start, start), min(s.End, end)
		if from < to {
			list = append(list, passage.Span{Page: s.Page, Block: s.Block, From: s.From + from - s.Start, Start: from - start, End: to - start})
		}
	}
	return list
}

// kinds returns the kinds of page that a quote's page belongs to.
func kinds(pages []page.Page, spans []passage.Span) []string {
	p := pages[spans[0].Page-1]
	list := []string{"all"}
	scanned := p.Source == page.SourceOCR
	turned := p.Angle > 5 && p.Angle < 355
	switch {
	case scanned && turned:
		list = append(list, "scan, turned")
	case scanned:
		list = append(list, "scan")
	default:
		list = append(list, "text")
	}
	if columns(p) {
		list = append(list, "columns")
	}
	if p.Blocks[spans[0].Block].Table != nil {
		list = append(list, "table")
	}
	if spans[0].Page != spans[len(spans)-1].Page || p.Blocks[spans[0].Block].Continues {
		list = append(list, "over two pages")
	}
	return list
}

// columns reports whether paragraphs are side by side.
func columns(p page.Page) bool {
	for i, a := range p.Blocks {
		for _, b := range p.Blocks[:i] {
			if a.Kind != page.Paragraph || b.Kind != page.Paragraph {
				continue
			}
			beside := min(a.Box.Y1, b.Box.Y1) - max(a.Box.Y0, b.Box.Y0)
			if beside > 30 && (a.Box.X0 > b.Box.X1 || b.Box.X0 > a.Box.X1) {
				return true
			}
		}
	}
	return false
}

// under returns the text of the words whose middles lie under the boxes.
func under(pages []page.Page, places []highlight.Place) string {
	var text strings.Builder
	for _, place := range places {
		for _, w := range pages[place.Page-1].Words {
			x, y := (w.Box.X0+w.Box.X1)/2, (w.Box.Y0+w.Box.Y1)/2
			inside := func(b page.Box) bool { return x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1 }
			if slices.ContainsFunc(place.Boxes, inside) {
				text.WriteString(w.Text + " ")
			}
		}
	}
	return text.String()
}

// slack is how much more text than the quote may lie under its boxes, as a share of it and in characters: neighbours of
// the same words in a sloping line.
const (
	slack      = 0.2
	slackChars = 10
)

// agrees reports whether the words under the boxes are those of the quote, in whatever order the page has them.
func agrees(pages []page.Page, text string, places []highlight.Place) bool {
	want, got := highlight.Normal(text), highlight.Normal(under(pages, places))
	if float64(len(got)) > float64(len(want))*(1+slack)+slackChars {
		return false
	}
	counts := map[rune]int{}
	for _, r := range got {
		counts[r]++
	}
	for _, r := range want {
		if counts[r]--; counts[r] < 0 {
			return false
		}
	}
	return true
}

func (b *bench) report() {
	fmt.Println("| pages | quotes | words inside the boxes | and no others | found again without offsets |")
	fmt.Println("|---|---|---|---|---|")
	for _, kind := range []string{"all", "text", "scan", "scan, turned", "columns", "table", "over two pages"} {
		if t := b.tallies[kind]; t != nil {
			share := func(n int) float64 { return 100 * float64(n) / float64(t.quotes) }
			fmt.Printf("| %s | %d | %.1f %% | %.1f %% | %.1f %% |\n", kind, t.quotes, share(t.inside), share(t.clean), share(t.found))
		}
	}
}
