package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	"golang.org/x/text/unicode/norm"
)

// jsonBody is the JSON object of a request. Its methods read the fields as the required types and collect what is
// wrong with them; unknown fields are ignored, and null counts as absent.
type jsonBody struct {
	raw      []byte
	fields   map[string]json.RawMessage
	problems []problem
}

// readJSON reads the body of a request that is not an upload.
func (s *Server) readJSON(c echo.Context) (*jsonBody, error) {
	in := requestBody(c)
	raw, err := io.ReadAll(in)
	if err != nil {
		return nil, in.failed(notJSON("JSON decode error: the body is incomplete"), 0)
	}
	if len(strings.TrimSpace(string(raw))) == 0 {
		return nil, invalid(problem{Loc: []string{"body"}, Type: "missing", Msg: "Field required"})
	}
	return parseObject(raw)
}

// optionalJSON reads the body of a request that may have none.
func (s *Server) optionalJSON(c echo.Context) (*jsonBody, error) {
	if c.Request().ContentLength == 0 {
		return &jsonBody{}, nil
	}
	return s.readJSON(c)
}

// parseObject reads the fields of a JSON object.
func parseObject(raw []byte) (*jsonBody, error) {
	if at := invalidUTF8(raw); at >= 0 {
		return nil, notJSONAt(raw, at, "invalid UTF-8")
	}
	b := &jsonBody{raw: raw}
	err := json.Unmarshal(raw, &b.fields)
	if wrong, ok := errors.AsType[*json.SyntaxError](err); ok {
		return nil, notJSONAt(raw, placeOf(wrong, raw), wrong.Error())
	}
	if err != nil || b.fields == nil {
		return nil, invalid(problem{Loc: []string{"body"}, Type: "dict_type", Msg: "Input should be a valid dictionary"})
	}
	return b, nil
}

func notJSON(msg string) error {
	return invalid(problem{Loc: []string{"body"}, Type: "json_invalid", Msg: msg})
}

// notJSONAt reports the position at which the body stops being JSON. Lines and columns count from 1, columns in
// characters.
func notJSONAt(raw []byte, at int, what string) error {
	before := raw[:at]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
	return notJSON(fmt.Sprintf("JSON decode error at line %d, column %d: %s", line, column, what))
}

// placeOf returns the index of the offending byte, or the length of a body that ends too early.
func placeOf(wrong *json.SyntaxError, raw []byte) int {
	if strings.HasPrefix(wrong.Error(), "unexpected end") {
		return len(raw)
	}
	return max(int(wrong.Offset)-1, 0)
}

// invalidUTF8 returns the index of the first byte that is not valid UTF-8, or -1.
func invalidUTF8(raw []byte) int {
	for at := 0; at < len(raw); {
		r, size := utf8.DecodeRune(raw[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

// fingerprint identifies a request for its idempotency key.
func (b *jsonBody) fingerprint(c echo.Context) []byte {
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "%s %q\n", c.Request().Method, strings.TrimSuffix(c.Request().URL.Path, "/"))
	_, _ = h.Write(b.raw)
	return h.Sum(nil)
}

// err returns everything that was wrong, or nil.
func (b *jsonBody) err() error {
	if len(b.problems) == 0 {
		return nil
	}
	return invalid(b.problems...)
}

func (b *jsonBody) wrong(kind, msg string, loc ...string) {
	b.problems = append(b.problems, problem{Loc: append([]string{"body"}, loc...), Msg: msg, Type: kind})
}

// has reports whether the field is present and not null.
func (b *jsonBody) has(name string) bool {
	raw, ok := b.fields[name]
	return ok && string(raw) != "null"
}

// required reports whether the field is present, and records a problem if it is not.
func (b *jsonBody) required(name string) bool {
	_, ok := b.fields[name]
	if !ok {
		b.wrong("missing", "Field required", name)
	}
	return ok
}

// text reads a required string without surrounding whitespace, of at least one and at most limit characters.
func (b *jsonBody) text(name string, limit int) string {
	if !b.required(name) {
		return ""
	}
	var s *string
	if json.Unmarshal(b.fields[name], &s) != nil || s == nil {
		b.wrong("string_type", "Input should be a valid string", name)
		return ""
	}
	trimmed := strings.TrimSpace(*s)
	b.checkText(trimmed, limit, name)
	return trimmed
}

// checkText requires text that can be stored, of 1 to limit characters.
func (b *jsonBody) checkText(s string, limit int, loc ...string) {
	switch {
	case strings.ContainsRune(s, 0):
		b.wrong("string_unicode", "Input should be a valid string, unable to parse raw data as a unicode string", loc...)
	case s == "":
		b.wrong("string_too_short", "String should have at least 1 character", loc...)
	case utf8.RuneCountInString(s) > limit:
		b.tooLong(limit, loc...)
	}
}

// optional is like text, but returns "" if the field is absent.
func (b *jsonBody) optional(name string, limit int) string {
	if !b.has(name) {
		return ""
	}
	return b.text(name, limit)
}

// name reads text that will be looked up later, in a single normal form (NFC), so that strings that look the same are
// equal.
func (b *jsonBody) name(field string) string {
	s := b.text(field, maxName)
	composed := norm.NFC.String(s)
	if utf8.RuneCountInString(s) <= maxName && utf8.RuneCountInString(composed) > maxName {
		b.tooLong(maxName, field)
	}
	return composed
}

func (b *jsonBody) tooLong(limit int, loc ...string) {
	b.wrong("string_too_long", fmt.Sprintf("String should have at most %d characters", limit), loc...)
}

// atMost reports whether a list with the given number of items is short enough, and records a problem if it is not.
func (b *jsonBody) atMost(most, items int, loc ...string) bool {
	if items > most {
		b.wrong("too_long", fmt.Sprintf("List should have at most %d items after validation, not %d", most, items), loc...)
	}
	return items <= most
}

// boolean returns false if the field is absent. As in a form, it also accepts words and digits.
func (b *jsonBody) boolean(name string) bool {
	if !b.has(name) {
		return false
	}
	raw := string(b.fields[name])
	var quoted string
	if json.Unmarshal(b.fields[name], &quoted) == nil {
		raw = quoted
	}
	yes, ok := truth(raw)
	if !ok {
		b.wrong("bool_parsing", notBoolean, name)
	}
	return yes
}

// uuids reads a list of ids without duplicates, with at least least and at most most entries. The caller decides
// whether it is required.
func (b *jsonBody) uuids(name string, least, most int) []uuid.UUID {
	var raw []json.RawMessage
	if json.Unmarshal(b.fields[name], &raw) != nil || string(b.fields[name]) == "null" {
		b.wrong("list_type", "Input should be a valid list", name)
		return nil
	}
	if len(raw) < least {
		b.wrong("too_short", fmt.Sprintf("List should have at least %d item after validation, not %d", least, len(raw)), name)
	}
	if !b.atMost(most, len(raw), name) {
		return nil
	}
	ids, seen := make([]uuid.UUID, 0, len(raw)), map[uuid.UUID]bool{}
	for i, item := range raw {
		var s *string
		if json.Unmarshal(item, &s) != nil || s == nil {
			b.wrong("uuid_type", "UUID input should be a string", name, fmt.Sprint(i))
			continue
		}
		id, err := parseUUID(*s)
		if err != nil {
			b.wrong("uuid_parsing", "Input should be a valid UUID, "+err.Error(), name, fmt.Sprint(i))
			continue
		}
		if !seen[id] {
			ids = append(ids, id)
		}
		seen[id] = true
	}
	return ids
}
