package extract_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/extract"
	"quire/internal/model/modeltest"
)

const billText = "Bill no: 2025-7\nWhat   Count   Price\nLamp   2       30.00\nTotal          30.00"

// garbage returns what models and their proxies return instead of an answer.
func garbage() map[string]modeltest.Step {
	return map[string]modeltest.Step{
		"no JSON":            modeltest.Answer("I am sorry, but I cannot do that."),
		"JSON that ends":     modeltest.Answer(`{"number":"2025-7","tot`),
		"an array":           modeltest.Answer(`["2025-7",30]`),
		"an empty object":    modeltest.Answer(`{}`),
		"no finish reason":   modeltest.Truncated(`{"number":"2025-7"`),
		"cut by its length":  modeltest.Length(`{"number":"2025-7","lines":[{"wh`),
		"a broken envelope":  modeltest.MalformedJSON(),
		"a page of a proxy":  modeltest.Status(http.StatusOK, "<html>Bad gateway</html>"),
		"another schema":     modeltest.Answer(`{"name":"x"}`),
		"values of no type":  modeltest.Answer(`{"number":{"a":1},"total":"lots","lines":"none"}`),
		"nothing but nulls":  modeltest.Answer(`{"number":null,"total":null,"lines":[]}`),
		"nulls for the list": modeltest.Answer(`{"number":null,"total":null,"lines":null}`),
	}
}

const goodBill = `{"number":"2025-7","total":30,"lines":[{"what":"Lamp","count":2,"price":30}]}`

func TestGarbageIsAskedForAgain(t *testing.T) {
	t.Parallel()
	for name, step := range garbage() {
		if name == "cut by its length" {
			continue // asks for parts rather than asking again
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.New(t)
			s.Script(step)
			s.Always(modeltest.Answer(goodBill))
			out, _, res := read(t, billed(t, "model"), pagesOf(billText), s)
			require.Equal(t, "2025-7", *out.Number)
			require.Len(t, out.Lines, 1)
			require.False(t, res.Doubtful)
			require.LessOrEqual(t, len(s.Requests()), 3)
		})
	}
}

func TestModelThatGivesNothingButGarbageIsReplacedByTheRulesAndSaysSo(t *testing.T) {
	t.Parallel()
	for name, step := range garbage() {
		for _, engine := range []string{"model", "auto"} {
			t.Run(name+" for "+engine, func(t *testing.T) {
				t.Parallel()
				s := modeltest.New(t)
				s.Always(step)
				text := billText
				if engine == "auto" {
					text = strings.Replace(text, "Total", "Tally", 1) // leaves something to ask for
				}
				out, _, res := read(t, billed(t, engine), pagesOf(text), s)
				require.Equal(t, "2025-7", *out.Number)
				require.Equal(t, "Lamp", out.Lines[0].What)
				require.LessOrEqual(t, len(s.Requests()), 20, "the questions are bounded")
				if engine == "model" {
					require.True(t, res.Doubtful)
					require.Contains(t, strings.Join(res.Warnings, "\n"), "what the rules found was taken")
				} else if !strings.Contains(name, "null") {
					require.NotEmpty(t, res.Warnings)
				}
			})
		}
	}
}

func TestQuestionsToADeafModelAreBoundedHoweverLongTheDocument(t *testing.T) {
	t.Parallel()
	pages := make([]string, 45)
	for i := range pages {
		pages[i] = strings.Repeat("A line of text that goes on\n", 40)
	}
	for name, step := range garbage() {
		if name == "an empty object" || strings.Contains(name, "null") || name == "another schema" || name == "values of no type" {
			continue // one answer of the kind, for every window
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.New(t)
			s.Always(step)
			res, err := extract.Run(t.Context(), billed(t, "model"), pagesOf(pages...), client(t, s))
			require.NoError(t, err)
			require.True(t, res.Doubtful)
			require.LessOrEqual(t, len(s.Requests()), 20)
			require.Contains(t, strings.Join(res.Warnings, "\n"), "not asked any more")
		})
	}
}
