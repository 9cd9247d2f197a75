// Command campaign runs Quire as real processes under load and faults, and holds it to a reference model of its
// API: what must, may and must not be visible after each answer. It exits with status 1 if the service did
// anything that it must never do. Its decisions follow from a seed, which it prints.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Config holds the command line settings.
type Config struct {
	Minutes float64
	Rounds  int // end after this many, if that is earlier; 0 means no limit
	Stay    int // rounds per world
	Seconds float64
	Seed    uint64
	Out     string
	Bin     string
	Port    int
	Kinds   string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code, err := command(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "campaign:", err)
	}
	os.Exit(code)
}

// command runs the campaign, or one of the parts that its split world needs as processes.
func command(ctx context.Context, args []string) (int, error) {
	if len(args) == 2 && args[0] == "postgres" {
		return code(servePostgres(ctx, args[1]))
	}
	if len(args) == 2 && args[0] == "vectors" {
		return code(serveVectors(ctx, args[1]))
	}
	var cfg Config
	flags := flag.NewFlagSet("campaign", flag.ContinueOnError)
	flags.Float64Var(&cfg.Minutes, "minutes", 10, "how long it goes on; a round that has begun is finished")
	flags.IntVar(&cfg.Rounds, "rounds", 0, "after how many rounds it ends, if that is earlier")
	flags.IntVar(&cfg.Stay, "stay", 3, "rounds that a service lives for, until another one starts that holds nothing")
	flags.Float64Var(&cfg.Seconds, "seconds", 45, "length of the load in a round")
	flags.Uint64Var(&cfg.Seed, "seed", uint64(time.Now().UnixNano()), "decides operations and faults")
	flags.StringVar(&cfg.Out, "out", "", "directory for logs, data and the journal (default: a new one)")
	flags.StringVar(&cfg.Bin, "bin", "bin", "directory with quire and quire-dev")
	flags.IntVar(&cfg.Port, "port", 18600, "the first of the ports that the processes listen on")
	flags.StringVar(&cfg.Kinds, "worlds", oneTree+","+split, "ways of running, in turn")
	if err := flags.Parse(args); err != nil {
		return 2, nil //nolint:nilerr // the flag package has said why
	}
	return run(ctx, cfg, os.Stdout)
}

func code(err error) (int, error) {
	if err != nil {
		return 1, err
	}
	return 0, nil
}

// campaign is everything that lives as long as the campaign does.
type campaign struct {
	cfg       Config
	out       io.Writer
	model     *Model
	words     *Words
	receivers *Receivers
	scripted  *ScriptedModel
	ports     *Ports
	rounds    int
	deadline  time.Time
}

func run(ctx context.Context, cfg Config, out io.Writer) (int, error) {
	c, err := newCampaign(ctx, cfg, out)
	if err != nil {
		return 1, err
	}
	defer c.receivers.Stop()
	defer c.scripted.Stop()
	fmt.Fprintf(out, "campaign: seed %d, output in %s\n", cfg.Seed, c.cfg.Out)
	kinds := strings.Split(cfg.Kinds, ",")
	for n := 0; !c.over(ctx); n++ {
		if err := c.live(ctx, n, kinds[n%len(kinds)]); err != nil {
			return 1, err
		}
	}
	c.model.Report(out, cfg.Seed, c.rounds)
	if len(c.model.Violations()) > 0 {
		return 1, nil
	}
	if cfg.Out == "" { // nobody asked for its contents
		return code(os.RemoveAll(c.cfg.Out))
	}
	return 0, nil
}

func newCampaign(ctx context.Context, cfg Config, out io.Writer) (*campaign, error) {
	var err error
	if cfg.Out == "" {
		if cfg.Out, err = os.MkdirTemp("", "quire-campaign-"); err != nil {
			return nil, err
		}
	}
	if cfg.Bin, err = filepath.Abs(cfg.Bin); err != nil {
		return nil, err
	}
	for _, dir := range []string{cfg.Out, filepath.Join(cfg.Out, "cache")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
	}
	if err := os.Chmod(cfg.Out, 0o755); err != nil { // PostgreSQL runs as another user
		return nil, err
	}
	journal, err := OpenJournal(filepath.Join(cfg.Out, "journal.jsonl"))
	if err != nil {
		return nil, err
	}
	c := &campaign{
		cfg: cfg, out: out, words: &Words{taken: map[string]bool{}}, ports: &Ports{next: cfg.Port - 1},
		deadline: time.Now().Add(time.Duration(cfg.Minutes * float64(time.Minute))),
	}
	c.model = NewModel(Clock{time.Now()}, journal)
	if c.receivers, err = StartReceivers(ctx, c.model); err != nil {
		return nil, err
	}
	c.scripted, err = StartModel(ctx, c.model, cfg.Seed)
	return c, err
}

// over reports whether the campaign has lasted long enough.
func (c *campaign) over(ctx context.Context) bool {
	return ctx.Err() != nil || time.Now().After(c.deadline) || (c.cfg.Rounds > 0 && c.rounds >= c.cfg.Rounds)
}

// hasModel reports whether a model writes the answers in the world n. It is so in every second world of each kind: the
// kinds alternate.
func hasModel(n int) bool { return (n+n/2)%2 == 1 }

// live starts a world, runs rounds in it, and stops it.
func (c *campaign) live(ctx context.Context, n int, kind string) error {
	cfg := WorldConfig{
		Kind: kind, Dir: filepath.Join(c.cfg.Out, fmt.Sprintf("world-%d", n+1)), Bin: c.cfg.Bin, Cache: filepath.Join(c.cfg.Out, "cache"),
		Ports: c.ports, Fail: func(format string, values ...any) {
			c.model.Violate(nil, "no process exits on its own", format, values...)
		},
	}
	if hasModel(n) {
		cfg.ModelURL = c.scripted.url
	}
	c.model.Forget()
	w, err := StartWorld(ctx, cfg)
	if w != nil {
		defer func() {
			for _, name := range w.Stop() {
				c.model.Violate(nil, "a process ends when it is told to", "%s of world %d", name, n+1)
			}
		}()
	}
	if err != nil {
		return err
	}
	if len(w.disks) == 0 {
		fmt.Fprintf(c.out, "campaign: %v, so none is filled\n", errNoDisk)
	}
	faults := &Faults{world: w, model: c.model}
	inspector := &Inspector{Client: c.client("inspector", w, faults, 0), logs: map[string]int64{}}
	c.receivers.Trust(w.secret, c.client("receiver", w, faults, 0))
	for range c.cfg.Stay {
		if c.over(ctx) {
			break
		}
		c.round(ctx, w, faults, inspector)
	}
	return nil
}

// round is a period of load and faults followed by an inspection of the world at rest.
func (c *campaign) round(ctx context.Context, w *World, faults *Faults, inspector *Inspector) {
	c.rounds++
	c.model.BeginRound(c.rounds)
	length := time.Duration(c.cfg.Seconds * float64(time.Second))
	r := plan(w, c.cfg.Seed, c.rounds, length)
	c.model.journal.Write("round", r)
	began, before := time.Now(), len(c.model.Violations())
	load, stop := context.WithTimeout(ctx, length)
	defer stop()
	var g sync.WaitGroup
	g.Go(func() { faults.strike(load, r) })
	for n := range clients {
		client := c.client(fmt.Sprintf("client-%d", n+1), w, faults, uint64(c.rounds*clients+n))
		g.Go(func() { client.work(load) })
	}
	g.Wait()
	atRest := time.Now()
	if err := w.AwaitReady(ctx); err != nil {
		c.model.Violate(nil, "the service comes back", "at rest: %v", err)
	}
	inspector.Inspect(ctx)
	fmt.Fprintf(c.out, "round %d, %s: %v of load, %v until all was checked, %d new violations\n", c.rounds, w.Kind,
		atRest.Sub(began).Round(time.Second), time.Since(atRest).Round(time.Second), len(c.model.Violations())-before)
}

func (c *campaign) client(name string, w *World, faults *Faults, stream uint64) *Client {
	return &Client{
		name: name, rng: rand.New(rand.NewPCG(c.cfg.Seed, stream)), world: w, model: c.model, words: c.words,
		receivers: c.receivers, faults: faults, http: newHTTPClient(),
	}
}
