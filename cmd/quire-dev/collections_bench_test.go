package main_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// BenchmarkThousandFiles posts 1,000 files of one page at concurrency 16 and waits until all are ready. It reports the
// largest resident memory of the process halfway and at the end, which must not grow with the number of files.
func BenchmarkThousandFiles(b *testing.B) {
	const files, clients = 1000, 16
	s := newService(b)
	s.start()
	for b.Loop() {
		c := s.collection(fmt.Sprintf("thousand-%d", b.N))
		start := time.Now()
		var g errgroup.Group
		g.SetLimit(clients)
		for n := range files {
			g.Go(func() error {
				s.put(c, fmt.Sprintf("minutes/%04d.txt", n), []byte(minutes(n)))
				return nil
			})
		}
		require.NoError(b, g.Wait())
		posted := time.Since(start)
		half, peak := 0, 0
		for ready := 0; ready < files; time.Sleep(50 * time.Millisecond) {
			var list struct{ Count int }
			s.call(http.MethodGet, "/collections/"+c+"/files?status=ready&limit=1", nil, "", &list)
			ready = list.Count
			peak = max(peak, residentMiB(b, s.cmd.Process.Pid))
			if ready <= files/2 {
				half = peak
			}
		}
		b.ReportMetric(files/time.Since(start).Seconds(), "files/s")
		b.ReportMetric(files/posted.Seconds(), "posts/s")
		b.ReportMetric(float64(half), "MiB-half")
		b.ReportMetric(float64(peak), "MiB-peak")
	}
}

// minutes returns a page of text that is unique to n.
func minutes(n int) string {
	text := fmt.Sprintf("Minutes of meeting %d\n\n", n)
	for line := range 40 {
		text += fmt.Sprintf("Item %d: the committee has taken note of case %d and will return to it.\n", line+1, n*40+line)
	}
	return text
}
