package extract_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/extract"
	"quire/internal/extract/definition"
	"quire/internal/model"
	"quire/internal/model/modeltest"
)

const statement = `name: Statement
slug: statement
engine: %s
schema:
  type: object
  required: [account]
  properties:
    account: {type: string}
    closing: {type: [number, "null"]}
    rows:
      type: array
      items:
        type: object
        required: [date, text, amount]
        properties: {date: {type: string, format: date}, text: {type: string}, amount: {type: number}}
rules:
  rows: {table: {key: [date, text, amount], columns: {date: [date], text: [details], amount: [amount]}}}
required: [account]
`

func define(t *testing.T, engine string) *definition.Definition {
	d, err := definition.Parse("s.yaml", fmt.Appendf(nil, statement, engine))
	require.NoError(t, err)
	return d
}

// pagesOf turns each text into a page, with the positions of words determined by their columns, so that wide gaps
// separate cells.
func pagesOf(texts ...string) extract.Source {
	return func(yield func(*page.Page) error) error {
		for n, text := range texts {
			p := &page.Page{Number: n + 1, Width: 600, Height: 800}
			for y, line := range strings.Split(text, "\n") {
				for _, at := range regexp.MustCompile(`\S+`).FindAllStringIndex(line, -1) {
					top := float64(12 * y)
					p.Words = append(p.Words, page.Word{Text: line[at[0]:at[1]], Box: page.Box{X0: float64(6 * at[0]), X1: float64(6 * at[1]), Y0: top, Y1: top + 10}})
				}
			}
			if err := yield(p); err != nil {
				return err
			}
		}
		return nil
	}
}

// statementPages returns 120 rows on four pages.
func statementPages(header string) []string {
	pages := make([]string, 4)
	for p := range pages {
		var b strings.Builder
		if p == 0 {
			b.WriteString("Account: 4711-99\n\n")
		}
		b.WriteString(header)
		for i := range 30 {
			n := 30*p + i
			fmt.Fprintf(&b, "2025-03-%02d    Payment %03d        %d.50\n", 1+n%28, n, n)
		}
		pages[p] = b.String()
	}
	return pages
}

const header = "Date          Details            Amount\n"

type output struct {
	Account *string `json:"account"`
	Closing any     `json:"closing"`
	Rows    []struct {
		Date   string      `json:"date"`
		Text   *string     `json:"text"`
		Amount json.Number `json:"amount"`
	} `json:"rows"`
}

func run(t *testing.T, d *definition.Definition, src extract.Source, llm *model.Client) (extract.Result, output) {
	t.Helper()
	res, err := extract.Run(t.Context(), d, src, llm)
	require.NoError(t, err)
	var out output
	require.NoError(t, json.Unmarshal(res.Value, &out))
	return res, out
}

func TestRulesReadATableOverItsPages(t *testing.T) {
	t.Parallel()
	res, out := run(t, define(t, "rules"), pagesOf(statementPages(header)...), nil)
	require.Len(t, out.Rows, 120)
	require.Equal(t, "Payment 119", *out.Rows[119].Text)
	require.Equal(t, "4711-99", *out.Account)
	require.Empty(t, res.MissingRequired)
	require.Len(t, res.Evidence, 361)
	for _, e := range res.Evidence {
		require.True(t, e.Verified, "%+v", e)
	}
	require.Equal(t, "/rows/119/amount", res.Evidence[360].Path)
	require.Equal(t, 4, res.Evidence[360].Page)
}

func TestMissingRequiredFieldsAreNamed(t *testing.T) {
	t.Parallel()
	res, out := run(t, define(t, "rules"), pagesOf("Dear reader,\nthis is a letter."), nil)
	require.Equal(t, []string{"account"}, res.MissingRequired)
	require.Nil(t, out.Account)
	require.Empty(t, out.Rows)
}

var rowLine = regexp.MustCompile(`(2025-03-\d\d)\s+(Payment \d+)\s+([\d.]+)`)

// reader answers like a model that can write at most limit rows.
func reader(limit int) modeltest.Step {
	return func(x *modeltest.Exchange) {
		rows := []string{}
		for _, m := range rowLine.FindAllStringSubmatch(x.Prompt, -1) {
			rows = append(rows, fmt.Sprintf(`{"date":%q,"text":%q,"amount":%s}`, m[1], m[2], m[3]))
		}
		account := "null"
		if strings.Contains(x.Prompt, "4711-99") {
			account = `"4711-99"`
		}
		if len(rows) > limit {
			modeltest.Length(`{"account":` + account + `,"closing":null,"rows":[` + strings.Join(rows[:limit], ","))(x)
			return
		}
		modeltest.Answer(`{"account":` + account + `,"closing":4242.75,"rows":[` + strings.Join(rows, ",") + `]}`)(x)
	}
}

func client(t *testing.T, s *modeltest.Server) *model.Client {
	c, err := model.New(model.Config{BaseURL: s.BaseURL(), Model: "m"})
	require.NoError(t, err)
	return c
}

func TestAnswersThatAreCutAreAskedForInParts(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Always(reader(20))
	res, out := run(t, define(t, "model"), pagesOf(statementPages("")...), client(t, s))
	require.Len(t, out.Rows, 120)
	for i, row := range out.Rows {
		require.Equal(t, fmt.Sprintf("Payment %03d", i), *row.Text)
	}
	require.True(t, res.Evidence[0].Verified)
	for _, e := range res.Evidence {
		require.Equal(t, e.Path != "/closing", e.Verified, "%+v: only what stands on the page is proven", e)
	}
}

func TestLongDocumentsAreReadInWindowsThatOverlap(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Always(reader(10_000))
	var pages []string
	for p := range 25 {
		pages = append(pages, fmt.Sprintf("2025-03-01    Payment %03d        5.50\n2025-03-01    Payment %03d        5.50", 2*p, 2*p+1))
	}
	_, out := run(t, define(t, "model"), pagesOf(pages...), client(t, s))
	require.Len(t, out.Rows, 50)
	require.Len(t, s.Requests(), 3)
}

func TestTheModelFillsOnlyTheGaps(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Always(modeltest.Answer(`{"closing":12.5}`))
	_, out := run(t, define(t, "auto"), pagesOf(statementPages(header)...), client(t, s))
	require.Len(t, out.Rows, 120)
	require.InDelta(t, 12.5, out.Closing, 0)
	require.NotContains(t, string(s.Requests()[0].Body), `\"rows\"`)
}

func TestOnlyWhatIsWrongIsRepaired(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(modeltest.Answer(`{"account":"4711-99","closing":"lots","rows":[]}`), modeltest.Answer(`{"closing":"many"}`), modeltest.Answer(`{"closing":7}`))
	_, out := run(t, define(t, "model"), pagesOf("Account: 4711-99"), client(t, s))
	require.InDelta(t, 7, out.Closing, 0)
	require.Equal(t, "4711-99", *out.Account)
	require.Contains(t, s.Requests()[1].Prompt, "closing")
	require.NotContains(t, string(s.Requests()[1].Body), "4711-99\\\",\\\"closing")
	require.Len(t, s.Requests(), 3)
}

func TestWhatCannotBeRepairedIsLeftOut(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Always(modeltest.Answer(`{"account":"4711-99","closing":"lots","rows":[]}`))
	res, out := run(t, define(t, "model"), pagesOf("Account: 4711-99"), client(t, s))
	require.Nil(t, out.Closing)
	require.Equal(t, "4711-99", *out.Account)
	require.Len(t, s.Requests(), 3)
	require.Contains(t, strings.Join(res.Warnings, " "), "closing")
}
