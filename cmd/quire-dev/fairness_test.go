package main_test

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// as is the same service for another account, which it makes.
func (s *service) as(account string) *service {
	s.t.Helper()
	s.command("account", "create", account)
	other := *s
	other.cmd = nil
	other.key = s.command("key", "create", account)
	return &other
}

// flood posts many documents as fast as they are taken.
func (s *service) flood(n int, file string) {
	s.t.Helper()
	var g errgroup.Group
	g.SetLimit(8)
	for range n {
		g.Go(func() error { s.upload(file, nil); return nil })
	}
	require.NoError(s.t, g.Wait())
}

// latency posts a document and waits for its end.
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

func TestAccountWithAFullQueueDoesNotStandInTheWayOfAnother(t *testing.T) {
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

// BenchmarkFairness is the time of a one-page file of one account while another has 500 large files in the queue, beside
// its time on an idle service.
func BenchmarkFairness(b *testing.B) {
	s := newService(b)
	s.start()
	small := longPDF(b, 1)
	patient := s.as("patient")
	const tries = 9
	for b.Loop() {
		idle := map[string]time.Duration{}
		for _, file := range []string{small, "scan.pdf"} {
			patient.latency(file)
			idle[file] = medianOf(tries, func() time.Duration { return patient.latency(file) })
		}
		s.flood(500, longPDF(b, 200))
		for name, file := range map[string]string{"text": small, "scan": "scan.pdf"} {
			busy := medianOf(tries, func() time.Duration { return patient.latency(file) })
			b.ReportMetric(float64(idle[file].Milliseconds()), "ms-idle-"+name)
			b.ReportMetric(float64(busy.Milliseconds()), "ms-behind-500-"+name)
			b.ReportMetric(float64(busy)/float64(idle[file]), "times-"+name)
		}
		fmt.Fprintln(os.Stderr, "in flight at the end:", s.inFlight())
	}
}
