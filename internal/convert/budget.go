package convert

import (
	"time"

	"quire/internal/convert/probe"
	"quire/internal/convert/sandbox"
)

// Budget is the processor time that converting a file may take, depending on the file's size and pages.
type Budget struct {
	Base       time.Duration // for any file
	PerMB      time.Duration // for each megabyte of the file
	PerPage    time.Duration // for each page of a PDF, and for an image
	PerReading time.Duration // for each page that OCR may read: once, and twice more for Ultra
	// Step is what a page of a PDF may take without OCR. A page that takes more is left out.
	Step time.Duration
}

// DefaultBudget returns about ten times what the costliest of 493 public files took, a PDF designed to be slow, and
// more than sixteen times what any other file took.
func DefaultBudget() Budget {
	return Budget{Base: time.Minute, PerMB: 30 * time.Second, PerPage: 10 * time.Second, PerReading: time.Minute, Step: 20 * time.Second}
}

const (
	megabyte = 1 << 20
	// ultraReadings is how often Ultra reads a page with OCR, including the first time.
	ultraReadings = 3
	// wallFactor and wallBase derive the wall-clock time allowed from the processor time allowed. They are generous,
	// because the processor may be busy with other work.
	wallFactor = 20
	wallBase   = 10 * time.Minute
	// MostWall bounds the wall-clock time for any file, so that a conversion ends before the activity that waits for
	// it.
	MostWall = 24 * time.Hour
	// stepOCR is how many steps a page may take while OCR, which has a separate limit, reads an image of it.
	stepOCR = 6
	// An office document does not say how many pictures it has, nor a message how many pages are enclosed. They are
	// estimated as one per pictureBytes, up to a maximum.
	pictureBytes = 32 << 10
	mostPictures = 300
)

// budget returns what the job may spend on a file of size bytes.
func (c *Converter) budget(j pagesJob, size int64) sandbox.Budget {
	pages, readings := 0, 0
	if j.Format.Drawable() {
		pages = max(1, j.To-j.From+1)
	}
	if j.Format.Kind() == probe.MessageKind {
		pages = assumedPictures(size)
	}
	if c.cfg.OCR != nil {
		readings = pages
		if illustrated(j.Format.Kind()) {
			readings = assumedPictures(size)
		}
		if j.Options.Accuracy == Ultra {
			readings *= ultraReadings
		}
	}
	return c.cfg.Budget.of(size, pages, readings)
}

// illustrated reports whether files of a kind may contain pictures in their text.
func illustrated(kind probe.Kind) bool {
	switch kind {
	case probe.WordKind, probe.SlidesKind, probe.OpenTextKind, probe.OpenSlidesKind, probe.RichTextKind, probe.BookKind, probe.LegacyKind:
		return true
	}
	return false
}

func assumedPictures(size int64) int { return int(min(size/pictureBytes+1, mostPictures)) }

func (b Budget) of(size int64, pages, readings int) sandbox.Budget {
	cpu := b.Base + time.Duration(size)*b.PerMB/megabyte + time.Duration(pages)*b.PerPage + time.Duration(readings)*b.PerReading
	return sandbox.Budget{CPU: cpu, Wall: min(wallBase+wallFactor*cpu, MostWall)}
}
