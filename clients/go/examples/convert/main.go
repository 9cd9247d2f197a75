// Command convert converts a file to Markdown and shows the progress.
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
	markdown, err := client.Convert(context.Background(), quire.Path(os.Args[1]), quire.DocumentOptions{
		Progress: func(p quire.Progress) { log.Println(p.Status, p.PagesDone) },
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(markdown)
}
