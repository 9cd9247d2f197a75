package app

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/schema"
)

func TestPlansAreReadFromTheConfiguration(t *testing.T) {
	t.Parallel()
	cfg := Config{
		RequestsPerMinute: 600, UploadsPerMinute: 60, DocumentsAtOnce: 100, Quotas: []string{"pages:5000", "keys:0"},
		Plans: []string{"team=6000/600/200", " stored:50GB", "files:7", " free=10/0/2", "stored:1000"},
	}
	plans, faults := cfg.ParsePlans()
	require.Empty(t, faults)
	require.Len(t, plans, 3)
	require.Equal(t, 60, plans.Of("default").Uploads.Burst)
	require.Equal(t, 200, plans.Of("team").Documents)
	require.Zero(t, plans.Of("free").Uploads.Burst)
	require.Equal(t, schema.Allowance{PagesPerDay: 5000, FilesPerCollection: 100_000, Sessions: 100_000, Collections: 10_000}, plans.Of("unknown").Allowance)
	require.EqualValues(t, 50<<30, plans.Of("team").StoredBytes)
	require.EqualValues(t, 7, plans.Of("team").FilesPerCollection)
	require.EqualValues(t, 5000, plans.Of("team").PagesPerDay, "a plan inherits what it does not name from the default")
	require.EqualValues(t, 1000, plans.Of("free").StoredBytes)
}

func TestEveryFaultInPlansIsReported(t *testing.T) {
	t.Parallel()
	for wrong, words := range map[string]string{
		"team": "is not a plan", "team=1/2": "is not a plan", "team=1/2/x": "is not a plan", "team=1/2/-3": "is not a plan",
		"=1/2/3": "is not a plan", "team=1/2/3/4": "is not a plan", "pages:7": "is not a plan",
		"default=1/2/3": "twice", "a=1/2/3,a=1/2/3": `"a" twice`,
		"a=1/2/3,storage:1":  `"storage:1", which does not name a quota: give key:value with one of the keys collections, files, keys, pages, sessions, stored`,
		"a=1/2/3,pages:many": `"pages:many", which is not a number`, "a=1/2/3,keys:-1": "is not a number", "a=1/2/3,stored:lots": "is not a number of bytes",
		"a=1/2/3,pages": "is not a number",
	} {
		_, faults := Config{Plans: strings.Split(wrong, ",")}.ParsePlans()
		require.Len(t, faults, 1, wrong)
		require.ErrorContains(t, faults, "QUIRE_PLANS has ", wrong)
		require.ErrorContains(t, faults, words, wrong)
	}
	_, faults := Config{Quotas: []string{"pages:x", "seats:3"}, Plans: []string{"a=1", "b=1/2/3", "keys:x"}}.ParsePlans()
	require.Len(t, faults, 4, "all faults are reported at once")
}
