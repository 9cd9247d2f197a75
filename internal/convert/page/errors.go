package page

import (
	"errors"
	"fmt"
)

// Reason classifies why a document cannot be converted. Every reason is the document's own fault and final: the same
// bytes will always fail in the same way.
type Reason string

// The reasons.
const (
	PasswordProtected Reason = "password_protected"
	Corrupt           Reason = "corrupt"
	Unsupported       Reason = "unsupported"
	Empty             Reason = "empty"
	TooLarge          Reason = "too_large" // bytes, pixels, archive entries or ratio
	TooManyPages      Reason = "too_many_pages"
	// TooComplex means that the document takes more processing than its size warrants.
	TooComplex Reason = "too_complex"
)

// Error is a failure caused by the document itself. Message is for the person who sent the document: it says what is
// wrong and what to do about it, without paths or internals. Cause is for the log and may be nil.
type Error struct {
	Reason  Reason
	Message string
	Cause   error
}

// Error implements error and returns the user-facing message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// ReasonOf returns the reason of the first document failure in err's chain, or "" if there is none. In that case the
// cause is elsewhere (disk, killed child, cancelled context), and a retry may help.
func ReasonOf(err error) Reason {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Reason
	}
	return ""
}

// Unreadable returns a placeholder for a page that could not be read. Its text is a note that says why, which is also
// in Page.Notes.
func Unreadable(number int, reason Reason, why string) Page {
	note := fmt.Sprintf("Page %d could not be read: %s.", number, why)
	return Page{
		Number: number, Source: SourceText, Unread: reason, Notes: []string{note},
		Blocks: []Block{{Kind: Note, Spans: []Span{{Text: note, Italic: true}}}},
	}
}
