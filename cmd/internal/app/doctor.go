package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"

	"quire/cmd/internal/doctor"
	"quire/internal/egress"
	"quire/schema"
	"quire/workflows"
)

// Exam is what an examination is about.
type Exam struct {
	Config Config
	// MinFree is the free space, in bytes, below which a directory is broken.
	MinFree uint64
	// Dirs are further directories that are written to, by what they are for.
	Dirs map[string]string
	// Away, when it is not empty, says why the database, Temporal and the blob store are not there: they are not looked at.
	Away string
}

const (
	quick = 10 * time.Second
	slow  = time.Minute // models that wake up, the first compilation of PDFium
)

// Checks look at everything that the roles of a configuration need, without a process of theirs.
func Checks(x Exam) []doctor.Check {
	return []doctor.Check{
		{Name: "configuration", Timeout: quick, Run: x.configuration},
		{Name: "secrets", Timeout: quick, Run: x.secrets},
		{Name: "database", Timeout: quick, Run: x.away(x.database)},
		{Name: "workflow engine", Timeout: quick, Run: x.away(x.workflowEngine)},
		{Name: "workers", Timeout: quick, Run: x.away(x.workers)},
		{Name: "vector store", Timeout: quick, Run: x.vectorStore},
		{Name: "blob store", Timeout: quick, Run: x.away(x.blobStore)},
		{Name: "clock", Timeout: quick, Run: x.away(x.clock)},
		{Name: "disk", Timeout: quick, Run: x.disk},
		{Name: "tesseract", Timeout: slow, Run: x.tesseract},
		{Name: "PDFium", Timeout: slow, Run: x.pdfium},
		{Name: "chat model", Timeout: slow, Run: x.chatModel},
		{Name: "embedding model", Timeout: slow, Run: x.embeddingModel},
		{Name: "vision model", Timeout: slow, Run: x.visionModel},
		{Name: "rerank model", Timeout: slow, Run: x.rerankModel},
	}
}

func (x Exam) away(run func(context.Context) doctor.Verdict) func(context.Context) doctor.Verdict {
	if x.Away == "" {
		return run
	}
	return func(context.Context) doctor.Verdict { return doctor.Skip("%s", x.Away) }
}

// part is an App with nothing open yet: each check opens what it looks at.
func (x Exam) part() *App { return &App{cfg: x.Config, log: slog.New(slog.DiscardHandler)} }

func (x Exam) configuration(context.Context) doctor.Verdict {
	c, secrets := x.started()
	_, proxies := prefixes("QUIRE_TRUSTED_PROXIES", c.TrustedProxies)
	_, private := egress.New(egress.Config{AllowPrivate: c.AllowPrivate})
	if err := errors.Join(secrets, c.validate(), proxies, private, c.checkQueues(), x.allowedHosts()); err != nil {
		return doctor.Fail(errors.New(strings.ReplaceAll(err.Error(), "\n", "; ")), "docs/operations.md lists the settings")
	}
	if c.PublicURL == "" && !c.AllowLoopback {
		return doctor.Warn("QUIRE_PUBLIC_URL is not set", "links in webhooks will begin with "+x.part().publicURL())
	}
	return doctor.Well("complete")
}

// started is the configuration as it will be after the first start, which makes secrets and, in the embedded run, the
// database.
func (x Exam) started() (Config, error) {
	c := x.Config
	if x.Away != "" && c.DatabaseURL == "" {
		c.DatabaseURL = "postgres:"
	}
	if c.SecretsFile == "" || exists(c.SecretsFile) {
		return c.WithSecrets()
	}
	c.KeyPepper, c.LinkSecret = cmp.Or(c.KeyPepper, randomHex()), cmp.Or(c.LinkSecret, randomHex())
	return c, nil
}

func (c Config) checkQueues() error {
	known := []string{workflows.QueueWorkflow, workflows.QueueQuick, workflows.QueueConvert, workflows.QueueModel, workflows.QueueEgress}
	for _, q := range c.Queues {
		if !slices.Contains(known, q) {
			return fmt.Errorf("QUIRE_QUEUES: there is no queue %q, only %s", q, strings.Join(known, ", "))
		}
	}
	return nil
}

// allowedHosts are EU mode's, which the roles enforce at start.
func (x Exam) allowedHosts() error {
	problems := []error{x.part().allowedDatabase()}
	for name, address := range map[string]string{
		"QUIRE_BLOBS": x.Config.Blobs, "QUIRE_QDRANT_URL": x.Config.QdrantURL, "QUIRE_CHAT_URL": x.Config.ChatURL,
		"QUIRE_EMBEDDING_URL": x.Config.EmbeddingURL, "QUIRE_VISION_URL": x.Config.VisionURL, "QUIRE_RERANK_URL": x.Config.RerankURL,
		"QUIRE_TEMPORAL_ADDRESS": x.Config.TemporalAddress, "OTEL_EXPORTER_OTLP_ENDPOINT": x.Config.TraceEndpoint,
	} {
		if address != "" {
			problems = append(problems, x.part().allowed(name, address))
		}
	}
	return errors.Join(problems...)
}

func (x Exam) secrets(context.Context) doctor.Verdict {
	path := x.Config.SecretsFile
	if path == "" {
		return doctor.Well("from the environment")
	}
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return doctor.Skip("%s is made at the first start", path)
	}
	if err != nil {
		return doctor.Fail(err, "let the user of this process read it, or set QUIRE_SECRETS_FILE to another file")
	}
	if info.Mode().Perm()&0o077 != 0 {
		return doctor.Warn(fmt.Sprintf("others may read %s", path), "chmod 600 "+path)
	}
	return doctor.Well("%s, for its owner only", path)
}

func (x Exam) database(ctx context.Context) doctor.Verdict {
	a := x.part()
	defer a.Close()
	if x.Config.DatabaseURL == "" {
		return doctor.Fail(errors.New("no address"), "set QUIRE_DATABASE_URL (postgres://user@host/db)")
	}
	if err := a.openDatabase(ctx); err != nil {
		return doctor.Fail(err, "correct QUIRE_DATABASE_URL (postgres://user@host/db)")
	}
	server, err := a.db.Server(ctx)
	if err != nil {
		return doctor.Fail(err, "start PostgreSQL, or correct QUIRE_DATABASE_URL and the rights of its user")
	}
	steps, err := a.db.Migrations(ctx)
	if err != nil {
		return doctor.Fail(err, "give the user of QUIRE_DATABASE_URL the right to read the tables")
	}
	if v := judgeMigrations(steps); v.State != doctor.OK {
		return v
	}
	if server.MaxConnections < x.Config.DatabaseConnections+10 {
		return doctor.Warn(fmt.Sprintf("PostgreSQL takes %d connections and one process uses %d", server.MaxConnections, x.Config.DatabaseConnections),
			"raise max_connections, or lower QUIRE_DATABASE_CONNECTIONS")
	}
	if may, err := a.db.MayChangeTables(ctx); x.Config.DatabaseOwnerURL != "" && (may || err != nil) {
		return doctor.Warn("the role of QUIRE_DATABASE_URL may change tables or the audit log",
			"give the application a role of its own: 'quire migrate' grants it what it needs")
	}
	return doctor.Well("PostgreSQL %s, schema version %d", server.Version, steps[len(steps)-1].Version)
}

func judgeMigrations(steps []schema.Migration) doctor.Verdict {
	pending := 0
	for _, m := range steps {
		switch {
		case m.Name == "":
			return doctor.Warn(fmt.Sprintf("a newer build has brought the schema to version %d", m.Version), "update this process too")
		case m.AppliedAt == nil:
			pending++
		}
	}
	if pending > 0 {
		return doctor.Fail(fmt.Errorf("%d of %d migrations are missing", pending, len(steps)), "run 'quire migrate'")
	}
	return doctor.Well("")
}
