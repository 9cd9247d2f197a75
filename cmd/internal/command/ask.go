package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"quire/cmd/internal/convertcmd"
	"quire/internal/door"
)

// Ask asks a running service a question about collections.
type Ask struct {
	Question   string   `arg:"" help:"The question."`
	Collection []string `short:"c" help:"Where the answer is to be looked for: a collection's name or id; may be repeated. By default everywhere."`
	File       []string `short:"f" help:"Only in this file: its path or id; may be repeated."`
	JSON       bool     `help:"Write the answer and its citations as one JSON object."`
	Service
}

// Help returns text that is added to the usage.
func (Ask) Help() string {
	return `The answer appears as it is written; below it, each of its numbers is a file, a page, and a link that opens the page.`
}

// Run asks and prints the answer.
func (c *Ask) Run(ctx context.Context, e *Env) error {
	client, err := c.connect(ctx)
	if err != nil {
		return err
	}
	q := door.Question{Query: c.Question, Stream: true}
	if q.CollectionIDs, err = client.CollectionIDs(ctx, c.Collection); err != nil {
		return err
	}
	if q.FileIDs, err = fileIDs(ctx, client, q.CollectionIDs, c.File); err != nil {
		return err
	}
	live := io.Discard
	if !c.JSON && convertcmd.Terminal(e.Stdout) {
		live = e.Stdout
	}
	shown, answer, err := streamed(ctx, client, q, live)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(e.Stdout).Encode(cited(client, answer))
	}
	if whole := readable(answer.Answer); live == io.Discard || shown != whole { // the final answer is the one whose citations were checked
		fmt.Fprintf(e.Stdout, "%s\n", whole)
	} else {
		fmt.Fprintln(e.Stdout)
	}
	for _, source := range cited(client, answer).Citations {
		fmt.Fprintf(e.Stdout, "\n[%s] %s, %s\n    %s", source.ID, source.Filename, pageRange(source.PageStart, source.PageEnd), source.URL)
	}
	_, err = fmt.Fprintln(e.Stdout)
	return err
}

// streamed asks the question, writes the answer as it arrives, and returns both what it has written and the final
// answer.
func streamed(ctx context.Context, client *door.Client, q door.Question, w io.Writer) (shown string, answer door.Answer, err error) {
	var text strings.Builder
	for event, err := range client.Stream(ctx, "/query", q) {
		if err != nil {
			return "", answer, err
		}
		said, err := event.Read()
		if err != nil {
			return "", answer, err
		}
		switch event.Name {
		case "delta":
			fmt.Fprint(io.MultiWriter(w, &text), readable(said.Text))
		case "complete":
			return text.String(), said.Answer, nil
		case "error":
			if said.Error != nil {
				return "", answer, errors.New(said.Error.Message)
			}
		}
	}
	return "", answer, errors.New("the service ended the answer early; ask again")
}

// readable turns the citation markers of an answer into numbers in brackets.
func readable(answer string) string { return strings.ReplaceAll(answer, "[citation:", "[") }

// source is a citation with the address of the page for people.
type source struct {
	door.Citation
	URL string `json:"url"`
}

// citedAnswer is an answer as ask --json writes it.
type citedAnswer struct {
	Answer    string   `json:"answer"`
	Citations []source `json:"citations"`
}

func cited(client *door.Client, a door.Answer) citedAnswer {
	all := citedAnswer{Answer: a.Answer, Citations: []source{}}
	for _, c := range a.Citations {
		all.Citations = append(all.Citations, source{c, client.FileLink(c.CollectionID, c.FileID, c.PageStart)})
	}
	return all
}

func pageRange(from, to int) string {
	if to > from {
		return fmt.Sprintf("pages %d–%d", from, to)
	}
	return fmt.Sprintf("page %d", from)
}

// fileIDs returns the ids of files given by path or id.
func fileIDs(ctx context.Context, client *door.Client, collections, names []string) ([]string, error) {
	var ids []string
	for _, name := range names {
		id, err := fileID(ctx, client, collections, name)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func fileID(ctx context.Context, client *door.Client, collections []string, name string) (string, error) {
	for _, collection := range collections {
		for file, err := range client.AllFiles(ctx, collection, name) {
			if err != nil {
				return "", err
			}
			if file.Path == name {
				return file.ID, nil
			}
		}
		if isID(name) {
			return name, nil
		}
	}
	return "", fmt.Errorf("there is no file %q in these collections", name)
}
