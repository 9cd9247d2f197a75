package embedding

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/model"
	"quire/internal/model/modeltest"
)

// askedFor is the body of one call of the double.
type askedFor struct {
	Input      []string
	Dimensions int
}

// double starts an endpoint that responds with the status that refuse returns or, if that is 200, with vectors.
func double(t *testing.T, dimensions int, refuse func(*http.Request, askedFor) int) *endpoint {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked askedFor
		if json.NewDecoder(r.Body).Decode(&asked) != nil {
			asked.Input = nil // the client has disconnected
		}
		if status := refuse(r, asked); status != http.StatusOK {
			w.WriteHeader(status)
			return
		}
		var data []any
		for i, text := range asked.Input {
			v := modeltest.Embedding(text)
			if asked.Dimensions > 0 {
				v = v[:asked.Dimensions]
			}
			data = append(data, map[string]any{"index": i, "embedding": v})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"data": data}) // the client may have disconnected
	}))
	t.Cleanup(s.Close)
	client, err := model.New(model.Config{BaseURL: s.URL, Model: "double"})
	require.NoError(t, err)
	return Endpoint(client, dimensions).(*endpoint)
}

// embedAll embeds texts as the lane does. It tries again after an error, at most tries times in total.
func embedAll(t *testing.T, e *endpoint, texts []string, tries int) [][]float32 {
	t.Helper()
	var all [][]float32
	for len(all) < len(texts) {
		some, err := e.Passages(t.Context(), texts[len(all):])
		if tries--; err != nil && tries <= 0 {
			require.NoError(t, err)
		}
		all = append(all, some...)
	}
	return all
}

func numbered(n int) []string {
	texts := make([]string, 0, n)
	for i := range n {
		texts = append(texts, fmt.Sprintf("passage %d", i))
	}
	return texts
}

func TestEveryTextGetsItsVectorFromADifficultEndpoint(t *testing.T) {
	t.Parallel()
	const poison = "passage 20"
	holds := func(a askedFor) bool { return slices.Contains(a.Input, poison) }
	for name, c := range map[string]struct {
		refuse  func(*http.Request, askedFor) int
		without []string // texts that get no vector
	}{
		"that takes few texts at a time": {func(_ *http.Request, a askedFor) int {
			if len(a.Input) > 3 {
				return http.StatusUnprocessableEntity
			}
			return http.StatusOK
		}, nil},
		"that refuses a text": {func(_ *http.Request, a askedFor) int {
			if holds(a) {
				return http.StatusBadRequest
			}
			return http.StatusOK
		}, []string{poison}},
		"that breaks down over a text": {func(_ *http.Request, a askedFor) int {
			if holds(a) {
				return http.StatusInternalServerError
			}
			return http.StatusOK
		}, []string{poison}},
		"that breaks down every other time":      {everyOther(http.StatusServiceUnavailable), nil},
		"that is out of breath every other time": {everyOther(http.StatusTooManyRequests), nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			texts := numbered(50)
			for i, v := range embedAll(t, double(t, 0, c.refuse), texts, 200) {
				if slices.Contains(c.without, texts[i]) {
					require.Nil(t, v, texts[i])
				} else {
					require.Equal(t, modeltest.Embedding(texts[i]), v)
				}
			}
		})
	}
}

func everyOther(status int) func(*http.Request, askedFor) int {
	var mu sync.Mutex
	n := 0
	return func(*http.Request, askedFor) int {
		mu.Lock()
		defer mu.Unlock()
		if n++; n%2 == 1 {
			return status
		}
		return http.StatusOK
	}
}

func TestNoTextIsBlamedForAnEndpointThatTakesNone(t *testing.T) {
	t.Parallel()
	for _, status := range []int{400, 401, 404, 413, 422, 429, 500, 502, 503} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			e := double(t, 0, func(*http.Request, askedFor) int { return status })
			for range 10 {
				_, err := e.Passages(t.Context(), numbered(10))
				require.Error(t, err)
			}
		})
	}
}

// TestASlowEndpointIsNotKeptBusyInVain uses an endpoint on which the first calls time out, which led to a livelock when
// each was repeated with the same size.
func TestASlowEndpointIsNotKeptBusyInVain(t *testing.T) {
	t.Parallel()
	const each = 20 * time.Millisecond
	var turn sync.Mutex // one processor
	e := double(t, 0, func(r *http.Request, a askedFor) int {
		turn.Lock()
		defer turn.Unlock()
		select {
		case <-time.After(each * time.Duration(len(a.Input))):
		case <-r.Context().Done():
		}
		return http.StatusOK
	})
	e.pace.least, e.pace.always = 2*each, 2*each
	require.NotContains(t, embedAll(t, e, numbered(30), 50), []float32(nil))
}

func TestAQueryGoesBeforePassages(t *testing.T) {
	t.Parallel()
	var order []string
	var mu sync.Mutex
	asked, answer, overtaken := make(chan struct{}), make(chan struct{}), make(chan struct{}, 1)
	e := double(t, 0, func(_ *http.Request, a askedFor) int {
		isQuery := strings.HasPrefix(a.Input[0], "query")
		if isQuery {
			close(asked)
			<-answer
		} else {
			overtaken <- struct{}{}
		}
		mu.Lock()
		defer mu.Unlock()
		order = append(order, strings.Fields(a.Input[0])[0])
		return http.StatusOK
	})
	var done sync.WaitGroup
	done.Go(func() {
		_, err := e.Queries(t.Context(), []string{"query"})
		require.NoError(t, err)
	})
	<-asked
	done.Go(func() {
		_, err := e.Passages(t.Context(), []string{"passage"})
		require.NoError(t, err)
	})
	select {
	case <-overtaken:
	case <-time.After(100 * time.Millisecond): // long enough for a passage that does not wait
	}
	close(answer)
	done.Wait()
	require.Equal(t, []string{"query", "passage"}, order)
}

func TestVectorsHaveTheDimensionsThatWereAskedFor(t *testing.T) {
	t.Parallel()
	for _, dimensions := range []int{0, modeltest.Dimensions, 16} {
		t.Run(fmt.Sprint(dimensions), func(t *testing.T) {
			t.Parallel()
			longest := 0
			e := double(t, dimensions, func(_ *http.Request, a askedFor) int {
				longest = max(longest, a.Dimensions)
				return http.StatusOK
			})
			want := dimensions
			if want == 0 {
				want = modeltest.Dimensions
			}
			for range 2 {
				vectors, err := e.Queries(t.Context(), []string{"a"})
				require.NoError(t, err)
				require.Len(t, vectors[0], want)
			}
			require.Equal(t, dimensions == 16, longest == 16, "it is only asked where that is needed")
		})
	}
	client, err := model.New(model.Config{BaseURL: modeltest.New(t).BaseURL(), Model: "stubborn"})
	require.NoError(t, err)
	_, err = Endpoint(client, 16).Queries(t.Context(), []string{"a"})
	require.ErrorContains(t, err, "QUIRE_EMBEDDING_DIMENSIONS says 16")
}
