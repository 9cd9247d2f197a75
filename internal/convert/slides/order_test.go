package slides_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// rounded returns a box in tenths of points.
func rounded(b page.Box) page.Box {
	tenth := func(x float64) float64 { return math.Round(10*x) / 10 }
	return page.Box{X0: tenth(b.X0), Y0: tenth(b.Y0), X1: tenth(b.X1), Y1: tenth(b.Y1)}
}

// group returns a group at x and y, whose size is that of its children's coordinates times scale.
func group(x, y, scale int, shapes string) string {
	const side = 100 * inch / 10
	return fmt.Sprintf(`<p:grpSp><p:nvGrpSpPr/><p:grpSpPr><a:xfrm><a:off x="%d" y="%d"/><a:ext cx="%d" cy="%d"/><a:chOff x="0" y="0"/><a:chExt cx="%d" cy="%d"/></a:xfrm></p:grpSpPr>`,
		x*inch/10, y*inch/10, scale*side, scale*side, side, side) + shapes + `</p:grpSp>`
}

func TestShapesAreReadInOrder(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ shapes, want string }{
		"rows that the file has in order":    {box("a", 0, 0, 40, 10) + box("b", 50, 0, 40, 10) + box("c", 0, 20, 40, 10) + box("d", 50, 20, 40, 10), "a b c d"},
		"columns that the file has in order": {box("a", 0, 0, 40, 10) + box("b", 0, 20, 40, 10) + box("c", 50, 0, 40, 10) + box("d", 50, 20, 40, 10), "a b c d"},
		"one above the other, drawn late":    {box("c", 0, 40, 40, 10) + box("b", 0, 20, 40, 10) + box("a", 0, 0, 40, 10), "a b c"},
		"one beside the other, drawn late":   {box("b", 50, 0, 40, 10) + box("a", 0, 0, 40, 10), "a b"},
		"rows drawn in any order":            {box("d", 50, 40, 40, 10) + box("b", 50, 0, 40, 10) + box("c", 0, 40, 40, 10) + box("a", 0, 0, 40, 10), "a b c d"},
		"cards of a heading and a text": {
			box("b2", 35, 10, 20, 20) + box("b1", 35, 0, 20, 8) + box("a1", 0, 0, 20, 8) + box("c1", 70, 0, 20, 8) + box("a2", 0, 10, 20, 20) + box("c2", 70, 10, 20, 20),
			"a1 a2 b1 b2 c1 c2",
		},
		"headings, then the texts of their cards": {
			box("top", 0, 0, 90, 8) + box("a1", 0, 10, 20, 5) + box("b1", 30, 10, 20, 5) + box("c1", 60, 10, 20, 5) + box("a2", 0, 16, 20, 30) + box("b2", 30, 16, 20, 20) + box("c2", 60, 16, 20, 30) + box("end", 0, 60, 90, 8),
			"top a1 a2 b1 b2 c1 c2 end",
		},
		"rows of a grid":          {box("a", 0, 0, 40, 10) + box("b", 50, 0, 40, 10) + box("c", 0, 11, 40, 10) + box("d", 50, 11, 40, 10), "a b c d"},
		"far below a row":         {box("a", 0, 0, 40, 10) + box("b", 50, 0, 40, 10) + box("c", 0, 50, 40, 20) + box("d", 50, 50, 40, 20), "a b c d"},
		"boxes that touch":        {box("d", 30, 20, 30, 20) + box("c", 0, 20, 30, 20) + box("b", 30, 0, 30, 20) + box("a", 0, 0, 30, 20), "a b c d"},
		"a line below columns":    {box("end", 0, 60, 90, 8) + box("b", 50, 0, 40, 50) + box("a", 0, 0, 40, 50), "a b end"},
		"in groups":               {group(0, 50, 1, box("d", 0, 20, 40, 10)+box("c", 0, 0, 40, 10)) + box("b", 0, 20, 40, 10) + box("a", 0, 0, 40, 10), "a b c d"},
		"shapes without a place":  {sp("", "", p("a")) + sp("", "", p("b")), "a b"},
		"shapes on the same spot": {box("a", 5, 5, 20, 20) + box("b", 5, 5, 20, 20), "a b"},
		"connectors say nothing":  {box("a", 0, 0, 20, 20) + `<p:cxnSp><p:nvCxnSpPr/></p:cxnSp>`, "a"},
		"a title wherever it is":  {box("a", 0, 0, 90, 8) + sp(`<p:ph type="title"/>`, xfrm(0, 60, 90, 8), p("T")), "# T a"},
		"a background":            {box("b", 0, 40, 40, 10) + box("a", 0, 20, 40, 10) + box("back", 0, 0, 100, 75), "back a b"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, strings.Join(strings.Fields(markdown(t, deckOf(c.shapes))), " "))
		})
	}
}

func TestManyShapesAreOrderedByWhereTheyStand(t *testing.T) {
	t.Parallel()
	const rows, columns = 20, 10
	var shapes, want []string
	for row := range rows {
		for column := range columns {
			name := fmt.Sprintf("r%dc%d", row, column)
			want = append(want, name)
			shapes = append([]string{box(name, column*10, row*10, 8, 6)}, shapes...)
		}
	}
	require.Equal(t, want, strings.Fields(markdown(t, deckOf(strings.Join(shapes, "")))))
}

func TestGroupsPlaceTheirShapes(t *testing.T) {
	t.Parallel()
	inner := group(10, 10, 1, box("a", 10, 0, 20, 10))
	blocks := pagesOf(t, deckOf(group(20, 30, 2, inner)))[0].Blocks
	require.Equal(t, page.Box{X0: 432, Y0: 360, X1: 720, Y1: 504}, rounded(blocks[0].Box))
}

func TestRotatedShapesHaveTheBoxAroundThem(t *testing.T) {
	t.Parallel()
	turned := strings.Replace(xfrm(10, 10, 20, 10), "<a:xfrm>", `<a:xfrm rot="5400000">`, 1)
	blocks := pagesOf(t, deckOf(sp("", turned, p("a"))))[0].Blocks
	require.Equal(t, page.Box{X0: 108, Y0: 36, X1: 180, Y1: 180}, rounded(blocks[0].Box))
}
