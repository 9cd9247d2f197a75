// Command extract extracts the fields of invoices, with the words that prove each value.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	quire "quire/clients/go"
)

func main() {
	client, err := quire.New(quire.Config{})
	if err != nil {
		log.Fatal(err)
	}
	for _, path := range os.Args[1:] {
		if err := extract(context.Background(), client, path); err != nil {
			log.Fatal(err)
		}
	}
}

func extract(ctx context.Context, client *quire.Client, path string) error {
	run, err := client.RunExtractor(ctx, "invoice", quire.Path(path), quire.DocumentOptions{})
	if err != nil {
		return err
	}
	if _, err := client.WaitDocument(ctx, run.ID, nil); err != nil {
		return err
	}
	for evidence, err := range client.ListEvidence(ctx, run.ID) {
		if err != nil {
			return err
		}
		fmt.Println(path, evidence.Path, evidence.Value, evidence.Quote)
	}
	return nil
}
