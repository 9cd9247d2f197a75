package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	"golang.org/x/text/unicode/norm"

	"quire/schema"
)

// values reads the fields of a request as the required types and collects what is wrong with them. An empty field
// counts as absent, and an absent one yields the zero value or the default.
type values struct {
	in       string // query or body: the first element of every loc
	get      func(name string) string
	problems []problem
}

func queryValues(c echo.Context) *values {
	q := c.Request().URL.Query()
	return &values{in: "query", get: func(name string) string { return last(q[name]) }}
}

func last(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1]
}

// err returns everything that was wrong, or nil.
func (v *values) err() error {
	if len(v.problems) == 0 {
		return nil
	}
	return invalid(v.problems...)
}

func (v *values) wrong(name, kind, msg string) {
	v.problems = append(v.problems, problem{Loc: []string{v.in, name}, Msg: msg, Type: kind})
}

// text reads a string of at most limit characters that PostgreSQL can store.
func (v *values) text(name string, limit int) string {
	s := v.get(name)
	switch {
	case !utf8.ValidString(s) || strings.ContainsRune(s, 0):
		v.wrong(name, "string_unicode", "Input should be a valid string, unable to parse raw data as a unicode string")
	case utf8.RuneCountInString(s) > limit:
		v.wrong(name, "string_too_long", fmt.Sprintf("String should have at most %d characters", limit))
	default:
		return s
	}
	return ""
}

// composed reads text in the normal form in which names and paths are stored (NFC).
func (v *values) composed(name string, limit int) string { return norm.NFC.String(v.text(name, limit)) }

func (v *values) boolean(name string, absent bool) bool {
	s := v.get(name)
	if s == "" {
		return absent
	}
	yes, ok := truth(s)
	if !ok {
		v.wrong(name, "bool_parsing", notBoolean)
		return absent
	}
	return yes
}

const notBoolean = "Input should be a valid boolean, unable to interpret input"

// truth parses the accepted words for yes and no.
func truth(s string) (yes, ok bool) {
	switch strings.ToLower(s) {
	case "true", "1", "yes", "on":
		return true, true
	case "false", "0", "no", "off":
		return false, true
	}
	return false, false
}

func (v *values) integer(name string, absent, least, most int) int {
	s := v.get(name)
	if s == "" {
		return absent
	}
	n, err := strconv.ParseInt(s, 10, 64)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		v.wrong(name, "int_parsing", "Input should be a valid integer, unable to parse string as an integer")
	case n < int64(least):
		v.wrong(name, "greater_than_equal", fmt.Sprintf("Input should be greater than or equal to %d", least))
	case n > int64(most):
		v.wrong(name, "less_than_equal", fmt.Sprintf("Input should be less than or equal to %d", most))
	default:
		return int(n)
	}
	return absent
}

func (v *values) enum(name, absent string, allowed ...string) string {
	s := v.get(name)
	if s == "" {
		return absent
	}
	if !slices.Contains(allowed, s) {
		quoted := "'" + strings.Join(allowed[:len(allowed)-1], "', '") + "' or '" + allowed[len(allowed)-1] + "'"
		v.wrong(name, "enum", "Input should be "+quoted)
	}
	return s
}

func (v *values) uuid(name string) *uuid.UUID {
	s := v.get(name)
	if s == "" {
		return nil
	}
	id, err := parseUUID(s)
	if err != nil {
		v.wrong(name, "uuid_parsing", "Input should be a valid UUID, "+err.Error())
	}
	return &id
}

// parseUUID accepts the usual form and the one without hyphens; uuid.Parse alone would accept braces and more.
func parseUUID(s string) (uuid.UUID, error) {
	if len(s) != 36 && len(s) != 32 {
		return uuid.UUID{}, fmt.Errorf("invalid length: expected 36 characters, found %d", len(s))
	}
	id, err := uuid.Parse(s)
	if err != nil {
		return uuid.UUID{}, errors.New("invalid character or group")
	}
	return id, nil
}

// timestamps are the accepted forms of a point in time: RFC 3339, with a space for the T, and without a zone, which
// means UTC.
var timestamps = []string{
	"2006-01-02T15:04:05Z07:00", "2006-01-02 15:04:05Z07:00", "2006-01-02T15:04Z07:00",
	"2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04",
}

// time reads a point in time. A date alone means the start of that day in UTC, or its last moment if endOfDay is set.
func (v *values) time(name string, endOfDay bool) *time.Time {
	s := v.get(name)
	if s == "" {
		return nil
	}
	if i := len(s) - len(" 00:00"); i > len("2006-01-02T15:04") && s[i] == ' ' {
		s = s[:i] + "+" + s[i+1:] // an unescaped plus sign
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		if endOfDay {
			t = t.AddDate(0, 0, 1).Add(-time.Microsecond)
		}
		return &t
	}
	for _, layout := range timestamps {
		if t, err := time.Parse(layout, s); err == nil {
			return &t
		}
	}
	v.wrong(name, "datetime_parsing", "Input should be a valid datetime, like 2026-01-31T12:00:00Z")
	return nil
}

// paging is the part of a list that a request asks for.
type paging struct{ skip, limit int }

const maxPage = 100

func (v *values) paging() paging {
	return paging{skip: v.integer("skip", 0, 0, math.MaxInt32), limit: v.integer("limit", maxPage, 1, maxPage)}
}

// pagingOf reads the paging of a list that has no other parameters.
func pagingOf(c echo.Context) (paging, error) {
	v := queryValues(c)
	return v.paging(), v.err()
}

// list is the envelope of every list: count is the total number of matches, not the length of this page.
type list[T any] struct {
	Data  []T `json:"data"`
	Count int `json:"count"`
}

// okList responds with one page of a list.
func okList[R, T any](c echo.Context, rows []R, count int, wire func(R) T) error {
	data := make([]T, 0, len(rows))
	for _, row := range rows {
		data = append(data, wire(row))
	}
	return ok(c, list[T]{Data: data, Count: count})
}

// okParsed is like okList, for rows with parts that have to be parsed.
func okParsed[R, T any](c echo.Context, rows []R, count int, wire func(R) (T, error)) error {
	data := make([]T, 0, len(rows))
	for _, row := range rows {
		w, err := wire(row)
		if err != nil {
			return err
		}
		data = append(data, w)
	}
	return ok(c, list[T]{Data: data, Count: count})
}

// pathText returns a path parameter, decoded; Echo matches on the encoded path when there is one.
func pathText(c echo.Context, name string) string {
	s := c.Param(name)
	if c.Request().URL.RawPath == "" {
		return s
	}
	decoded, err := url.PathUnescape(s)
	if err != nil {
		return s
	}
	return decoded
}

// pathIDs returns path parameters as UUIDs, or a 422 that names each parameter that is not one.
func pathIDs(c echo.Context, names ...string) ([]uuid.UUID, error) {
	v := &values{in: "path", get: func(name string) string { return pathText(c, name) }}
	ids := make([]uuid.UUID, 0, len(names))
	for _, name := range names {
		id := v.uuid(name)
		if id == nil {
			id = new(uuid.UUID)
			v.wrong(name, "missing", "Field required")
		}
		ids = append(ids, *id)
	}
	return ids, v.err()
}

// timestamp is a point in time on the wire, in the layout of schema.Timestamp.
type timestamp time.Time

// MarshalText implements encoding.TextMarshaler.
func (t timestamp) MarshalText() ([]byte, error) { return []byte(schema.Timestamp(time.Time(t))), nil }

// answer writes v as JSON, leaving characters like & unescaped.
func answer(c echo.Context, status int, v any) error {
	raw, err := encode(v)
	if err != nil {
		return err
	}
	// A response with a length is complete as soon as it is flushed, even while the rest of a refused body is drained.
	c.Response().Header().Set(echo.HeaderContentLength, strconv.Itoa(len(raw)))
	return c.JSONBlob(status, raw)
}

func encode(v any) ([]byte, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return []byte(b.String()), nil
}

func ok(c echo.Context, v any) error { return answer(c, http.StatusOK, v) }
