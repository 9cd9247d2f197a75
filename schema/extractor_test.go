package schema_test

import (
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

func ticket(source string) schema.ExtractorDefinition {
	return schema.ExtractorDefinition{
		Slug: "ticket", Name: "Ticket", CostType: schema.CostPerPage, CostCredits: 2, Source: source,
	}
}

func (s *story) apply(source string) schema.Applied {
	s.Helper()
	a, err := s.db.ApplyExtractor(s.Context(), s.account, ticket(source), func(stored string) bool { return stored == source })
	require.NoError(s, err)
	return a
}

// run creates a document for the extractor.
func (s *story) run(e schema.ExtractorInfo) schema.Document {
	s.Helper()
	id := uuid.Must(uuid.NewV7())
	d, _, err := s.db.CreateDocument(s.Context(), schema.NewDocument{
		ID: id, AccountID: s.account, FileName: "ticket.pdf", Format: "pdf", SourceKey: schema.SourceKey(id), Extractor: &e,
		CallbackURL: new("https://example.org/hook"),
	})
	require.NoError(s, err)
	return d
}

func (s *story) usage() []schema.UsageDay {
	s.Helper()
	list, count, err := s.db.Usage(s.Context(), schema.UsageFilter{
		AccountID: s.account, From: time.Now().Add(-time.Hour), To: time.Now().Add(time.Hour), Limit: 10,
	})
	require.NoError(s, err)
	require.Len(s, list, count)
	return list
}

func TestApplyCreatesAVersionOnlyForNewLogic(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	first := s.apply("one")
	require.True(t, first.Changed)
	require.EqualValues(t, 1, first.Version)
	same := s.apply("one")
	require.False(t, same.Changed)
	require.Equal(t, first.ExtractorInfo, same.ExtractorInfo)
	second := s.apply("two")
	require.True(t, second.Changed)
	require.EqualValues(t, 2, second.Version)
	require.Equal(t, first.ID, second.ID)
	for version, want := range map[int]string{1: "one", 2: "two"} {
		source, err := s.db.ExtractorSource(t.Context(), first.ID, version)
		require.NoError(t, err)
		require.Equal(t, want, source, "old versions stay readable")
	}
	_, err := s.db.ExtractorSource(t.Context(), first.ID, 3)
	require.ErrorIs(t, err, schema.ErrVersionNotFound)
}

func TestRacingAppliesCreateOneExtractor(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Go(func() {
			_, errs[i] = s.db.ApplyExtractor(s.Context(), s.account, ticket("one"), func(stored string) bool { return stored == "one" })
		})
	}
	wg.Wait()
	for _, err := range errs {
		require.NoError(t, err)
	}
	list, count, err := s.db.ListExtractors(t.Context(), s.account, nil, 0, 10)
	require.NoError(t, err)
	require.Equal(t, 1, count)
	require.EqualValues(t, 1, list[0].Version)
}

func TestCatalogIsInstalledInEveryAccountOnceAndUpdated(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	own := s.apply("own")
	other, err := s.db.CreateAccount(t.Context(), "other", "default", "whsec_other")
	require.NoError(t, err)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { require.NoError(t, s.db.InstallExtractor(t.Context(), ticket("catalog"))) })
	}
	wg.Wait()
	installed, err := s.db.ExtractorNamed(t.Context(), other.ID, "ticket")
	require.NoError(t, err)
	require.Equal(t, schema.ExtractorCatalog, installed.Origin)
	require.EqualValues(t, 1, installed.Version)
	require.NoError(t, s.db.InstallExtractor(t.Context(), ticket("catalog of the next build")))
	updated, err := s.db.ExtractorNamed(t.Context(), other.ID, "ticket")
	require.NoError(t, err)
	require.Equal(t, installed.ID, updated.ID)
	require.EqualValues(t, 2, updated.Version)

	kept, err := s.db.ExtractorNamed(t.Context(), s.account, "ticket")
	require.NoError(t, err)
	require.Equal(t, own.ID, kept.ID, "the account's own extractor of the same slug stays")
	_, err = s.db.ApplyExtractor(t.Context(), other.ID, ticket("mine"), func(string) bool { return false })
	require.EqualError(t, err, `the slug "ticket" is in use by an extractor of the catalog`)
}

func TestRunIsChargedOnceWhenItCompletes(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	e := s.apply("one").ExtractorInfo
	d := s.run(e)
	dear := ticket("dear")
	dear.CostCredits = 100
	_, err := s.db.ApplyExtractor(t.Context(), s.account, dear, func(string) bool { return false })
	require.NoError(t, err)
	require.Empty(t, s.usage(), "nothing before the end")
	attempt := s.claim(d.ID)
	for range 2 {
		require.NoError(t, s.complete(d.ID, attempt))
	}
	today := time.Now().UTC().Format(time.DateOnly)
	want := []schema.UsageDay{{Day: today, Kind: schema.UsageExtraction, Runs: 1, Units: 3, Credits: 6}}
	require.Equal(t, want, s.usage(), "three pages at the price on acceptance")

	failed := s.run(e)
	require.NoError(t, s.fail(failed.ID, s.claim(failed.ID)))
	conversion, _ := s.document()
	require.NoError(t, s.complete(conversion.ID, s.claim(conversion.ID)))
	_, _, err = s.db.DeleteDocument(t.Context(), s.account, d.ID, "")
	require.NoError(t, err)
	require.NoError(t, s.db.PurgeDocument(t.Context(), d.ID))
	require.Equal(t, want, s.usage(), "deleting a document does not change the bill")
}

func TestLedgerIsAppendOnly(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	d := s.run(s.apply("one").ExtractorInfo)
	require.NoError(t, s.complete(d.ID, s.claim(d.ID)))
	require.ErrorContains(t, s.exec("UPDATE ledger SET credits = 0"), "ledger is append-only")
	require.ErrorContains(t, s.exec("DELETE FROM ledger"), "ledger is append-only")
	require.Len(t, s.usage(), 1)
}

func TestWebhookNamesTheVersionThatRan(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	d := s.run(s.apply("one").ExtractorInfo)
	s.apply("two")
	_, used, err := s.db.DocumentToEnd(t.Context(), d.ID)
	require.NoError(t, err)
	require.EqualValues(t, 1, used.Version)
	require.Equal(t, "ticket", used.Slug)
}
