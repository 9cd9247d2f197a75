package main_test

import (
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/model/modeltest"
)

// BenchmarkStreamedAnswer measures the time that Quire adds to an answer: from the request to the first status frame
// and to the end of an answer without a model, and from a model's first token to the first delta.
func BenchmarkStreamedAnswer(b *testing.B) {
	b.Run("quoted", func(b *testing.B) {
		s := newService(b)
		s.start()
		body := question(s)
		var first, whole []time.Duration
		for b.Loop() {
			start := time.Now()
			e := s.streamed("/query", body)
			e.until("status")
			first = append(first, time.Since(start))
			e.until("complete")
			whole = append(whole, time.Since(start))
		}
		b.ReportMetric(median(first), "ms-to-first-status")
		b.ReportMetric(median(whole), "ms-to-complete")
	})
	b.Run("generated", func(b *testing.B) {
		m := modeltest.New(b)
		var token atomic.Int64
		m.Always(func(x *modeltest.Exchange) {
			token.Store(time.Now().UnixNano())
			modeltest.Answer(generated(1))(x)
		})
		s := newService(b)
		withModel(s, m)
		s.start()
		body := question(s)
		var delta []time.Duration
		for b.Loop() {
			e := s.streamed("/query", body)
			e.until("delta")
			delta = append(delta, time.Since(time.Unix(0, token.Load())))
			e.until("complete")
		}
		b.ReportMetric(median(delta), "ms-from-token-to-delta")
	})
}

// question returns a question about a collection with one file.
func question(s *service) map[string]any {
	s.t.Helper()
	c := s.collection("Office")
	require.Equal(s.t, "ready", s.awaitFile(c, s.put(c, "vacation.md", []byte(vacation)).ID).Status)
	return map[string]any{"collection_ids": []string{c}, "query": "How many days of vacation are there?", "stream": true}
}

// median returns the median in milliseconds.
func median(times []time.Duration) float64 {
	slices.Sort(times)
	return float64(times[len(times)/2].Microseconds()) / 1000
}
