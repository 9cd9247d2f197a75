package main_test

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
	"golang.org/x/sync/errgroup"
)

// as creates another account and returns the same service as seen by that account.
func (s *service) as(account string) *service {
	s.t.Helper()
	s.command("account", "create", account)
	other := *s
	other.cmd = nil
	other.key = s.command("key", "create", account)
	return &other
}

// flood posts n documents as fast as they are accepted.
func (s *service) flood(n int, file string) {
	s.t.Helper()
	var g errgroup.Group
	g.SetLimit(8)
	for range n {
		g.Go(func() error { s.upload(file, nil); return nil })
	}
	require.NoError(s.t, g.Wait())
}

// latency posts a document and returns how long it takes to complete.
func (s *service) latency(file string) time.Duration {
	s.t.Helper()
	start := time.Now()
	id := s.upload(file, nil).ID
	for s.status(id) != "COMPLETED" {
		time.Sleep(2 * time.Millisecond)
	}
	return time.Since(start)
}

func medianOf(n int, measure func() time.Duration) time.Duration {
	times := make([]time.Duration, 0, n)
	for range n {
		times = append(times, measure())
	}
	slices.Sort(times)
	return times[n/2]
}

func TestAccountWithAFullQueueDoesNotDelayAnother(t *testing.T) {
	s := newService(t)
	s.start()
	small := longPDF(t, 1)
	patient := s.as("patient")
	patient.latency(small)
	s.flood(60, longPDF(t, 300))
	for _, file := range []string{small, "scan.pdf"} {
		patient.latency(file)
	}
	var done struct{ Count int }
	require.Equal(t, http.StatusOK, s.call(http.MethodGet, "/documents?status=COMPLETED", nil, "", &done))
	require.Less(t, done.Count, 30, "the later file of the other account was finished before most of the queue")
}

func TestDocumentIsConvertedWhileAnotherAccountHoldsItsShareOfTheLane(t *testing.T) {
	s := newService(t)
	s.env = append(s.env, "QUIRE_TESSERACT="+burning(t), "QUIRE_CORES=1")
	s.start()
	patient := s.as("patient")
	var burners []string
	for range 4 { // more than the lane has slots
		burners = append(burners, s.upload("scan.pdf", nil).ID)
	}
	for _, id := range burners {
		require.Eventually(t, func() bool { return s.status(id) == "PROCESSING" }, time.Minute, 20*time.Millisecond)
	}
	require.Equal(t, "COMPLETED", patient.await(patient.upload("report.pdf", nil).ID).Status)
	require.Positive(t, s.inFlight(), "the other account's documents are still running")
}

// worstFiles is the number of worst-case files that the other account sends.
const worstFiles = 1000

// BenchmarkFairness measures how long one account's one-page file takes while another account has 1,000 of the most
// expensive files in the queue, compared with an idle service.
func BenchmarkFairness(b *testing.B) {
	s := newService(b)
	s.start()
	patient := s.as("patient")
	const tries = 15
	files := map[string]string{"text": longPDF(b, 1), "scan": "scan.pdf"}
	for b.Loop() {
		idle := map[string]time.Duration{}
		for name, file := range files {
			patient.latency(file)
			idle[name] = medianOf(tries, func() time.Duration { return patient.latency(file) })
		}
		s.floodWithTheWorst(worstFiles)
		for name, file := range files {
			loaded := medianOf(tries, func() time.Duration { return patient.latency(file) })
			b.ReportMetric(float64(idle[name].Milliseconds()), "ms-idle-"+name)
			b.ReportMetric(float64(loaded.Milliseconds()), "ms-loaded-"+name)
			b.ReportMetric(float64(loaded)/float64(idle[name]), "ratio-"+name)
		}
		fmt.Fprintln(os.Stderr, "documents in flight at the end:", s.inFlight())
	}
}

// floodWithTheWorst posts the most expensive inputs that are allowed: two fifths are long documents, two fifths are
// dense scans short enough for the quick lane, and one fifth are deeply nested lists for a collection.
func (s *service) floodWithTheWorst(n int) {
	s.t.Helper()
	long, scan := longPDF(s.t, 200), denseScan(s.t, 3)
	nested := []byte(strings.Repeat("- ", 5000) + "x")
	lists := s.collection("nested")
	var g errgroup.Group
	g.SetLimit(8)
	for i := range n {
		g.Go(func() error {
			switch i % 5 {
			case 0, 1:
				s.upload(long, nil)
			case 2, 3:
				s.upload(scan, nil)
			default:
				s.put(lists, fmt.Sprintf("%04d.md", i), fmt.Appendf(nested, " %d", i))
			}
			return nil
		})
	}
	require.NoError(s.t, g.Wait())
}

// denseScan writes a PDF whose pages are pictures of small print, which only OCR reads.
func denseScan(tb testing.TB, pages int) string {
	tb.Helper()
	const width, height, lineHeight = 1654, 2339, 18 // A4 at 200 dpi
	img := image.NewGray(image.Rect(0, 0, width, height))
	draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
	pen := font.Drawer{Dst: img, Src: image.Black, Face: basicfont.Face7x13}
	for y := 100; y < height-100; y += lineHeight {
		pen.Dot = fixed.P(100, y)
		pen.DrawString(strings.Repeat(fmt.Sprintf("the committee has taken note of case %d and will return to it; ", y), 3))
	}
	var picture bytes.Buffer
	require.NoError(tb, jpeg.Encode(&picture, img, &jpeg.Options{Quality: 90}))
	objects := pagesOfPDF(pages, fmt.Sprintf("/XObject << /Scan %d 0 R >>", 3+2*pages))
	const paint = "595 0 0 842 0 0 cm /Scan Do"
	for range pages {
		objects = append(objects, fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(paint), paint))
	}
	objects = append(objects, fmt.Sprintf(
		"<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode /Length %d >>\nstream\n%s\nendstream",
		width, height, picture.Len(), picture.String()))
	return writePDF(tb, "scan.pdf", objects)
}
