// Command retrieval scores retrieval on public test collections: ranked documents of CACM and Cranfield, and
// pages of PDFs that contain the evidence for questions. Everything goes through the product's code: converter,
// passages, BM25, embedded index. With -answers it instead answers those questions, without a model, for a
// scorer of citations, with -decompose it says where their pages are lost, and with -ceiling it measures what the
// prompts for a model hold.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
)

func main() {
	log.SetFlags(0)
	corpus := flag.String("corpus", "../shared/corpus", "directory with ir/ and pageqa/")
	runs := flag.String("runs", "", "directory for the rankings as JSON lines; empty writes none")
	pages := flag.String("pages", "", "directory that keeps converted pages between runs; empty converts anew")
	verbose := flag.Bool("v", false, "print a line for every question")
	answers := flag.String("answers", "", "file for answers as JSON lines; given, only the questions about PDFs are asked")
	quality := flag.Bool("quality", false, "measure the answers to questions about PDFs, to others, and in conversations")
	ceiling := flag.Bool("ceiling", false, "measure what prompts hold, with a reader in a model's place that cites all the right pages it is shown")
	decompose := flag.Bool("decompose", false, "measure where the pages that answers should cite are lost")
	aloud := flag.String("aloud", "", "file of conversations as JSON lines; given, they are held, and the answers printed for people to judge")
	train := flag.Bool("train", false, "learn what speaks for the pages that answers cite, and measure it on documents left out")
	given := flag.String("vectors", "", "file with the vectors of texts, by bench/vectors; empty searches by words alone")
	model := flag.String("model", "", "directory of the encoder's model; given, -vectors names a file that keeps what it encodes")
	save := flag.String("save", "", "file for what -quality measures, question by question")
	base := flag.String("base", "", "file that -save wrote in an earlier run; given, differences from it are printed, with their intervals")
	missing := flag.String("missing", "", "file for the texts that -vectors lacks, which bench/vectors reads; what is compared depends on what is found, so it takes a few rounds")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	known, err := readVectors(*given, *model)
	if err != nil {
		log.Fatal(err)
	}
	results, err := readResults(*base)
	if err != nil {
		log.Fatal(err)
	}
	qa := pageQA{
		results: results,
		vectors: known, quality: *quality, ceiling: *ceiling, decompose: *decompose, train: *train, aloud: *aloud,
		dir: filepath.Join(*corpus, "pageqa"), cache: *pages, verbose: *verbose, answers: *answers,
	}
	if err := run(ctx, *corpus, *runs, qa); err != nil {
		log.Fatal(err)
	}
	if known.live != nil {
		if err := known.live.Close(); err != nil {
			log.Fatal(err)
		}
	}
	if *save != "" {
		if err := results.write(*save); err != nil {
			log.Fatal(err)
		}
	}
	if *missing != "" {
		if err := known.writeMissing(*missing); err != nil {
			log.Fatal(err)
		}
	}
}

func run(ctx context.Context, corpus, runs string, qa pageQA) error {
	if qa.answers != "" || qa.quality || qa.ceiling || qa.decompose || qa.train || qa.aloud != "" {
		return qa.run(ctx)
	}
	for _, set := range []struct {
		name string
		goal float64
	}{{"cranfield", .385}, {"cacm", .480}} {
		found, err := rankCollection(ctx, filepath.Join(corpus, "ir", set.name), qa.vectors)
		if err != nil {
			return err
		}
		gain, recall := found.scores()
		fmt.Printf("%-10s %d documents, %d queries (goal of nDCG@10: %.3f)\n", set.name, found.documents, len(found.relevant), set.goal)
		report("nDCG@10", gain)
		report("Recall@10", recall)
		if runs != "" {
			if err := found.write(filepath.Join(runs, set.name+".jsonl")); err != nil {
				return err
			}
		}
	}
	return qa.run(ctx)
}
