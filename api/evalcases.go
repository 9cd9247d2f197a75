package api

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	"golang.org/x/text/unicode/norm"

	"quire/schema"
)

// The bounds of a case.
const (
	maxCaseFiles = 100
	maxCasePages = 500 // per file
	maxPage32    = 1<<31 - 1
	maxWords     = 20    // words that an answer must contain
	maxWord      = 500   // characters of one word
	maxCaseNote  = 2_000 // characters
)

// expectedFile is a file that an answer is expected to cite, on the wire.
type expectedFile struct {
	File  string `json:"file"`
	Pages []int  `json:"pages"`
}

// evalCase is a case of an evaluation on the wire.
type evalCase struct {
	ID        uuid.UUID      `json:"id"`
	Key       string         `json:"key"`
	Question  string         `json:"question"`
	Files     []string       `json:"files"`
	Expected  []expectedFile `json:"expected"`
	Words     []string       `json:"words"`
	Refused   bool           `json:"refused"`
	Note      string         `json:"note"`
	CreatedAt timestamp      `json:"created_at"`
	UpdatedAt timestamp      `json:"updated_at"`
}

func wireExpected(raw []byte) ([]expectedFile, error) {
	list := []expectedFile{}
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, fmt.Errorf("expected files: %w", err)
	}
	for i := range list {
		if list[i].Pages == nil {
			list[i].Pages = []int{}
		}
	}
	return list, nil
}

func wireCase(c schema.EvalCase) (evalCase, error) {
	expected, err := wireExpected(c.Expected)
	return evalCase{
		ID: c.ID, Key: c.Key, Question: c.Question, Files: c.Files, Expected: expected, Words: c.Words, Refused: c.Refused, Note: c.Note,
		CreatedAt: timestamp(c.CreatedAt), UpdatedAt: timestamp(c.UpdatedAt),
	}, err
}

// evalCase reads the fields of a case.
func (b *jsonBody) evalCase() schema.NewEvalCase {
	n := schema.NewEvalCase{
		Key: norm.NFC.String(b.optional("key", maxName)), Question: b.text("question", maxQuestion), Files: b.paths("files"),
		Note: b.blank("note", maxCaseNote),
	}
	n.Expected, n.Words, n.Refused = b.expectation()
	return n
}

// expectation reads what is expected of an answer.
func (b *jsonBody) expectation() (files []schema.ExpectedFile, words []string, refused bool) {
	files, words, refused = b.expectedFiles("expected"), b.texts("words", maxWords, maxWord), b.boolean("refused")
	if something := len(files) > 0 || len(words) > 0; refused && something {
		b.wrong("value_error", "Value error, an answer that is to be refused has no files and no words", "refused")
	}
	return files, words, refused
}

// blank is like optional, but accepts an empty text.
func (b *jsonBody) blank(name string, limit int) string {
	if string(b.fields[name]) == `""` {
		return ""
	}
	return b.optional(name, limit)
}

// texts reads a list of at most most texts of 1 to limit characters each; an absent list is empty.
func (b *jsonBody) texts(name string, most, limit int) []string {
	if !b.has(name) {
		return nil
	}
	var list []string
	if json.Unmarshal(b.fields[name], &list) != nil {
		b.wrong("list_type", "Input should be a valid list of strings", name)
		return nil
	}
	if !b.atMost(most, len(list), name) {
		return nil
	}
	for i, s := range list {
		b.checkText(strings.TrimSpace(s), limit, name, fmt.Sprint(i))
		list[i] = strings.TrimSpace(s)
	}
	return list
}

// paths reads a list of paths of files, in the normal form in which files are stored.
func (b *jsonBody) paths(name string) []string {
	list := b.texts(name, maxCaseFiles, maxPath)
	for i, path := range list {
		list[i] = norm.NFC.String(path)
	}
	return list
}

// expectedFiles reads the files, and the pages in them, that an answer is expected to cite.
func (b *jsonBody) expectedFiles(name string) []schema.ExpectedFile {
	if !b.has(name) {
		return nil
	}
	var list []schema.ExpectedFile
	if json.Unmarshal(b.fields[name], &list) != nil {
		b.wrong("list_type", `Input should be a valid list of files with their pages, like {"file": "report.pdf", "pages": [3]}`, name)
		return nil
	}
	if !b.atMost(maxCaseFiles, len(list), name) {
		return nil
	}
	for i, f := range list {
		list[i].File = norm.NFC.String(strings.TrimSpace(f.File))
		b.checkText(list[i].File, maxPath, name, fmt.Sprint(i), "file")
		b.checkPages(f.Pages, name, fmt.Sprint(i), "pages")
	}
	return list
}

func (b *jsonBody) checkPages(pages []int, loc ...string) {
	if !b.atMost(maxCasePages, len(pages), loc...) {
		return
	}
	for i, p := range pages {
		if p < 1 || p > maxPage32 {
			b.wrong("greater_than_equal", "Input should be greater than or equal to 1", append(loc, fmt.Sprint(i))...)
		}
	}
}

// createCase adds a case to the evaluation.
func (s *Server) createCase(c echo.Context) error {
	e, err := s.evalOf(c)
	if err != nil {
		return err
	}
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	n := b.evalCase()
	if err := b.err(); err != nil {
		return err
	}
	return s.once(c, b.fingerprint(c), func(idem *schema.Idempotent) error {
		row, err := s.cfg.DB.AddEvalCase(c.Request().Context(), e.AccountID, e.ID, n, idem)
		if err != nil {
			return err
		}
		answer, err := wireCase(row)
		if err := keep(c.Request().Context(), idem, answer, err); err != nil {
			return err
		}
		return ok(c, answer)
	})
}

// listCases responds with one page of the evaluation's cases, in the order in which they were added.
func (s *Server) listCases(c echo.Context) error {
	e, err := s.evalOf(c)
	if err != nil {
		return err
	}
	v := queryValues(c)
	p := v.paging()
	search := v.text("search", maxSearch)
	if err := v.err(); err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.ListEvalCases(c.Request().Context(), e.ID, search, p.skip, p.limit)
	if err != nil {
		return err
	}
	return okParsed(c, rows, count, wireCase)
}

// caseOf returns the evaluation named in the path and the id of the case. It looks up only the former.
func (s *Server) caseOf(c echo.Context) (schema.EvalInfo, uuid.UUID, error) {
	ids, err := pathIDs(c, "eval_id", "case_id")
	if err != nil {
		return schema.EvalInfo{}, uuid.Nil, err
	}
	e, err := s.evalOf(c)
	return e, ids[1], err
}

// getCase responds with the case named in the path.
func (s *Server) getCase(c echo.Context) error {
	e, id, err := s.caseOf(c)
	if err != nil {
		return err
	}
	row, err := s.cfg.DB.EvalCase(c.Request().Context(), e.ID, id)
	return okCase(c, row, err)
}

func okCase(c echo.Context, row schema.EvalCase, err error) error {
	if err != nil {
		return err
	}
	w, err := wireCase(row)
	if err != nil {
		return err
	}
	return ok(c, w)
}

// replaceCase replaces the case.
func (s *Server) replaceCase(c echo.Context) error {
	e, id, err := s.caseOf(c)
	if err != nil {
		return err
	}
	if _, err := s.cfg.DB.EvalCase(c.Request().Context(), e.ID, id); err != nil {
		return err
	}
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	n := b.evalCase()
	if err := b.err(); err != nil {
		return err
	}
	row, err := s.cfg.DB.ReplaceEvalCase(c.Request().Context(), e.AccountID, e.ID, id, n)
	return okCase(c, row, err)
}

// deleteCase removes the case from the evaluation.
func (s *Server) deleteCase(c echo.Context) error {
	e, id, err := s.caseOf(c)
	if err != nil {
		return err
	}
	if err := s.cfg.DB.DeleteEvalCase(c.Request().Context(), e.AccountID, e.ID, id); err != nil {
		return err
	}
	return ok(c, deleted{ID: id, Deleted: true, Message: "Case deleted successfully"})
}
