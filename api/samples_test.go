package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEveryOperationIsServedWithSamples(t *testing.T) {
	t.Parallel()
	s := newService(t)
	var spec struct {
		Paths map[string]map[string]any
	}
	s.get("/api/v1/openapi.json").into(200, &spec)
	languages := map[string]int{}
	for path, item := range spec.Paths {
		for method, operation := range item {
			described, ok := operation.(map[string]any)
			if !ok || described["operationId"] == nil {
				continue
			}
			samples, ok := described["x-codeSamples"].([]any)
			require.True(t, ok, "%s %s", method, path)
			for _, sample := range samples {
				languages[sample.(map[string]any)["label"].(string)]++
			}
		}
	}
	require.Len(t, languages, 4)
	require.Greater(t, languages["Go"], 100)
	require.Equal(t, languages["Go"], languages["Python"])
	require.Equal(t, languages["Go"], languages["TypeScript"])
	page := string(s.get("/docs").body)
	require.Contains(t, page, "x-codeSamples", "the page shows them")
}
