package command

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"quire/cmd/internal/exit"
	"quire/internal/door"
	"quire/internal/glob"
)

// SourceCreate creates a source, which mirrors a place into a collection.
type SourceCreate struct {
	Name       string        `arg:"" help:"A name by which to recognise it."`
	Place      string        `arg:"" help:"A folder's path on the service's machine, s3://bucket/prefix, the http(s) address of a WebDAV folder, or that of a mailbox: imaps://server/mailbox."`
	Collection string        `short:"c" required:"" help:"The collection's name or id. It has to exist."`
	Every      time.Duration `default:"1h" help:"Time between the starts of two runs, at least a minute."`
	Rate       int           `help:"Maximum number of items read per minute; by default there is no limit."`
	AddOnly    bool          `help:"Delete nothing."`
	Include    []string      `sep:"none" placeholder:"PATTERN" help:"Only the files that match, such as '*.pdf' or 'letters/**'; may be repeated."`
	Exclude    []string      `sep:"none" placeholder:"PATTERN" help:"Leave out files and folders that match; may be repeated."`
	NoPreview  bool          `help:"Mirror at once, without a dry run first."`
	Region     string        `help:"For S3: the bucket's region."`
	Endpoint   string        `placeholder:"URL" help:"For S3: the address of a compatible store."`
	User       string        `help:"Who logs in: the id of an S3 key, or a user of WebDAV or mail."`
	Secret     string        `env:"QUIRE_SOURCE_SECRET" help:"What that user logs in with: an S3 secret key, or a password. Better in the environment than among the arguments."`
	Service
}

// Run creates the source.
func (c *SourceCreate) Run(ctx context.Context, e *Env) error {
	added := door.NewSource{
		Name: c.Name, Secret: c.Secret, Rate: c.Rate, AddOnly: c.AddOnly, Include: c.Include, Exclude: c.Exclude, Preview: !c.NoPreview, EveryMinutes: int(c.Every / time.Minute),
	}
	if added.EveryMinutes < 1 {
		return exit.Usage(errors.New("--every: give a duration of at least a minute, such as 15m"))
	}
	if err := (glob.Filter{Include: c.Include, Exclude: c.Exclude}).Check(); err != nil {
		return exit.Usage(err)
	}
	added.Kind, added.Settings = c.settings()
	client, err := c.connect(ctx)
	if err != nil {
		return err
	}
	collection, err := client.Collection(ctx, c.Collection)
	if refused, ok := errors.AsType[*door.Error](err); ok && refused.Status == http.StatusNotFound {
		return fmt.Errorf("%w; 'collection create' makes it", err)
	}
	if err != nil {
		return err
	}
	added.CollectionID = collection.ID
	s, err := client.CreateSource(ctx, added)
	if err != nil {
		return err
	}
	next := "it is mirrored now"
	if added.Preview {
		next = "a dry run has begun: see source log " + s.ID + ", then source resume"
	}
	_, err = fmt.Fprintf(e.Stdout, "%s  %s\n", s.ID, next)
	return err
}

// settings returns the kind of source for the given place, and its settings.
func (c *SourceCreate) settings() (kind string, at door.SourceSettings) {
	lower := strings.ToLower(c.Place)
	switch {
	case strings.HasPrefix(lower, "s3://"):
		bucket, prefix, _ := strings.Cut(c.Place[len("s3://"):], "/")
		return "s3", door.SourceSettings{Bucket: bucket, Prefix: prefix, Region: c.Region, Endpoint: c.Endpoint, AccessKeyID: c.User}
	case strings.HasPrefix(lower, "https://"), strings.HasPrefix(lower, "http://"):
		return "webdav", door.SourceSettings{URL: c.Place, Username: c.User}
	case strings.HasPrefix(lower, "imaps://"), strings.HasPrefix(lower, "imap://"):
		scheme, rest, _ := strings.Cut(c.Place, "://")
		server, name, _ := strings.Cut(rest, "/")
		return "imap", door.SourceSettings{URL: strings.ToLower(scheme) + "://" + server, Mailbox: name, Username: c.User}
	}
	return "folder", door.SourceSettings{Path: c.Place}
}
