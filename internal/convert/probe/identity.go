package probe

import (
	"errors"

	"quire/internal/convert/page"
)

// Identity is what is stored about the format of a file.
type Identity struct {
	Format    string // "" if it is not known for certain
	MediaType string
	Indexed   bool // whether the file is to be converted and indexed
}

// IdentityOf returns the identity of a file from what Detect or File returned about it. What they cannot determine for
// certain is left to the conversion, whose explanation is then stored with the file; only an unsupported format is
// settled. An error is that of reading the file.
func IdentityOf(format Format, err error) (Identity, error) {
	if e, ok := errors.AsType[*page.Error](err); ok {
		return Identity{MediaType: Format("").MediaType(), Indexed: e.Reason != page.Unsupported}, nil
	}
	return Identity{string(format), format.MediaType(), true}, err
}
