package activities_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/internal/answer"
	"quire/internal/model"
)

// riddles are questions that share fewer words with their answers than with other texts.
var riddles = []struct{ question, file, answer string }{
	{"Who pays for the repair of the north crane?", "tenants.md", "Costs of a repair in the northern basin are borne by the tenant who caused them."},
	{"When does the night ferry to the island leave?", "timetable.md", "The last ferry casts off at a quarter past eleven."},
	{"What is the fee for mooring a yacht?", "tariff.md", "Boats for pleasure owe a fee of forty euros, whatever their length."},
}

// decoys repeat the words of the questions but do not answer them.
var decoys = map[string]string{
	"crane.md":   "The repair of the north crane was put off. Who pays for the crane is a matter for the board: the north crane repair pays nobody.",
	"ferry.md":   "The night ferry to the island was painted. Passengers leave the night ferry by the island gate.",
	"mooring.md": "Mooring a yacht needs a permit. The fee for the permit is not the fee for mooring a yacht at night.",
}

// perfectReranker is an endpoint that knows the answers: it gives only them a score.
func perfectReranker(t *testing.T) *model.Client {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		type result struct {
			Index int     `json:"index"`
			Score float64 `json:"relevance_score"`
		}
		var in struct {
			Query     string
			Documents []string
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		var out struct {
			Results []result `json:"results"`
		}
		for i, d := range in.Documents {
			score := -4.
			for _, x := range riddles {
				if x.question == in.Query && strings.Contains(d, x.answer) {
					score = 4
				}
			}
			out.Results = append(out.Results, result{i, score})
		}
		_ = json.NewEncoder(w).Encode(out)
	}))
	t.Cleanup(s.Close)
	c, err := model.New(model.Config{BaseURL: s.URL, Model: "perfect"})
	require.NoError(t, err)
	return c
}

func TestOrderOfTheRerankerReachesAnswersWithoutAModel(t *testing.T) {
	t.Parallel()
	k := newTalk(t)
	k.do.Chat = nil // answers are quotations
	for name, text := range decoys {
		k.add(name, text)
	}
	for _, x := range riddles {
		k.add(x.file, x.answer)
	}
	before := k.pageScore(t)
	k.do.Reranker = perfectReranker(t)
	require.Less(t, before, 1., "the words of the questions alone lead elsewhere")
	require.InDelta(t, 1, k.pageScore(t), 1e-9, "with the reranker only the pages with the answers are cited")
}

// pageScore asks every riddle separately and returns the mean F1 of the cited pages. Files have one page.
func (k *talk) pageScore(t *testing.T) float64 {
	t.Helper()
	sum := 0.
	for _, x := range riddles {
		turn := k.ask(x.question)
		found, err := k.env.ExecuteActivity(k.do.SearchTurn, activities.TurnJob{TurnID: turn.ID})
		require.NoError(t, err)
		in := activities.AnswerInput{TurnID: turn.ID}
		require.NoError(t, found.Get(&in.Hits))
		_, err = k.answer(in)
		require.NoError(t, err)
		cited := map[string]bool{}
		var citations []answer.Citation
		require.NoError(t, json.Unmarshal(k.turn(turn.ID).Citations, &citations))
		for _, c := range citations {
			cited[c.Filename] = true
		}
		if cited[x.file] {
			sum += 2 / float64(1+len(cited))
		}
		require.NoError(t, k.do.FinishTurn(t.Context(), activities.TurnJob{TurnID: turn.ID}, activities.TurnUsage{}))
	}
	return sum / float64(len(riddles))
}
