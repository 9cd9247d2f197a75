package pdf

import (
	"bufio"
	"cmp"
	"encoding/gob"
	"errors"
	"fmt"
	"image"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"syscall"

	"quire/internal/convert/layout"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// The environment of a worker process.
const (
	workerVariable  = "QUIRE_PDF_WORKER"
	cacheVariable   = "QUIRE_PDF_WORKER_CACHE"
	memoryVariable  = "QUIRE_PDF_WORKER_MEMORY"
	recycleVariable = "QUIRE_PDF_WORKER_RECYCLE"
)

const (
	// workerGC lets the heap of a worker grow to five times what is alive: a page's data is small and short-lived.
	workerGC = 400
	// garbage is how much a worker allocates, in bytes, before the garbage collector runs.
	garbage = 64 << 20
)

// init turns a process that was started as a worker into one before its main runs. Doing it here and not in
// every main keeps a program that forgets it from starting itself again and again.
func init() {
	if os.Getenv(workerVariable) == "" {
		return
	}
	signal.Ignore(os.Interrupt, syscall.SIGTERM) // the parent decides: its end of the pipe closes
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// server is the worker's side of the exchange.
type server struct {
	runtime  *runtime
	instance *instance
	recycle  int
	paced    int64 // the instance's memory for which the garbage collector is set
	out      *bufio.Writer
	encoder  *gob.Encoder
	decoder  *gob.Decoder
}

func serve() error {
	debug.SetGCPercent(workerGC)
	memory, _ := strconv.Atoi(os.Getenv(memoryVariable))
	memory = cmp.Or(memory, 512)
	// A sandbox that grows is copied: beside the largest one only its former copy may be there.
	debug.SetMemoryLimit(int64(2*memory+128) << 20)
	recycle, _ := strconv.Atoi(os.Getenv(recycleVariable))
	out := bufio.NewWriterSize(os.Stdout, 256<<10)
	s := &server{
		recycle: cmp.Or(recycle, 1000), out: out, encoder: gob.NewEncoder(out),
		decoder: gob.NewDecoder(bufio.NewReader(os.Stdin)),
	}
	var err error
	if s.runtime, err = newRuntime(os.Getenv(cacheVariable), memory); err == nil {
		s.instance, err = s.runtime.newInstance()
	}
	if sendErr := s.send(reply{Ready: true, Error: newFailure(err)}); sendErr != nil || err != nil {
		return cmp.Or(err, sendErr)
	}
	for {
		var q request
		if err := s.decoder.Decode(&q); err != nil {
			return nil //nolint:nilerr // the parent is gone or has no more work
		}
		if err := s.answer(q); err != nil {
			return err
		}
	}
}

func (s *server) send(r any) error {
	if err := s.encoder.Encode(r); err != nil {
		return err
	}
	return s.out.Flush()
}

// answer does one request. The error is one of the pipe; a document's failure is in the last reply.
func (s *server) answer(q request) error {
	err := s.work(q)
	if s.instance == nil { // no fresh one could be had
		return err
	}
	memory := s.instance.memory()
	trapped := err != nil && page.ReasonOf(err) == ""
	if trapped && memory >= s.runtime.memoryLimit*9/10 || errors.Is(err, errOutOfMemory) {
		err = &page.Error{
			Reason:  page.TooLarge,
			Message: "The PDF needs more memory than allowed. Reduce the size of its images, or split it.",
			Cause:   err,
		}
	} else if trapped && !errors.Is(err, errMachine) {
		err = corrupt(err)
	}
	if trapped || s.worn() {
		if restart := s.renew(); restart != nil {
			return restart
		}
	}
	return s.send(reply{Done: true, Error: newFailure(err)})
}

// worn reports that the instance has read so many pages or taken so much memory that a fresh one is better: PDFium
// keeps some of what it has read, and WebAssembly never gives memory back.
func (s *server) worn() bool {
	return s.instance.pages >= s.recycle || s.instance.memory() > s.runtime.memoryLimit/2
}

// renew replaces the instance, and gives its memory back to the system at once: it is all that a worker has.
func (s *server) renew() error {
	s.instance.close()
	s.instance = nil
	debug.FreeOSMemory()
	fresh, err := s.runtime.newInstance()
	if err != nil {
		return err
	}
	s.instance = fresh
	s.pace()
	return nil
}

// pace has the garbage collector run whenever a fixed amount was allocated, however much memory PDFium holds: that
// counts as the worker's heap.
func (s *server) pace() {
	if memory := s.instance.memory(); memory != s.paced {
		s.paced = memory
		debug.SetGCPercent(int(min(100*garbage/(memory+1), workerGC)))
	}
}

// errMachine marks trouble that is not the document's.
var errMachine = errors.New("the PDF worker's machine")

func (s *server) work(q request) (err error) {
	defer rescue(&err)
	d, err := s.runtime.open(s.instance, q.Path)
	if err != nil {
		if _, statErr := os.Stat(q.Path); statErr != nil {
			return errors.Join(errMachine, err)
		}
		return err
	}
	defer func() {
		if err == nil {
			d.close()
		}
	}()
	n := d.pageCount()
	if err := checkCount(n, q.MaxPages); err != nil {
		return err
	}
	switch q.Op {
	case opInspect:
		return s.send(reply{Info: &Info{Pages: n, Title: d.title(), Tagged: d.tagged(), Outline: d.outline()}})
	case opRender:
		return s.renderPage(d, q)
	case opPages:
		return s.pages(d, q, min(q.To, n))
	}
	return nil
}

func checkCount(n, limit int) error {
	if n <= 0 {
		return corrupt(errors.New("no pages"))
	}
	if limit > 0 && n > limit {
		return &page.Error{
			Reason:  page.TooManyPages,
			Message: fmt.Sprintf("The PDF has %d pages; at most %d are allowed. Split it.", n, limit),
		}
	}
	return nil
}

func (s *server) renderPage(d *document, q request) error {
	g, err := d.page(q.From)
	if err != nil {
		return corrupt(err)
	}
	img, dpi, err := g.render(q.DPI)
	if err != nil {
		return err
	}
	defer g.close()
	return s.sendImage(img.Pix, imageHeader{Width: img.Rect.Dx(), Height: img.Rect.Dy(), DPI: dpi})
}

func (s *server) sendImage(pixels []byte, h imageHeader) error {
	if err := s.encoder.Encode(reply{Image: &h}); err != nil {
		return err
	}
	if _, err := s.out.Write(pixels); err != nil {
		return err
	}
	return s.out.Flush()
}

func (s *server) pages(d *document, q request, to int) error {
	tagged, bookmarks := d.tagged(), map[int][]ink.Bookmark{}
	for _, b := range d.outline() {
		bookmarks[b.Page] = append(bookmarks[b.Page], ink.Bookmark{Title: b.Title, Level: b.Level})
	}
	for number := max(q.From, 1); number <= to; number++ {
		p, err := s.page(d, q, number, tagged, bookmarks[number])
		if err != nil {
			return err
		}
		if err := s.send(reply{Page: &p}); err != nil {
			return err
		}
		s.pace()
		if number < to && s.worn() {
			if d, err = s.reopen(d, q.Path); err != nil {
				return err
			}
		}
	}
	return nil
}

// reopen goes on with a document in a fresh instance.
func (s *server) reopen(d *document, path string) (*document, error) {
	d.close()
	if err := s.renew(); err != nil {
		return nil, errors.Join(errMachine, err)
	}
	fresh, err := s.runtime.open(s.instance, path)
	if err != nil {
		return nil, err
	}
	*d = *fresh
	return d, nil
}

// page converts one page. A page that PDFium cannot load is an empty page with a note: the others are still
// worth having.
func (s *server) page(d *document, q request, number int, tagged bool, bookmarks []ink.Bookmark) (page.Page, error) {
	g, err := d.page(number)
	if err != nil {
		return page.Page{Number: number, Source: page.SourceText, Notes: []string{"page is damaged: " + err.Error()}}, nil //nolint:nilerr // the note tells it, the other pages go on
	}
	in := ink.Input{Number: number, Width: g.width, Height: g.height, Source: page.SourceText, Bookmarks: bookmarks}
	g.links(&in)
	if g, err = g.flatten(number); err != nil {
		return page.Page{}, corrupt(err)
	}
	g.glyphs(&in, tagged)
	if tagged {
		g.structure(&in)
	}
	curves := g.drawings(&in, tagged)
	notes, err := s.readImages(g, &in, curves, q)
	if err != nil {
		return page.Page{}, err
	}
	g.close()
	p := layout.Analyze(in)
	p.Notes = append(p.Notes, notes...)
	return p, nil
}

// ask has the parent read an image and waits for what was read.
func (s *server) ask(img *image.Gray, dpi float64) (ink.Scan, error) {
	h := imageHeader{Width: img.Rect.Dx(), Height: img.Rect.Dy(), DPI: dpi, Gray: true}
	if err := s.sendImage(img.Pix, h); err != nil {
		return ink.Scan{}, errors.Join(errMachine, err)
	}
	var result ocrResult
	if err := s.decoder.Decode(&result); err != nil {
		return ink.Scan{}, errors.Join(errMachine, err)
	}
	return result.Scan, nil
}
