package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"quire/cmd/internal/app"
	"quire/cmd/internal/settings"
	"quire/schema"
)

// Exam is what an examination is about.
type Exam struct {
	Config app.Config
	// Faults are those that reading the configuration found; what has one has its default in Config.
	Faults settings.Faults
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
func Checks(x Exam) []Check {
	return append(x.configuration(), []Check{
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
	}...)
}

func (x Exam) away(run func(context.Context) Verdict) func(context.Context) Verdict {
	if x.Away == "" {
		return run
	}
	return func(context.Context) Verdict { return Skip("%s", x.Away) }
}

// part opens what one check looks at.
func (x Exam) part() *app.App { return app.Parts(x.Config) }

// configuration is a check for every fault, or one that all is well.
func (x Exam) configuration() []Check {
	c := x.Config
	if x.Away != "" && c.DatabaseURL == "" {
		c.DatabaseURL = "postgres://" // the embedded run starts its own
	}
	var list []Check
	for _, fault := range append(slices.Clone(x.Faults), c.Incomplete()...) {
		list = append(list, Check{Name: "configuration", Timeout: quick, Run: func(context.Context) Verdict {
			return Fail(fault, "docs/operations.md lists the settings")
		}})
	}
	if list == nil {
		list = []Check{{Name: "configuration", Timeout: quick, Run: x.complete}}
	}
	return list
}

func (x Exam) complete(context.Context) Verdict {
	if x.Config.PublicURL == "" && !x.Config.AllowLoopback {
		return Warn("QUIRE_PUBLIC_URL is not set", "links in webhooks will begin with "+x.part().LinkBase())
	}
	return Well("complete")
}

func (x Exam) secrets(context.Context) Verdict {
	c, path := x.Config, x.Config.SecretsFile
	absent := c.AbsentSecrets()
	switch {
	case len(absent) == 0:
		return Well("from the environment")
	case path == "":
		return Fail(absent, "every process needs the same two")
	case !exists(path):
		return Skip("%s is made at the first start", path)
	}
	if _, err := c.WithSecrets(); err != nil {
		return Fail(err, "let the user of this process read it, or set QUIRE_SECRETS_FILE to another file")
	}
	info, err := os.Stat(path)
	if err != nil {
		return Fail(err, "let the user of this process read it, or set QUIRE_SECRETS_FILE to another file")
	}
	if info.Mode().Perm()&0o077 != 0 {
		return Warn(fmt.Sprintf("others may read %s", path), "chmod 600 "+path)
	}
	return Well("%s, for its owner only", path)
}

func (x Exam) database(ctx context.Context) Verdict {
	a := x.part()
	defer a.Close()
	if x.Config.DatabaseURL == "" {
		return Fail(errors.New("no address"), "set QUIRE_DATABASE_URL (postgres://user@host/db)")
	}
	db, err := a.OpenDatabase(ctx)
	if err != nil {
		return Fail(err, "correct QUIRE_DATABASE_URL (postgres://user@host/db)")
	}
	server, err := db.Server(ctx)
	if err != nil {
		return Fail(err, "start PostgreSQL, or correct QUIRE_DATABASE_URL and the rights of its user")
	}
	steps, err := db.Migrations(ctx)
	if err != nil {
		return Fail(err, "give the user of QUIRE_DATABASE_URL the right to read the tables")
	}
	if v := judgeMigrations(steps); v.State != OK {
		return v
	}
	if server.MaxConnections < x.Config.DatabaseConnections+10 {
		return Warn(fmt.Sprintf("PostgreSQL takes %d connections and one process uses %d", server.MaxConnections, x.Config.DatabaseConnections),
			"raise max_connections, or lower QUIRE_DATABASE_CONNECTIONS")
	}
	if may, err := db.MayChangeTables(ctx); x.Config.DatabaseOwnerURL != "" && (may || err != nil) {
		return Warn("the role of QUIRE_DATABASE_URL may change tables or the audit log",
			"give the application a role of its own: 'quire migrate' grants it what it needs")
	}
	return Well("PostgreSQL %s, schema version %d", server.Version, steps[len(steps)-1].Version)
}

func judgeMigrations(steps []schema.Migration) Verdict {
	pending := 0
	for _, m := range steps {
		switch {
		case m.Name == "":
			return Warn(fmt.Sprintf("a newer build has brought the schema to version %d", m.Version), "update this process too")
		case m.AppliedAt == nil:
			pending++
		}
	}
	if pending > 0 {
		return Fail(fmt.Errorf("%d of %d migrations are missing", pending, len(steps)), "run 'quire migrate'")
	}
	return Well("")
}
