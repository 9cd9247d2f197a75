package answer_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
	"quire/internal/model"
	"quire/internal/model/modeltest"
	"quire/internal/passage"
)

// onPages returns a passage of a file with one text per page, starting at page first.
func onPages(file string, number, first int, texts ...string) answer.Passage {
	p := answer.Passage{File: "id of " + file, Collection: "collection", Filename: file, PageCount: 20}
	p.Number, p.PageStart, p.PageEnd = number, first, first+len(texts)-1
	for i, t := range texts {
		if i > 0 {
			p.Text += " "
		}
		p.Spans = append(p.Spans, passage.Span{Page: first + i, Start: len(p.Text), End: len(p.Text) + len(t)})
		p.Text += t
	}
	return p
}

var harbour = []answer.Passage{
	onPages("report.pdf", 0, 1, "In 2024 the harbour counted 1,284 calls, which is 6.3 % more than in the year before."),
	onPages("report.pdf", 1, 3, "The channel was last dredged in 2019.", "The board is asked to set aside 350,000 euros for dredging."),
	onPages("rules.docx", 0, 2, "Breakfast is served from seven to ten, and on Sundays until eleven."),
}

// told is one run of Generate.
type told struct {
	answer.Answer
	err    error
	deltas []string
	cited  []answer.Citation
}

func client(t *testing.T, s *modeltest.Server) *model.Client {
	t.Helper()
	m, err := model.New(model.Config{BaseURL: s.BaseURL(), Model: "test", IdleTimeout: 300 * time.Millisecond})
	require.NoError(t, err)
	return m
}

// generate answers a question with a scripted model and checks what must hold for every answer.
func generate(t *testing.T, s *modeltest.Server, q answer.Question, passages []answer.Passage) told {
	t.Helper()
	var out told
	out.Answer, out.err = answer.Generate(t.Context(), client(t, s), q, passages, func(delta string, cited []answer.Citation) error {
		out.deltas, out.cited = append(out.deltas, delta), append(out.cited, cited...)
		return nil
	})
	requireSound(t, out, passages)
	return out
}

var marker = regexp.MustCompile(`\[citation:([^\]]*)\]`)

// requireSound checks what must hold for every answer: the deltas add up to the text, complete markers and citations
// match, and pages are pages of the file.
func requireSound(t *testing.T, out told, passages []answer.Passage) {
	t.Helper()
	require.Equal(t, strings.Join(out.deltas, ""), out.Text)
	require.Equal(t, out.cited, out.Citations)
	ids := map[string]bool{}
	for i, c := range out.Citations {
		require.Equal(t, fmt.Sprint(i+1), c.ID)
		ids[c.ID] = true
		require.LessOrEqual(t, 1, c.PageStart)
		require.LessOrEqual(t, c.PageStart, c.PageEnd)
		known := false
		for _, p := range passages {
			known = known || (p.File == c.File && p.Filename == c.Filename && c.PageEnd <= p.PageCount)
		}
		require.True(t, known, "%+v", c)
	}
	marked := map[string]bool{}
	for _, d := range out.deltas {
		require.Len(t, marker.FindAllString(d, -1), strings.Count(d, "[citation:"), "no marker is split: %q", d)
		for _, m := range marker.FindAllStringSubmatch(d, -1) {
			require.True(t, ids[m[1]], "marker %s has a citation", m[0])
			marked[m[1]] = true
		}
	}
	require.Equal(t, ids, marked, "every citation has a marker")
}

// said returns a model's answer in the requested form from text, id, quote, id, quote, …
func said(sentences ...[]string) string {
	type cite struct {
		ID    string `json:"id"`
		Quote string `json:"quote"`
	}
	type sentence struct {
		Text  string `json:"text"`
		Cites []cite `json:"cites"`
	}
	list := []sentence{}
	for _, s := range sentences {
		one := sentence{Text: s[0], Cites: []cite{}}
		for i := 1; i < len(s); i += 2 {
			one.Cites = append(one.Cites, cite{s[i], s[i+1]})
		}
		list = append(list, one)
	}
	raw, err := json.Marshal(map[string]any{"answerable": true, "sentences": list})
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// In the prompt, files appear in the order of their best passage: report.pdf page 1 is c1, page 3–4 c2, rules.docx c3.
const noRepair = `{"sentences":[]}`

func ask(text string) answer.Question { return answer.Question{Text: text} }

func TestSentencesAreMarkedWithThePagesOfTheirQuotes(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(modeltest.Slow(said(
		[]string{"The harbour counted 1,284 calls in 2024.", "c1", "the harbour counted 1,284 calls"},
		[]string{"350,000 euros are for dredging.", "c2", "set aside 350,000 euros for dredging"},
		[]string{"Breakfast is from seven to ten.", "c3", "“Breakfast is served from seven to ten”"},
		[]string{"It was 6.3 % more than before.", "c1", "6.3 % more than in the year before"},
	), time.Millisecond))
	out := generate(t, s, ask("What happened?"), harbour)
	require.NoError(t, out.err)
	require.True(t, out.Found)
	require.Equal(t, "The harbour counted 1,284 calls in 2024. [citation:1] 350,000 euros are for dredging. [citation:2] "+
		"Breakfast is from seven to ten. [citation:3] It was 6.3 % more than before. [citation:1]", out.Text)
	require.Equal(t, []int{1, 4, 2}, []int{out.Citations[0].PageStart, out.Citations[1].PageStart, out.Citations[2].PageStart})
	require.Equal(t, 4, out.Citations[1].PageEnd, "the quote's page, not the passage's")
	require.Len(t, out.deltas, 4, "each sentence as soon as it is checked")
	require.Equal(t, answer.Usage{Prompt: 11, Completion: 7}, out.Usage)
}

func TestQuoteOverAPageBreakCitesBothPages(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(modeltest.Answer(said([]string{"Dredging was in 2019 and costs money.", "c2", "last dredged in 2019. The board is asked"})))
	out := generate(t, s, ask("dredging?"), harbour)
	require.Equal(t, [2]int{3, 4}, [2]int{out.Citations[0].PageStart, out.Citations[0].PageEnd})
}

func TestNeighbouringPagesOfAFileAreOneCitation(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(modeltest.Answer(said([]string{
		"It was dredged in 2019 and 350,000 euros are asked.", "c2", "The channel was last dredged in 2019", "c2", "to set aside 350,000 euros for dredging", "c1", "the harbour counted 1,284 calls",
	})))
	out := generate(t, s, ask("dredging?"), harbour)
	require.Len(t, out.Citations, 2)
	require.Equal(t, [2]int{1, 1}, [2]int{out.Citations[0].PageStart, out.Citations[0].PageEnd})
	require.Equal(t, [2]int{3, 4}, [2]int{out.Citations[1].PageStart, out.Citations[1].PageEnd})
}

func TestUnverifiableSentencesAreLeftOut(t *testing.T) {
	t.Parallel()
	for name, sentence := range map[string][]string{
		"unknown passage":           {"The harbour counted 1,284 calls.", "c9", "the harbour counted 1,284 calls"},
		"invented quote":            {"The harbour counted many calls.", "c1", "the harbour counted very many calls indeed"},
		"another file's quote":      {"Breakfast is from seven.", "c1", "Breakfast is served from seven to ten"},
		"quote too short":           {"The harbour is there.", "c1", "the harbour"},
		"number that is not quoted": {"The harbour counted 1,285 calls.", "c1", "the harbour counted 1,284 calls"},
		"quote with another number": {"The harbour counted 1,294 calls.", "c1", "the harbour counted 1,294 calls, which is 6.3 % more than in the year before"},
		"quote with a word negated": {"Breakfast is late.", "c3", "Breakfast is not served from seven to ten, and on Sundays until eleven"},
		"no quote at all":           {"The mayor of Wexmouth resigned in spring."},
		"marker of the model's own": {"The mayor resigned. [citation:1]"},
		"empty":                     {"   ", "c1", "the harbour counted 1,284 calls"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.New(t)
			s.Script(modeltest.Answer(said([]string{"It was 6.3 % more.", "c1", "6.3 % more than in the year before"}, sentence)), modeltest.Answer(noRepair))
			out := generate(t, s, ask("What happened?"), harbour)
			require.NoError(t, out.err)
			require.Equal(t, "It was 6.3 % more. [citation:1]", out.Text)
		})
	}
}

func TestQuotesAreComparedAsPeopleReadThem(t *testing.T) {
	t.Parallel()
	passages := []answer.Passage{onPages("notes.pdf", 0, 7, "The “so-called” ﬁnal re-\nport of the Com\u00admittee — its  third —\nwas *not* adopted; see § 5."), onPages("tabelle.xlsx", 0, 1, "Article\tPrice\nStapler\t13.90")}
	for _, quote := range []string{
		`the "so called" final report of the committee`,
		"The 'so-called' final report of the Committee - its third - was not adopted",
		"THE SO-CALLED FINAL REPORT ... was not adopted",
		"the so-called finai report of the committee its third was not adopted",
	} {
		s := modeltest.New(t)
		s.Script(modeltest.Answer(said([]string{"The report was rejected.", "c1", quote})), modeltest.Answer(noRepair))
		out := generate(t, s, ask("?"), passages)
		require.Len(t, out.Citations, 1, quote)
		require.Equal(t, 7, out.Citations[0].PageStart)
	}
	s := modeltest.New(t)
	s.Script(modeltest.Answer(said([]string{"A stapler costs 13.90.", "c2", "| Stapler | 13.90 |"})))
	require.Len(t, generate(t, s, ask("?"), passages).Citations, 1)
}

func TestOverlappingPassagesOfAFileCountAsOneText(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(modeltest.Answer(said([]string{"350,000 euros are for dredging.", "c1", "set aside 350,000 euros for dredging"})))
	out := generate(t, s, ask("dredging?"), harbour)
	require.Equal(t, 4, out.Citations[0].PageStart, "where it stands, not where the model says")
}

func TestUnprovenSentencesGetOneSecondChance(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(
		modeltest.Answer(said(
			[]string{"The harbour counted 1,284 calls.", "c1", "the harbour counted 1,284 calls"},
			[]string{"Breakfast ends at ten.", "c3", "breakfast ends at ten o'clock sharp"},
			[]string{"The mayor resigned.", "c1", "the mayor has resigned from office"},
			[]string{"350,000 euros are for dredging.", "c2", "set aside 350,000 euros for dredging"},
		)),
		modeltest.Answer(`{"sentences":[{"number":1,"cites":[{"id":"c3","quote":"Breakfast is served from seven to ten"}]},{"number":2,"cites":[]},{"number":9,"cites":[]}]}`),
	)
	out := generate(t, s, ask("What happened?"), harbour)
	require.Equal(t, "The harbour counted 1,284 calls. [citation:1] Breakfast ends at ten. [citation:2] 350,000 euros are for dredging. [citation:3]", out.Text)
	require.Len(t, s.Requests(), 2)
	require.Contains(t, s.Requests()[1].Prompt, "Breakfast ends at ten.")
	require.NotContains(t, s.Requests()[1].Prompt, "350,000 euros are for dredging.", "only those without evidence")
	require.Equal(t, answer.Usage{Prompt: 22, Completion: 14}, out.Usage)
}

func TestSecondChanceThatFailsCostsOnlyItsSentences(t *testing.T) {
	t.Parallel()
	for name, step := range map[string]modeltest.Step{
		"429": modeltest.RateLimited(time.Second), "malformed": modeltest.MalformedJSON(), "refusal": modeltest.Refusal("no"),
		"length": modeltest.Length(`{"sentences":[`), "prose": modeltest.Answer("I cannot"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.New(t)
			s.Script(modeltest.Answer(said([]string{"The mayor resigned."}, []string{"It was 6.3 % more.", "c1", "6.3 % more than in the year before"})))
			s.Always(step)
			out := generate(t, s, ask("What happened?"), harbour)
			require.NoError(t, out.err)
			require.Equal(t, "It was 6.3 % more. [citation:1]", out.Text)
		})
	}
}

func TestSentencesThatOnlyConnectNeedNoEvidence(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(modeltest.Answer(said(
		[]string{"The report gives two figures:"},
		[]string{"\n- 1,284 calls", "c1", "the harbour counted 1,284 calls"},
		[]string{"\n- 350,000 euros", "c2", "set aside 350,000 euros for dredging"},
		[]string{"\n\nIn summary:"},
	)))
	out := generate(t, s, ask("What figures does the report give?"), harbour)
	require.Equal(t, "The report gives two figures:\n- 1,284 calls [citation:1]\n- 350,000 euros [citation:2]", out.Text)
	require.Len(t, s.Requests(), 1)
}

func TestAnAnswerSaysWhenThePassagesHaveNone(t *testing.T) {
	t.Parallel()
	for name, reply := range map[string]string{
		"not answerable":         `{"answerable":false,"sentences":[]}`,
		"not answerable, chatty": `{"answerable":false,"sentences":[{"text":"The harbour counted 1,284 calls.","cites":[{"id":"c1","quote":"the harbour counted 1,284 calls"}]}]}`,
		"no sentences":           `{"answerable":true,"sentences":[]}`,
		"nothing proven":         said([]string{"The mayor resigned."}, []string{"Yes."}),
		"answerable comes last":  `{"sentences":[{"text":"It was 6.3 % more.","cites":[{"id":"c1","quote":"6.3 % more than in the year before"}]}],"answerable":false}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.New(t)
			s.Script(modeltest.Answer(reply), modeltest.Answer(noRepair))
			out := generate(t, s, ask("Who is the mayor?"), harbour)
			require.NoError(t, out.err)
			require.False(t, out.Found)
			require.Empty(t, out.Citations)
			require.True(t, strings.HasPrefix(out.Text, answer.NotFound), out.Text)
			require.Contains(t, out.Text, "report.pdf, page 1")
		})
	}
	out := generate(t, modeltest.New(t), ask("?"), nil)
	require.Equal(t, answer.NotFound, out.Text)
}

func TestModelErrorIsReturnedWithTheAnswerSoFar(t *testing.T) {
	t.Parallel()
	full := said([]string{"It was 6.3 % more.", "c1", "6.3 % more than in the year before"}, []string{"350,000 euros.", "c2", "set aside 350,000 euros for dredging"})
	half := full[:strings.Index(full, `{"text":"350,000`)+8]
	for name, c := range map[string]struct {
		step modeltest.Step
		kind model.Kind
	}{
		"truncated":   {modeltest.Truncated(half), model.Truncated},
		"cut":         {modeltest.Cut(half), model.Truncated},
		"error frame": {modeltest.ErrorFrame(half, "overloaded"), model.Overloaded},
		"filtered":    {modeltest.Filtered(half), model.ContentFiltered},
		"hang":        {modeltest.HangAfter(half), model.Timeout},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.New(t)
			s.Script(c.step)
			out := generate(t, s, ask("What happened?"), harbour)
			e, ok := errors.AsType[*model.Error](out.err)
			require.True(t, ok, "%v", out.err)
			require.Equal(t, c.kind, e.Kind)
			require.Equal(t, "It was 6.3 % more. [citation:1]", out.Text)
			require.Len(t, s.Requests(), 1)
		})
	}
	s := modeltest.New(t)
	s.Script(modeltest.Refusal("I will not"))
	out := generate(t, s, ask("?"), harbour)
	require.Error(t, out.err)
	require.Empty(t, out.Text)

	s = modeltest.New(t)
	s.Script(modeltest.Keepalive(5, full))
	require.Len(t, generate(t, s, ask("?"), harbour).Citations, 2)
}

func TestEndpointWithoutStructuredOutputAnswersInLines(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string]string{
		"answer": "S: The harbour counted 1,284 calls.\nQ c1: the harbour counted 1,284 calls\nS: The mayor resigned.\nS: Breakfast is from seven.\nQ [c3]: Breakfast is served from seven to ten",
		"none":   "NONE\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.New(t)
			s.Script(modeltest.Answer("Sure, here is what I know about the harbour."), modeltest.Slow(lines, time.Millisecond), modeltest.Answer("no idea"))
			s.Always(modeltest.Answer("no idea"))
			out := generate(t, s, ask("What happened?"), harbour)
			require.NoError(t, out.err)
			if name == "none" {
				require.False(t, out.Found)
				return
			}
			require.Equal(t, "The harbour counted 1,284 calls. [citation:1] Breakfast is from seven. [citation:2]", out.Text)
		})
	}
}

func TestEmitEndsTheAnswer(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(modeltest.Slow(said(
		[]string{"It was 6.3 % more.", "c1", "6.3 % more than in the year before"}, []string{"350,000 euros.", "c2", "set aside 350,000 euros for dredging"},
	), 5*time.Millisecond))
	gone := errors.New("the reader is gone")
	a, err := answer.Generate(t.Context(), client(t, s), ask("?"), harbour, func(string, []answer.Citation) error { return gone })
	require.ErrorIs(t, err, gone)
	require.Equal(t, "It was 6.3 % more. [citation:1]", a.Text)
	<-s.Gone()

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = answer.Generate(ctx, client(t, s), ask("?"), harbour, func(string, []answer.Citation) error { return nil })
	require.ErrorIs(t, err, context.Canceled)
}
