package index

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// ranking returns hits from alternating chunks and scores.
func ranking(chunksAndScores ...float32) []Hit {
	var out []Hit
	for i := 0; i < len(chunksAndScores); i += 2 {
		out = append(out, Hit{Generation: "g", Chunk: int(chunksAndScores[i]), Score: chunksAndScores[i+1]})
	}
	return out
}

func TestFusionKeepsByHowMuchAPassageIsBetter(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name           string
		fusion         Fusion
		words, meaning []Hit
		want           string
	}{
		{"good in both beats best in one", Fusion{}, ranking(1, 20, 2, 19, 3, 10), ranking(4, .7, 2, .68, 5, .2), "2:0.93 1:0.50 4:0.50 3:0.00 5:0.00"},
		{"a lead in words is kept", Fusion{}, ranking(1, 30, 2, 12, 3, 10), ranking(2, .5, 1, .48, 3, .4), "1:0.90 2:0.55 3:0.00"},
		{"meaning alone", Fusion{Dense: 1}, ranking(1, 30, 2, 10), ranking(2, .5, 1, .1), "2:1.00 1:0.00"},
		{"words weigh more", Fusion{Dense: .25}, ranking(1, 30, 2, 10), ranking(2, .5, 1, .1), "1:0.75 2:0.25"},
		{"equal scores are all best", Fusion{}, ranking(1, 5, 2, 5), ranking(2, .5), "2:1.00 1:0.50"},
		{"one ranking is empty", Fusion{}, ranking(1, 5, 2, 4), nil, "1:0.50 2:0.00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := ""
			for _, h := range c.fusion.withDefaults().fuse(c.words, c.meaning, 10) {
				got += fmt.Sprintf("%d:%.2f ", h.Chunk, h.Score)
			}
			require.Equal(t, c.want+" ", got)
		})
	}
}

func TestFusionReportsHowSimilarAPassageIs(t *testing.T) {
	t.Parallel()
	hits := Fusion{}.withDefaults().fuse(ranking(1, 9, 2, 5), ranking(3, .6, 1, .4), 2)
	require.Len(t, hits, 2)
	require.Equal(t, Hit{Generation: "g", Chunk: 1, Score: .5, Cosine: .4}, hits[0])
	require.Equal(t, Hit{Generation: "g", Chunk: 3, Score: .5, Cosine: .6}, hits[1])
}
