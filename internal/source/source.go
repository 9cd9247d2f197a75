// Package source reads the places that are mirrored into collections: their contents, page by page, and the bytes of
// each item.
package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"quire/internal/egress"
	"quire/internal/glob"
)

// Settings say where a source is. Which of them are set depends on the kind.
type Settings struct {
	Path        string // of a folder
	Bucket      string // of S3
	Prefix      string // prefix of the keys that are read
	Region      string
	Endpoint    string // the address of an S3-compatible store; "" means AWS
	AccessKeyID string // "" means a public bucket
	URL         string // of a WebDAV folder or a mail server
	Username    string
	Mailbox     string // of IMAP; "" means INBOX
}

// Item is an item in a listing.
type Item struct {
	// Path is the path of the item as the source spells it, with slashes. It may not be a valid path.
	Path string
	// Key is the source's own name for the item.
	Key string
	// Tag changes with the content.
	Tag string
	// Size is in bytes, or -1 if the source does not say.
	Size int64
}

// Page is one page of a listing.
type Page struct {
	Items []Item
	// Next is the cursor after the page.
	Next string
}

// pageSize is the maximum number of items on a page.
const pageSize = 1000

// Reader reads one source.
type Reader interface {
	// List calls page with the pages after a cursor, one after another in a stable order, until there are no more or
	// page returns an error, which List returns. The cursor "" is the beginning. An item that exists during the whole
	// listing is on one of the pages.
	List(ctx context.Context, cursor string, page func(Page) error) error
	// Read copies the bytes of a listed item. It returns the tag of what it read, or "" if the tag may not be that of
	// these bytes.
	Read(ctx context.Context, item Item, w io.Writer) (tag string, err error)
	// Close releases what the reader holds.
	Close() error
}

// Error is a failure of the source that people can understand and fix.
type Error struct {
	// Reason is for machines.
	Reason Reason
	// Message is for people, and repeats nothing from the operating system.
	Message string
	cause   error
}

// Reason classifies errors.
type Reason string

// The reasons for errors.
const (
	// Misconfigured means that the same attempt will fail again until somebody changes something.
	Misconfigured Reason = "source_misconfigured"
	// Unreachable means that a later attempt may succeed.
	Unreachable Reason = "source_unreachable"
	// Gone means that the item no longer exists.
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
	// Roots are the directories below which folders may be; if there are none, folders are not available.
	Roots []string
	// Client connects to addresses that users chose.
	Client *egress.Client
}

// The kinds of sources.
const (
	Folder = "folder" // a directory of this machine
	S3     = "s3"     // a bucket, or the part below a prefix
	WebDAV = "webdav"
	IMAP   = "imap" // a mailbox
)

// requestTimeout bounds one request to a server, which may transfer a file of 100 MB.
const requestTimeout = 10 * time.Minute

// Check returns what is wrong with settings, as far as that can be told without connecting to the source.
func (o Opener) Check(kind string, s Settings) error {
	switch kind {
	case Folder:
		_, _, err := o.within(s.Path)
		return err
	case S3:
		return o.checkS3(s)
	case WebDAV:
		return o.checkURL(s.URL, "url")
	case IMAP:
		return o.checkIMAP(s)
	}
	return misconfigured(fmt.Sprintf("There are no sources of the kind %q.", kind), nil)
}

// checkURL checks that an address may be connected to.
func (o Opener) checkURL(address, setting string) error {
	if address == "" {
		return misconfigured(fmt.Sprintf("The setting %s is missing.", setting), nil)
	}
	if err := o.Client.CheckURL(address, egress.ForCallback); err != nil {
		return misconfigured(err.Error(), err)
	}
	return nil
}

func misconfigured(message string, cause error) error {
	return &Error{Reason: Misconfigured, Message: message, cause: cause}
}

// Open opens the part of a source that a filter selects, logging in with the secret. The caller must close the reader.
func (o Opener) Open(kind string, s Settings, f glob.Filter, secret string) (Reader, error) {
	if err := o.Check(kind, s); err != nil {
		return nil, err
	}
	r, err := o.open(kind, s, f, secret)
	if err != nil {
		return nil, err
	}
	return selected{Reader: r, filter: f}, nil
}

func (o Opener) open(kind string, s Settings, f glob.Filter, secret string) (Reader, error) {
	switch kind {
	case S3:
		return o.openS3(s, secret), nil
	case WebDAV:
		return o.openWebDAV(s, f, secret)
	case IMAP:
		return o.openIMAP(s, secret), nil
	}
	return o.openFolder(s, f)
}

// selected is the part of a source that a filter selects.
type selected struct {
	Reader
	filter glob.Filter
}

// List implements Reader. A page from which nothing is selected is still a page, so that a listing gets past it.
func (s selected) List(ctx context.Context, cursor string, page func(Page) error) error {
	return s.Reader.List(ctx, cursor, func(p Page) error {
		p.Items = slices.DeleteFunc(p.Items, func(item Item) bool { return !s.filter.Finds(item.Path) })
		return page(p)
	})
}

// failed converts an error of the network into one for people.
func failed(err error) error {
	e, ok := errors.AsType[*egress.Error](err)
	switch {
	case ok && e.Class == egress.BlockedURL:
		return misconfigured(e.Message, err)
	case ok:
		return &Error{Reason: Unreachable, Message: e.Message, cause: err}
	}
	return &Error{Reason: Unreachable, Message: "The server could not be reached, or the connection broke off.", cause: err}
}

// within returns the root that contains a folder, and the folder's path below it.
func (o Opener) within(folder string) (root, rest string, err error) {
	if len(o.Roots) == 0 {
		return "", "", misconfigured("This service reads no folders. Its operator names those that may be read in QUIRE_SOURCE_ROOTS.", nil)
	}
	clean := filepath.Clean(folder)
	for _, root := range o.Roots {
		rest, err := filepath.Rel(filepath.Clean(root), clean)
		if filepath.IsAbs(clean) && err == nil && rest != ".." && !strings.HasPrefix(rest, ".."+string(os.PathSeparator)) {
			return root, rest, nil
		}
	}
	return "", "", misconfigured("The folder is not in one that may be read. The service's operator names those in QUIRE_SOURCE_ROOTS.", nil)
}

// As returns the source's error in err, if there is one.
func As(err error) (*Error, bool) { return errors.AsType[*Error](err) }
