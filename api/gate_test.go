package api_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// slowly opens a link and leaves its body unread.
func (s *service) slowly(link string) io.Closer {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, link, nil)
	require.NoError(s.t, err)
	res, err := http.DefaultClient.Do(r)
	require.NoError(s.t, err)
	s.t.Cleanup(func() { _ = res.Body.Close() })
	require.Equal(s.t, 200, res.StatusCode)
	return res.Body
}

func TestSlowReadersOfFormsStopOnlyTheirOwnAccount(t *testing.T) {
	t.Parallel()
	s := newService(t)
	// This is more than the buffers of a connection hold, so a client that does not read keeps its download going.
	words := strings.Repeat("one more word ", 1<<17)
	pages := make([]page.Page, 0, 24)
	for n := range 24 {
		pages = append(pages, page.Page{Number: n + 1, Width: 595, Height: 842, Blocks: []page.Block{line(words, 10)}})
	}
	link := *s.linked(pages...).OutputFileURL + "&format=text"
	first := s.slowly(link)
	for range 7 {
		s.slowly(link)
	}
	refused := s.visit("GET", link)
	refused.fails(429, "Too many downloads are being made for this account at once; try again when one has ended")
	require.NotEmpty(t, refused.header.Get("Retry-After"))
	require.Empty(t, refused.header.Get("Content-Disposition"))

	other := s.as(s.newKey(s.newAccount("default"), true, true))
	require.Equal(t, 200, other.visit("GET", *other.linked(contract()...).OutputFileURL+"&format=text").status)

	require.NoError(t, first.Close())
	require.Eventually(t, func() bool { return s.visit("HEAD", link).status == 200 }, time.Minute, 20*time.Millisecond)
}
