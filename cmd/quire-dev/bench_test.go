package main_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// BenchmarkOnePageDocument measures the time from POST to COMPLETED on an idle service.
func BenchmarkOnePageDocument(b *testing.B) {
	s := newService(b)
	s.start()
	onePage := longPDF(b, 1)
	s.await(s.upload(onePage, nil).ID)
	var times []time.Duration
	for b.Loop() {
		start := time.Now()
		id := s.upload(onePage, nil).ID
		for s.status(id) != "COMPLETED" {
			time.Sleep(2 * time.Millisecond)
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Milliseconds()), "ms-median")
	b.ReportMetric(float64(times[len(times)*95/100].Milliseconds()), "ms-p95")
}

func (s *service) status(id string) string {
	var d document
	s.call(http.MethodGet, "/documents/"+id, nil, "", &d)
	return d.Status
}

// BenchmarkTwoHundredDocuments posts 200 one-page PDFs at concurrency 16 and waits for the last.
func BenchmarkTwoHundredDocuments(b *testing.B) {
	const documents, clients = 200, 16
	s := newService(b)
	s.start()
	onePage := longPDF(b, 1)
	s.await(s.upload(onePage, nil).ID)
	for b.Loop() {
		start := time.Now()
		var g errgroup.Group
		g.SetLimit(clients)
		for range documents {
			g.Go(func() error {
				s.upload(onePage, nil)
				return nil
			})
		}
		require.NoError(b, g.Wait())
		posted := time.Since(start)
		for s.inFlight() > 0 {
			time.Sleep(20 * time.Millisecond)
		}
		b.ReportMetric(documents/time.Since(start).Seconds(), "documents/s")
		b.ReportMetric(documents/posted.Seconds(), "posts/s")
	}
}

func (s *service) inFlight() int {
	count := 0
	for _, status := range []string{"PENDING", "PROCESSING"} {
		var list struct{ Count int }
		s.call(http.MethodGet, "/documents?limit=1&status="+status, nil, "", &list)
		count += list.Count
	}
	return count
}

// BenchmarkLongDocument converts 2,000 pages and reports the peak resident memory of the process and of its children.
func BenchmarkLongDocument(b *testing.B) {
	s := newService(b)
	s.start()
	path := longPDF(b, 2000)
	for b.Loop() {
		start := time.Now()
		id := s.upload(path, nil).ID
		peak := 0
		for s.status(id) != "COMPLETED" {
			peak = max(peak, residentMiB(b, s.cmd.Process.Pid))
			time.Sleep(50 * time.Millisecond)
		}
		b.ReportMetric(2000/time.Since(start).Seconds(), "pages/s")
		b.ReportMetric(float64(peak), "MiB-peak")
	}
}

// residentMiB returns the resident memory of a process without its children.
func residentMiB(b *testing.B, pid int) int {
	b.Helper()
	out, err := exec.CommandContext(b.Context(), "ps", "-o", "rss=", "-p", strconv.Itoa(pid)).Output()
	require.NoError(b, err)
	kib, err := strconv.Atoi(strings.TrimSpace(string(out)))
	require.NoError(b, err)
	return kib / 1024
}

// longPDF writes a PDF with the given number of pages of text.
func longPDF(b testing.TB, pages int) string {
	b.Helper()
	objects := pagesOfPDF(pages, "/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>")
	for i := range pages {
		text := pageOfText(i)
		objects = append(objects, fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(text), text))
	}
	return writePDF(b, "long.pdf", objects)
}

// pagesOfPDF returns the objects of a PDF up to its last page. The contents of page n follow as object 3+pages+n.
func pagesOfPDF(pages int, resources string) []string {
	var kids strings.Builder
	for i := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", 3+i)
	}
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		fmt.Sprintf("<< /Type /Pages /Count %d /Kids [%s] >>", pages, kids.String()),
	}
	for i := range pages {
		objects = append(objects, fmt.Sprintf(
			"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << %s >> /Contents %d 0 R >>", resources, 3+pages+i))
	}
	return objects
}

// writePDF writes the objects, the first of which is the catalogue, to a file with the given name.
func writePDF(b testing.TB, name string, objects []string) string {
	b.Helper()
	var pdf bytes.Buffer
	pdf.WriteString("%PDF-1.4\n")
	offsets := make([]int, 0, len(objects))
	for i, body := range objects {
		offsets = append(offsets, pdf.Len())
		fmt.Fprintf(&pdf, "%d 0 obj\n%s\nendobj\n", i+1, body)
	}
	start := pdf.Len()
	fmt.Fprintf(&pdf, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, o := range offsets {
		fmt.Fprintf(&pdf, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&pdf, "trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, start)
	path := filepath.Join(b.TempDir(), name)
	require.NoError(b, os.WriteFile(path, pdf.Bytes(), 0o600))
	return path
}

func pageOfText(n int) string {
	var t strings.Builder
	t.WriteString("BT /F1 10 Tf 50 790 Td 14 TL ")
	for line := range 50 {
		fmt.Fprintf(&t, "(Page %d line %d: the committee has taken note of item %d and will return to it.) Tj T* ", n+1, line+1, n*50+line)
	}
	t.WriteString("ET")
	return t.String()
}
