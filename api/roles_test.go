package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/api"
	"quire/internal/apikey"
	"quire/schema"
)

const (
	rolesPage   = "../docs/roles.md"
	rolesBegin  = "<!-- roles: made by 'go test ./api -run Roles -args -update' -->\n"
	rolesEnd    = "<!-- end of the roles -->\n"
	rolesHeader = "| endpoint | no key | viewer | editor | admin | operator | scoped key |\n|---|---|---|---|---|---|---|\n"
)

// The words of the table.
const (
	may      = "yes"
	mayNot   = "–"
	inScope  = "in its scope"
	nameless = "no key"
)

// role is a column of the table: the permissions of a key.
type role struct {
	name string
	schema.Permissions
}

var roles = []role{
	{"viewer", schema.Permissions{Read: true}},
	{"editor", schema.Permissions{Read: true, Write: true}},
	{"admin", schema.Permissions{Read: true, Write: true, Admin: true}},
	{"operator", schema.Permissions{Operator: true}},
}

func (r role) may(needs string) bool {
	return map[string]bool{"": true, "key": true, "read": r.Read, "write": r.Write, "admin": r.Admin, "operator": r.Operator}[needs]
}

func word(yes bool) string {
	if yes {
		return may
	}
	return mayNot
}

// rolesTable returns the table of what each route requires.
func rolesTable() string {
	var b strings.Builder
	b.WriteString(rolesHeader)
	for _, a := range api.Accesses() {
		cells := []string{fmt.Sprintf("`%s %s`", a.Method, a.Path), word(a.Needs == "")}
		for _, r := range roles {
			cells = append(cells, word(r.may(a.Needs)))
		}
		cells = append(cells, map[string]string{"": mayNot, "all": may, "scope": inScope}[a.Scoped])
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	return b.String()
}

// rolesRow is one line of the table in docs/roles.md.
type rolesRow struct {
	method, path string
	cells        map[string]string // by the name of the column
}

// rolesRows reads the table of docs/roles.md.
func rolesRows(t *testing.T) []rolesRow {
	t.Helper()
	raw, err := os.ReadFile(rolesPage)
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(raw), rolesBegin)
	require.True(t, found)
	table, _, found := strings.Cut(rest, rolesEnd)
	require.True(t, found)
	lines := strings.Split(strings.TrimSpace(table), "\n")
	names := cellsOf(lines[0])
	var rows []rolesRow
	for _, line := range lines[2:] {
		cells := cellsOf(line)
		require.Len(t, cells, len(names), line)
		method, path, _ := strings.Cut(strings.Trim(cells[0], "`"), " ")
		row := rolesRow{method: method, path: path, cells: map[string]string{}}
		for i, name := range names[1:] {
			row.cells[name] = cells[i+1]
		}
		rows = append(rows, row)
	}
	return rows
}

func cellsOf(line string) []string {
	cells := strings.Split(strings.Trim(line, "| "), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

func TestRolesPageHasEveryEndpoint(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(rolesPage)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(raw), rolesBegin)
	require.True(t, found)
	table, after, found := strings.Cut(rest, rolesEnd)
	require.True(t, found)
	if *update {
		require.NoError(t, os.WriteFile(rolesPage, []byte(before+rolesBegin+rolesTable()+rolesEnd+after), 0o644)) //nolint:gosec // a page of documentation
		return
	}
	require.Equal(t, rolesTable(), table, "a route came, went or asks for something else; if that is meant: go test ./api -run Roles -args -update")
}

// placeholder is a part of a route's path that requests fill in.
var placeholder = regexp.MustCompile(`:(\w+)`)

// fill returns the path with its placeholders replaced; a placeholder without a value becomes an id that does not
// exist.
func fill(path string, values map[string]string) string {
	return placeholder.ReplaceAllStringFunc(path, func(p string) string {
		if v, ok := values[p[1:]]; ok {
			return v
		}
		if p == ":number" || p == ":message_id" || p == ":version" {
			return "1"
		}
		return uuid.NewString()
	})
}

// tries sends the request of a row without a body.
func (s *service) tries(row rolesRow, values map[string]string) reply {
	s.t.Helper()
	r := s.json(row.method, fill(row.path, values), "")
	if s.key == "" {
		r.Header["Authorization"] = nil
	}
	return s.do(r)
}

// keyOf creates a key with the given permissions.
func (s *service) keyOf(may schema.Permissions, scope *schema.Scope) string {
	s.t.Helper()
	plain := apikey.New(apikey.Live)
	_, err := s.db.InsertKey(s.t.Context(), schema.InsertKeyParams{
		ID: uuid.Must(uuid.NewV7()), AccountID: s.id, Display: apikey.Display(plain), Hash: apikey.Hash(pepper, plain),
		CanRead: may.Read, CanWrite: may.Write, CanAdmin: may.Admin, CanOperate: may.Operator, CanUnmask: may.Unmask,
		Scoped: scope != nil, CollectionIds: scope.OnlyCollections(), ExtractorIds: scope.OnlyExtractors(),
	}, 0)
	require.NoError(s.t, err)
	return plain
}

// Every endpoint is called with every role, and responds as the page says.
func TestRolesMayDoWhatTheirPageSays(t *testing.T) {
	t.Parallel()
	s := newService(t, withoutLimits)
	keys := map[string]string{nameless: ""}
	for _, r := range roles {
		keys[r.name] = s.keyOf(r.Permissions, nil)
	}
	for _, row := range rolesRows(t) {
		for name, key := range keys {
			refused := http.StatusForbidden
			if name == nameless {
				refused = http.StatusUnauthorized
			}
			got := s.as(key).tries(row, nil)
			if row.cells[name] == mayNot {
				require.Equal(t, refused, got.status, "%s %s as %s: %s", row.method, row.path, name, got.body)
				continue
			}
			require.Equal(t, may, row.cells[name])
			if got.status == refused {
				require.NotRegexp(t, "Access denied|missing API key", string(got.body), "%s %s as %s", row.method, row.path, name)
			}
		}
	}
}

func withoutLimits(c *api.Config) { c.Plans = map[string]api.Plan{"default": {}} }

const refusedScope = "This key is for some collections and extractors only; this needs a key of the whole account"

// message returns the message of an error, or "" for anything else.
func (r reply) message() string {
	var p problem
	if json.Unmarshal(r.body, &p) != nil {
		return ""
	}
	return p.Error.Message
}

// things creates one of everything that belongs to a collection or an extractor, and returns the values for the
// parameters of paths.
type things struct {
	collection wireCollection
	extractor  schema.ExtractorInfo
	values     map[string]string
}

func (s *service) things(name string) things {
	s.t.Helper()
	c, e := s.collection(name), s.apply(ticket(name))
	turn, _, err := s.db.BeginTurn(s.t.Context(), schema.NewTurn{
		ID: uuid.Must(uuid.NewV7()), AccountID: s.id, CollectionIDs: []uuid.UUID{c.ID}, Question: "How many?",
	})
	require.NoError(s.t, err)
	var d doc
	s.do(s.form(extractors+"/"+e.Slug, "file=@report.pdf", pdf)).into(200, &d)
	return things{collection: c, extractor: e, values: map[string]string{
		"collection_id": c.ID.String(), "file_id": s.put(c, "a.txt", "text").ID.String(),
		"session_id": s.session(c).ID.String(), "query_id": turn.ID.String(),
		"slug": e.Slug, "extractor_id": e.ID.String(), "id": d.ID.String(),
	}}
}

func TestScopedKeysReachWhatTheirPageSays(t *testing.T) {
	t.Parallel()
	s := newService(t, withoutLimits)
	foreign, own := s.things("foreign"), s.things("own")
	rows := rolesRows(t)
	for i, row := range rows {
		if i > 0 && rows[i-1].cells["scoped key"] == inScope {
			own = s.things(fmt.Sprintf("own-%d", i)) // the previous row may have deleted something
		}
		key := s.as(s.keyOf(schema.Permissions{Read: true, Write: true}, &schema.Scope{
			Collections: []uuid.UUID{own.collection.ID}, Extractors: []uuid.UUID{own.extractor.ID},
		}))
		got := key.tries(row, foreign.values)
		about := fmt.Sprintf("%s %s: %s", row.method, row.path, got.body)
		switch row.cells["scoped key"] {
		case mayNot:
			require.Equal(t, http.StatusForbidden, got.status, about)
		case may:
			require.NotEqual(t, refusedScope, got.message(), about)
		default:
			require.Equal(t, inScope, row.cells["scoped key"])
			require.NotEqual(t, http.StatusForbidden, got.status, about)
			if strings.Contains(row.path, ":") {
				require.Equal(t, http.StatusNotFound, got.status, about)
				if strings.HasSuffix(row.path, "/events") {
					continue // they come last
				}
				got = key.tries(row, own.values)
				require.NotRegexp(t, `^(Document|Extractor|Collection|Session|Query) not found$`, got.message(), "%s %s", row.method, row.path)
				require.NotEqual(t, http.StatusForbidden, got.status, "%s %s", row.method, row.path)
			}
		}
	}
}
