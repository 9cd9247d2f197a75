package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"quire/cmd/internal/app"
	"quire/cmd/internal/settings"
	"quire/schema"
)

// Exam is the subject of an examination.
type Exam struct {
	Config app.Config
	// Faults are those found when the configuration was read; a setting with a fault has its default in Config.
	Faults settings.Faults
	// MinFree is the free space, in bytes, below which a directory counts as full.
	MinFree uint64
	// Dirs are further directories that must be writable, keyed by their purpose.
	Dirs map[string]string
	// Away, if not empty, says why the database, Temporal and the blob store are unavailable; they are then not
	// examined.
	Away string
}

const (
	quick = 10 * time.Second
	slow  = time.Minute // for models that have to wake up and for the first compilation of PDFium
)

// Checks returns the checks of everything that the roles of a configuration need. They do not require a running
// process.
func Checks(x Exam) []Check {
	return append(x.configuration(), []Check{
		{Name: "secrets", Timeout: quick, Run: x.read("QUIRE_LINK_SECRET", x.secrets)},
		{Name: "database", Timeout: quick, Run: x.away(x.database)},
		{Name: "plans", Timeout: quick, Run: x.away(x.plans)},
		{Name: "workflow engine", Timeout: quick, Run: x.away(x.workflowEngine)},
		{Name: "workers", Timeout: quick, Run: x.away(x.workers)},
		{Name: "vector store", Timeout: quick, Run: x.read("QUIRE_QDRANT_URL", x.vectorStore)},
		{Name: "blob store", Timeout: quick, Run: x.away(x.blobStore)},
		{Name: "identity provider", Timeout: slow, Run: x.read("QUIRE_OIDC_ISSUER", x.identityProvider)},
		{Name: "clock", Timeout: quick, Run: x.away(x.clock)},
		{Name: "disk", Timeout: quick, Run: x.disk},
		{Name: "tesseract", Timeout: slow, Run: x.read("QUIRE_TESSERACT", x.tesseract)},
		{Name: "LibreOffice", Timeout: slow, Run: x.read("QUIRE_SOFFICE", x.libreOffice)},
		x.pdfEngine(),
		{Name: "chat model", Timeout: slow, Run: x.read("QUIRE_CHAT_URL", x.chatModel)},
		{Name: "embedding model", Timeout: slow, Run: x.read("QUIRE_EMBEDDING_URL", x.embeddingModel)},
		{Name: "vision model", Timeout: slow, Run: x.read("QUIRE_VISION_URL", x.visionModel)},
		{Name: "rerank model", Timeout: slow, Run: x.read("QUIRE_RERANK_URL", x.rerankModel)},
	}...)
}

func (x Exam) away(run func(context.Context) Verdict) func(context.Context) Verdict {
	if x.Away == "" {
		return run
	}
	return func(context.Context) Verdict { return Skip("%s", x.Away) }
}

// readers returns the parts that would read the settings: a worker if they name task queues, and otherwise the whole
// product.
func (x Exam) readers() app.Readers {
	return x.Config.Readers(app.Roles{API: len(x.Config.Queues) == 0, Worker: true})
}

// read skips a check if none of the readers reads the setting.
func (x Exam) read(setting string, run func(context.Context) Verdict) func(context.Context) Verdict {
	if x.readers().Read(setting) {
		return run
	}
	return func(context.Context) Verdict {
		return Skip("a worker for %s does not need it", strings.Join(x.Config.Queues, ", "))
	}
}

// part returns an app through which a check opens the part it examines.
func (x Exam) part() *app.App { return app.Parts(x.Config) }

// configuration returns one check per fault, or a single check if there are no faults.
func (x Exam) configuration() []Check {
	c := x.Config
	if x.Away != "" && c.DatabaseURL == "" {
		c.DatabaseURL = "postgres://" // the embedded run starts its own
	}
	var list []Check
	for _, fault := range append(slices.Clone(x.Faults), c.Incomplete(x.readers())...) {
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
	makesLinks := x.readers().Read("QUIRE_PUBLIC_URL")
	if makesLinks && x.Config.PublicURL == "" && !x.Config.AllowLoopback {
		return Warn("QUIRE_PUBLIC_URL is not set", "links in webhooks will begin with "+x.part().LinkBase())
	}
	return Well("complete")
}

func (x Exam) secrets(context.Context) Verdict {
	c, path := x.Config, x.Config.SecretsFile
	absent := c.AbsentSecrets(x.readers())
	switch {
	case len(absent) == 0 && !exists(path): // the embedded run keeps them in a file, and has read it by now
		return Well("from the environment")
	case path == "":
		return Fail(absent, "every process that reads them needs the same values")
	case !exists(path):
		return Skip("%s is created at the first start", path)
	}
	if _, err := c.WithSecrets(); err != nil {
		return Fail(err, "make it readable for the user of this process, or set QUIRE_SECRETS_FILE to another file")
	}
	info, err := os.Stat(path)
	if err != nil {
		return Fail(err, "make it readable for the user of this process, or set QUIRE_SECRETS_FILE to another file")
	}
	if info.Mode().Perm()&0o077 != 0 {
		return Warn(fmt.Sprintf("other users may read %s", path), "chmod 600 "+path)
	}
	return Well("%s, readable only by its owner", path)
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
		return Fail(err, "start PostgreSQL, or correct QUIRE_DATABASE_URL and the privileges of its user")
	}
	steps, err := db.Migrations(ctx)
	if err != nil {
		return Fail(err, "allow the user of QUIRE_DATABASE_URL to read the tables")
	}
	if v := judgeMigrations(steps); v.State != OK {
		return v
	}
	if server.MaxConnections < x.Config.DatabaseConnections+10 {
		return Warn(fmt.Sprintf("PostgreSQL accepts %d connections and a single process uses %d", server.MaxConnections, x.Config.DatabaseConnections),
			"raise max_connections, or lower QUIRE_DATABASE_CONNECTIONS")
	}
	if may, err := db.MayChangeTables(ctx); x.Config.DatabaseOwnerURL != "" && (may || err != nil) {
		return Warn("the role of QUIRE_DATABASE_URL may change tables or the audit log",
			"give the application a separate role: 'quire migrate' grants it the privileges it needs")
	}
	return Well("PostgreSQL %s, schema version %d", server.Version, steps[len(steps)-1].Version)
}

// plans finds accounts on a plan that is no longer configured, because they silently get the default plan.
func (x Exam) plans(ctx context.Context) Verdict {
	a := x.part()
	defer a.Close()
	db, err := a.OpenDatabase(ctx)
	if err != nil {
		return Skip("the database does not respond")
	}
	used, err := db.CountAccountsByPlan(ctx)
	if err != nil {
		return Skip("the accounts cannot be read")
	}
	var problems []string
	for _, u := range used {
		if err := x.Config.CheckPlan(u.Plan); err != nil {
			problems = append(problems, fmt.Sprintf("%d on %q: %v", u.Count, u.Plan, err))
		}
	}
	if len(problems) > 0 {
		return Warn("some accounts get the limits of the default plan instead of their own: "+strings.Join(problems, "; "),
			"add the plan back to QUIRE_PLANS, or run 'quire account plan NAME PLAN'")
	}
	return Well("every account is on a configured plan")
}

func judgeMigrations(steps []schema.Migration) Verdict {
	pending := 0
	for _, m := range steps {
		switch {
		case m.Name == "":
			return Warn(fmt.Sprintf("a newer build has migrated the schema to version %d", m.Version), "update this process too")
		case m.AppliedAt == nil:
			pending++
		}
	}
	if pending > 0 {
		return Fail(fmt.Errorf("%d of %d migrations are missing", pending, len(steps)), "run 'quire migrate'")
	}
	return Well("")
}
