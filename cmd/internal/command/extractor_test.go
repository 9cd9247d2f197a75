package command_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/cmd/internal/app"
	"quire/cmd/internal/command"
	"quire/internal/extract/catalog"
	"quire/schema"
	"quire/schema/testdb"
)

const ticketDefinition = `name: Ticket
slug: ticket
schema:
  type: object
  properties:
    number: {type: string}
rules:
  number: {pattern: 'No (\d+)'}
`

// office is a migrated database with the account "acme", which has the catalog's extractors.
type office struct {
	*testing.T
	env *command.Env
	out bytes.Buffer
	db  *schema.DB
	dir string
}

func newOffice(t *testing.T) *office {
	t.Helper()
	url := testdb.NewURL(t)
	o := &office{T: t, db: testdb.Open(t, url), dir: t.TempDir()}
	o.env = &command.Env{Stdout: &o.out, Config: app.Config{DatabaseURL: url}}
	_, _, err := app.CreateAccount(t.Context(), o.db, "acme", "default")
	require.NoError(t, err)
	return o
}

func (o *office) file(definition string) string {
	o.Helper()
	path := filepath.Join(o.dir, "ticket.yaml")
	require.NoError(o, os.WriteFile(path, []byte(definition), 0o600))
	return path
}

func (o *office) apply(definition string) error {
	o.out.Reset()
	return (&command.ExtractorApply{File: o.file(definition), Account: "acme"}).Run(o.Context(), o.env)
}

func (o *office) list() string {
	o.Helper()
	o.out.Reset()
	require.NoError(o, (&command.ExtractorList{Account: "acme"}).Run(o.Context(), o.env))
	return o.out.String()
}

func TestNewAccountHasTheCatalog(t *testing.T) {
	t.Parallel()
	list := newOffice(t).list()
	for _, e := range catalog.All() {
		require.Contains(t, list, "\n"+e.Definition.Slug+" ")
	}
}

func TestApplyShowAndDelete(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	require.NoError(t, o.apply(ticketDefinition))
	require.Regexp(t, `^ticket  \S+  version 1  applied\n$`, o.out.String())
	require.NoError(t, o.apply("# a comment is not a change\n"+ticketDefinition))
	require.Regexp(t, `version 1  unchanged\n$`, o.out.String())
	require.NoError(t, o.apply(strings.Replace(ticketDefinition, "No ", "Number ", 1)))
	require.Regexp(t, `version 2  applied\n$`, o.out.String())

	o.out.Reset()
	require.NoError(t, (&command.ExtractorShow{Slug: "ticket", Version: 1, Account: "acme"}).Run(t.Context(), o.env))
	require.Equal(t, ticketDefinition, o.out.String())
	require.NoError(t, (&command.ExtractorDelete{Slug: "ticket", Account: "acme"}).Run(t.Context(), o.env))
	require.NotContains(t, o.list(), "ticket")
	require.ErrorIs(t, (&command.ExtractorDelete{Slug: "ticket", Account: "acme"}).Run(t.Context(), o.env), schema.ErrExtractorNotFound)
	require.ErrorContains(t, (&command.ExtractorDelete{Slug: "invoice", Account: "acme"}).Run(t.Context(), o.env), "cannot be modified")
}

func TestInvalidDefinitionIsRejectedWithItsLine(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	before := o.list()
	for with, want := range map[string]string{
		"type: strong":              "ticket.yaml:6: schema.properties.number.type",
		"type: string, x-parser: z": `ticket.yaml:6: schema.properties.number.x-parser: unknown parser "z"`,
	} {
		require.ErrorContains(t, o.apply(strings.Replace(ticketDefinition, "type: string", with, 1)), want)
	}
	require.ErrorContains(t, o.apply(strings.Replace(ticketDefinition, `No (\d+)`, "No ((", 1)), "ticket.yaml:8: rules.number.pattern: error parsing regexp")
	require.EqualError(t, o.apply(strings.Replace(ticketDefinition, "slug: ticket", "slug: invoice", 1)),
		`ticket.yaml:2: slug: the slug "invoice" is in use by an extractor of the catalog`)
	require.Equal(t, before, o.list(), "nothing was stored")
}

func TestDefinitionCanBeTriedOutWithoutAServer(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	env := &command.Env{Stdout: &out, Config: app.Config{Cores: 1, Tesseract: "tesseract", OCRLanguages: "eng"}}
	err := (&command.ExtractorTest{
		File: "../../../internal/extract/catalog/definitions/invoice.yaml", Document: "../../../internal/convert/testdata/samples/invoice.pdf",
	}).Run(t.Context(), env)
	require.NoError(t, err)
	require.Contains(t, out.String(), `"invoice_number": "INV-2025-018"`)
	require.Regexp(t, `/total +3371.10 +1 +verified +Grand total`, out.String())
}
