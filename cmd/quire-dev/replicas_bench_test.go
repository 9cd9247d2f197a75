package main_test

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkWorkers measures pages per second of wall-clock time with one and two workers, each of which converts one
// file at a time: PDFs with text, and scans that need OCR.
func BenchmarkWorkers(b *testing.B) {
	for _, kind := range []struct {
		name             string
		path             string
		documents, pages int
	}{
		{"text", longPDF(b, 50), 40, 50},
		{"scans", "invoice-scan.pdf", 24, 1},
	} {
		for workers := 1; workers <= 2; workers++ {
			b.Run(fmt.Sprintf("%s/workers=%d", kind.name, workers), func(b *testing.B) {
				r := newReplicas(b, workers, "QUIRE_CORES=1")
				r.await(r.upload(kind.path, nil).ID) // warms up PDFium and tesseract
				for b.Loop() {
					began := time.Now()
					for range kind.documents {
						r.upload(kind.path, nil)
					}
					for r.inFlight() > 0 {
						time.Sleep(20 * time.Millisecond)
					}
					b.ReportMetric(float64(kind.documents*kind.pages)/time.Since(began).Seconds(), "pages/s")
				}
			})
		}
	}
}
