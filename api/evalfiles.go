package api

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"quire/schema"
)

const (
	maxImport    = 8 << 20   // bytes of a file with cases
	maxCaseLine  = 256 << 10 // bytes of a line in it: the longest question takes 128 kB
	linesAtOnce  = 200       // cases of an export that are held in memory
	mediaOfLines = "application/x-ndjson"
)

// caseLine is a case in a file with cases.
type caseLine struct {
	Key      string                `json:"key"`
	Question string                `json:"question"`
	Files    []string              `json:"files,omitempty"`
	Expected []schema.ExpectedFile `json:"expected,omitempty"`
	Words    []string              `json:"words,omitempty"`
	Refused  bool                  `json:"refused,omitempty"`
	Note     string                `json:"note,omitempty"`
}

// imported is the response to an import.
type imported struct {
	Created  int `json:"created"`
	Replaced int `json:"replaced"`
}

// importCases adds the cases of a file with one JSON object per line. A case with an existing key replaces the case of
// that key.
func (s *Server) importCases(c echo.Context) error {
	e, err := s.evalOf(c)
	if err != nil {
		return err
	}
	if c.Request().ContentLength > maxImport {
		return tooLarge(maxImport)
	}
	in, sum := requestBody(c), sha256.New()
	in.limit = maxImport
	_, _ = fmt.Fprintf(sum, "POST %s\n", c.Request().URL.Path)
	cases, err := readCases(io.TeeReader(in, sum))
	if err != nil && in.broken() {
		return in.failed(notJSON("JSON decode error: the body is incomplete"), maxImport)
	}
	if err != nil {
		return err
	}
	return s.once(c, sum.Sum(nil), func(idem *schema.Idempotent) error {
		ctx, cancel := shortly(c)
		defer cancel()
		done, err := s.cfg.DB.ImportEvalCases(ctx, e.AccountID, e.ID, cases, idem)
		answer := imported(done)
		if err := keep(ctx, idem, answer, err); err != nil {
			return err
		}
		return ok(c, answer)
	})
}

// readCases reads one case from each line that is not blank. It stops at the first bad line with an error that names
// the line.
func readCases(in io.Reader) ([]schema.NewEvalCase, error) {
	var cases []schema.NewEvalCase
	keys := map[string]int{}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxCaseLine)
	number := 1
	for ; lines.Scan(); number++ {
		raw := bytes.TrimSpace(lines.Bytes())
		if len(raw) == 0 {
			continue
		}
		n, err := parseCase(raw)
		if earlier, twice := keys[n.Identity()]; twice && err == nil {
			err = invalid(problem{
				Loc: []string{"body", "key"}, Type: "value_error",
				Msg: fmt.Sprintf("Value error, line %d has the same key, or the same question about the same files", earlier),
			})
		}
		if err == nil && len(cases) == schema.MaxEvalCases {
			err = invalid(problem{Loc: []string{"body"}, Type: "too_long", Msg: fmt.Sprintf("A file should have at most %d cases", schema.MaxEvalCases)})
		}
		if err != nil {
			return nil, onLine(err, number)
		}
		keys[n.Identity()] = number
		cases = append(cases, n)
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return nil, onLine(invalid(problem{Loc: []string{"body"}, Type: "too_long", Msg: fmt.Sprintf("A line should have at most %d bytes", maxCaseLine)}), number)
	}
	if lines.Err() == nil && len(cases) == 0 {
		return nil, invalid(problem{Loc: []string{"body"}, Type: "missing", Msg: "Field required"})
	}
	return cases, lines.Err()
}

func parseCase(raw []byte) (schema.NewEvalCase, error) {
	b, err := parseObject(raw)
	if err != nil {
		return schema.NewEvalCase{}, err
	}
	return b.evalCase(), b.err()
}

// onLine adds the number of the line to the problems.
func onLine(err error, number int) error {
	f, ok := errors.AsType[*failure](err)
	if !ok {
		return err
	}
	for i, p := range f.problems {
		f.problems[i].Loc = append([]string{"body", strconv.Itoa(number)}, p.Loc[1:]...)
	}
	return f
}

// exportCases responds with the cases as a file that importCases accepts.
func (s *Server) exportCases(c echo.Context) error {
	e, err := s.evalOf(c)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, mediaOfLines)
	h.Set(echo.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": e.Name + ".jsonl"}))
	h.Set(echo.HeaderXContentTypeOptions, "nosniff")
	c.Response().WriteHeader(http.StatusOK)
	conn := http.NewResponseController(c.Response())
	defer func() { _ = conn.SetWriteDeadline(time.Time{}) }()
	for last := int64(0); ; {
		rows, err := s.cfg.DB.EvalCasesAfter(c.Request().Context(), e.ID, last, linesAtOnce)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return nil
		}
		_ = conn.SetWriteDeadline(time.Now().Add(frameTimeout))
		for _, row := range rows {
			if err := writeCase(c.Response(), row); err != nil {
				return err
			}
			last = row.Number
		}
	}
}

func writeCase(out io.Writer, row schema.EvalCase) error {
	expected, err := row.ExpectedFiles()
	if err != nil {
		return err
	}
	raw, err := encode(caseLine{
		Key: row.Key, Question: row.Question, Files: row.Files, Expected: expected, Words: row.Words, Refused: row.Refused, Note: row.Note,
	})
	if err != nil {
		return err
	}
	_, err = out.Write(raw)
	return err
}
