// Package source reads the places that are mirrored into collections: what they hold, page by page, and the bytes of
// each item.
package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Settings say where a source is. Which of them are set depends on the kind.
type Settings struct {
	Path string // of a folder
}

// Item is what a listing says of an item.
type Item struct {
	// Path is where the item belongs, with slashes, as the source spells it: it may be no valid path.
	Path string
	// Key is what the source calls the item.
	Key string
	// Tag changes with the content.
	Tag string
	// Size is in bytes; -1 if the source does not say.
	Size int64
}

// Page is one page of a listing.
type Page struct {
	Items []Item
	// Next is the cursor behind the page.
	Next string
}

// pageSize is how many items a page has at most.
const pageSize = 1000

// Reader reads one source.
type Reader interface {
	// List calls page with the pages behind a cursor, one after another in an order that does not change, until there are
	// no more or page returns an error, which it returns. The cursor "" is the beginning. An item that is there during
	// the whole listing is in one of the pages.
	List(ctx context.Context, cursor string, page func(Page) error) error
	// Read copies the bytes of a listed item. It returns the tag of what it read, or "" if the bytes may change without
	// the tag.
	Read(ctx context.Context, key string, w io.Writer) (tag string, err error)
	// Close releases what the reader holds.
	Close() error
}

// Error is a failure of the source that people can understand and do something about.
type Error struct {
	// Reason is for machines.
	Reason Reason
	// Message is for people, and has none of the operating system's words.
	Message string
	cause   error
}

// Reason classifies errors.
type Reason string

// The reasons for errors.
const (
	// Misconfigured means that the same attempt will fail again until somebody changes something.
	Misconfigured Reason = "source_misconfigured"
	// Unreachable means that it may work later.
	Unreachable Reason = "source_unreachable"
	// Gone means that the item is no longer there.
	Gone Reason = "item_gone"
	// Unsettled means that the item was changed while it was being read.
	Unsettled Reason = "item_unsettled"
)

// Error implements error with the sentence for people.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause, which may be nil.
func (e *Error) Unwrap() error { return e.cause }

// Opener opens sources.
type Opener struct {
	// Roots are the directories whose files folders may hold; without any, there are no folders.
	Roots []string
}

// Folder is the kind of a directory of this machine.
const Folder = "folder"

// Check reports what is wrong with settings, as far as it shows without looking at the source.
func (o Opener) Check(kind string, s Settings) error {
	if kind == Folder {
		_, _, err := o.within(s.Path)
		return err
	}
	return &Error{Reason: Misconfigured, Message: fmt.Sprintf("There are no sources of the kind %q.", kind)}
}

// Open opens a source. Close the reader after use.
func (o Opener) Open(kind string, s Settings) (Reader, error) {
	if err := o.Check(kind, s); err != nil {
		return nil, err
	}
	return o.openFolder(s)
}

// within returns the root that a folder is in, and the folder's path from there.
func (o Opener) within(folder string) (root, rest string, err error) {
	if len(o.Roots) == 0 {
		return "", "", &Error{Reason: Misconfigured, Message: "This service reads no folders. Its operator names those that may be read in QUIRE_SOURCE_ROOTS."}
	}
	clean := filepath.Clean(folder)
	for _, root := range o.Roots {
		rest, err := filepath.Rel(filepath.Clean(root), clean)
		if filepath.IsAbs(clean) && err == nil && rest != ".." && !strings.HasPrefix(rest, ".."+string(os.PathSeparator)) {
			return root, rest, nil
		}
	}
	return "", "", &Error{Reason: Misconfigured, Message: "The folder is not in one that may be read. The service's operator names those in QUIRE_SOURCE_ROOTS."}
}

// As returns the error of a source in err.
func As(err error) (*Error, bool) { return errors.AsType[*Error](err) }
