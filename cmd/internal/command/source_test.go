package command_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhyARunOfASourceFailedIsShown(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/collections", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"data":[],"count":0}`) })
	mux.HandleFunc("GET /api/v1/sources/s/runs", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"data":[{"id":"r","status":"failed","error":"The store refuses."}],"count":1}`)
	})
	mux.HandleFunc("GET /api/v1/sources/s/runs/r/log", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"data":[],"count":0}`) })
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	o := newOperator(t)
	require.NoError(t, o.types("source", "runs", "s", "--server", s.URL, "--key", "k"))
	require.Regexp(t, `ERROR\n.*The store refuses\.\n`, o.out.String())
	require.NoError(t, o.types("source", "log", "s", "--server", s.URL, "--key", "k"))
	require.Contains(t, o.err.String(), "the run failed: The store refuses.\n")
}
