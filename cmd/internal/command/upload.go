package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"quire/cmd/internal/exit"
	"quire/cmd/internal/folder"
	"quire/internal/door"
	"quire/internal/glob"
)

// Upload brings a collection of a running service up to date with a folder.
type Upload struct {
	Folder     string   `arg:"" type:"existingdir" help:"The folder."`
	Collection string   `short:"c" required:"" help:"The collection's name or id; a name that is new is created."`
	Under      string   `placeholder:"PATH" help:"Where in the collection the folder's files belong; by default at its top."`
	Include    []string `sep:"none" placeholder:"PATTERN" help:"Only the files that match, such as '*.pdf' or 'letters/**'; may be repeated."`
	Exclude    []string `sep:"none" placeholder:"PATTERN" help:"Leave out files and folders that match; may be repeated."`
	Delete     bool     `help:"Also delete files from the collection that the folder does not have."`
	DryRun     bool     `help:"Only say what would be done."`
	Wait       bool     `help:"Wait until the uploaded files can be asked about."`
	JSON       bool     `help:"Write what was done as one JSON object."`
	Parallel   int      `default:"4" help:"How many files to upload at once."`
	Service
}

// Help returns text that is added to the usage.
func (Upload) Help() string {
	return `Only what is new or has other content is uploaded; the service says by their hashes what it has. New content for a path is a new version of its file. Hidden files and unfinished downloads are passed over; linked folders are not entered.

Nothing is deleted unless --delete is given, and then only files that are below --under and not left out by a pattern; never if the folder is empty or could not be read as a whole.`
}

// Run compares and uploads. A file that fails does not stop the others.
func (c *Upload) Run(ctx context.Context, e *Env) error {
	filter := glob.Filter{Include: c.Include, Exclude: c.Exclude}
	under, err := placeOf(c.Under)
	if err = errors.Join(err, filter.Check()); err != nil {
		return exit.Usage(err)
	}
	files, faults, err := folder.New(c.Folder, filter).Files()
	if err != nil {
		return err
	}
	client, err := c.connect(ctx)
	if err != nil {
		return err
	}
	u := &update{Client: client, cmd: c, env: e}
	u.done.failures(faults)
	if u.collection, err = u.find(ctx); err != nil {
		return err
	}
	steps, err := u.plan(ctx, files, under, filter)
	if err != nil {
		return err
	}
	if c.Delete && (len(files) == 0 || len(faults) > 0) {
		return errors.Join(append(faults, errors.New("nothing was done: --delete requires a folder that has files and can be read completely"))...)
	}
	return u.run(ctx, steps)
}

// placeOf returns a path in a collection with a trailing slash, or "" for the top.
func placeOf(under string) (string, error) {
	if under = strings.Trim(under, "/"); under == "" {
		return "", nil
	}
	if path.Clean(under) != under || strings.HasPrefix(under, "..") {
		return "", fmt.Errorf("--under %q is not a path in a collection: give one such as 2026/scans", under)
	}
	return under + "/", nil
}

// update is one run of Upload.
type update struct {
	*door.Client
	cmd        *Upload
	env        *Env
	collection string // "" until it is created

	mu   sync.Mutex
	done outcome
}

// outcome records what was done, by path in the collection.
type outcome struct {
	New       []string  `json:"new"`
	Changed   []string  `json:"changed"`
	Deleted   []string  `json:"deleted"`
	Failed    []failure `json:"failed"`
	Unchanged int       `json:"unchanged"`
	DryRun    bool      `json:"dry_run"`
	waits     []string  // ids of files still being processed
}

type failure struct {
	Path  string `json:"path"`
	Error string `json:"error"`
	err   error
}

func (o *outcome) failures(faults []error) {
	for _, err := range faults {
		o.Failed = append(o.Failed, failure{"", err.Error(), err})
	}
}

// find returns the id of the collection, or "" if none has that name.
func (u *update) find(ctx context.Context) (string, error) {
	found, err := u.Collection(ctx, u.cmd.Collection)
	if refused, ok := errors.AsType[*door.Error](err); ok && refused.Status == http.StatusNotFound && !isID(u.cmd.Collection) {
		return "", nil
	}
	return found.ID, err
}

func isID(name string) bool {
	return uuid.Validate(name) == nil && len(name) == len(uuid.UUID{}.String())
}

// run executes the steps, as many at once as are allowed, and reports them.
func (u *update) run(ctx context.Context, steps []step) error {
	if u.done.DryRun = u.cmd.DryRun; !u.cmd.DryRun {
		if err := u.create(ctx, steps); err != nil {
			return err
		}
	}
	var group errgroup.Group
	group.SetLimit(max(u.cmd.Parallel, 1))
	for _, s := range steps {
		group.Go(func() error { u.do(ctx, s); return nil })
	}
	_ = group.Wait() // failures are recorded per file
	if u.cmd.Wait {
		u.wait(ctx)
	}
	return u.report(ctx)
}

// create creates the collection if there is anything to put into it.
func (u *update) create(ctx context.Context, steps []step) error {
	if u.collection != "" || len(steps) == 0 {
		return nil
	}
	made, err := u.CreateCollection(ctx, u.cmd.Collection)
	if err != nil {
		return err
	}
	u.collection = made.ID
	u.say("created the collection " + made.Name)
	return nil
}

// say writes a line, unless the outcome is written as JSON.
func (u *update) say(line string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if !u.cmd.JSON {
		fmt.Fprintln(u.env.Stdout, line)
	}
}

// do executes one step and records its outcome.
func (u *update) do(ctx context.Context, s step) {
	var err error
	if !u.cmd.DryRun {
		err = s.do(ctx, u)
	}
	if err == nil {
		u.say(s.path + ": " + string(s.kind))
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	list := map[kind]*[]string{isNew: &u.done.New, isChanged: &u.done.Changed, isGone: &u.done.Deleted}[s.kind]
	if err != nil {
		u.done.Failed = append(u.done.Failed, failure{s.path, err.Error(), err})
		return
	}
	*list = append(*list, s.path)
}

// report prints the outcome. Its error names every file that failed.
func (u *update) report(ctx context.Context) error {
	o := &u.done
	for _, list := range []*[]string{&o.New, &o.Changed, &o.Deleted} {
		slices.Sort(*list)
		*list = append([]string{}, *list...)
	}
	slices.SortFunc(o.Failed, func(a, b failure) int { return strings.Compare(a.Path, b.Path) })
	failed := make([]error, len(o.Failed))
	for i, f := range o.Failed {
		failed[i] = f.err
		if f.Path != "" {
			failed[i] = fmt.Errorf("%s: %w", f.Path, f.err)
		}
	}
	u.say(fmt.Sprintf("%d new, %d changed, %d unchanged, %d deleted, %d failed", len(o.New), len(o.Changed), o.Unchanged, len(o.Deleted), len(o.Failed)))
	if u.cmd.JSON {
		o.Failed = append([]failure{}, o.Failed...)
		if err := json.NewEncoder(u.env.Stdout).Encode(o); err != nil {
			return err
		}
	}
	return errors.Join(ctx.Err(), errors.Join(failed...))
}

// open opens a file for upload.
func open(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, errors.Unwrap(err) // every failure is reported with its path
	}
	return f, nil
}
