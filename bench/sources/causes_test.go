package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const weights = "| Name | Weight |\n| --- | --- |\n| iron | 7.9 |\n| lead | 11.3 |\n"

func TestATableDiffersFromTheTruthForOneCause(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		truth, got string
		want       []cause
	}{
		"the same":                       {weights, weights, []cause{right}},
		"the same in HTML":               {weights, "<table><tr><th>Name</th><th>Weight</th></tr><tr><td>iron</td><td>7.9</td></tr><tr><td>lead</td><td>11.3</td></tr></table>", []cause{right}},
		"another header":                 {weights, "| Metal | Weight |\n|---|---|\n| iron | 7.9 |\n| lead | 11.3 |\n", []cause{headed}},
		"other words":                    {weights, "| Name | Weight |\n|---|---|\n| iron | 7.9 |\n| led | 11.3 |\n", []cause{worded}},
		"a row too many":                 {weights, "| Name | Weight |\n|---|---|\n| iron | 7.9 |\n| lead | |\n| | 11.3 |\n", []cause{torn}},
		"a row too few":                  {weights, "| Name | Weight |\n|---|---|\n| iron lead | 7.9 11.3 |\n", []cause{fused}},
		"a column too many":              {weights, "| Name | Weight | |\n|---|---|---|\n| iron | 7.9 | |\n| lead | 11 | 3 |\n", []cause{recolumned}},
		"two of one":                     {weights, "| Name | Weight |\n|---|---|\n| iron | 7.9 |\n\n| lead | 11.3 |\n|---|---|\n", []cause{cut}},
		"one of two":                     {weights + "\n\n| City | Height |\n|---|---|\n| Ulm | 478 |\n", weights + "| City | Height |\n| Ulm | 478 |\n", []cause{torn, torn, joined}},
		"items":                          {weights, "- Name: Weight\n- iron: 7.9\n- lead: 11.3\n", []cause{listed}},
		"a listing":                      {weights, "```\nName Weight\niron 7.9\nlead 11.3\n```\n", []cause{listing}},
		"text":                           {weights, "Name Weight iron 7.9 lead 11.3", []cause{written}},
		"nothing":                        {weights, "Something else.", []cause{lost}},
		"a table of no table":            {"Something.", weights, []cause{invented}},
		"two tables with the same words": {weights + "\n\n" + weights, weights + "\n\n" + weights, []cause{right, right}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []cause
			for _, f := range tableFaults(c.truth, c.got) {
				got = append(got, f.cause)
			}
			require.Equal(t, c.want, got)
		})
	}
}

func TestTheLossOfADocumentIsSharedAmongItsFaultyTablesByTheirCells(t *testing.T) {
	t.Parallel()
	var all tally
	all.add([]fault{{right, 20}, {torn, 30}, {written, 10}}, .4, true)
	all.add([]fault{{invented, 5}}, 0, false)
	require.InDelta(t, .3, all.loss[torn], 1e-9)
	require.InDelta(t, .1, all.loss[written], 1e-9)
	require.Zero(t, all.loss[right])
	require.Equal(t, 1, all.scored)
	require.Equal(t, 1, all.documents[invented])
}
