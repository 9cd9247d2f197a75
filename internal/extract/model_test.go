package extract_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/extract"
	"quire/internal/extract/definition"
	"quire/internal/extract/proof"
	"quire/internal/model/modeltest"
)

const bill = `name: Bill
slug: bill
engine: %s
schema:
  type: object
  properties:
    number: {type: [string, "null"]}
    total: {type: [number, "null"]}
    lines:
      type: array
      items:
        type: object
        required: [what, price]
        properties: {what: {type: string}, count: {type: [integer, "null"]}, price: {type: number}}
rules:
  number: {labels: [bill no], parser: code}
  total: {labels: [total]}
  lines: {table: {key: [what], columns: {what: [what], count: [count], price: [price]}, stop: [total]}}
constraints:
  - {sum: [lines.price], equals: total}
`

func billed(t *testing.T, engine string) *definition.Definition {
	d, err := definition.Parse("bill.yaml", fmt.Appendf(nil, bill, engine))
	require.NoError(t, err)
	return d
}

type billOut struct {
	Number *string
	Total  json.Number
	Lines  []struct {
		What  string
		Count *int
		Price json.Number
	}
}

// read runs an extraction and returns the evidence by path.
func read(t *testing.T, d *definition.Definition, src extract.Source, s *modeltest.Server) (billOut, map[string]proof.Evidence, extract.Result) {
	t.Helper()
	res, err := extract.Run(t.Context(), d, src, client(t, s))
	require.NoError(t, err)
	var out billOut
	require.NoError(t, json.Unmarshal(res.Value, &out))
	byPath := map[string]proof.Evidence{}
	for _, e := range res.Evidence {
		byPath[e.Path] = e
	}
	return out, byPath, res
}

func TestModelValuesAreProvenByTheirQuotes(t *testing.T) {
	t.Parallel()
	pages := pagesOf("Order of 7 pieces\nTotal items: 12", "Bill no: 2025-7\nTotal: 12 EUR")
	for name, c := range map[string]struct {
		answer string
		total  proof.Evidence
	}{
		"the page of the quote": {`{"total":12,"_quotes":{"total":"Total: 12 EUR"}}`, proof.Evidence{Page: 2, Quote: "Total: 12 EUR", Verified: true}},
		"a quote without value": {`{"total":12,"_quotes":{"total":"Bill no: 2025-7"}}`, proof.Evidence{Page: 2, Quote: "Bill no: 2025-7"}},
		"an invented quote":     {`{"total":12,"_quotes":{"total":"Sum 12 EUR"}}`, proof.Evidence{}},
		"no quote":              {`{"total":12}`, proof.Evidence{}},
		"part of a word":        {`{"total":25,"_quotes":{"total":"25"}}`, proof.Evidence{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.New(t)
			s.Always(modeltest.Answer(c.answer))
			_, evidence, _ := read(t, billed(t, "model"), pages, s)
			got := evidence["/total"]
			got.Path, got.Value = "", nil
			require.Equal(t, c.total, got)
		})
	}
}

func TestRowsAreProvenByTheLineThatTheyStandOn(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Always(modeltest.Answer(`{"lines":[{"what":"Lamp","count":1,"price":30},{"what":"Chair","count":1,"price":45.5,"_quote":"Chair 1 45.50"}]}`))
	_, evidence, _ := read(t, billed(t, "model"), pagesOf("1 of 2", "Lamp   1    30.00\nChair  1    45.50\nDesk   2    30.00"), s)
	require.Equal(t, "Lamp 1 30.00", strings.Join(strings.Fields(evidence["/lines/0/count"].Quote), " "))
	for _, path := range []string{"/lines/0/count", "/lines/0/price", "/lines/1/count", "/lines/1/price"} {
		require.True(t, evidence[path].Verified, path)
		require.Equal(t, 2, evidence[path].Page, path)
	}
}

// long returns a document of two windows.
func long(first, last string) extract.Source {
	pages := make([]string, 14)
	for i := range pages {
		pages[i] = fmt.Sprintf("Page %d of many", i+1)
	}
	pages[0], pages[13] = first, last
	return pagesOf(pages...)
}

// windows answers the window that contains a text with the answer that follows the text.
func windows(answers ...string) modeltest.Step {
	return func(x *modeltest.Exchange) {
		for i := 0; i < len(answers); i += 2 {
			if strings.Contains(x.Prompt, answers[i]) {
				modeltest.Answer(answers[i+1])(x)
				return
			}
		}
		modeltest.Answer(`{"number":null,"total":null,"lines":[]}`)(x)
	}
}

func TestWindowsThatDisagreeAreReconciledOnce(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Always(windows(
		"different values", `{"total":1200}`,
		"Draft 1000.00", `{"total":1000,"_quotes":{"total":"Draft 1000.00"}}`,
		"Final 1200.00", `{"total":1200,"_quotes":{"total":"Final 1200.00"}}`,
	))
	out, evidence, res := read(t, billed(t, "model"), long("Draft 1000.00", "Final 1200.00"), s)
	require.Equal(t, json.Number("1200"), out.Total)
	require.Equal(t, 14, evidence["/total"].Page)
	require.Len(t, s.Requests(), 3)
	require.Contains(t, strings.Join(res.Warnings, "\n"), "total: page 1 says 1000, page 14 says 1200")
}

func TestProvenValuesCountMoreThanOthersAndAgreementMoreThanOne(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Always(windows(
		"different values", `{}`,
		"Sum 1000.00", `{"total":9999,"number":"A-1","_quotes":{"number":"A-1"}}`,
		"Sum 1200.00", `{"total":1200,"number":"B-2","_quotes":{"total":"Sum 1200.00","number":"B-2"}}`,
	))
	out, _, res := read(t, billed(t, "auto"), long("A-1 Sum 1000.00", "B-2 Sum 1200.00"), s)
	require.Equal(t, json.Number("1200"), out.Total)
	require.Len(t, s.Requests(), 3, "the two numbers are proven: one more question")
	require.Contains(t, res.Warnings[0], "number")
}

func TestTheRulesStandAgainstOneWindow(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Always(modeltest.Answer(`{"lines":[{"what":"Lamp","count":1,"price":31}],"total":31,"_quotes":{"total":"31"}}`))
	out, _, res := read(t, billed(t, "auto"), pagesOf("Bill no: 2025-7\nWhat   Count   Price\nLamp   1       \nTotal  30.00\nFloor  31"), s)
	require.Equal(t, json.Number("30.00"), out.Total)
	require.Equal(t, json.Number("31"), out.Lines[0].Price, "what the rules lack comes from the model")
	require.NotContains(t, string(s.Requests()[0].Body), `\"total\"`, "what the rules have is not asked for")
	require.Contains(t, strings.Join(res.Warnings, "\n"), "add up to 31.00, but total is 30.00")
}

func TestRowsOfTheRulesAreCompletedByTheModel(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Always(modeltest.Answer(`{"lines":[{"what":"Lamp","count":2,"price":30},{"what":"desk lamp","count":null,"price":45.5},{"what":"Shade","count":3,"price":4.5}]}`))
	text := "Bill no: 2025-7\nWhat       Count   Price\nLamp       2       \nShade      3       4.50\n\n\n                                     and a desk lamp 45.50\nTotal              80.00"
	out, evidence, _ := read(t, billed(t, "auto"), pagesOf(text), s)
	require.Len(t, out.Lines, 3)
	require.Equal(t, json.Number("30"), out.Lines[0].Price)
	require.Equal(t, "Shade", out.Lines[2].What)
	require.True(t, evidence["/lines/1/price"].Verified)
}

func TestRowsWhoseSumsComeOutAreTaken(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Always(modeltest.Answer(`{"lines":[{"what":"Lamp","count":2,"price":30},{"what":"Shade","count":3,"price":4.5}]}`))
	out, _, res := read(t, billed(t, "auto"), pagesOf("Bill no: 2025-7\nWhat   Count   Price\nLamp   2       30.00\nof these 2     15.00\nShade  3       4.50\nTotal          34.50"), s)
	require.Len(t, out.Lines, 2)
	require.Contains(t, strings.Join(res.Warnings, "\n"), "the model's rows were taken")
}

func TestARepairSendsTheItemsThatAreWrongAndTheirPages(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(
		modeltest.Answer(`{"lines":[{"what":"Lamp","count":1,"price":30,"_quote":"Lamp 1 30.00"},{"what":"Chair","count":"one","price":45.5,"_quote":"Chair one 45.50"}]}`),
		modeltest.Answer(`{"lines":[{"what":"Chair","count":1,"price":45.5,"_quote":"Chair one 45.50"}]}`),
	)
	out, _, _ := read(t, billed(t, "model"), pagesOf("Lamp   1    30.00", "Chair  one  45.50"), s)
	require.Len(t, out.Lines, 2)
	require.Equal(t, 1, *out.Lines[1].Count)
	again := s.Requests()[1]
	require.Contains(t, again.Prompt, `"what":"Chair"`)
	require.NotContains(t, again.Prompt, "Lamp", "neither what is right nor its page")
	require.NotContains(t, string(again.Body), `\"total\"`)
}

func TestEndpointsOfEveryAbilityGiveTheSame(t *testing.T) {
	t.Parallel()
	for name, unsupported := range map[string][]string{
		"strict": nil, "json_schema": {"strict"}, "json_object": {"json_schema"}, "": {"response_format"},
	} {
		t.Run("format "+name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.New(t)
			s.Unsupported(unsupported...)
			s.Always(modeltest.Answer("Here it is:\n```json\n" + `{"number":"2025-7","total":12.5,"_quotes":{"number":"Bill no: 2025-7","total":"Total: 12.50"}}` + "\n```"))
			out, evidence, _ := read(t, billed(t, "model"), pagesOf("Bill no: 2025-7\nTotal: 12.50"), s)
			require.Equal(t, json.Number("12.5"), out.Total)
			require.True(t, evidence["/number"].Verified)
			requests := s.Requests()
			require.Equal(t, name, requests[len(requests)-1].Format)
		})
	}
}

func TestAnswersThatAreCutWithoutSayingSoAreAskedForInParts(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Always(func(x *modeltest.Exchange) {
		switch {
		case strings.Contains(x.Prompt, "Lamp") && strings.Contains(x.Prompt, "Chair"):
			modeltest.Answer(`{"lines":[{"what":"Lamp","count":1,"pri`)(x)
		case strings.Contains(x.Prompt, "Lamp"):
			modeltest.Answer(`{"lines":[{"what":"Lamp","count":1,"price":30}]}`)(x)
		default:
			modeltest.Truncated(`{"lines":[`)(x)
		}
	})
	out, _, res := read(t, billed(t, "model"), pagesOf("Lamp   1    30.00", "Chair  1    45.50"), s)
	require.Len(t, out.Lines, 1)
	require.Contains(t, strings.Join(res.Warnings, "\n"), "page 2: the model's answer was cut off even for a few lines")
}

func TestRowsThatAModelLeavesOutAreGleaned(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Always(func(x *modeltest.Exchange) {
		rows := []string{}
		for i, m := range rowLine.FindAllStringSubmatch(x.Prompt, -1) {
			if strings.Contains(x.Prompt, "left out") || i%10 != 7 {
				rows = append(rows, fmt.Sprintf(`{"date":%q,"text":%q,"amount":%s,"_quote":%q}`, m[1], m[2], m[3], m[0]))
			}
		}
		modeltest.Answer(`{"account":"4711-99","closing":1,"rows":[` + strings.Join(rows, ",") + `]}`)(x)
	})
	res, out := run(t, define(t, "model"), pagesOf(statementPages(header)...), client(t, s))
	require.Len(t, out.Rows, 120)
	for i, row := range out.Rows {
		require.Equal(t, fmt.Sprintf("Payment %03d", i), *row.Text)
	}
	require.Len(t, s.Requests(), 2)
	require.NotContains(t, s.Requests()[1].Prompt, "Payment 001", "only the lines that were left out")
	for _, e := range res.Evidence {
		require.Equal(t, e.Path != "/closing", e.Verified, "%+v", e)
	}
}
