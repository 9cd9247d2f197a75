package convert

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"sync"

	"golang.org/x/image/draw"
	"golang.org/x/sync/errgroup"

	"quire/internal/convert/layout"
	"quire/internal/convert/page"
	"quire/internal/convert/raster"
	"quire/internal/convert/sandbox"
)

// pageImage draws a page at a resolution and returns the one that it achieved.
type pageImage func(ctx context.Context, dpi float64) (image.Image, float64, error)

// ultraPage is a page that is to be read again.
type ultraPage struct {
	page       page.Page
	image      pageImage
	skipImages bool
}

const (
	// visionDPI is enough for small print and keeps the image below the size that models scale down anyway.
	visionDPI = 150
	// secondDPI and thirdDPI differ enough from the first reading's 300 to produce different mistakes.
	secondDPI, thirdDPI = 200, 400
	// clearlySurer is the least difference in confidence, out of a hundred, that makes a reading the better one.
	// Readings of one page at different resolutions differ by one or two without being better or worse.
	clearlySurer = 3
)

// The notes that ultra adds to a page.
const (
	noteVisionFailed = "vision model failed: lite text kept"
	noteReadAgain    = "further readings failed: lite text kept"
	noteLayerBroken  = "text layer contradicts the page's image: read by OCR"
	noteLayoutLost   = "words were missing from the page's blocks: read by OCR"
)

// ultra reads a page again with OCR and keeps the reading that the others agree with most. If the further readings
// fail, the page keeps its text, with a note.
func (c *child) ultra(ctx context.Context, u ultraPage) (page.Page, error) {
	better, err := c.reread(ctx, u)
	return orKept(ctx, u.page, better, err, noteReadAgain)
}

// vision has a model read a page. A failed model call for one page never fails a document.
func (c *Converter) vision(ctx context.Context, u ultraPage) (page.Page, error) {
	better, err := c.askVision(ctx, u)
	return orKept(ctx, u.page, better, err, noteVisionFailed)
}

// orKept returns the better reading or, if that failed, the page unchanged with a note. The error is ctx's.
func orKept(ctx context.Context, kept, better page.Page, err error, note string) (page.Page, error) {
	if ctx.Err() != nil {
		return page.Page{}, ctx.Err()
	}
	if err != nil {
		kept.Notes = append(kept.Notes, note)
		return kept, nil //nolint:nilerr // the note reports it
	}
	return better, nil
}

// shown has a model read every page after the processes have read it.
func (c *Converter) shown(ctx context.Context, j pagesJob, meter *sandbox.Meter, emit func(page.Page) error) error {
	last := j.To
	if !j.Format.Image() {
		j.To = min(j.From+ultraRange-1, last)
	}
	for {
		if err := c.shownRange(ctx, j, meter, emit); err != nil {
			return err
		}
		if j.From = j.To + 1; j.From > last {
			return nil
		}
		j.To = min(j.From+ultraRange-1, last)
	}
}

func (c *Converter) shownRange(ctx context.Context, j pagesJob, meter *sandbox.Meter, emit func(page.Page) error) error {
	opt := j.Options
	j.Options.Accuracy = Lite
	var pages []page.Page
	err := c.local(ctx, j, meter, func(p page.Page) error {
		pages = append(pages, p)
		return nil
	})
	if err != nil {
		return err
	}
	return emitBetter(ctx, pages, c.cfg.VisionParallel, func(ctx context.Context, p page.Page) (page.Page, error) {
		draw := imageJob{Path: j.Path, Format: j.Format, Number: p.Number, Width: p.Width}
		return c.vision(ctx, ultraPage{page: p, skipImages: opt.SkipImages, image: func(ctx context.Context, dpi float64) (image.Image, float64, error) {
			draw.DPI = dpi
			return c.image(ctx, draw, meter)
		}})
	}, emit)
}

// emitBetter improves pages with better, atOnce at a time, and emits them in order.
func emitBetter(ctx context.Context, pages []page.Page, atOnce int, better func(context.Context, page.Page) (page.Page, error), emit func(page.Page) error) error {
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for i := range pages {
		group.Go(func() (err error) {
			pages[i], err = better(groupCtx, pages[i])
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, p := range pages {
		if err := emit(p); err != nil {
			return err
		}
	}
	return nil
}

// askVision takes two samples of the page and a third if they disagree (Consensus Entropy, arXiv 2504.11101).
func (c *Converter) askVision(ctx context.Context, u ultraPage) (page.Page, error) {
	img, _, err := u.image(ctx, visionDPI)
	if err != nil {
		return page.Page{}, err
	}
	var picture bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&picture, img); err != nil {
		return page.Page{}, err
	}
	req := VisionRequest{PNG: picture.Bytes(), SkipImages: u.skipImages}
	if u.page.Source != page.SourceOCR {
		req.TextLayer = u.page.Text()
	}
	samples, err := c.samples(ctx, req)
	if len(samples) == 0 {
		return page.Page{}, err
	}
	p := u.page
	p.Source, p.Coverage = page.SourceVision, 0 // the coverage described the blocks being replaced
	p.Blocks = []page.Block{{
		Kind:  page.MarkdownKind,
		Spans: []page.Span{{Text: samples[closest(samples, req.TextLayer, nil)]}},
		Box:   page.Box{X1: p.Width, Y1: p.Height},
	}}
	return p, nil
}

// samples asks twice in parallel, and a third time unless the two agree. Samples that cannot be the page do not count;
// if none counts, the error says why.
func (c *Converter) samples(ctx context.Context, req VisionRequest) ([]string, error) {
	var (
		texts  [3]string
		failed [3]error
		wg     sync.WaitGroup
	)
	for n := range 2 {
		wg.Go(func() { texts[n], failed[n] = c.sample(ctx, req, n) })
	}
	wg.Wait()
	if failed[0] != nil || failed[1] != nil || !agree(texts[0], texts[1]) {
		texts[2], failed[2] = c.sample(ctx, req, 2)
	}
	var good []string
	for n, text := range texts {
		if failed[n] == nil && text != "" {
			good = append(good, text)
		}
	}
	return good, errors.Join(failed[:]...)
}

func (c *Converter) sample(ctx context.Context, req VisionRequest, n int) (string, error) {
	req.Sample = n
	text, err := c.cfg.Vision(ctx, req)
	if err != nil {
		return "", fmt.Errorf("sample %d: %w", n, err)
	}
	text = unfenced(text)
	if err := plausible(text, req.TextLayer); err != nil {
		return "", fmt.Errorf("sample %d: %w", n, err)
	}
	return text, nil
}

// reread has tesseract read the page at other resolutions. Of the readings of a scan, two that agree win, and otherwise
// the one closest to the others, with a confident reading preferred to a doubtful one. The file's own text is read
// again only if the layout lost some of it or if it cannot be what the page shows.
func (c *child) reread(ctx context.Context, u ultraPage) (page.Page, error) {
	if u.page.Source != page.SourceOCR {
		return c.checkLayer(ctx, u)
	}
	readings := []page.Page{u.page}
	for _, dpi := range []float64{secondDPI, thirdDPI} {
		p, err := c.readAt(ctx, u, dpi)
		if err != nil {
			return page.Page{}, err
		}
		readings = append(readings, p)
		if distance(tokens(u.page.Text()), tokens(p.Text())) <= sameReading {
			return surer(u.page, p), nil
		}
	}
	texts, sure := make([]string, len(readings)), make([]float64, len(readings))
	for i, p := range readings {
		texts[i], sure[i] = p.Text(), p.Confidence
	}
	return surer(u.page, readings[closest(texts, "", sure)]), nil
}

// checkLayer replaces a page's own text by what its image shows if the text is implausible in itself and the image
// contradicts it, or if the layout lost words that are in the image.
func (c *child) checkLayer(ctx context.Context, u ultraPage) (page.Page, error) {
	lost, own := layout.Lost(&u.page), u.page.Text()
	broken := implausible(own)
	if !lost && !broken {
		return u.page, nil
	}
	read, err := c.readAt(ctx, u, thirdDPI)
	if err != nil {
		return page.Page{}, err
	}
	switch text := read.Text(); {
	case broken && contradicts(text, own):
		read.Notes = append(read.Notes, noteLayerBroken)
		return read, nil
	case lost && completes(text, own):
		read.Notes = append(read.Notes, noteLayoutLost)
		return read, nil
	}
	return u.page, nil
}

// surer returns the second of two readings of a scan if tesseract is clearly more confident of it, and otherwise
// the first, which was made at the resolution that suits most pages.
func surer(first, second page.Page) page.Page {
	if second.Confidence >= first.Confidence+clearlySurer {
		return second
	}
	return first
}

func (c *child) readAt(ctx context.Context, u ultraPage, dpi float64) (page.Page, error) {
	img, got, err := u.image(ctx, dpi)
	if err != nil {
		return page.Page{}, err
	}
	read, err := c.read(ctx, c.ocr.Read, img, got)
	if err != nil {
		return page.Page{}, err
	}
	p := layout.Analyze(read.Input(u.page.Number))
	read.ApplyTo(&p)
	p.Width, p.Height = u.page.Width, u.page.Height
	return p, nil
}

// scaledImage draws a picture at other resolutions by shrinking it, because a picture has no further pixels to show.
func scaledImage(img raster.Image, p page.Page) pageImage {
	return func(_ context.Context, dpi float64) (image.Image, float64, error) {
		b := img.Bounds()
		own := float64(visionDPI)
		if p.Width > 0 {
			own = float64(b.Dx()) * 72 / p.Width
		}
		factor := dpi / own
		if factor >= 1 {
			return img.Image, own, nil
		}
		small := image.NewRGBA(image.Rect(0, 0, max(1, int(float64(b.Dx())*factor)), max(1, int(float64(b.Dy())*factor))))
		draw.ApproxBiLinear.Scale(small, small.Rect, img, b, draw.Src, nil)
		return small, dpi, nil
	}
}
