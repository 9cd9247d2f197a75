package convert

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"

	"quire/internal/convert/layout"
	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
)

// render gives the image of a page at a resolution.
type render func(ctx context.Context, dpi int) (image.Image, error)

// visionDPI is enough for small print and keeps the image below what models scale down anyway.
const visionDPI = 150

// ultra reads a page again in several ways and keeps the reading that the others agree with most. A page whose further
// readings fail keeps what it has, and says so: one page's model call never fails a document.
func (c *Converter) ultra(ctx context.Context, p page.Page, img render) (page.Page, error) {
	better, err := c.readAgain(ctx, p, img)
	if err == nil {
		return better, nil
	}
	if ctx.Err() != nil {
		return page.Page{}, ctx.Err()
	}
	p.Notes = append(p.Notes, "ultra: a further reading failed, the lite text is kept")
	return p, nil
}

func (c *Converter) readAgain(ctx context.Context, p page.Page, img render) (page.Page, error) {
	switch {
	case c.cfg.Vision != nil:
		return c.askVision(ctx, p, img)
	case p.Source == page.SourceOCR && c.cfg.OCR != nil:
		return c.readLarger(ctx, p, img)
	default:
		return p, nil
	}
}

// askVision takes two samples of the page and a third when they disagree (Consensus Entropy, arXiv 2504.11101).
func (c *Converter) askVision(ctx context.Context, p page.Page, img render) (page.Page, error) {
	picture, err := encodePNG(ctx, img)
	if err != nil {
		return page.Page{}, err
	}
	text := p.Text()
	var samples []string
	var failed error
	for n := range 3 {
		if n == 2 && agree(samples) {
			break
		}
		s, err := c.cfg.Vision(ctx, VisionRequest{PNG: picture, TextLayer: text, Sample: n})
		if err == nil {
			err = plausible(s, text, p.Source)
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("sample %d: %w", n, err))
			continue
		}
		samples = append(samples, s)
	}
	if len(samples) == 0 {
		return page.Page{}, failed
	}
	p.Source = page.SourceVision
	p.Blocks = []page.Block{{
		Kind: page.MarkdownKind, Spans: []page.Span{{Text: samples[closest(samples, text, p.Source)]}},
		Box: page.Box{X1: p.Width, Y1: p.Height},
	}}
	return p, nil
}

func encodePNG(ctx context.Context, img render) ([]byte, error) {
	m, err := img(ctx, visionDPI)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, m)
	return b.Bytes(), err
}

// readLarger reads a scan at two more resolutions and keeps the reading closest to the others.
func (c *Converter) readLarger(ctx context.Context, p page.Page, img render) (page.Page, error) {
	readings := []page.Page{p}
	for _, dpi := range []int{200, 400} {
		m, err := img(ctx, dpi)
		if err != nil {
			return page.Page{}, err
		}
		res, err := c.cfg.OCR.Read(ctx, m, float64(dpi))
		if err != nil {
			return page.Page{}, err
		}
		readings = append(readings, analyzeOCR(p, res))
	}
	texts := make([]string, 0, len(readings))
	for _, r := range readings {
		texts = append(texts, r.Text())
	}
	return readings[closest(texts, "", page.SourceOCR)], nil
}

func analyzeOCR(p page.Page, res ocr.Result) page.Page {
	out := layout.Analyze(layout.Input{
		Number: p.Number, Width: res.Width, Height: res.Height, Source: page.SourceOCR, Words: res.PageWords(),
	})
	if len(res.Words) > 0 && res.Confidence < ocr.LowConfidence {
		out.Notes = append(out.Notes, ocr.LowConfidenceNote)
	}
	return out
}
