package page

import (
	"errors"
	"fmt"
)

// Reason classifies why a document cannot be converted. Every reason is the document's own fault and final:
// the same bytes fail the same way again.
type Reason string

// The reasons.
const (
	PasswordProtected Reason = "password_protected"
	Corrupt           Reason = "corrupt"
	Unsupported       Reason = "unsupported"
	Empty             Reason = "empty"
	TooLarge          Reason = "too_large" // bytes, pixels, archive entries or ratio
	TooManyPages      Reason = "too_many_pages"
	// TooComplex: it takes more processing than its size warrants.
	TooComplex Reason = "too_complex"
)

// Error is a document's own failure. Message is for the person who sent the document: what is wrong and what
// to do, without paths or internals. Cause is for the log and may be nil.
type Error struct {
	Reason  Reason
	Message string
	Cause   error
}

// Error implements error with the message for people.
func (e *Error) Error() string { return e.Message }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Cause }

// ReasonOf is the reason of a document's own failure anywhere in err's chain, or "" when err is not one: then
// it is trouble of the machine (disk, killed child, cancelled context) and worth another try.
func ReasonOf(err error) Reason {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Reason
	}
	return ""
}

// Unreadable is the page that stands for one that could not be read: a note in its place says why, for people and in
// Page.Notes.
func Unreadable(number int, reason Reason, why string) Page {
	note := fmt.Sprintf("Page %d could not be read: %s.", number, why)
	return Page{
		Number: number, Source: SourceText, Unread: reason, Notes: []string{note},
		Blocks: []Block{{Kind: Note, Spans: []Span{{Text: note, Italic: true}}}},
	}
}
