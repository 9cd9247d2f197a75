package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"quire/cmd/internal/exit"
	"quire/internal/door"
)

// Collection groups the commands about the collections of a running service.
type Collection struct {
	List      CollectionList      `cmd:"" help:"List the collections, newest first."`
	Create    CollectionCreate    `cmd:"" help:"Create a collection."`
	Delete    CollectionDelete    `cmd:"" help:"Permanently delete a collection with all of its files."`
	Retention CollectionRetention `cmd:"" help:"Set how long the files of a collection are kept."`
	Mask      CollectionMask      `cmd:"" help:"Mask personal data of the files of a collection, or mask nothing."`
	Hold      CollectionHold      `cmd:"" help:"Put a collection on legal hold: nothing that belongs to it is deleted until it is released."`
	Release   CollectionRelease   `cmd:"" help:"Release a collection from legal hold."`
}

// CollectionList lists collections.
type CollectionList struct {
	Limit int `default:"20" short:"n" help:"How many to list, at most 100."`
	Service
	Listing
}

// Run lists them.
func (c *CollectionList) Run(ctx context.Context, e *Env) error {
	client, err := c.connect(ctx)
	if err != nil {
		return err
	}
	found, err := client.Collections(ctx, "", 0, c.Limit)
	if err != nil {
		return err
	}
	return list(e, c.Listing, found.Data, "ID\tNAME\tFILES\tKEPT FOR\tHELD\tMASKED\tCREATED", func(x door.Collection) []any {
		return []any{x.ID, x.Name, x.FileCount, keptFor(x), x.Hold != nil, cmp.Or(strings.Join(x.Masking, ","), "-"), x.CreatedAt}
	})
}

func keptFor(x door.Collection) string {
	if x.RetentionDays == nil {
		return "ever"
	}
	return fmt.Sprintf("%d days", *x.RetentionDays)
}

// ofCollection is embedded in commands about a single collection.
type ofCollection struct {
	Name string `arg:"" help:"The collection's name or id."`
	Service
}

// tell applies change to the collection, and prints the result.
func (c *ofCollection) tell(ctx context.Context, e *Env, change func(client *door.Client, id string) (string, error)) error {
	client, err := c.connect(ctx)
	if err != nil {
		return err
	}
	found, err := client.Collection(ctx, c.Name)
	if err != nil {
		return err
	}
	outcome, err := change(client, found.ID)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.Stdout, outcome)
	return err
}

// CollectionCreate creates a collection.
type CollectionCreate struct {
	Name string `arg:"" help:"A name that no other collection has."`
	Service
}

// Run creates it and prints its id.
func (c *CollectionCreate) Run(ctx context.Context, e *Env) error {
	client, err := c.connect(ctx)
	if err != nil {
		return err
	}
	made, err := client.CreateCollection(ctx, c.Name)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.Stdout, made.ID)
	return err
}

// CollectionDelete deletes a collection.
type CollectionDelete struct {
	ofCollection
	Confirm string `required:"" placeholder:"NAME" help:"The collection's name once more: nothing brings it back."`
}

// Run deletes it with its files.
func (c *CollectionDelete) Run(ctx context.Context, e *Env) error {
	if c.Confirm != c.Name {
		return fmt.Errorf("--confirm is %q and the collection is %q: nothing was deleted", c.Confirm, c.Name)
	}
	return c.tell(ctx, e, func(client *door.Client, id string) (string, error) {
		return c.Name + " is deleted, with its files", client.DeleteCollection(ctx, id)
	})
}

// CollectionRetention sets how long a collection keeps its files.
type CollectionRetention struct {
	ofCollection
	Days int  `xor:"how" placeholder:"N" help:"Delete files this many days after their newest version was uploaded."`
	Keep bool `xor:"how" help:"Keep the files."`
}

// Run sets it.
func (c *CollectionRetention) Run(ctx context.Context, e *Env) error {
	if c.Days == 0 && !c.Keep {
		return exit.Usage(errors.New("give --days or --keep"))
	}
	var days *int
	if !c.Keep {
		days = &c.Days
	}
	return c.tell(ctx, e, func(client *door.Client, id string) (string, error) {
		x, err := client.SetRetention(ctx, id, days)
		return fmt.Sprintf("files of %s are kept for %s", x.Name, keptFor(x)), err
	})
}

// CollectionMask sets which personal data of a collection's files is masked.
type CollectionMask struct {
	ofCollection
	maskingFlags
}

// Run sets the masking rules.
func (c *CollectionMask) Run(ctx context.Context, e *Env) error {
	if err := c.check(); err != nil {
		return err
	}
	return c.tell(ctx, e, func(client *door.Client, id string) (string, error) {
		x, err := client.SetMasking(ctx, id, strings.Join(c.Kinds, ","), c.Region)
		if c.Off {
			return "nothing of " + x.Name + " is masked; its files are being processed again", err
		}
		return strings.Join(c.Kinds, ", ") + " of " + x.Name + " is masked; its files are being processed again, and are withheld until then", err
	})
}

// CollectionHold puts a collection on legal hold.
type CollectionHold struct {
	ofCollection
	Reason string `required:"" placeholder:"TEXT" help:"Why, such as the number of a case."`
}

// Run puts it on hold.
func (c *CollectionHold) Run(ctx context.Context, e *Env) error {
	return c.tell(ctx, e, func(client *door.Client, id string) (string, error) {
		x, err := client.HoldCollection(ctx, id, c.Reason)
		return x.Name + " is on hold: nothing that belongs to it is deleted", err
	})
}

// CollectionRelease undoes CollectionHold.
type CollectionRelease struct{ ofCollection }

// Run releases it.
func (c *CollectionRelease) Run(ctx context.Context, e *Env) error {
	return c.tell(ctx, e, func(client *door.Client, id string) (string, error) {
		x, err := client.ReleaseCollection(ctx, id)
		return x.Name + " is released", err
	})
}
