package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/google/uuid"

	"quire/internal/retrieve"
	"quire/schema"
)

// Search shows what a search of the service would find.
type Search struct {
	Query      string   `arg:"" help:"What to search for."`
	Collection []string `required:"" short:"c" help:"Where to search: a collection's name or id; may be repeated."`
	File       []string `short:"f" help:"Only in this file: its path or id; may be repeated."`
	Account    string   `default:"default" help:"The account's name."`
	Limit      int      `default:"5" short:"n" help:"How many passages to show."`
	JSON       bool     `help:"Write one JSON array of the passages."`
}

// listed bounds the number of collections and files that are searched for a name.
const listed = 1000

// Run searches and prints the passages, best first.
func (c *Search) Run(ctx context.Context, e *Env) error {
	a, err := e.search(ctx)
	if err != nil {
		return err
	}
	defer a.Close()
	in, err := c.input(ctx, a.DB())
	if err != nil {
		return err
	}
	hits, err := a.Search(ctx, in)
	if err != nil {
		return err
	}
	if c.JSON {
		return writeJSON(e.Stdout, mapped(hits, newHitRecord))
	}
	if len(hits) == 0 {
		_, err := fmt.Fprintln(e.Stdout, "nothing found")
		return err
	}
	for i, h := range hits {
		printHit(e.Stdout, i+1, h)
	}
	return nil
}

func (c *Search) input(ctx context.Context, db *schema.DB) (retrieve.Question, error) {
	account, err := db.AccountNamed(ctx, c.Account)
	if err != nil {
		return retrieve.Question{}, err
	}
	in := retrieve.Question{Account: account.ID, Queries: []string{c.Query}, Limit: c.Limit}
	for _, name := range c.Collection {
		id, err := collectionNamed(ctx, db, account.ID, name)
		if err != nil {
			return in, err
		}
		in.Collections = append(in.Collections, id)
	}
	for _, name := range c.File {
		id, err := fileNamed(ctx, db, in, name)
		if err != nil {
			return in, err
		}
		in.Files = append(in.Files, id)
	}
	return in, nil
}

func collectionNamed(ctx context.Context, db *schema.DB, account uuid.UUID, name string) (uuid.UUID, error) {
	list, _, err := db.ListCollections(ctx, schema.CollectionFilter{AccountID: account, Search: name, Limit: listed})
	if err != nil {
		return uuid.Nil, err
	}
	for _, found := range list {
		if found.Name == name {
			return found.ID, nil
		}
	}
	if id, err := uuid.Parse(name); err == nil {
		return id, nil
	}
	return uuid.Nil, fmt.Errorf("there is no collection %q in the account", name)
}

func fileNamed(ctx context.Context, db *schema.DB, in retrieve.Question, name string) (uuid.UUID, error) {
	for _, collection := range in.Collections {
		list, _, err := db.ListFiles(ctx, schema.FileFilter{
			AccountID: in.Account, CollectionID: collection, PathPrefix: name, Limit: listed,
		})
		if err != nil {
			return uuid.Nil, err
		}
		for _, found := range list {
			if found.Path == name {
				return found.ID, nil
			}
		}
	}
	if id, err := uuid.Parse(name); err == nil {
		return id, nil
	}
	return uuid.Nil, fmt.Errorf("there is no file %q in these collections", name)
}

// shown returns the text of a passage or, for a table without text, the names of its columns.
func shown(h retrieve.Hit) string { return strings.TrimSpace(cmp.Or(h.Text, h.Columns)) }

// printHit prints a passage below a line that says where it is.
func printHit(w io.Writer, rank int, h retrieve.Hit) {
	pages := fmt.Sprintf("page %d", h.PageStart)
	if h.PageEnd > h.PageStart {
		pages = fmt.Sprintf("pages %d–%d", h.PageStart, h.PageEnd)
	}
	fmt.Fprintf(w, "%d. %s, %s of %d   version %d   score %.3f\n", rank, h.Path, pages, h.PageCount, h.Version, h.Score)
	for line := range strings.Lines(shown(h)) {
		fmt.Fprintf(w, "   %s\n", strings.TrimRight(line, "\n"))
	}
	fmt.Fprintln(w)
}
