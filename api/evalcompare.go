package api

import (
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

// comparedCase is the result of a case in one of the compared runs, on the wire.
type comparedCase struct {
	Number     int               `json:"number"`
	Status     schema.EvalStatus `json:"status"`
	Error      *string           `json:"error"`
	WasRefused *bool             `json:"was_refused"`
	Score      *float64          `json:"score"`
	PageF1     *float64          `json:"page_f1"`
	Recall     *float64          `json:"recall_at_10"`
	WordsFound *float64          `json:"words_found"`
	LatencyMs  *int32            `json:"latency_ms"`
}

// comparison is a case in two runs, on the wire.
type comparison struct {
	Key      string         `json:"key"`
	Question string         `json:"question"`
	Verdict  schema.Verdict `json:"verdict"`
	Before   *comparedCase  `json:"before"`
	After    *comparedCase  `json:"after"`
}

func wireCompared(c *schema.ComparedCase) *comparedCase {
	if c == nil {
		return nil
	}
	return &comparedCase{
		Number: c.Number, Status: c.Status, Error: c.Error, WasRefused: c.Declined, Score: c.Score, PageF1: c.PageF1, Recall: c.Recall,
		WordsFound: c.Words, LatencyMs: c.LatencyMs,
	}
}

func wireComparison(c schema.Comparison) comparison {
	return comparison{Key: c.Key, Question: c.Question, Verdict: c.Verdict, Before: wireCompared(c.Before), After: wireCompared(c.After)}
}

// configurationChange is a setting that differs between two runs.
type configurationChange struct {
	Name   string `json:"name"`
	Before any    `json:"before"`
	After  any    `json:"after"`
}

// comparedRuns is the response to a comparison.
type comparedRuns struct {
	list[comparison]
	Before   evalRun                `json:"before"`
	After    evalRun                `json:"after"`
	Changes  []configurationChange  `json:"changes"`
	Verdicts map[schema.Verdict]int `json:"verdicts"` // cases by verdict, whatever the filter
}

// compareRuns responds with what improved and what got worse between two runs of the evaluation.
func (s *Server) compareRuns(c echo.Context) error {
	e, err := s.evalOf(c)
	if err != nil {
		return err
	}
	v := queryValues(c)
	p := v.paging()
	verdict := schema.Verdict(v.enum("verdict", "", verdicts()...))
	before, after := v.requiredUUID("before"), v.requiredUUID("after")
	if err := v.err(); err != nil {
		return err
	}
	ctx := c.Request().Context()
	earlier, err := s.cfg.DB.EvalRun(ctx, e.ID, before)
	if err != nil {
		return err
	}
	later, err := s.cfg.DB.EvalRun(ctx, e.ID, after)
	if err != nil {
		return err
	}
	all, err := s.cfg.DB.Compare(ctx, before, after)
	if err != nil {
		return err
	}
	changes, err := schema.ConfigurationChanges(earlier.EvalRun, later.EvalRun)
	if err != nil {
		return err
	}
	answer := comparedRuns{Before: wireRun(earlier), After: wireRun(later), Changes: []configurationChange{}, Verdicts: map[schema.Verdict]int{}}
	for _, change := range changes {
		answer.Changes = append(answer.Changes, configurationChange(change))
	}
	answer.fill(all, verdict, p)
	return ok(c, answer)
}

// fill counts the verdicts, and selects one page of the cases with the wanted verdict; "" selects any.
func (r *comparedRuns) fill(all []schema.Comparison, wanted schema.Verdict, p paging) {
	for _, v := range schema.Verdicts() {
		r.Verdicts[v] = 0
	}
	r.Data = []comparison{}
	for _, one := range all {
		r.Verdicts[one.Verdict]++
		if wanted != "" && one.Verdict != wanted {
			continue
		}
		if r.Count >= p.skip && len(r.Data) < p.limit {
			r.Data = append(r.Data, wireComparison(one))
		}
		r.Count++
	}
}

func verdicts() []string {
	var names []string
	for _, v := range schema.Verdicts() {
		names = append(names, string(v))
	}
	return names
}

// requiredUUID reads a required id.
func (v *values) requiredUUID(name string) uuid.UUID {
	id := v.uuid(name)
	if id == nil {
		v.wrong(name, "missing", "Field required")
		return uuid.Nil
	}
	return *id
}
