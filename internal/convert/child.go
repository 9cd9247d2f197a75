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
	"quire/internal/convert/epub"
	"quire/internal/convert/html"
	"quire/internal/convert/ocr"
	"quire/internal/convert/odf"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/pdf/unidoc"
	"quire/internal/convert/probe"
	"quire/internal/convert/raster"
	"quire/internal/convert/rtf"
	"quire/internal/convert/sandbox"
	"quire/internal/convert/sheet"
	"quire/internal/convert/slides"
	"quire/internal/convert/text"
)

// Handover turns a process started by a Converter into a conversion process, and then does not return. In any other
// process it does nothing. The main function of every program with a Converter, and TestMain of its tests, must call it
// first. Programs that can read PDFs with UniPDF pass unipdf.Reader.
func Handover(uniPDF ...func(unidoc.Config) (pdf.Reader, error)) {
	sandbox.Handover(func(set any) (sandbox.Work, error) { return newChild(set, uniPDF) })
}

// The messages between a Converter and its processes.
type (
	settings struct {
		PDF    pdf.Config
		UniPDF *unidoc.Config // nil means PDFium
		OCR    *ocr.Setup
		// LibreOffice is the path of its program, or "".
		LibreOffice string
		PDFLinks    bool
	}
	warmJob    struct{ Unused bool } // gob rejects a type without fields
	inspectJob struct{ Path string }
	pagesJob   struct {
		Path       string
		Format     probe.Format
		From, To   int
		Options    Options
		WithoutOCR bool
		Enclosed   enclosing
		Scratch    string // an empty directory for LibreOffice
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

// image reconstructs the picture in the parent.
func (d drawn) image() image.Image {
	bounds := image.Rect(0, 0, d.Width, d.Height)
	if d.Gray {
		return &image.Gray{Pix: d.Pixels, Stride: d.Width, Rect: bounds}
	}
	return &image.RGBA{Pix: d.Pixels, Stride: 4 * d.Width, Rect: bounds}
}

// newDrawn packs img for sending.
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

// goMemory is how much memory, in bytes, Go may use in a process without PDFium before it collects garbage as
// aggressively as it can.
const goMemory = 2 << 30

// engine returns the engine for PDFs, and limits Go's memory to leave enough for the engine.
func (s settings) engine(uniPDF []func(unidoc.Config) (pdf.Reader, error)) (pdf.Reader, error) {
	if s.UniPDF != nil {
		debug.SetMemoryLimit(goMemory)
		if len(uniPDF) == 0 {
			return nil, errors.New("this program does not contain UniPDF")
		}
		return uniPDF[0](*s.UniPDF)
	}
	// When PDFium's memory grows, it is copied, so besides the largest size only its previous copy may exist.
	debug.SetMemoryLimit(int64(2*s.PDF.MemoryMiB+128) << 20)
	return pdf.NewEngine(s.PDF)
}

// child holds the engines of a conversion process.
type child struct {
	pdf     pdf.Reader
	ocr     *ocr.Reader // nil means that pictures are not read
	office  string      // LibreOffice's program, or ""
	links   bool        // keep the targets of links in PDFs
	task    *sandbox.Task
	mu      sync.Mutex
	reading int // images that OCR is currently reading
}

func newChild(set any, uniPDF []func(unidoc.Config) (pdf.Reader, error)) (sandbox.Work, error) {
	s, ok := set.(settings)
	if !ok {
		return nil, fmt.Errorf("unexpected settings type %T", set)
	}
	engine, err := s.engine(uniPDF)
	if err != nil {
		return nil, err
	}
	c := &child{pdf: engine, office: s.LibreOffice, links: s.PDFLinks}
	if s.OCR != nil {
		c.ocr = ocr.Restore(*s.OCR)
	}
	return c.work, nil
}

func (c *child) work(job any, t *sandbox.Task) error {
	ctx := context.Background() // the parent ends this process by killing it
	c.task = t
	switch j := job.(type) {
	case warmJob:
		return c.pdf.Prepare()
	case inspectJob:
		info, err := c.pdf.Inspect(ctx, j.Path)
		if err != nil {
			return err
		}
		return t.Reply(Info{Format: probe.PDF, Pages: info.Pages, Ranged: true})
	case pagesJob:
		if j.WithoutOCR {
			without := &child{pdf: c.pdf, links: c.links, task: t}
			return without.pages(ctx, j)
		}
		return c.pages(ctx, j)
	case imageJob:
		img, dpi, err := c.image(ctx, j)
		if err != nil {
			return err
		}
		return t.Reply(newDrawn(img, dpi))
	case Drawing:
		file, err := c.draw(ctx, j)
		if err != nil {
			return err
		}
		return t.Reply(file)
	}
	return fmt.Errorf("unexpected job type %T", job)
}

// read runs OCR. It informs the parent, because OCR takes longer than other steps on a page.
func (c *child) read(ctx context.Context, read reader, img image.Image, dpi float64) (ocr.Result, error) {
	c.busy(1)
	defer c.busy(-1)
	return read(ctx, img, dpi)
}

// reader is a method of ocr.Reader that reads an image.
type reader func(ctx context.Context, img image.Image, dpi float64) (ocr.Result, error)

func (c *child) busy(change int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reading += change
	_ = c.task.Expect(max(1, c.reading*stepOCR)) // it fails only if the parent is gone
}

// usualGC is the garbage collector's pace, in percent, in a process that does not use PDFium.
const usualGC = 100

// untidy is how much unused memory, in bytes, a process may keep.
const untidy = 256 << 20

// tidy returns memory to the system after a large document.
func tidy() {
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); m.HeapSys-m.HeapReleased > untidy {
		debug.FreeOSMemory()
	}
}

// startSteps is how many steps starting the PDF engine may take.
const startSteps = 6

// starting starts the PDF engine in a separate step, so that its cost is not charged to the first page.
func (c *child) starting(start func() error) error {
	return errors.Join(c.task.Expect(startSteps), start(), c.task.Expect(1))
}

// errHeavy refuses a page in this process, before the others that read it take several times its size.
var errHeavy = &page.Error{
	Reason:  page.TooLarge,
	Message: "The document has more text on one page than can be processed; split it into several files",
}

func (c *child) pages(ctx context.Context, j pagesJob) error {
	emit := func(p page.Page) error {
		if j.Options.WithoutWords {
			p.Words = nil
		}
		if p.Weight() > page.MostWeight {
			return errHeavy
		}
		return c.task.Reply(p)
	}
	if j.Format.Kind() == probe.PaginatedKind {
		return c.pdfPages(ctx, j, func(p page.Page) error {
			if !c.links {
				p.DropLinks()
			}
			return emit(p)
		})
	}
	debug.SetGCPercent(usualGC)
	defer tidy()
	if j.Format.Kind() == probe.LegacyKind {
		var err error
		if j, err = c.modern(ctx, j); err != nil {
			return err
		}
	}
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

// source is a file being read.
type source struct {
	io.ReaderAt
	size int64
}

type converter func(ctx context.Context, c *child, r source, j pagesJob, emit func(page.Page) error) error

// converters read a file whole. Paginated kinds are read in ranges instead.
var converters = map[probe.Kind]converter{
	probe.WordKind: func(ctx context.Context, c *child, r source, j pagesJob, emit func(page.Page) error) error {
		return c.docx(ctx, r, r.size, j.Options, emit)
	},
	probe.SlidesKind: func(ctx context.Context, c *child, r source, j pagesJob, emit func(page.Page) error) error {
		opt := slides.Options{SkipImages: j.Options.SkipImages, OCR: c.readPicture()}
		return slides.Convert(ctx, r, r.size, opt, emit)
	},
	probe.ImageKind: func(ctx context.Context, c *child, r source, j pagesJob, emit func(page.Page) error) error {
		return c.picture(ctx, r, r.size, j.Options, emit)
	},
	probe.WorkbookKind: func(ctx context.Context, _ *child, r source, _ pagesJob, emit func(page.Page) error) error {
		_, err := sheet.Convert(ctx, r, r.size, sheet.Options{}, emit)
		return err
	},
	probe.OpenTextKind: func(ctx context.Context, c *child, r source, j pagesJob, emit func(page.Page) error) error {
		return odf.Convert(ctx, r, r.size, odf.Options{SkipImages: j.Options.SkipImages, OCR: c.readPicture()}, emit)
	},
	probe.OpenWorkbookKind: func(ctx context.Context, _ *child, r source, _ pagesJob, emit func(page.Page) error) error {
		return sheet.ConvertODS(ctx, r, r.size, sheet.Options{}, emit)
	},
	probe.BookKind: func(ctx context.Context, c *child, r source, j pagesJob, emit func(page.Page) error) error {
		return epub.Convert(ctx, r, r.size, epub.Options{SkipImages: j.Options.SkipImages, OCR: c.readPicture()}, emit)
	},
	probe.OpenSlidesKind: func(ctx context.Context, c *child, r source, j pagesJob, emit func(page.Page) error) error {
		return slides.ConvertODP(ctx, r, r.size, slides.Options{SkipImages: j.Options.SkipImages, OCR: c.readPicture()}, emit)
	},
	probe.RichTextKind: func(ctx context.Context, c *child, r source, j pagesJob, emit func(page.Page) error) error {
		return rtf.Convert(ctx, r, r.size, rtf.Options{SkipImages: j.Options.SkipImages, OCR: c.readPicture()}, emit)
	},
	probe.DelimitedKind: func(ctx context.Context, _ *child, r source, j pagesJob, emit func(page.Page) error) error {
		return sheet.ConvertCSV(ctx, r, r.size, sheet.CSVOptions{Tabs: j.Format == probe.TSV}, emit)
	},
	probe.WebPageKind: func(ctx context.Context, _ *child, r source, _ pagesJob, emit func(page.Page) error) error {
		return html.Convert(ctx, r, r.size, html.Options{}, emit)
	},
	probe.MessageKind: func(ctx context.Context, c *child, r source, j pagesJob, emit func(page.Page) error) error {
		return c.message(ctx, r, j, emit)
	},
	probe.TextKind: func(ctx context.Context, _ *child, r source, j pagesJob, emit func(page.Page) error) error {
		return text.Convert(ctx, r, r.size, text.Options{Language: language(j)}, emit)
	},
}

// language returns the programming language of a text: that of its format, or the one that the extension of plain text
// stands for.
func language(j pagesJob) string {
	if j.Format == probe.Text {
		return strings.TrimPrefix(j.Options.Extension, ".")
	}
	return string(j.Format)
}

// docx takes its text from the file itself, so Ultra has nothing to compare.
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
