package slides_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// sized returns a text box with type of a size, in hundredths of points.
func sized(size, text string, x, y int) string {
	return sp("", xfrm(x, y, 40, 8), `<a:p>`+rp(`sz="`+size+`"`, "", text)+`</a:p>`)
}

func TestSlidesWithoutPlaceholdersHaveTitlesToo(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ shapes, want string }{
		"the largest text":           {sized("1400", "text", 0, 20) + sized("2800", "Plans", 0, 2), "# Plans\n\ntext"},
		"larger than the usual size": {box("text", 0, 20, 40, 8) + sized("2800", "Plans", 0, 2), "# Plans\n\ntext"},
		"in a group":                 {sized("1400", "text", 0, 20) + group(0, 0, 1, sized("2800", "Plans", 0, 2)), "# Plans\n\ntext"},
		"below a label":              {sized("1200", "PART ONE", 0, 2) + sized("4000", "Plans", 0, 12) + sized("1400", "text", 0, 40), "# Plans\n\nPART ONE\n\ntext"},
		"alone and large":            {sized("4400", "Plans", 30, 34), "# Plans"},
		"alone but small":            {sized("1400", "Plans", 0, 34), "Plans"},
		"above a table":              {graphic("", tbl("", 1, tr(tc("", "a")), tr(tc("", "b")))) + sized("2400", "Plans", 0, 2), "# Plans\n\n| a |\n| --- |\n| b |"},
		"below a table":              {graphic("", tbl("", 1, tr(tc("", "a")), tr(tc("", "b")))) + sized("2400", "Plans", 0, 60), "| a |\n| --- |\n| b |\n\nPlans"},
		"two of a size":              {sized("2800", "Plans", 0, 2) + sized("2800", "Deeds", 50, 2), "Plans\n\nDeeds"},
		"a large figure":             {sized("9600", "87%", 0, 2) + sized("1400", "of all ships", 0, 20), "87%\n\nof all ships"},
		"large at the bottom":        {sized("1400", "text", 0, 20) + sized("2800", "Thanks", 0, 60), "text\n\nThanks"},
		"a list":                     {sp("", xfrm(0, 2, 40, 8), `<a:p><a:pPr><a:buChar char="•"/></a:pPr>`+rp(`sz="4000"`, "", "item")+`</a:p>`) + sized("1400", "text", 0, 20), "- item\n\ntext"},
		"a title of its own":         {ph("title", p("Plans")) + sized("9600", "Quarter", 0, 20), "# Plans\n\nQuarter"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, deckOf(c.shapes)))
		})
	}
}
