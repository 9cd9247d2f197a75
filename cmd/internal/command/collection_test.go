package command_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

// shelves serves the collections of the API and nothing else.
func shelves(t *testing.T) *httptest.Server {
	t.Helper()
	names := map[string]string{}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/v1/collections", func(w http.ResponseWriter, r *http.Request) {
		var made struct{ Name string }
		_ = json.NewDecoder(r.Body).Decode(&made)
		names[made.Name] = "id of " + made.Name
		_ = json.NewEncoder(w).Encode(map[string]string{"id": names[made.Name], "name": made.Name})
	})
	mux.HandleFunc("GET /api/v1/collections", func(w http.ResponseWriter, _ *http.Request) {
		list := []map[string]string{}
		for name, id := range names {
			list = append(list, map[string]string{"id": id, "name": name})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"data": list, "count": len(list)})
	})
	mux.HandleFunc("DELETE /api/v1/collections/{id}", func(_ http.ResponseWriter, r *http.Request) {
		for name, id := range names {
			if id == r.PathValue("id") {
				delete(names, name)
			}
		}
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

func TestACollectionIsCreatedAndDeletedOnlyIfItsNameIsConfirmed(t *testing.T) {
	t.Parallel()
	o, s := newOperator(t), shelves(t)
	types := func(args ...string) error { return o.types(append(args, "--server", s.URL, "--key", "k")...) }
	require.ErrorContains(t, types("source", "create", "Scans", "/srv/scans", "-c", "Scans"), `There is no collection "Scans"; 'collection create' makes it`)
	require.NoError(t, types("collection", "create", "Scans"))
	require.Equal(t, "id of Scans\n", o.out.String())
	require.ErrorContains(t, types("collection", "delete", "Scans", "--confirm", "Scan"), "nothing was deleted")
	require.NoError(t, types("collection", "delete", "Scans", "--confirm", "Scans"))
	require.Equal(t, "Scans is deleted, with its files\n", o.out.String())
	require.ErrorContains(t, types("collection", "delete", "Scans", "--confirm", "Scans"), "There is no collection")
}
