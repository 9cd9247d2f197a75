package pdf

import (
	"errors"
	"fmt"

	"quire/internal/convert/page"
)

// FromCaller wraps an error returned by a caller's function, so that it is not blamed on the document.
type FromCaller struct{ Err error }

// Error implements error.
func (f FromCaller) Error() string { return f.Err.Error() }

// Empty returns the fault of an empty file.
func Empty() *page.Error {
	return &page.Error{Reason: page.Empty, Message: "The file is empty."}
}

// Locked returns the fault of a document that only opens with a password.
func Locked() *page.Error {
	return &page.Error{Reason: page.PasswordProtected, Message: "PDF is password-protected"}
}

// LockedOtherwise returns the fault of a document that is encrypted for a particular recipient.
func LockedOtherwise() *page.Error {
	return &page.Error{
		Reason:  page.PasswordProtected,
		Message: "The PDF is encrypted in a way that cannot be opened without its owner's key.",
	}
}

// Corrupt returns the fault of a document that cannot be read.
func Corrupt(cause error) *page.Error {
	return &page.Error{
		Reason:  page.Corrupt,
		Message: "The PDF is damaged and cannot be read. Open it in a PDF viewer, save it again and send the new file.",
		Cause:   cause,
	}
}

// CheckCount returns the fault, if any, of a document with n pages where limit are allowed, or any number if
// limit is 0.
func CheckCount(n, limit int) error {
	if n <= 0 {
		return Corrupt(errors.New("no pages"))
	}
	if limit > 0 && n > limit {
		return &page.Error{
			Reason:  page.TooManyPages,
			Message: fmt.Sprintf("The PDF has %d pages; at most %d are allowed. Split it.", n, limit),
		}
	}
	return nil
}
