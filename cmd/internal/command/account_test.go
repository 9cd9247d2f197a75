package command_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/cmd/internal/app"
	"quire/cmd/internal/command"
	"quire/internal/apikey"
	"quire/schema"
	"quire/schema/testdb"
)

// operator runs commands as they are typed, against its own fresh database.
type operator struct {
	*testing.T
	env      *command.Env
	out, err bytes.Buffer
}

func newOperator(t *testing.T, settings ...string) *operator {
	t.Helper()
	o := &operator{T: t}
	cfg, faults := app.LoadConfig(append(settings, "QUIRE_DATABASE_URL="+testdb.NewURL(t), "QUIRE_SECRETS_FILE="+t.TempDir()+"/secrets"))
	require.Empty(t, faults)
	o.env = &command.Env{Stdout: &o.out, Stderr: &o.err, Config: cfg}
	return o
}

// types runs one command; its output is in o.out and o.err.
func (o *operator) types(args ...string) error {
	o.Helper()
	o.out.Reset()
	o.err.Reset()
	var all command.Commands
	parser, err := kong.New(&all, command.Options(), kong.Exit(func(int) {}))
	require.NoError(o, err)
	k, err := parser.Parse(args)
	if err != nil {
		return err
	}
	k.BindTo(o.Context(), (*context.Context)(nil))
	return k.Run(o.env)
}

func TestFirstKeyCreatesTheFirstAccount(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	require.NoError(t, o.types("key", "create", "default", "--if-none"))
	_, valid := apikey.Parse(strings.TrimSuffix(o.out.String(), "\n"))
	require.True(t, valid, "standard output is the key and nothing else: %s", o.out.String())
	require.Contains(t, o.err.String(), "created the account default")
	require.NoError(t, o.types("account", "list"))
	require.Contains(t, o.out.String(), "default")

	require.NoError(t, o.types("key", "create", "default", "--if-none"))
	require.Empty(t, o.out.String(), "the account already has a key")
	require.NoError(t, o.types("key", "create", "default"))
	require.NotEmpty(t, o.out.String())
	require.ErrorContains(t, o.types("key", "create", "defualt"), `there is no account "defualt": did you mean "default"?`)
	require.ErrorContains(t, o.types("key", "create", "acme"), `there is no account "acme": 'account create acme' creates it`)
}

func TestFirstKeyOfAnAccountManagesIt(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	require.NoError(t, o.types("key", "create", "default", "--name", "first"))
	require.NoError(t, o.types("key", "create", "default", "--name", "second"))
	require.NoError(t, o.types("key", "list", "default"))
	require.Regexp(t, `first +read, write, admin +everything`, o.out.String())
	require.Regexp(t, `second +read, write +everything +never`, o.out.String())
}

func TestKeyMayBeRestrictedAndEnd(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	require.NoError(t, o.types("key", "create", "default", "--name", "limited", "--permissions", "read,admin", "--expires", "2999-12-31"))
	require.NoError(t, o.types("key", "create", "default", "--name", "reader", "--read-only", "--expires", "90d"))
	require.NoError(t, o.types("key", "list", "default"))
	require.Regexp(t, `limited +read, admin +everything +never +2999-12-31 23:59:59`, o.out.String())
	require.Regexp(t, `reader +read +everything +never +`+time.Now().AddDate(0, 0, 90).Format("2006-01"), o.out.String())
	require.ErrorContains(t, o.types("key", "create", "default", "--expires", "yesterday"), `--expires is "yesterday": give a date in the future`)
	require.ErrorContains(t, o.types("key", "create", "default", "--expires", "2001-01-01"), `give a date in the future`)
	require.ErrorContains(t, o.types("key", "create", "default", "--permissions", "root"), `--permissions: "root" is not a permission: use read, write, admin, operator`)
	require.Error(t, o.types("key", "create", "default", "--permissions", "read", "--read-only"))
}

func TestKeyMayBeLimitedToCollectionsAndExtractors(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	require.NoError(t, o.types("account", "create", "acme"))
	db := testdb.Open(t, o.env.Config.DatabaseURL)
	acme, err := db.AccountNamed(t.Context(), "acme")
	require.NoError(t, err)
	handbook, err := db.CreateCollection(t.Context(), schema.NewCollection{ID: uuid.Must(uuid.NewV7()), AccountID: acme.ID, Name: "handbook"})
	require.NoError(t, err)
	invoice, err := db.ApplyExtractor(t.Context(), acme.ID, schema.ExtractorDefinition{
		Slug: "ticket", Name: "Ticket", CostType: schema.CostPerPage, Source: "slug: ticket",
	}, func(string) bool { return false })
	require.NoError(t, err)

	require.NoError(t, o.types("key", "create", "acme", "--name", "shop", "--collection", "handbook", "--extractor", "ticket"))
	require.NoError(t, o.types("key", "create", "acme", "--name", "first of the whole account"))
	require.NoError(t, o.types("key", "list", "acme"))
	require.Regexp(t, `shop +read, write +1 collection, 1 extractor +never`, o.out.String())
	require.Regexp(t, `first of the whole account +read, write, admin +everything`, o.out.String())
	shop := o.lists("key", "list", "acme")[0]
	require.Equal(t, []any{handbook.ID.String()}, shop["collection_ids"])
	require.Equal(t, []any{invoice.ID.String()}, shop["extractor_ids"])

	require.ErrorContains(t, o.types("key", "create", "acme", "--collection", "hand"), `there is no collection "hand" in the account`)
	require.ErrorContains(t, o.types("key", "create", "acme", "--collection", uuid.NewString()), "Collection not found")
	require.ErrorContains(t, o.types("key", "create", "acme", "--extractor", "tic"), `there is no extractor "tic" in the account`)
	require.ErrorContains(t, o.types("key", "create", "acme", "--collection", "handbook", "--permissions", "admin"), "cannot manage anything else")
}

func TestLoginLinkLeadsToTheWorkspace(t *testing.T) {
	t.Parallel()
	o := newOperator(t, "QUIRE_PUBLIC_URL=https://quire.example.org")
	require.ErrorContains(t, o.types("login-link"), `there is no account "default"`)
	require.NoError(t, o.types("account", "create", "acme"))
	require.NoError(t, o.types("login-link", "acme", "--permissions", "read,write", "--lifetime", "1h"))
	require.Regexp(t, `^https://quire\.example\.org/app/#login=[A-Z2-7]{26}\n$`, o.out.String())
	require.ErrorContains(t, o.types("login-link", "acme", "--permissions", "raed"), `"raed" is not a permission: use read, write, admin, operator`)
}

func TestOnlyOneOfSeveralFirstStartsCreatesTheAccount(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	db := testdb.Open(t, o.env.Config.DatabaseURL)
	failures := make(chan error, 4)
	for range cap(failures) {
		go func() {
			_, err := command.FirstKey(t.Context(), db, o.env.Config)
			failures <- err
		}()
	}
	for range cap(failures) {
		require.NoError(t, <-failures)
	}
	accounts, err := db.ListAccounts(t.Context())
	require.NoError(t, err)
	require.Len(t, accounts, 1)
}

func TestOnlyConfiguredPlansCanBeAssigned(t *testing.T) {
	t.Parallel()
	o := newOperator(t, "QUIRE_PLANS=team=6000/600/200,free=10/1/1")
	require.ErrorContains(t, o.types("account", "create", "acme", "--plan", "taem"), `there is no plan "taem": use default, free, team`)
	require.ErrorContains(t, o.types("account", "list", "acme"), "unexpected argument")
	require.NoError(t, o.types("account", "create", "acme", "--plan", "free"))
	require.ErrorContains(t, o.types("account", "plan", "acme", "teams"), `there is no plan "teams": did you mean team?`)
	require.NoError(t, o.types("account", "plan", "acme", "team"))
	require.NoError(t, o.types("account", "list"))
	require.Contains(t, o.out.String(), "team")
}

func TestDurationsOfFlagsMayBeInDays(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	require.NoError(t, o.types("key", "create", "default"))
	require.NoError(t, o.types("account", "rotate", "default", "--overlap", "2d"))
	require.ErrorContains(t, o.types("account", "rotate", "default", "--overlap", "soon"), `"soon" is not a duration: give one such as 90m, 36h or 30d`)
	require.NoError(t, o.types("account", "secret", "default"))
	require.Equal(t, 2, strings.Count(o.out.String(), "whsec_"), "both secrets sign for two days")
}
