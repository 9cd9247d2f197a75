package layout_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/document"
	"quire/internal/convert/page"
)

// talk returns the kinds of the first blocks of six slides whose titles are in smaller type than their text, and at
// heights that differ by step.
func talk(width, step float64) []page.Kind {
	survey := document.NewSurvey()
	var pages []page.Page
	for i := range 6 {
		s := newSheet()
		s.Number, s.Width, s.Height = i+1, width, 540
		y := 60 + step*float64(i)
		s.text(40, y, 14, regular, fmt.Sprintf("The %s editor", []string{"first", "second", "third", "fourth", "fifth", "sixth"}[i]))
		s.column(40, y+60, 16, "• Words of the first thing to say", "• Words of the second thing to say", "• Words of the third")
		pages = append(pages, s.analyze())
		survey.Add(pages[i])
	}
	var kinds []page.Kind
	for i := range pages {
		survey.Finish(&pages[i])
		kinds = append(kinds, pages[i].Blocks[0].Kind)
	}
	return kinds
}

func TestTheTitlesOfSlidesAreKnownByTheirPlace(t *testing.T) {
	t.Parallel()
	for _, kind := range talk(720, 0) {
		require.Equal(t, page.Heading, kind)
	}
	for _, kind := range talk(500, 0) {
		require.Equal(t, page.Paragraph, kind, "pages in portrait")
	}
	for _, kind := range talk(720, 15) {
		require.Equal(t, page.Paragraph, kind, "texts in different places")
	}
}
