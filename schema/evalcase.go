package schema

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
)

// ExpectedFile is a file that an answer is expected to cite.
type ExpectedFile struct {
	File  string `json:"file"`            // its path
	Pages []int  `json:"pages,omitempty"` // none: any page
}

// NewEvalCase is a question and what is expected of its answer. A case without expectations is asked but not scored.
type NewEvalCase struct {
	Key      string // identifies it in its evaluation; "" derives one from the question and the files
	Question string
	Files    []string // paths of the files to be searched; none means all
	Expected []ExpectedFile
	Words    []string // words that the answer must contain
	Refused  bool     // the answer must say that the collections do not answer the question
	Note     string
}

// Identity returns the given or derived key of the case. The same question about the same files has the same key.
func (n NewEvalCase) Identity() string {
	if n.Key != "" {
		return n.Key
	}
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "%q %q", n.Question, n.Files)
	return "q-" + hex.EncodeToString(h.Sum(nil)[:8])
}

func (n NewEvalCase) params(eval uuid.UUID) (p insertEvalCaseParams, err error) {
	p = insertEvalCaseParams{
		EvalID: eval, Key: n.Identity(), Question: n.Question, Files: orEmpty(n.Files), Words: orEmpty(n.Words), Refused: n.Refused, Note: n.Note,
	}
	if p.ID, err = uuid.NewV7(); err != nil {
		return p, err
	}
	p.Expected, err = json.Marshal(orEmpty(n.Expected))
	return p, err
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func evalKeyTaken(key string) *Error {
	return &Error{Code: Conflict, Msg: fmt.Sprintf("The evaluation already has a case with the key %q", key)}
}

// AddEvalCase adds a case to an evaluation of the account and stores the response for its idempotency key in one
// transaction. It returns ErrEvalNotFound, Conflict if the evaluation has a case with that key, and OverQuota if it has
// MaxEvalCases.
func (db *DB) AddEvalCase(ctx context.Context, account, eval uuid.UUID, n NewEvalCase, idem *Idempotent) (EvalCase, error) {
	var c EvalCase
	err := db.keeping(ctx, idem, account, func(q *Queries) error {
		return q.changeCases(ctx, account, eval, AuditEvalCaseAdd, func() (err error) {
			p, err := n.params(eval)
			if err != nil {
				return err
			}
			c, err = q.insertEvalCase(ctx, p)
			return err
		})
	})
	if isUniqueViolation(err) {
		return c, evalKeyTaken(n.Identity())
	}
	return c, err
}

// changeCases runs do while nobody else changes the evaluation, and then checks that it does not have too many cases.
func (q *Queries) changeCases(ctx context.Context, account, eval uuid.UUID, action string, do func() error) error {
	row, err := q.lockEval(ctx, eval, account)
	if _, err := one(row, err, ErrEvalNotFound); err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	n, err := q.countEvalCases(ctx, eval, "")
	if err != nil {
		return err
	}
	if n > MaxEvalCases {
		return &Error{Code: OverQuota, Msg: fmt.Sprintf("An evaluation has at most %d cases. Divide them among several evaluations", MaxEvalCases)}
	}
	return q.audit(ctx, account, action, eval)
}

// Imported counts what an import did.
type Imported struct{ Created, Replaced int }

// ImportEvalCases adds cases, and replaces those with the same keys, in one transaction. It returns ErrEvalNotFound,
// and OverQuota if the evaluation would have more than MaxEvalCases.
func (db *DB) ImportEvalCases(ctx context.Context, account, eval uuid.UUID, list []NewEvalCase, idem *Idempotent) (Imported, error) {
	var out Imported
	err := db.keeping(ctx, idem, account, func(q *Queries) error {
		out = Imported{}
		return q.changeCases(ctx, account, eval, AuditEvalImport, func() error {
			for _, n := range list {
				p, err := n.params(eval)
				if err != nil {
					return err
				}
				made, err := q.importEvalCase(ctx, importEvalCaseParams(p))
				if err != nil {
					return err
				}
				if made.Created {
					out.Created++
				} else {
					out.Replaced++
				}
			}
			return nil
		})
	})
	return out, err
}

// ReplaceEvalCase replaces a case. It returns ErrEvalNotFound or ErrEvalCaseNotFound, and Conflict if another case has
// that key.
func (db *DB) ReplaceEvalCase(ctx context.Context, account, eval, id uuid.UUID, n NewEvalCase) (EvalCase, error) {
	var c EvalCase
	err := db.tx(ctx, func(q *Queries) error {
		return q.changeCases(ctx, account, eval, AuditEvalCaseChange, func() error {
			p, err := n.params(eval)
			if err != nil {
				return err
			}
			row, err := q.replaceEvalCase(ctx, replaceEvalCaseParams{
				ID: id, EvalID: eval, Key: p.Key, Question: p.Question, Files: p.Files, Expected: p.Expected, Words: p.Words, Refused: p.Refused, Note: p.Note,
			})
			c, err = one(row, err, ErrEvalCaseNotFound)
			return err
		})
	})
	if isUniqueViolation(err) {
		return c, evalKeyTaken(n.Identity())
	}
	return c, err
}

// EvalCase returns a case of an evaluation, or ErrEvalCaseNotFound.
func (db *DB) EvalCase(ctx context.Context, eval, id uuid.UUID) (EvalCase, error) {
	c, err := db.evalCaseOf(ctx, id, eval)
	return one(c, err, ErrEvalCaseNotFound)
}

// ListEvalCases returns one page of the cases whose question contains search, in the order in which they were added, and
// their total number.
func (db *DB) ListEvalCases(ctx context.Context, eval uuid.UUID, search string, skip, limit int) ([]EvalCase, int, error) {
	count, err := db.countEvalCases(ctx, eval, search)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.listEvalCases(ctx, listEvalCasesParams{EvalID: eval, Search: search, PageSkip: int32(skip), PageLimit: int32(limit)})
	return rows, int(count), err
}

// EvalCasesAfter returns at most limit cases that were added after the one with the given number; 0 begins with the
// first.
func (db *DB) EvalCasesAfter(ctx context.Context, eval uuid.UUID, number int64, limit int) ([]EvalCase, error) {
	return db.evalCasesAfter(ctx, eval, number, int32(limit))
}

// DeleteEvalCase removes a case. Runs keep its results. It returns ErrEvalNotFound or ErrEvalCaseNotFound.
func (db *DB) DeleteEvalCase(ctx context.Context, account, eval, id uuid.UUID) error {
	return db.deleting(ctx, account, nil, func(q *Queries) error {
		return q.changeCases(ctx, account, eval, AuditEvalCaseDelete, func() error {
			n, err := q.deleteEvalCase(ctx, id, eval)
			if err == nil && n == 0 {
				err = ErrEvalCaseNotFound
			}
			return err
		})
	})
}

// ExpectedFiles returns the files that an answer is expected to cite.
func (c EvalCase) ExpectedFiles() ([]ExpectedFile, error) { return expectedFiles(c.Expected) }

// ExpectedFiles returns the files that the answer was expected to cite.
func (x EvalResult) ExpectedFiles() ([]ExpectedFile, error) { return expectedFiles(x.Expected) }

func expectedFiles(raw []byte) ([]ExpectedFile, error) {
	var list []ExpectedFile
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, fmt.Errorf("expected files of a case: %w", err)
	}
	return list, nil
}
