package convert

import (
	"time"

	"quire/internal/convert/probe"
	"quire/internal/convert/sandbox"
)

// Budget is the processor time that the conversion of a file may take; it follows from the file's size and its pages.
type Budget struct {
	Base       time.Duration // whatever the file
	PerMB      time.Duration // of the file
	PerPage    time.Duration // of a PDF's pages, and of an image
	PerReading time.Duration // of those that OCR may read: once, and twice more for Ultra
	// Step is what a page of a PDF may take by itself, without OCR: one that takes more is left out.
	Step time.Duration
}

// DefaultBudget is about ten times what the costliest of 493 public files took, a PDF made to be slow, and more than
// sixteen times what any other took.
func DefaultBudget() Budget {
	return Budget{Base: time.Minute, PerMB: 30 * time.Second, PerPage: 10 * time.Second, PerReading: time.Minute, Step: 20 * time.Second}
}

const (
	megabyte = 1 << 20
	// ultraReadings is how often Ultra reads a page with OCR, the first time included.
	ultraReadings = 3
	// wallFactor and wallBase make the time that may pass from the processor time that may be spent: generous, for the
	// processor may be busy with others.
	wallFactor = 20
	wallBase   = 10 * time.Minute
	// stepOCR is how many steps a page may take while OCR, which has a limit of its own, reads an image of it.
	stepOCR = 6
	// A DOCX does not say how many pictures it has: one is expected in so many bytes, and so many at most.
	pictureBytes = 32 << 10
	mostPictures = 300
)

// budget is what the job may spend on a file of size bytes.
func (c *Converter) budget(j pagesJob, size int64) sandbox.Budget {
	pages, readings := 0, 0
	if j.Format.Drawable() {
		pages = max(1, j.To-j.From+1)
	}
	if c.cfg.OCR != nil {
		readings = pages
		if j.Format.Kind() == probe.WordKind {
			readings = int(min(size/pictureBytes+1, mostPictures))
		}
		if j.Options.Accuracy == Ultra {
			readings *= ultraReadings
		}
	}
	return c.cfg.Budget.of(size, pages, readings)
}

func (b Budget) of(size int64, pages, readings int) sandbox.Budget {
	cpu := b.Base + time.Duration(size)*b.PerMB/megabyte + time.Duration(pages)*b.PerPage + time.Duration(readings)*b.PerReading
	return sandbox.Budget{CPU: cpu, Wall: wallBase + wallFactor*cpu}
}
