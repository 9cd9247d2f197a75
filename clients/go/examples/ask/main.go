// Command ask uploads a file to a collection, asks a question about it, and shows the source of the answer.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	quire "quire/clients/go"
)

func main() {
	if err := ask(context.Background(), os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func ask(ctx context.Context, question, path string) error {
	client, err := quire.New(quire.Config{})
	if err != nil {
		return err
	}
	collection, err := client.CreateCollection(ctx, "Questions about "+path)
	if err != nil {
		return err
	}
	file, err := client.UploadFile(ctx, collection.ID, quire.Path(path), quire.FileOptions{})
	if err != nil {
		return err
	}
	if _, err := client.WaitFile(ctx, collection.ID, file.ID, nil); err != nil {
		return err
	}
	asked := quire.Question{Query: question, CollectionIDs: []string{collection.ID}}
	for event, err := range client.StreamQuery(ctx, asked) {
		if err != nil {
			return err
		}
		fmt.Print(event.Delta)
		if event.Answer != nil {
			return show(ctx, client, event.Answer.QueryID)
		}
	}
	return nil
}

func show(ctx context.Context, client *quire.Client, queryID string) error {
	evidence, err := client.QueryEvidence(ctx, queryID)
	for _, citation := range evidence {
		for _, place := range citation.Places {
			fmt.Printf("\n[%s] %s, page %d: %+v", citation.ID, citation.Filename, place.Page, *place.Boxes[0])
		}
	}
	return err
}
