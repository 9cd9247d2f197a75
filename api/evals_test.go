package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

const evals = "/api/v1/evals"

type wireEval struct {
	ID            uuid.UUID
	Name          string
	CollectionIDs []uuid.UUID `json:"collection_ids"`
	CaseCount     int         `json:"case_count"`
	RunCount      int         `json:"run_count"`
}

func (e wireEval) path() string  { return evals + "/" + e.ID.String() }
func (e wireEval) cases() string { return e.path() + "/cases" }

type wireCase struct {
	ID       uuid.UUID
	Key      string
	Question string
	Files    []string
	Expected []struct {
		File  string
		Pages []int
	}
	Words   []string
	Refused bool
	Note    string
}

// eval creates an evaluation of the given collections.
func (s *service) eval(name string, collections ...wireCollection) wireEval {
	s.t.Helper()
	var e wireEval
	s.do(s.json("POST", evals, fmt.Sprintf(`{"name":%q,"collection_ids":%s}`, name, ids(collections...)))).into(200, &e)
	return e
}

// imports imports a file with cases.
func (s *service) imports(e wireEval, lines string) reply {
	s.t.Helper()
	r := s.request("POST", e.path()+"/import", strings.NewReader(lines))
	r.Header.Set("Content-Type", "application/x-ndjson")
	return s.do(r)
}

func TestEvaluationIsCreatedChangedAndDeleted(t *testing.T) {
	t.Parallel()
	s := newService(t)
	a, b := s.collection("a"), s.collection("b")
	e := s.eval(" Handbook ", a)
	require.Equal(t, "Handbook", e.Name)
	require.Equal(t, []uuid.UUID{a.ID}, e.CollectionIDs)
	s.do(s.json("POST", evals, fmt.Sprintf(`{"name":"Handbook","collection_ids":%s}`, ids(a)))).fails(409, `An evaluation named "Handbook" already exists`)
	other := s.eval("Other", a, b)
	s.do(s.json("PATCH", other.path(), `{"name":"Handbook"}`)).fails(409, `An evaluation named "Handbook" already exists`)
	var list struct {
		Data  []wireEval
		Count int
	}
	s.get(evals).into(200, &list)
	require.Equal(t, []string{"Other", "Handbook"}, []string{list.Data[0].Name, list.Data[1].Name})
	s.get(evals+"?search=hand").into(200, &list)
	require.Equal(t, 1, list.Count)
	s.do(s.json("PATCH", e.path(), fmt.Sprintf(`{"name":"Manual","collection_ids":%s}`, ids(b)))).into(200, &e)
	require.Equal(t, "Manual", e.Name)
	require.Equal(t, []uuid.UUID{b.ID}, e.CollectionIDs)
	require.Equal(t, 200, s.delete(e.path()).status)
	for _, r := range []reply{s.get(e.path()), s.delete(e.path()), s.get(e.cases()), s.imports(e, `{"question":"x"}`), s.get(e.path() + "/export")} {
		r.fails(404, "Evaluation not found")
	}
}

func TestEvaluationGoesWithItsLastCollection(t *testing.T) {
	t.Parallel()
	s := newService(t)
	a, b := s.collection("a"), s.collection("b")
	both, one := s.eval("Both", a, b), s.eval("One", a)
	require.Equal(t, 200, s.delete(a.path()).status)
	s.get(one.path()).fails(404, "Evaluation not found")
	s.get(both.path()).into(200, &both)
	require.Equal(t, []uuid.UUID{b.ID}, both.CollectionIDs)
	require.Equal(t, 200, s.delete(b.path()).status)
	s.get(both.path()).fails(404, "Evaluation not found")
}

func TestForeignEvaluationsAreNotFound(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	e := s.eval("Mine", c)
	var first wireCase
	s.do(s.json("POST", e.cases(), `{"question":"Who?"}`)).into(200, &first)
	foreign := s.as(s.newKey(s.newAccount("default"), true, true))
	foreign.do(s.json("POST", evals, fmt.Sprintf(`{"name":"Theirs","collection_ids":%s}`, ids(c)))).fails(404, "Collection not found")
	theirs := foreign.eval("Theirs", foreign.collection("c"))
	for _, r := range []reply{
		foreign.get(e.path()), foreign.delete(e.path()), foreign.do(s.json("PATCH", e.path(), `{"name":"x"}`)), foreign.get(e.cases()),
		foreign.do(s.json("POST", e.cases(), `{"question":"x"}`)), foreign.imports(e, `{"question":"x"}`), foreign.get(e.path() + "/export"),
		foreign.get(e.cases() + "/" + first.ID.String()), foreign.delete(e.cases() + "/" + first.ID.String()),
	} {
		r.fails(404, "Evaluation not found")
	}
	foreign.do(s.json("PATCH", theirs.path(), fmt.Sprintf(`{"collection_ids":%s}`, ids(c)))).fails(404, "Collection not found")
	foreign.get(theirs.cases()+"/"+first.ID.String()).fails(404, "Case not found")
	foreign.delete(theirs.cases()+"/"+first.ID.String()).fails(404, "Case not found")
	foreign.do(s.json("PUT", theirs.cases()+"/"+first.ID.String(), `{"question":"x"}`)).fails(404, "Case not found")
	reader := s.as(s.newKey(s.id, true, false))
	require.Equal(t, 200, reader.get(e.cases()).status)
	reader.do(s.json("POST", e.cases(), `{"question":"x"}`)).fails(403, "Access denied")
}

func TestCasesAreAddedReplacedAndDeleted(t *testing.T) {
	t.Parallel()
	s := newService(t)
	e := s.eval("Handbook", s.collection("c"))
	var first, second wireCase
	s.do(s.json("POST", e.cases(), `{"question":" How many? ","expected":[{"file":"a.pdf","pages":[3,4]},{"file":"b.md"}],"words":["thirty"],"note":""}`)).into(200, &first)
	require.Equal(t, "How many?", first.Question)
	require.Equal(t, []int{3, 4}, first.Expected[0].Pages)
	require.Empty(t, first.Expected[1].Pages)
	s.do(s.json("POST", e.cases(), `{"question":"How many?"}`)).fails(409, fmt.Sprintf("The evaluation already has a case with the key %q", first.Key))
	s.do(s.json("POST", e.cases(), `{"question":"How many?","key":"k2","refused":true,"files":["a.pdf"]}`)).into(200, &second)
	require.True(t, second.Refused)
	s.do(s.json("PUT", e.cases()+"/"+second.ID.String(), `{"question":"Who?","key":"k2","words":["she"]}`)).into(200, &second)
	require.Equal(t, "Who?", second.Question)
	require.Empty(t, second.Files)
	s.do(s.json("PUT", e.cases()+"/"+second.ID.String(), fmt.Sprintf(`{"question":"Who?","key":%q}`, first.Key))).conflicts()
	var list struct {
		Data  []wireCase
		Count int
	}
	s.get(e.cases()).into(200, &list)
	require.Equal(t, []uuid.UUID{first.ID, second.ID}, []uuid.UUID{list.Data[0].ID, list.Data[1].ID})
	s.get(e.cases()+"?search=who").into(200, &list)
	require.Equal(t, 1, list.Count)
	require.Equal(t, 200, s.delete(e.cases()+"/"+first.ID.String()).status)
	s.get(e.cases()+"/"+first.ID.String()).fails(404, "Case not found")
	s.get(e.path()).into(200, &e)
	require.Equal(t, 1, e.CaseCount)
}

func (r reply) conflicts() {
	r.t.Helper()
	require.Equal(r.t, http.StatusConflict, r.status, "%s", r.body)
}

func TestInvalidCasesAreNamed(t *testing.T) {
	t.Parallel()
	s := newService(t)
	e := s.eval("Handbook", s.collection("c"))
	for body, want := range map[string]struct{ loc, kind string }{
		`{}`:                                                     {"body.question", "missing"},
		`{"question":" "}`:                                       {"body.question", "string_too_short"},
		`{"question":"` + long(32_001) + `"}`:                    {"body.question", "string_too_long"},
		`{"question":"x","words":"y"}`:                           {"body.words", "list_type"},
		`{"question":"x","words":[" "]}`:                         {"body.words.0", "string_too_short"},
		`{"question":"x","words":["\u0000"]}`:                    {"body.words.0", "string_unicode"},
		`{"question":"x","files":["` + long(1025) + `"]}`:        {"body.files.0", "string_too_long"},
		`{"question":"x","expected":["a.pdf"]}`:                  {"body.expected", "list_type"},
		`{"question":"x","expected":[{}]}`:                       {"body.expected.0.file", "string_too_short"},
		`{"question":"x","expected":[{"file":"a","pages":[0]}]}`: {"body.expected.0.pages.0", "greater_than_equal"},
		`{"question":"x","words":["y"],"refused":true}`:          {"body.refused", "value_error"},
		`{"question":"x","note":"` + long(2001) + `"}`:           {"body.note", "string_too_long"},
		`{"question":"x","key":"` + long(256) + `"}`:             {"body.key", "string_too_long"},
	} {
		s.do(s.json("POST", e.cases(), body)).invalid(want.loc, want.kind)
		line := strings.Replace(want.loc, "body", "body.3", 1)
		s.imports(e, "{\"question\":\"fine\"}\n\n"+body).invalid(line, want.kind)
	}
	s.imports(e, "").invalid("body", "missing")
	s.imports(e, "{\"question\":\"x\"}\nnonsense").invalid("body.2", "json_invalid")
	s.imports(e, "{\"question\":\"x\"}\n{\"question\":\"x\"}").invalid("body.2.key", "value_error")
	s.imports(e, `{"question":"`+long(300_000)+`"}`).invalid("body.1", "too_long")
	s.imports(e, strings.Repeat("\n", 9<<20)).fails(413, "File exceeds the 8 MB limit")
	s.get(e.path()).into(200, &e)
	require.Zero(t, e.CaseCount, "nothing of a bad file is kept")
}

func TestCasesAreImportedAgainWithoutDuplicates(t *testing.T) {
	t.Parallel()
	s := newService(t)
	e := s.eval("Handbook", s.collection("c"))
	file := `{"key":"one","question":"Who?","expected":[{"file":"a.pdf","pages":[1]}]}` + "\n" + `{"question":"Why & when?","refused":true}` + "\n"
	var done struct{ Created, Replaced int }
	s.imports(e, file).into(200, &done)
	require.Equal(t, 2, done.Created)
	exported := s.get(e.path() + "/export")
	require.Equal(t, 200, exported.status)
	require.Equal(t, "application/x-ndjson", exported.header.Get("Content-Type"))
	require.Contains(t, string(exported.body), `"question":"Why & when?"`)
	s.imports(e, string(exported.body)).into(200, &done)
	require.Equal(t, 2, done.Replaced)
	require.Zero(t, done.Created)
	require.Equal(t, string(exported.body), string(s.get(e.path()+"/export").body))
}

func TestEvaluationHasAsManyCasesAsItMay(t *testing.T) {
	t.Parallel()
	s := newService(t)
	e := s.eval("Handbook", s.collection("c"))
	var lines strings.Builder
	for i := range schema.MaxEvalCases {
		fmt.Fprintf(&lines, "{\"question\":\"Question %d?\"}\n", i)
	}
	s.imports(e, lines.String()+`{"question":"One more?"}`).invalid("body.2001", "too_long")
	require.Equal(t, 200, s.imports(e, lines.String()).status)
	s.do(s.json("POST", e.cases(), `{"question":"One more?"}`)).fails(403, "An evaluation has at most 2000 cases. Divide them among several evaluations")
	require.Equal(t, 2000, strings.Count(string(s.get(e.path()+"/export").body), "\n"))
}

func TestRepeatedImportIsAnsweredAgain(t *testing.T) {
	t.Parallel()
	s := newService(t)
	e := s.eval("Handbook", s.collection("c"))
	send := func() reply {
		r := s.request("POST", e.path()+"/import", strings.NewReader(`{"question":"Who?"}`))
		r.Header.Set("Content-Type", "application/x-ndjson")
		r.Header.Set("Idempotency-Key", "again")
		return s.do(r)
	}
	first := send()
	second := send()
	require.Equal(t, string(first.body), string(second.body))
	require.Equal(t, "true", second.header.Get("Idempotent-Replayed"))
}
