package main_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"

	"quire/internal/pgcluster"
	"quire/schema"
	"quire/worker"
	"quire/workflows"
)

// BenchmarkLimits looks for the first limits of Temporal and PostgreSQL, and prints a table: how fast the outbox starts
// workflows, how long a history becomes, and how long queries take as the number of rows grows. 'make bench-limits'
// runs it; QUIRE_TEST_ROWS is the largest number of rows.
func BenchmarkLimits(b *testing.B) {
	table := tabwriter.NewWriter(os.Stdout, 2, 0, 2, ' ', 0)
	defer table.Flush() //nolint:errcheck // standard output
	outboxRates(b, table)
	historySizes(b, table)
	manyRows(b, table)
}

// promised is the number of workflows that the outbox starts in one measurement.
const promised = 2000

// outboxRates measures how fast relays start workflows from the outbox, with Temporal on PostgreSQL and without
// workers.
func outboxRates(b *testing.B, table *tabwriter.Writer) {
	postgres, err := pgcluster.Temporary(b.Context())
	require.NoError(b, err)
	defer postgres.Stop(context.WithoutCancel(b.Context())) //nolint:errcheck // the process ends with the test
	db, err := schema.Open(b.Context(), postgres.URL(pgcluster.Database), 20)
	require.NoError(b, err)
	defer db.Close()
	require.NoError(b, db.Migrate(b.Context()))
	engine, err := client.Dial(client.Options{HostPort: temporalOnPostgres(b, postgres).HostPort(), Logger: nothing{}})
	require.NoError(b, err)
	defer engine.Close()
	require.Eventually(b, func() bool { return worker.EnsureSearchAttributes(b.Context(), engine, "default") == nil }, time.Minute, time.Second)
	account, err := db.CreateAccount(b.Context(), "acme", "default", "whsec_x")
	require.NoError(b, err)
	for relays := 1; relays <= 4; relays *= 2 {
		began := time.Now()
		for range promised {
			id := uuid.Must(uuid.NewV7())
			_, _, err := db.CreateDocument(b.Context(), schema.NewDocument{
				ID: id, AccountID: account.ID, FileName: "a.txt", Format: "txt", SourceKey: schema.SourceKey(id), Accuracy: new("lite"),
			})
			require.NoError(b, err)
		}
		written := time.Since(began)
		began = time.Now()
		ctx, cancel := context.WithCancel(b.Context())
		for range relays {
			go worker.NewRelay(db, engine, slog.New(slog.DiscardHandler)).Run(ctx)
		}
		conn, err := pgx.Connect(b.Context(), postgres.URL(pgcluster.Database))
		require.NoError(b, err)
		require.Eventually(b, func() bool { return count(b, conn, "SELECT count(*) FROM workflow_outbox") == 0 }, 5*time.Minute, 10*time.Millisecond)
		started := time.Since(began)
		cancel()
		require.NoError(b, conn.Close(b.Context()))
		fmt.Fprintf(table, "outbox, processes that start: %d\t%.0f documents/s written by one client\t%.0f workflows/s started\n",
			relays, promised/written.Seconds(), promised/started.Seconds())
	}
}

func count(b *testing.B, conn *pgx.Conn, query string) int {
	b.Helper()
	var n int
	require.NoError(b, conn.QueryRow(b.Context(), query).Scan(&n))
	return n
}

// nothing is a logger for Temporal's client that discards everything.
type nothing struct{}

func (nothing) Debug(string, ...any) {}
func (nothing) Info(string, ...any)  {}
func (nothing) Warn(string, ...any)  {}
func (nothing) Error(string, ...any) {}

// historySizes measures the size of Temporal's histories of documents of different lengths.
func historySizes(b *testing.B, table *tabwriter.Writer) {
	s := newService(b)
	s.start()
	engine, err := client.Dial(client.Options{HostPort: "127.0.0.1:" + s.setting("QUIRE_TEMPORAL_PORT"), Logger: nothing{}})
	require.NoError(b, err)
	defer engine.Close()
	for _, pages := range []int{1, 100, 1000} {
		d := s.await(s.upload(longPDF(b, pages), nil).ID)
		require.Equal(b, "COMPLETED", d.Status)
		w, err := workflows.StartableOf(schema.Start{Kind: schema.StartDocument})
		require.NoError(b, err)
		is, err := engine.DescribeWorkflowExecution(b.Context(), w.ID(schema.Start{Kind: schema.StartDocument, ObjectID: uuid.MustParse(d.ID)}), "")
		require.NoError(b, err)
		info := is.GetWorkflowExecutionInfo()
		fmt.Fprintf(table, "history of a document of %d pages\t%d events of 51,200\t%.1f kB of 50 MB\n",
			pages, info.GetHistoryLength(), float64(info.GetHistorySizeBytes())/1000)
	}
}

// manyRows measures the queries of one screen and of the upkeep as the number of rows grows.
func manyRows(b *testing.B, table *tabwriter.Writer) {
	postgres, err := pgcluster.Temporary(b.Context())
	require.NoError(b, err)
	defer postgres.Stop(context.WithoutCancel(b.Context())) //nolint:errcheck // the process ends with the test
	db, err := schema.Open(b.Context(), postgres.URL(pgcluster.Database), 4)
	require.NoError(b, err)
	defer db.Close()
	require.NoError(b, db.Migrate(b.Context()))
	account, err := db.CreateAccount(b.Context(), "acme", "default", "whsec_x")
	require.NoError(b, err)
	conn, err := pgx.Connect(b.Context(), postgres.URL(pgcluster.Database))
	require.NoError(b, err)
	defer conn.Close(b.Context()) //nolint:errcheck // its server ends with the test
	there := 0
	for rows := 10_000; rows <= mostRows(b); rows *= 10 {
		grow(b, conn, account.ID, rows-there)
		there = rows
		for _, q := range lookups(db, account.ID) {
			fmt.Fprintf(table, "%d documents and entries of the audit log\t%s\t%.1f ms\n", rows, q.what, inMS(b, q.ask))
		}
		fmt.Fprintf(table, "%d documents and entries of the audit log\ton disk\t%d bytes a document, %d an entry\n", rows,
			count(b, conn, "SELECT pg_total_relation_size('documents') / count(*) FROM documents"),
			count(b, conn, "SELECT pg_total_relation_size('audit_log') / count(*) FROM audit_log"))
	}
}

func mostRows(b *testing.B) int {
	b.Helper()
	text := os.Getenv("QUIRE_TEST_ROWS")
	if text == "" {
		return 1_000_000
	}
	n, err := strconv.Atoi(text)
	require.NoError(b, err)
	return n
}

// grow adds finished documents and entries of the audit log, spread over the last hundred days.
func grow(b *testing.B, conn *pgx.Conn, account uuid.UUID, rows int) {
	b.Helper()
	for _, query := range []string{
		`INSERT INTO documents (id, account_id, status, file_name, file_size, format, page_count, accuracy, source_key, output_key, output_name,
			output_type, output_size, attempt, created_at, completed_at)
		 SELECT x.id, $1, 'COMPLETED', 'file ' || x.i || '.pdf', 1000, 'pdf', 3, 'lite', 'documents/' || x.id || '/source', 'documents/' || x.id || '/output-1',
			'file.md', 'text/markdown', 900, 1, now() - random() * interval '100 days', now()
		 FROM (SELECT gen_random_uuid() AS id, i FROM generate_series(1, $2::int) i) x`,
		`INSERT INTO audit_log (account_id, at, actor, action, object_id, request_id, ip)
		 SELECT $1, now() - random() * interval '100 days', 'qk_live_…abcd', 'document.create', gen_random_uuid(), 'req_' || i, '192.0.2.7' FROM generate_series(1, $2::int) i`,
	} {
		_, err := conn.Exec(b.Context(), query, account, rows)
		require.NoError(b, err)
	}
	for _, name := range []string{"documents", "audit_log"} {
		_, err := conn.Exec(b.Context(), "VACUUM (ANALYZE) "+name)
		require.NoError(b, err)
	}
}

// lookup is a query that the service makes all day.
type lookup struct {
	what string
	ask  func(context.Context) error
}

func lookups(db *schema.DB, account uuid.UUID) []lookup {
	list := func(f schema.DocumentFilter) func(context.Context) error {
		f.AccountID = account
		return func(ctx context.Context) error {
			_, _, err := db.ListDocuments(ctx, f)
			return err
		}
	}
	return []lookup{
		{"first page of all documents, with their number", list(schema.DocumentFilter{Limit: 50})},
		{"page 100 of them", list(schema.DocumentFilter{Skip: 5000, Limit: 50})},
		{"documents by part of a name", list(schema.DocumentFilter{Search: "999", Limit: 50})},
		{"rows in flight, for the sweeper", func(ctx context.Context) error {
			_, err := db.InFlightIdle(ctx, time.Minute, 100)
			return err
		}},
		{"number of entries of the audit log", func(ctx context.Context) error {
			_, err := db.CountAudit(ctx, schema.AuditFilter{AccountID: &account})
			return err
		}},
	}
}

// asks is how often each query is made; the median counts.
const asks = 5

// inMS returns how long ask takes, in milliseconds.
func inMS(b *testing.B, ask func(context.Context) error) float64 {
	b.Helper()
	var took []time.Duration
	for range asks {
		began := time.Now()
		require.NoError(b, ask(b.Context()))
		took = append(took, time.Since(began))
	}
	return median(took)
}
