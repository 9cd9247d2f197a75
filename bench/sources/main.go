// Command sources scores the converter on every source of truth at once, by source and by layout family, so that a rule
// made for one of them shows what it does to the others. What converts to the same Markdown as before is not scored
// again.
//
//	sources score  [-base FILE] [-save FILE]  print the scores of bin/quire, next to those of a file
//	sources causes                            count tables by what is wrong with them (see causes.go)
//	sources shake                             change pages without changing what they say (see package shake)
//	sources ablate [-out FILE]                switch off one rule of the layout after the other (see rules.go)
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"strings"
)

func main() {
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

// bench is the configuration of a measurement.
type bench struct {
	sets   []set
	scorer string
	out    string
	// sample is the maximum number of documents of a source, or 0 for all.
	sample int
	// textOnly skips the reading of pictures, which takes most of the time and is not part of the layout.
	textOnly bool
}

func list(names string) []string {
	return strings.FieldsFunc(names, func(r rune) bool { return r == ',' })
}

func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("sources", flag.ExitOnError)
	var b bench
	corpus := flags.String("corpus", "../shared/corpus", "directory of the public sets")
	made := flags.String("made", "bench-out/made", "directory of the sets that are made: generated, tagged, office")
	only := flags.String("only", "", "the sources that are measured, with commas; all if empty")
	flags.StringVar(&b.scorer, "scorer", "../shared/tools/score.py", "the scorer of Markdown")
	flags.StringVar(&b.out, "out", "bench-out/sources", "directory of the Markdown and the scores")
	flags.IntVar(&b.sample, "sample", 0, "the most documents of every source; all if 0")
	quire := flags.String("quire", "bin/quire", "score, causes: the converter; if empty, the Markdown of the last run is scored")
	base := flags.String("base", "", "score: scores to compare with")
	save := flags.String("save", "", "score: where to write the scores")
	chosen := flags.String("rules", "", "ablate, shake: the rules or changes, with commas; all if empty")
	report := flags.String("report", "bench-out/ablation.md", "ablate: where the table is written")
	if len(args) == 0 {
		return fmt.Errorf("say what to do: score, causes, shake or ablate")
	}
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	b.sets = sources(*corpus, *made, list(*only))
	switch args[0] {
	case "score":
		return b.compare(ctx, *quire, *base, *save)
	case "causes":
		return b.causes(ctx, *quire)
	case "shake":
		return b.shake(ctx, list(*chosen))
	case "ablate":
		return b.ablate(ctx, list(*chosen), *report)
	}
	return fmt.Errorf("no such command: %s", args[0])
}
