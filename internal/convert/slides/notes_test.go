package slides_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

func TestSpeakerNotesFollowTheirSlideAsAQuotation(t *testing.T) {
	t.Parallel()
	notes := ph("sldImg", "") + ph("body", p("Say hello.")+p("Then wait.")) + ph("sldNum", p("1"))
	for name, c := range map[string]struct{ shapes, notes, want string }{
		"notes":       {ph("title", p("Plans")), notes, "# Plans\n\n*Speaker notes:*\n\n> Say hello.\n>\n> Then wait."},
		"notes alone": {"", notes, "*Speaker notes:*\n\n> Say hello.\n>\n> Then wait."},
		"empty notes": {ph("title", p("Plans")), ph("sldImg", "") + ph("body", `<a:p/>`) + ph("sldNum", p("1")), "# Plans"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, deckFile{slides: []slideFile{{shapes: c.shapes, notes: c.notes}}}))
		})
	}
}

func TestDamagedNotesAreLeftOut(t *testing.T) {
	t.Parallel()
	d := deckFile{slides: []slideFile{{shapes: ph("title", p("Plans")), notes: "<"}}}
	require.Equal(t, "# Plans", markdown(t, d))
}

func TestHiddenSlidesAreIncludedWithARemark(t *testing.T) {
	t.Parallel()
	d := deckFile{slides: []slideFile{{shapes: ph("title", p("Backup")), attrs: `show="0"`}}}
	pages := pagesOf(t, d)
	require.Equal(t, "*Hidden slide:*\n\n# Backup", page.Markdown(pages[0]))
	require.Equal(t, page.Note, pages[0].Blocks[0].Kind)
}
