package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/internal/apikey"
	"quire/schema"
)

// apiKey is an API key on the wire. The key itself is only in the response that creates it.
type apiKey struct {
	ID          uuid.UUID  `json:"id"`
	Name        string     `json:"name"`
	Display     string     `json:"display"`
	Permissions []string   `json:"permissions"`
	CreatedAt   timestamp  `json:"created_at"`
	LastUsedAt  *timestamp `json:"last_used_at"`
	ExpiresAt   *timestamp `json:"expires_at"`
	RevokedAt   *timestamp `json:"revoked_at"`
	// The collections and extractors that the key is limited to. Both are null for a key of the whole account.
	CollectionIDs []uuid.UUID `json:"collection_ids"`
	ExtractorIDs  []uuid.UUID `json:"extractor_ids"`
}

type newAPIKey struct {
	apiKey
	Key string `json:"key"`
}

func wireKey(k schema.APIKey) apiKey {
	return apiKey{
		ID: k.ID, Name: k.Name, Display: k.Display, Permissions: k.May().Names(), CreatedAt: timestamp(k.CreatedAt),
		LastUsedAt: stamped(k.LastUsedAt), ExpiresAt: stamped(k.ExpiresAt), RevokedAt: stamped(k.RevokedAt),
		CollectionIDs: k.Scope().OnlyCollections(), ExtractorIDs: k.Scope().OnlyExtractors(),
	}
}

// listKeys responds with one page of the account's keys, newest first and revoked ones included.
func (s *Server) listKeys(c echo.Context) error {
	p, err := pagingOf(c)
	if err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.Keys(c.Request().Context(), principal(c).AccountID, p.skip, p.limit)
	if err != nil {
		return err
	}
	return okList(c, rows, count, wireKey)
}

var errNotOperator = &schema.Error{
	Code: schema.Forbidden, Msg: "Only an operator can give the permission operator; 'quire key create' on the server gives it first",
}

// createKey creates a key and responds with it, which is the only time it is shown. The response is not stored under an
// idempotency key, because it would hold the key in clear text.
func (s *Server) createKey(c echo.Context) error {
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	name, may, expires := b.text("name", maxName), b.permissions("permissions"), b.future("expires_at")
	scope := b.scope()
	if err := b.err(); err != nil {
		return err
	}
	if may.Operator && !principal(c).Operator {
		return errNotOperator
	}
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	plain := apikey.New(s.cfg.Environment)
	k, err := s.cfg.DB.InsertKey(c.Request().Context(), schema.InsertKeyParams{
		ID: id, AccountID: principal(c).AccountID, Name: name, Display: apikey.Display(plain), Hash: s.hash(plain),
		CanRead: may.Read, CanWrite: may.Write, CanAdmin: may.Admin, CanOperate: may.Operator, CanUnmask: may.Unmask, ExpiresAt: expires,
		Scoped: scope != nil, CollectionIds: scope.OnlyCollections(), ExtractorIds: scope.OnlyExtractors(),
	}, s.allowance(c).Keys)
	if err != nil {
		return err
	}
	return ok(c, newAPIKey{apiKey: wireKey(k), Key: plain})
}

// revokeKey revokes a key for good. It refuses to revoke the last key that may manage the account.
func (s *Server) revokeKey(c echo.Context) error {
	ids, err := pathIDs(c, "key_id")
	if err != nil {
		return err
	}
	k, err := s.cfg.DB.RevokeKeyOf(c.Request().Context(), principal(c).AccountID, ids[0])
	if err != nil {
		return err
	}
	return ok(c, wireKey(k))
}

// permissions reads a list of permissions; the default is read and write.
func (b *jsonBody) permissions(name string) schema.Permissions {
	if !b.has(name) {
		return schema.Permissions{Read: true, Write: true}
	}
	var names []string
	if json.Unmarshal(b.fields[name], &names) != nil {
		b.wrong("list_type", "Input should be a valid list", name)
		return schema.Permissions{}
	}
	for i, n := range names {
		if !slices.Contains(schema.PermissionNames, n) {
			b.wrong("enum", "Input should be 'read', 'write', 'admin', 'operator' or 'unmask'", name, fmt.Sprint(i))
			return schema.Permissions{}
		}
	}
	may, err := schema.PermissionsOf(names)
	if wrong, ok := errors.AsType[*schema.Error](err); ok {
		b.wrong(wrong.Type, wrong.Msg, name)
	}
	return may
}

// maxScope bounds the collections and the extractors of one key.
const maxScope = 100

// scope reads the collections and extractors that a key is limited to. It returns nil if there is neither list.
func (b *jsonBody) scope() *schema.Scope {
	if !b.has("collection_ids") && !b.has("extractor_ids") {
		return nil
	}
	scope, before := &schema.Scope{}, len(b.problems)
	if b.has("collection_ids") {
		scope.Collections = b.uuids("collection_ids", 0, maxScope)
	}
	if b.has("extractor_ids") {
		scope.Extractors = b.uuids("extractor_ids", 0, maxScope)
	}
	if len(b.problems) == before && len(scope.Collections)+len(scope.Extractors) == 0 {
		b.wrong("too_short", "Name at least one collection or extractor, or leave out both lists for a key of the whole account", "collection_ids")
	}
	return scope
}

// future reads a point in time in the future; a date alone means its end, in UTC. It returns nil if the field is
// absent.
func (b *jsonBody) future(name string) *time.Time {
	if !b.has(name) {
		return nil
	}
	text := b.text(name, maxName)
	v := &values{in: "body", get: func(string) string { return text }}
	t := v.time(name, true)
	b.problems = append(b.problems, v.problems...)
	if t != nil && !t.After(time.Now()) {
		b.wrong("datetime_future", "Input should be in the future", name)
	}
	return t
}

// integer reads a whole number, or returns absent if the field is missing.
func (b *jsonBody) integer(name string, absent, least, most int) int {
	if !b.has(name) {
		return absent
	}
	v := &values{in: "body", get: func(string) string { return string(b.fields[name]) }}
	n := v.integer(name, absent, least, most)
	b.problems = append(b.problems, v.problems...)
	return n
}
