package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/pagestore"
	"quire/schema"
)

// keepPages stores pages next to an output, as a conversion does.
func (s *service) keepPages(outputKey string, pages ...page.Page) {
	s.t.Helper()
	var file bytes.Buffer
	w := pagestore.NewWriter(&file)
	for _, p := range pages {
		require.NoError(s.t, w.Add(p))
	}
	require.NoError(s.t, w.Close())
	_, err := s.blobs.Put(s.t.Context(), schema.PagesKey(outputKey), &file, 1<<30)
	require.NoError(s.t, err)
}

// converted uploads a document and completes it with the given pages.
func (s *service) converted(pages ...page.Page) doc {
	s.t.Helper()
	d := s.upload()
	s.keepPages(schema.DocumentPrefix(d.ID)+"output.md", pages...)
	s.complete(d.ID, "One.\n", 0)
	return d
}

func line(text string, y float64) page.Block {
	return page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: text}}, Box: page.Box{X0: 50, Y0: y, X1: 250, Y1: y + 10}}
}

// invoice returns a scanned page with a table, a list and a form.
func invoice(number int) page.Page {
	cell := func(text string, column int) page.Cell {
		b := page.Box{X0: 50 + 100*float64(column), Y0: 200, X1: 150 + 100*float64(column), Y1: 220}
		return page.Cell{Column: column, Box: b, Blocks: []page.Block{{Kind: page.Paragraph, Spans: []page.Span{{Text: text}}}}}
	}
	return page.Page{
		Number: number, Width: 595, Height: 842, Source: page.SourceOCR, Angle: 0.4, Confidence: 93.5, Coverage: 1, Notes: []string{"skewed"},
		Blocks: []page.Block{
			{Kind: page.Heading, Level: 1, Spans: []page.Span{{Text: "Invoice", Bold: true}}, Box: page.Box{X0: 50, Y0: 40, X1: 120, Y1: 60}},
			line("Total due now", 80),
			{Kind: page.ListItem, Marker: "•", Spans: []page.Span{{Text: "first"}}, Box: page.Box{X0: 50, Y0: 100, X1: 90, Y1: 110}},
			{Kind: page.TableKind, Box: page.Box{X0: 50, Y0: 200, X1: 250, Y1: 220}, Table: &page.Table{
				Columns: 2, HeaderRows: 1, Rows: []page.Row{{Cells: []page.Cell{cell("Item", 0), cell("Price", 1)}}},
			}},
			{Kind: page.PageFoot, Spans: []page.Span{{Text: "Page 1"}}},
		},
		Words: []page.Word{
			{Text: "Total", Box: page.Box{X0: 50, Y0: 80, X1: 90, Y1: 90}, Confidence: 96},
			{Text: "due", Box: page.Box{X0: 95, Y0: 80, X1: 120, Y1: 90}, Confidence: 91},
			{Text: "stray", Box: page.Box{X0: 400, Y0: 800, X1: 430, Y1: 810}, Confidence: 60},
		},
		Fields: []page.Field{{Name: "paid", Kind: page.CheckField, Value: "yes", Ticked: true, Box: page.Box{X0: 10, Y0: 10, X1: 20, Y1: 20}}},
	}
}

type pageList struct {
	Data []struct {
		Number     int
		Width      *float64
		Source     *string
		Confidence *float64
		Unread     *string
		Notes      []string
	}
	Count int
}

func TestPagesShowWhatTheMarkdownWasMadeFrom(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.converted(invoice(1), page.Page{Number: 2}, page.Unreadable(3, page.Corrupt, "it is damaged"))
	var list pageList
	s.get(path(d.ID)+"/pages").into(200, &list)
	require.Equal(t, 3, list.Count)
	require.Equal(t, "ocr", *list.Data[0].Source)
	require.Nil(t, list.Data[1].Width, "a page without geometry")
	require.Equal(t, "corrupt", *list.Data[2].Unread)
	s.get(path(d.ID)+"/pages?skip=1&limit=1").into(200, &list)
	require.Equal(t, 2, list.Data[0].Number)
	s.get(path(d.ID)+"/pages?skip=7").into(200, &list)
	require.Empty(t, list.Data)
	s.get(path(d.ID) + "/pages/1").golden("page")
	s.get(path(d.ID) + "/pages/1?words=true").golden("page_words")
	s.get(path(d.ID)+"/pages/4").fails(404, "Page not found")
	s.get(path(d.ID)+"/pages/0").invalid("path.number", "greater_than_equal")
	s.get(path(d.ID)+"/pages/one").invalid("path.number", "int_parsing")
	s.get(path(d.ID)+"/pages/1?words=perhaps").invalid("query.words", "bool_parsing")
}

func TestAPageThatLiesOnASideIsShownUpright(t *testing.T) {
	t.Parallel()
	s := newReader(t)
	p := page.Page{Number: 1, Width: 841.89, Height: 595.28, Angle: 270, Blocks: []page.Block{{
		Kind: page.Paragraph, Spans: []page.Span{{Text: "up"}}, Box: page.Box{X0: 100, Y0: 400, X1: 110, Y1: 500},
	}}}
	d := s.sample("report.pdf", p)
	var list struct {
		Data []struct {
			Width, Height, Angle float64
			Turned               int
		}
	}
	s.get(path(d.ID)+"/pages").into(200, &list)
	require.Equal(t, []any{595.28, 841.89, 0.0, 90}, []any{list.Data[0].Width, list.Data[0].Height, list.Data[0].Angle, list.Data[0].Turned})
	var got struct {
		Turned int
		Blocks []struct{ Box page.Box }
	}
	s.get(path(d.ID)+"/pages/1").into(200, &got)
	require.Equal(t, 90, got.Turned)
	require.Equal(t, page.Box{X0: 95.28, Y0: 100, X1: 195.28, Y1: 110}, got.Blocks[0].Box)
	picture := s.visit("GET", s.imageOf(path(d.ID)+"/pages/1"))
	require.Equal(t, 200, picture.status)
	cfg, _, err := image.DecodeConfig(bytes.NewReader(picture.body))
	require.NoError(t, err)
	require.Greater(t, cfg.Width, cfg.Height, "the sample stands upright, and was turned as its page says")
}

func TestADocumentWithoutPagesSaysWhy(t *testing.T) {
	t.Parallel()
	s := newService(t)
	inFlight, failed, expired, early := s.upload(), s.upload(), s.upload(), s.upload()
	s.fail(failed.ID, "It is broken.")
	s.complete(expired.ID, "x", time.Nanosecond)
	s.complete(early.ID, "x", 0)
	for id, why := range map[uuid.UUID]string{
		inFlight.ID: "The document is still being processed; it has no pages yet",
		failed.ID:   "The document could not be processed; it has no pages",
		expired.ID:  "The document's files were removed at the end of its retention",
		early.ID:    "The pages of this document were not kept when it was converted; send the document again",
	} {
		s.get(path(id)+"/pages").fails(409, why)
		s.get(path(id)+"/pages/1").fails(409, why)
	}
	s.get(path(uuid.New())+"/pages").fails(404, "Document not found")
	stranger := s.as(s.newKey(s.newAccount("default"), true, true))
	stranger.get(path(early.ID)+"/pages/1").fails(404, "Document not found")
}

func TestAPageWithoutBoundsIsRefused(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.converted(page.Page{Number: 1, Blocks: []page.Block{line(string(bytes.Repeat([]byte("a"), pagestore.MaxPage)), 0)}})
	s.get(path(d.ID)+"/pages/1").fails(409, "The page has more than 16 MB of content, too much for one answer; download the Markdown instead")
}

func TestAFileShowsThePagesOfTheNewestConvertedVersion(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	f := s.put(c, "a.txt", "one")
	s.get(c.file(f)+"/pages").fails(409, "The file is still being processed; it has no pages yet")
	finish := func(text string) {
		claim := s.claim(c, f)
		key := schema.VersionPrefix(claim.VersionID) + "output-1"
		s.keepPages(key, page.Page{Number: 1, Blocks: []page.Block{line(text, 0)}})
		_, err := s.db.ActivateFile(t.Context(), claim.VersionID, claim.Attempt, schema.FileOutput{PageCount: 1, OutputKey: key}, claim.Generation)
		require.NoError(t, err)
	}
	shows := func(query, want string) {
		var p struct{ Blocks []struct{ Text string } }
		s.get(c.file(f)+"/pages/1"+query).into(200, &p)
		require.Equal(t, want, p.Blocks[0].Text)
	}
	finish("one")
	s.put(c, "a.txt", "two")
	shows("", "one")
	s.get(c.file(f)+"/pages/1?version=2").fails(409, "The file is still being processed; it has no pages yet")
	finish("two")
	shows("", "two")
	shows("?version=1", "one")
	s.get(c.file(f)+"/pages?version=3").fails(404, "Version not found")
	s.get(c.file(f)+"/pages?version=0").invalid("query.version", "greater_than_equal")
	kept := s.put(c, "a.zip", "PK\x05\x06"+string(make([]byte, 18)))
	s.get(c.file(kept)+"/pages").fails(409, "Files of this type are kept as they are and have no pages")
}

func TestPagesOfManyMatchTheirCount(t *testing.T) {
	t.Parallel()
	s := newService(t)
	pages := make([]page.Page, 250)
	for i := range pages {
		pages[i] = page.Page{Number: i + 1, Blocks: []page.Block{line(fmt.Sprint("page ", i+1), 0)}}
	}
	d := s.converted(pages...)
	var list pageList
	s.get(path(d.ID)+"/pages?skip=200").into(200, &list)
	require.Equal(t, 250, list.Count)
	require.Len(t, list.Data, 50)
	var p struct{ Blocks []json.RawMessage }
	s.get(path(d.ID)+"/pages/250").into(200, &p)
	require.Contains(t, string(p.Blocks[0]), "page 250")
}
