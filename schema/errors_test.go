package schema_test

import (
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

func TestOnlyFailuresThatPassAreUnavailability(t *testing.T) {
	t.Parallel()
	for code, passes := range map[string]bool{
		"08006": true, "40001": true, "40P01": true, "53300": true, "57P01": true, "25006": true,
		"22P02": false, "23505": false, "42601": false, "57014": false,
	} {
		require.Equal(t, passes, schema.IsUnavailable(&pgconn.PgError{Code: code}), code)
	}
}
