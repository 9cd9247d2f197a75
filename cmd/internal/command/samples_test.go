package command_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/cmd/internal/command"
	"quire/internal/blob"
	"quire/internal/convert/page"
	"quire/internal/convert/pagestore"
	"quire/schema"
)

// sample stores a converted document with the given text as a sample of the extractor.
func (o *office) sample(slug, text, expected string) {
	o.Helper()
	a, err := o.db.AccountNamed(o.Context(), "acme")
	require.NoError(o, err)
	x, err := o.db.ExtractorNamed(o.Context(), a.ID, slug)
	require.NoError(o, err)
	d, _, err := o.db.CreateDocument(o.Context(), schema.NewDocument{
		ID: uuid.New(), AccountID: a.ID, FileName: "ticket.pdf", SourceKey: "k", Accuracy: new("lite"),
	})
	require.NoError(o, err)
	var pages bytes.Buffer
	w := pagestore.NewWriter(&pages)
	require.NoError(o, w.Add(page.Page{Number: 1, Blocks: []page.Block{{Kind: page.Paragraph, Spans: []page.Span{{Text: text}}}}}))
	require.NoError(o, w.Close())
	blobs, err := blob.Open(o.Context(), o.env.Config.Blobs)
	require.NoError(o, err)
	key := schema.DocumentPrefix(d.ID) + "output.md"
	_, err = blobs.Put(o.Context(), schema.PagesKey(key), &pages, 1<<20)
	require.NoError(o, err)
	d, err = o.db.ClaimDocument(o.Context(), d.ID)
	require.NoError(o, err)
	require.NoError(o, o.db.CompleteDocument(o.Context(), d.ID, int(d.Attempt), schema.DocumentOutput{
		PageCount: 1, Key: key, Name: "ticket.md", Type: "text/markdown",
	}, nil))
	_, err = o.db.PutSample(o.Context(), a.ID, x.ID, d.ID, json.RawMessage(expected))
	require.NoError(o, err)
}

func TestSamplesShowWhatAChangeBreaks(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.env.Config.Blobs = "file://" + t.TempDir()
	require.NoError(t, o.apply(ticketDefinition))
	o.sample("ticket", "No 17 or Nr 18", `{"number":"17"}`)
	test := func(definition string) error {
		o.out.Reset()
		return (&command.ExtractorTest{File: o.file(definition), Account: "acme"}).Run(t.Context(), o.env)
	}
	require.NoError(t, test(ticketDefinition))
	require.Equal(t, "all 1 samples are as expected\n", o.out.String())
	require.EqualError(t, test(strings.Replace(ticketDefinition, "No (", "Nr (", 1)), "1 of 1 samples are not as expected")
	require.Regexp(t, `ticket\.pdf +/number +"17" +"18"`, o.out.String())
	require.ErrorContains(t, test(strings.Replace(ticketDefinition, "slug: ticket", "slug: other", 1)), `"other" was not`)
}
