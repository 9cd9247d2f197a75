package activities_test

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/internal/answer"
	"quire/internal/convert/page"
	"quire/internal/convert/pagestore"
	"quire/internal/passage"
	"quire/schema"
)

// pages reads every page that was stored with an output.
func (b *bundle) pages(t *testing.T, outputKey string) []page.Page {
	t.Helper()
	file, err := b.store.Open(t.Context(), schema.PagesKey(outputKey))
	require.NoError(t, err)
	defer file.Close()
	r, err := pagestore.NewReader(file, file.Size)
	require.NoError(t, err)
	var list []page.Page
	for _, h := range r.Heads() {
		p, err := r.Page(h.Number)
		require.NoError(t, err)
		list = append(list, p)
	}
	return list
}

// TestKeptPagesAreThoseOfThePassages checks that the stored pages match those that the passages were cut from, because
// citations point from one to the other.
func TestKeptPagesAreThoseOfThePassages(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	job, text := l.assemble(l.upload("report.pdf", sampleText(t, "report.pdf")))
	pages := l.pages(t, text.Output.Key)
	require.Len(t, pages, text.Output.Pages)
	require.NotEmpty(t, pages[0].Words)
	passages, err := l.db.Passages(t.Context(), job.Generation, 0, text.Passages)
	require.NoError(t, err)
	require.NotEmpty(t, passages)
	for _, p := range passages {
		var spans []passage.Span
		require.NoError(t, json.Unmarshal(p.Spans, &spans))
		for _, s := range spans {
			block := passage.BlockText(pages[s.Page-1].Blocks[s.Block])
			require.Contains(t, block[s.From:], p.Text[s.Start:s.End])
		}
	}
}

func TestPagesOfAConversionCountAsStored(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	_, text := l.assemble(l.upload("a.md", "# One\n\nTwo.\n"))
	stored, err := l.store.List(t.Context(), schema.VersionsPrefix, "", 100)
	require.NoError(t, err)
	var size int64
	for _, e := range stored {
		if e.Key == text.Output.Key || e.Key == schema.PagesKey(text.Output.Key) {
			size += e.Size
		}
	}
	require.Equal(t, size, text.Output.Size)
}

func TestAnExtractionKeepsItsPages(t *testing.T) {
	t.Parallel()
	e := newExtraction(t, definition("json", ""))
	v, err := e.env.ExecuteActivity(e.do.Extract, e.converted(t))
	require.NoError(t, err)
	var out activities.Output
	require.NoError(t, v.Get(&out))
	require.NotEmpty(t, e.pages(t, out.Key)[0].Blocks)
}

// TestTheEvidenceOfAnAnswerStandsInItsPages looks quotations up in the text of the stored pages.
func TestTheEvidenceOfAnAnswerStandsInItsPages(t *testing.T) {
	t.Parallel()
	k := newTalk(t)
	k.do.Chat = nil // answers are quotations
	turn := k.ask("How many days of vacation are there?")
	_, in := k.find(turn)
	_, err := k.answer(in)
	require.NoError(t, err)
	turn = k.turn(turn.ID)
	var quotes []answer.Quote
	require.NoError(t, json.Unmarshal(turn.Evidence, &quotes))
	require.NotEmpty(t, quotes)
	for _, q := range quotes {
		file, version, err := k.db.FileForDownload(t.Context(), uuid.MustParse(q.File), q.Version)
		require.NoError(t, err)
		require.Equal(t, "vacation.md", file.Path)
		pages := k.pages(t, *version.OutputKey)
		require.Contains(t, turn.Answer, "[citation:"+q.Citation+"]")
		for _, s := range q.Spans {
			block := passage.BlockText(pages[s.Page-1].Blocks[s.Block])
			require.Equal(t, q.Text[s.Start:s.End], block[s.From:s.From+s.End-s.Start])
		}
	}
}

// TestAPageIsReadThatNoWordOfTheQuestionFinds asks about a page by its number, in a file that is found through another
// page.
func TestAPageIsReadThatNoWordOfTheQuestionFinds(t *testing.T) {
	t.Parallel()
	k := newTalk(t)
	k.do.Chat = nil // answers are quotations
	k.add("report.pdf", sampleText(t, "report.pdf"))
	turn := k.ask("What does page 3 say?")
	found, err := k.env.ExecuteActivity(k.do.SearchTurn, activities.TurnJob{TurnID: turn.ID})
	require.NoError(t, err)
	in := activities.AnswerInput{TurnID: turn.ID}
	require.NoError(t, found.Get(&in.Hits))
	_, err = k.answer(in)
	require.NoError(t, err)
	var citations []answer.Citation
	require.NoError(t, json.Unmarshal(k.turn(turn.ID).Citations, &citations), k.turn(turn.ID).Answer)
	require.NotEmpty(t, citations)
	for _, c := range citations {
		require.Equal(t, "report.pdf", c.Filename)
		require.Equal(t, 3, c.PageStart)
	}
}
