package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/highlight"
	"quire/schema"
)

type wireEvidence struct {
	Data []struct {
		ID      string
		Version *int
		Quotes  []struct {
			Text   string
			Places []highlight.Place
		}
		Places []highlight.Place
	}
	Count int
}

// readable makes a file ready whose only page is the invoice.
func (s *service) readable(c wireCollection) wireFile {
	s.t.Helper()
	f := s.put(c, "invoice.pdf", pdf)
	claim := s.claim(c, f)
	key := schema.VersionPrefix(claim.VersionID) + "output-1"
	s.keepPages(key, invoice(1))
	_, err := s.db.ActivateFile(s.t.Context(), claim.VersionID, claim.Attempt, schema.FileOutput{PageCount: 1, OutputKey: key}, claim.Generation)
	require.NoError(s.t, err)
	return f
}

// quoting answers every question with a quote of the file's second block.
func (s *service) quoting(c wireCollection, f wireFile) func(ctx context.Context, t schema.Turn) {
	return func(ctx context.Context, t schema.Turn) {
		cited := fmt.Sprintf(`[{"id":"1","file_id":%q,"collection_id":%q,"filename":"invoice.pdf","page_start":1,"page_end":1}]`, f.ID, c.ID)
		_ = s.db.GrowTurn(ctx, t.ID, int(t.Attempt), "Now [citation:1]", json.RawMessage(cited), nil)
		_ = s.db.SetTurnEvidence(ctx, t.ID, int(t.Attempt), json.RawMessage(
			`[{"citation":"1","version":1,"text":"due","spans":[{"page":1,"block":1,"from":6,"start":0,"end":3}]}]`))
		_ = s.db.EndTurn(ctx, t.ID, schema.TurnEnd{Status: schema.TurnComplete})
	}
}

var due = []highlight.Place{{Page: 1, Boxes: []page.Box{{X0: 95, Y0: 80, X1: 120, Y1: 90}}}}

func TestAnAnswersCitationsLeadToTheirWords(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	f := s.readable(c)
	s.answering(s.quoting(c, f))
	question := s.do(s.json("POST", "/api/v1/query", fmt.Sprintf(`{"query":"When?","collection_ids":%s}`, ids(c))))
	require.Equal(t, 200, question.status)
	id := question.header.Get("X-Query-Id")
	var got wireEvidence
	s.get("/api/v1/query/"+id+"/evidence").into(200, &got)
	require.Equal(t, 1, got.Count)
	require.Equal(t, "1", got.Data[0].ID)
	require.Equal(t, 1, *got.Data[0].Version)
	require.Equal(t, "due", got.Data[0].Quotes[0].Text)
	require.Equal(t, due, got.Data[0].Quotes[0].Places)
	require.Equal(t, due, got.Data[0].Places)

	stranger := s.as(s.newKey(s.newAccount("default"), true, true))
	stranger.get("/api/v1/query/"+id+"/evidence").fails(404, "Query not found")
	s.get("/api/v1/query/"+uuid.NewString()+"/evidence").fails(404, "Query not found")
	s.get("/api/v1/query/x/evidence").invalid("path.query_id", "uuid_parsing")

	require.Equal(t, 200, s.delete(c.file(f)).status)
	s.get("/api/v1/query/"+id+"/evidence").into(200, &got)
	require.Equal(t, []highlight.Place{{Page: 1, Boxes: []page.Box{}}}, got.Data[0].Places, "a deleted file has no pages")
}

func TestAMessagesCitationsLeadToTheirWords(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	s.answering(s.quoting(c, s.readable(c)))
	w := s.session(c)
	var m struct{ ID int64 }
	said := s.do(s.json("POST", w.messages(), `{"content":"When?"}`))
	said.into(200, &m)
	require.Empty(t, said.header.Get("X-Query-Id"))
	var got wireEvidence
	s.get(fmt.Sprintf("%s/%d/evidence", w.messages(), m.ID)).into(200, &got)
	require.Equal(t, due, got.Data[0].Places)
	s.get(fmt.Sprintf("%s/%d/evidence", w.messages(), m.ID-1)).fails(404, "Message not found")
	s.get(fmt.Sprintf("%s/%d/evidence", s.session(c).messages(), m.ID)).fails(404, "Message not found")
	s.get(w.messages()+"/x/evidence").invalid("path.message_id", "int_parsing")
}

func TestCitationsWithoutStoredQuotesKeepTheirPages(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	s.answering(s.inTwoPieces)
	id := s.do(s.json("POST", "/api/v1/query", fmt.Sprintf(`{"query":"When?","collection_ids":%s}`, ids(c)))).header.Get("X-Query-Id")
	var got wireEvidence
	s.get("/api/v1/query/"+id+"/evidence").into(200, &got)
	require.Nil(t, got.Data[0].Version)
	require.Empty(t, got.Data[0].Quotes)
	require.Equal(t, []highlight.Place{{Page: 2, Boxes: []page.Box{}}}, got.Data[0].Places)
}

func TestValuesOfAnExtractionLeadToTheirWords(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.apply(ticket("ticket"))
	var d doc
	s.do(s.form(extractors+"/ticket", "file=@report.pdf", pdf)).into(200, &d)
	key := schema.DocumentPrefix(d.ID) + "output.md"
	s.keepPages(key, invoice(1))
	s.complete(d.ID, "{}", 0)
	lines := `{"warnings":[]}` + "\n" + `{"path":"/due","value":"x","page":1,"quote":"due","verified":true}` + "\n"
	_, err := s.blobs.Put(t.Context(), schema.EvidenceKey(key), strings.NewReader(lines), 1<<20)
	require.NoError(t, err)
	var got struct {
		Data []struct{ Places []highlight.Place }
	}
	s.get(path(d.ID)+"/evidence").into(200, &got)
	require.Equal(t, due, got.Data[0].Places)
}
