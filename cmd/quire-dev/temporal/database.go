package temporal

import (
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/log"
	"go.temporal.io/server/common/metrics"
	"go.temporal.io/server/common/persistence/sql"
	"go.temporal.io/server/common/persistence/sql/sqlplugin"
	"go.temporal.io/server/common/persistence/sql/sqlplugin/sqlite"
	"go.temporal.io/server/common/resolver"
	sqliteschema "go.temporal.io/server/schema/sqlite"
	"google.golang.org/protobuf/types/known/durationpb"
)

// searchAttributes are the attributes that operators can search by in the UI. All are exact keywords.
var searchAttributes = map[string]enumspb.IndexedValueType{
	"AccountId":    enumspb.INDEXED_VALUE_TYPE_KEYWORD,
	"DocumentId":   enumspb.INDEXED_VALUE_TYPE_KEYWORD,
	"CollectionId": enumspb.INDEXED_VALUE_TYPE_KEYWORD,
	"SessionId":    enumspb.INDEXED_VALUE_TYPE_KEYWORD,
	"Outcome":      enumspb.INDEXED_VALUE_TYPE_KEYWORD,
	"FailureType":  enumspb.INDEXED_VALUE_TYPE_KEYWORD,
	"RequestId":    enumspb.INDEXED_VALUE_TYPE_KEYWORD,
}

// databaseIn names the file after the version of its tables, because Temporal cannot upgrade them: a server with other
// tables starts afresh.
func databaseIn(dir string) *config.SQL {
	name := fmt.Sprintf("temporal-%s-%s.db", sqliteschema.Version, sqliteschema.VisibilityVersion)
	path := &url.URL{Path: filepath.Join(dir, name)}
	return &config.SQL{
		PluginName:      sqlite.PluginName,
		DatabaseName:    path.EscapedPath(),
		ConnectAddr:     "localhost",
		ConnectProtocol: "tcp",
		ConnectAttributes: map[string]string{
			"mode":         "rwc",
			"journal_mode": "wal",
			// Commits survive a crash of the process. A power cut can undo the last of them, and the sweeper then
			// repairs the damage from the rows in PostgreSQL. An fsync for each commit would halve the throughput on an
			// ordinary disk.
			"synchronous":  "normal",
			"busy_timeout": "10000",
		},
	}
}

// prepareDatabase creates what a server needs to start: the tables, and the namespace with its search attributes.
func prepareDatabase(cfg *config.SQL, retention time.Duration) error {
	if err := ensureTables(cfg); err != nil {
		return err
	}
	namespace, err := sqliteschema.NewNamespaceConfig(clusterName, Namespace, false, searchAttributes)
	if err != nil {
		return err
	}
	namespace.Detail.Config.Retention = durationpb.New(retention)
	return sqliteschema.CreateNamespaces(cfg, namespace)
}

// ensureTables creates all tables in one transaction, so that a start killed at this point does not leave half of them.
func ensureTables(cfg *config.SQL) (err error) {
	db, err := sql.NewSQLAdminDB(sqlplugin.DbKindUnknown, cfg, resolver.NewNoopResolver(), log.NewNoopLogger(),
		metrics.NoopMetricsHandler)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // it was needed only to create the tables
	tables, err := db.ListTables("")
	if err != nil || slices.Contains(tables, "namespaces") {
		return err
	}
	// The plugin's pool has a single connection, so the statements in between share the transaction.
	if err := db.Exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	if err := sqliteschema.SetupSchemaOnDB(db); err != nil {
		return fmt.Errorf("%w (rolled back: %w)", err, db.Exec("ROLLBACK"))
	}
	return db.Exec("COMMIT")
}
