package activities

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"quire/internal/blob"
	"quire/internal/convert/page"
)

func TestPagesThatLostWordsAreLoggedAndCounted(t *testing.T) {
	t.Parallel()
	blobs, err := blob.Open(t.Context(), "file://"+t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { blobs.Close() })
	var log bytes.Buffer
	a := &Convert{
		Blobs: blobs, Log: slog.New(slog.NewTextHandler(&log, nil)),
		LostPages: prometheus.NewCounter(prometheus.CounterOpts{Name: "lost"}),
	}
	n, err := a.writeRange(t.Context(), "documents/x/ranges/00001", func(emit func(page.Page) error) error {
		for i, coverage := range []float64{1, .91, 0} { // 0: not measured
			if err := emit(page.Page{Number: i + 1, Coverage: coverage}); err != nil {
				return err
			}
		}
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, 3, n)
	require.Contains(t, log.String(), "blob=documents/x/ranges/00001 page=2 coverage=0.91")
	require.NotContains(t, log.String(), "confidence")

	registry := prometheus.NewRegistry()
	registry.MustRegister(a.LostPages)
	families, err := registry.Gather()
	require.NoError(t, err)
	require.InDelta(t, 1, families[0].GetMetric()[0].GetCounter().GetValue(), 0)
}

func TestPagesRecognizedWithLowConfidenceAreLogged(t *testing.T) {
	t.Parallel()
	blobs, err := blob.Open(t.Context(), "file://"+t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { blobs.Close() })
	var log bytes.Buffer
	a := &Convert{Blobs: blobs, Log: slog.New(slog.NewTextHandler(&log, nil))}
	_, err = a.writeRange(t.Context(), "documents/x/ranges/00001", func(emit func(page.Page) error) error {
		for i, confidence := range []float64{0, 95.1, 46.8} { // 0: no recognition
			if err := emit(page.Page{Number: i + 1, Confidence: confidence}); err != nil {
				return err
			}
		}
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(log.String(), "\n"))
	require.Contains(t, log.String(), "blob=documents/x/ranges/00001 page=3 confidence=47")
}
