package convert

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"quire/internal/convert/docx"
	"quire/internal/convert/html"
	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/probe"
	"quire/internal/convert/raster"
	"quire/internal/convert/sandbox"
	"quire/internal/convert/sheet"
	"quire/internal/convert/text"
)

// Handover turns a process that a Converter has started into what converts for it, and does not return then. In any
// other process it does nothing. The main of every program with a Converter, and TestMain of its tests, begins with it.
func Handover() { sandbox.Handover(newChild) }

// What a Converter and its processes say to each other.
type (
	settings struct {
		PDF pdf.Config
		OCR *ocr.Setup
	}
	warmJob    struct{ Unused bool } // gob refuses a type without fields
	inspectJob struct{ Path string }
	pagesJob   struct {
		Path       string
		Format     probe.Format
		From, To   int
		Options    Options
		WithoutOCR bool
	}
	imageJob struct {
		Path       string
		Format     probe.Format
		Number     int
		Width, DPI float64
	}
	drawn struct {
		Width, Height int
		Gray          bool
		Pixels        []byte
		DPI           float64
	}
)

// image is the picture in the parent.
func (d drawn) image() image.Image {
	bounds := image.Rect(0, 0, d.Width, d.Height)
	if d.Gray {
		return &image.Gray{Pix: d.Pixels, Stride: d.Width, Rect: bounds}
	}
	return &image.RGBA{Pix: d.Pixels, Stride: 4 * d.Width, Rect: bounds}
}

// newDrawn makes img ready for the way.
func newDrawn(img image.Image, dpi float64) drawn {
	b := img.Bounds()
	d := drawn{Width: b.Dx(), Height: b.Dy(), DPI: dpi}
	switch src := img.(type) {
	case *image.Gray:
		if d.Gray = src.Stride == d.Width; d.Gray {
			d.Pixels = src.Pix
			return d
		}
	case *image.RGBA:
		if src.Stride == 4*d.Width {
			d.Pixels = src.Pix
			return d
		}
	}
	flat := image.NewRGBA(image.Rect(0, 0, d.Width, d.Height))
	draw.Draw(flat, flat.Rect, img, b.Min, draw.Src)
	d.Pixels = flat.Pix
	return d
}

// child is the engines in a process that converts.
type child struct {
	pdf     *pdf.Engine
	ocr     *ocr.Reader // nil: pictures stay unread
	task    *sandbox.Task
	mu      sync.Mutex
	reading int // images that OCR reads now
}

func newChild(set any) (sandbox.Work, error) {
	s, ok := set.(settings)
	if !ok {
		return nil, fmt.Errorf("settings of the type %T", set)
	}
	engine, err := pdf.NewEngine(s.PDF)
	if err != nil {
		return nil, err
	}
	// A PDFium that grows is copied: beside the largest one only its former copy may be there.
	debug.SetMemoryLimit(int64(2*s.PDF.MemoryMiB+128) << 20)
	c := &child{pdf: engine}
	if s.OCR != nil {
		c.ocr = ocr.Restore(*s.OCR)
	}
	return c.work, nil
}

func (c *child) work(job any, t *sandbox.Task) error {
	ctx := context.Background() // the parent kills
	c.task = t
	switch j := job.(type) {
	case warmJob:
		return c.pdf.Start()
	case inspectJob:
		info, err := c.pdf.Inspect(ctx, j.Path)
		if err != nil {
			return err
		}
		return t.Reply(Info{Format: probe.PDF, Pages: info.Pages, Ranged: true})
	case pagesJob:
		if j.WithoutOCR {
			without := &child{pdf: c.pdf, task: t}
			return without.pages(ctx, j)
		}
		return c.pages(ctx, j)
	case imageJob:
		img, dpi, err := c.image(ctx, j)
		if err != nil {
			return err
		}
		return t.Reply(newDrawn(img, dpi))
	}
	return fmt.Errorf("a job of the type %T", job)
}

// read is OCR; the parent hears of it, for it takes longer than a page does.
func (c *child) read(ctx context.Context, img image.Image, dpi float64) (ocr.Result, error) {
	c.busy(1)
	defer c.busy(-1)
	return c.ocr.Read(ctx, img, dpi)
}

func (c *child) busy(change int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reading += change
	_ = c.task.Expect(max(1, c.reading*stepOCR)) // a parent that is gone does not mind
}

// usualGC is the garbage collector's pace where no PDFium is read with, in percent.
const usualGC = 100

// untidy is how much memory, in bytes, a process may keep that it does not use.
const untidy = 256 << 20

// tidy gives memory back to the system after a large document.
func tidy() {
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); m.HeapSys-m.HeapReleased > untidy {
		debug.FreeOSMemory()
	}
}

// startSteps is how many steps it may take to start PDFium.
const startSteps = 6

// startPDF starts PDFium in a step of its own: that is not the first page's fault.
func (c *child) startPDF() error {
	return errors.Join(c.task.Expect(startSteps), c.pdf.Start(), c.task.Expect(1))
}

func (c *child) pages(ctx context.Context, j pagesJob) error {
	emit := func(p page.Page) error { return c.task.Reply(p) }
	if j.Format.Kind() == probe.PaginatedKind {
		if err := c.startPDF(); err != nil {
			return err
		}
		return c.pdfPages(ctx, j, emit)
	}
	debug.SetGCPercent(usualGC)
	defer tidy()
	file, err := os.Open(j.Path)
	if err != nil {
		return err
	}
	defer file.Close()
	st, err := file.Stat()
	if err != nil {
		return err
	}
	convert, ok := converters[j.Format.Kind()]
	if !ok {
		return probe.UnsupportedDocument(j.Format)
	}
	return convert(ctx, c, source{file, st.Size()}, j, emit)
}

// source is a file that is being read.
type source struct {
	io.ReaderAt
	size int64
}

type converter func(ctx context.Context, c *child, r source, j pagesJob, emit func(page.Page) error) error

// converters read a file whole; a kind that is paginated is read in ranges.
var converters = map[probe.Kind]converter{
	probe.WordKind: func(ctx context.Context, c *child, r source, j pagesJob, emit func(page.Page) error) error {
		return c.docx(ctx, r, r.size, j.Options, emit)
	},
	probe.ImageKind: func(ctx context.Context, c *child, r source, j pagesJob, emit func(page.Page) error) error {
		return c.picture(ctx, r, r.size, j.Options, emit)
	},
	probe.WorkbookKind: func(ctx context.Context, _ *child, r source, _ pagesJob, emit func(page.Page) error) error {
		_, err := sheet.Convert(ctx, r, r.size, sheet.Options{}, emit)
		return err
	},
	probe.DelimitedKind: func(ctx context.Context, _ *child, r source, j pagesJob, emit func(page.Page) error) error {
		return sheet.ConvertCSV(ctx, r, r.size, sheet.CSVOptions{Tabs: j.Format == probe.TSV}, emit)
	},
	probe.WebPageKind: func(ctx context.Context, _ *child, r source, _ pagesJob, emit func(page.Page) error) error {
		return html.Convert(ctx, r, r.size, html.Options{}, emit)
	},
	probe.TextKind: func(ctx context.Context, _ *child, r source, j pagesJob, emit func(page.Page) error) error {
		return text.Convert(ctx, r, r.size, text.Options{Language: language(j)}, emit)
	},
}

// language is what a text is written in: its format, or what the extension of plain text names.
func language(j pagesJob) string {
	if j.Format == probe.Text {
		return strings.TrimPrefix(j.Options.Extension, ".")
	}
	return string(j.Format)
}

// docx has its text from the file itself: Ultra has nothing to compare.
func (c *child) docx(ctx context.Context, r io.ReaderAt, size int64, opt Options, emit func(page.Page) error) error {
	_, err := docx.Convert(ctx, r, size, docx.Options{SkipImages: opt.SkipImages, OCR: c.readPicture()}, emit)
	return err
}

func (c *child) picture(ctx context.Context, r io.ReaderAt, size int64, opt Options, emit func(page.Page) error) error {
	if opt.Accuracy != Ultra || c.ocr == nil {
		return raster.Convert(ctx, c.ocr, r, size, emit)
	}
	var only page.Page
	err := raster.Convert(ctx, c.ocr, r, size, func(p page.Page) error {
		only = p
		return nil
	})
	if err != nil {
		return err
	}
	img, err := raster.Decode(ctx, r, size)
	if err != nil {
		return err
	}
	better, err := c.ultra(ctx, ultraPage{page: only, image: scaledImage(img, only)})
	if err != nil {
		return err
	}
	return emit(better)
}
