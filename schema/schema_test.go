package schema_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/schema/testdb"
)

func TestMain(m *testing.M) { testdb.Main(m) }

func TestMigratedDatabaseHasEveryStepApplied(t *testing.T) {
	t.Parallel()
	db := testdb.New(t)
	require.NoError(t, db.Migrate(t.Context()), "a second run changes nothing")
	steps, err := db.Migrations(t.Context())
	require.NoError(t, err)
	require.NotEmpty(t, steps)
	for _, s := range steps {
		require.NotNil(t, s.AppliedAt, s.Name)
	}
}
