// Command ocr measures how well scans are read: pages of PDFs that have text are rendered, degraded as scanners
// and cameras degrade them, read by OCR, and compared with the text in the PDF and the positions of its words. With
// -beside, they are compared with text that was written down in reading order, next to the output of tesseract alone.
package main

import (
	"context"
	"flag"
	"fmt"
	"image"
	"image/draw"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/raster"
)

const (
	// drawnDPI is the resolution that scanners use for text.
	drawnDPI = 300
	// minWords is how many words make a page worth reading.
	minWords = 120
	// paper is the least mean level of grey. Coloured pages are a difficulty of a different kind.
	paper = 200
)

func main() {
	log.SetFlags(0)
	b := bench{}
	corpus := flag.String("corpus", "../shared/corpus", "directory with convert/pdf/*.pdf")
	flag.IntVar(&b.pages, "pages", 4, "how many pages")
	flag.IntVar(&b.parallel, "parallel", 2, "how many images are read at once")
	only := flag.String("only", "", "only the degradations whose names contain one of these, joined by commas")
	flag.BoolVar(&b.verbose, "v", false, "print a line for every page")
	flag.StringVar(&b.keep, "keep", "", "directory for the spoilt images")
	beside := flag.String("beside", "", "compare with tesseract alone on these directories with pdf/ and truth/, joined by commas")
	flag.StringVar(&b.cache, "cache", "", "directory for what tesseract alone has read")
	kept := flag.String("kept", "", "only see whether what is read of the PDFs of this directory is in the Markdown")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	task := func() error { return b.run(ctx, filepath.Join(*corpus, "convert", "pdf"), *beside, *only) }
	if *kept != "" {
		task = func() error { return b.kept(ctx, *kept, *only) }
	}
	var err error
	if b.reader, err = ocr.New(ocr.Config{Parallel: b.parallel}); err == nil {
		err = task()
	}
	if err != nil {
		log.Fatal(err)
	}
}

type bench struct {
	pages, parallel int
	verbose         bool
	keep, cache     string
	reader          *ocr.Reader
}

// subject is a page with its image and the words on it.
type subject struct {
	name, truth string
	page        page.Page
	img         *image.Gray
}

func (b *bench) run(ctx context.Context, dir, beside, only string) error {
	if beside != "" {
		return b.contests(ctx, beside, only)
	}
	subjects, err := b.subjects(ctx, dir, drawn)
	if err != nil {
		return err
	}
	fmt.Printf("%-26s %6s %9s %6s %6s %6s %7s\n", "", "recall", "precision", "boxes", "conf.", "pages", "cpu s")
	for _, d := range degradations {
		if !wanted(d.name, only) {
			continue
		}
		if err := b.measure(ctx, d, subjects); err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
		}
	}
	return nil
}

func wanted(name, only string) bool {
	if only == "" {
		return true
	}
	for part := range strings.SplitSeq(only, ",") {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// chooser draws a page, and reports whether it is worth reading.
type chooser func(ctx context.Context, engine *pdf.Engine, file string) (subject, bool, error)

// subjects selects pages of running text, spread over the set.
func (b *bench) subjects(ctx context.Context, dir string, choose chooser) ([]subject, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.pdf"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no PDFs in %s: set -corpus", dir)
	}
	engine, err := pdf.NewEngine(pdf.Config{})
	if err != nil {
		return nil, err
	}
	defer engine.Close()
	var out []subject
	step := max(len(files)/b.pages, 1)
	for start := 0; start < len(files) && len(out) < b.pages; start += step {
		for _, file := range files[start:min(start+step, len(files))] {
			s, ok, err := choose(ctx, engine, file)
			if err != nil {
				return nil, err
			}
			if ok {
				out = append(out, s)
				break
			}
		}
	}
	return out, nil
}

func drawn(ctx context.Context, engine *pdf.Engine, file string) (subject, bool, error) {
	s := subject{name: filepath.Base(file)}
	err := engine.Pages(ctx, file, 1, 1, pdf.Options{}, func(p page.Page) error {
		s.page = p
		return nil
	})
	if err != nil || len(s.page.Words) < minWords || pictures(s.page) || s.page.Coverage < .99 {
		return s, false, err
	}
	if s.img, err = grey(ctx, engine, file); err != nil {
		return s, false, err
	}
	sum := 0
	for _, v := range s.img.Pix {
		sum += int(v)
	}
	return s, sum > paper*len(s.img.Pix), nil
}

// grey draws the first page of a PDF.
func grey(ctx context.Context, engine *pdf.Engine, file string) (*image.Gray, error) {
	img, err := engine.Render(ctx, file, 1, drawnDPI)
	if err != nil {
		return nil, err
	}
	out := image.NewGray(img.Bounds())
	draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Src)
	return out, nil
}

func pictures(p page.Page) bool {
	for _, b := range p.Blocks {
		if b.Kind == page.Picture {
			return true
		}
	}
	return false
}

// measure reads every page, degraded in one way, and prints the mean scores.
func (b *bench) measure(ctx context.Context, d degradation, subjects []subject) error {
	scores, images := make([]score, len(subjects)), make([]spoilt, len(subjects))
	for i, s := range subjects {
		images[i] = d.apply(s.img)
		if err := b.save(s.name, d.name, images[i].img); err != nil {
			return err
		}
	}
	start := spent()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(b.parallel)
	for i, s := range subjects {
		group.Go(func() error {
			p, err := raster.Page(ctx, b.reader, raster.Image{Image: images[i].img, DPI: images[i].dpi})
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			scores[i] = compare(s.page, p, images[i])
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	var mean score
	for i, s := range scores {
		if b.verbose {
			s.print("  " + subjects[i].name)
		}
		mean.add(s, 1/float64(len(scores)))
	}
	mean.pages, mean.seconds = len(scores), (spent()-start).Seconds()/float64(len(scores))
	mean.print(d.name)
	return nil
}

// spent returns the processor time of this process and its children so far, which hardly depends on what else
// the machine is doing.
func spent() time.Duration {
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return sum
}
