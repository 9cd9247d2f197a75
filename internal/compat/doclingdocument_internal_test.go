package compat

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/door"
)

func TestTheTextsOfAPictureAreBelowItInADoclingDocument(t *testing.T) {
	t.Parallel()
	d := newDoclingDocument("report.pdf")
	d.page(door.FormedPage{Number: 1, Blocks: []door.FormedBlock{
		{Kind: kindPicture, Text: "10 20 30\nYears"},
		{Kind: kindPicture},
	}})
	require.Len(t, d.Body.Children, 2)
	require.Equal(t, []doclingRef{{"#/texts/0"}}, d.Pictures[0].Children)
	require.Empty(t, d.Pictures[1].Children)
	require.Len(t, d.Texts, 1)
	require.Equal(t, "10 20 30\nYears", *d.Texts[0].Text)
	require.Equal(t, "#/pictures/0", d.Texts[0].Parent.Ref)
}
