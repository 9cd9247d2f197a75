package embedding

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/model"
)

// server models an endpoint: how long it takes per text, and how many texts it accepts at a time.
type server struct {
	each time.Duration
	most int
}

// calls runs the calls of a pace against the server until n texts are done. It returns the number of calls that the
// server worked on in vain, and the duration of the longest that succeeded.
func (s server) calls(t *testing.T, p *pace, n int) (wasted int, longest time.Duration) {
	t.Helper()
	for through, tries := 0, 0; through < n; tries++ {
		require.Less(t, tries, 4*n+20, "it never gets anywhere")
		texts, limit := p.next()
		require.Positive(t, texts)
		took := s.each * time.Duration(texts)
		switch {
		case texts > s.most:
			p.failed(texts, &model.Error{Kind: model.BadRequest})
		case took > limit:
			wasted++
			p.failed(texts, &model.Error{Kind: model.Timeout})
		default:
			longest = max(longest, took)
			through += texts
			p.took(texts, took)
		}
	}
	return wasted, longest
}

func TestThePaceSuitsTheEndpoint(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		server
		size, wasted int
	}{
		"a fast one":                  {server{time.Millisecond, 1000}, mostTexts, 0},
		"a fast one that takes eight": {server{time.Millisecond, 8}, 8, 0},
		"one that takes only one":     {server{time.Millisecond, 1}, 1, 0},
		"a slow one":                  {server{500 * time.Millisecond, 1000}, 4, 0},
		"a very slow one":             {server{30 * time.Second, 1000}, 1, 1},
		"one that takes minutes":      {server{4 * time.Minute, 1000}, 1, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPace()
			wasted, _ := c.calls(t, p, 250)
			require.LessOrEqual(t, wasted, c.wasted)
			size, _ := p.next()
			require.Equal(t, c.size, size)
			_, longest := c.calls(t, p, 300)
			require.LessOrEqual(t, longest, max(goodCall, c.each), "queries wait no longer than that")
		})
	}
}

func TestAnEndpointThatSlowsDownGetsLessAndOneThatRecoversMore(t *testing.T) {
	t.Parallel()
	p := newPace()
	server{time.Millisecond, 1000}.calls(t, p, 300)
	wasted, _ := server{10 * time.Second, 1000}.calls(t, p, 20)
	require.LessOrEqual(t, wasted, 6)
	size, _ := p.next()
	require.Equal(t, 1, size)
	server{time.Millisecond, 1000}.calls(t, p, 300)
	size, _ = p.next()
	require.Equal(t, mostTexts, size)
}

func TestOnlyFailuresThatDependOnTheSizeAreTriedAgainAtOnce(t *testing.T) {
	t.Parallel()
	for kind, again := range map[model.Kind]bool{
		model.BadRequest: true, model.TooLong: true, model.Malformed: true, model.Refused: true, model.ContentFiltered: true,
		model.Timeout: false, model.Overloaded: false, model.RateLimited: false, model.Unauthorized: false, model.Unreachable: false,
	} {
		require.Equal(t, again, newPace().failed(8, &model.Error{Kind: kind}), kind)
		require.False(t, newPace().failed(1, &model.Error{Kind: kind}), kind)
	}
}
