package door

import (
	"fmt"
	"io"
	"net/http"
)

// mostValues is the maximum number of values and keys in a message. Each takes many times its length in memory once it
// has been decoded; conversations have thousands, and requests with a file in base64 have a dozen.
const mostValues = 100_000

// errTooMany is returned, once a message has too many values, by the reader of Few.
var errTooMany = &Error{
	Status: http.StatusRequestEntityTooLarge, Type: "request_too_large", Message: fmt.Sprintf("The message has more than %d values", mostValues),
}

// Few returns a reader of a JSON message that reads the rest and fails with an *Error once the message has had more values
// and keys than a message may have. The size of the message must be bounded.
func Few(r io.Reader) io.Reader { return &few{r: r} }

type few struct {
	r       io.Reader
	values  int
	quoted  bool // within a string
	escaped bool // after a backslash in a string
}

// Read implements io.Reader.
func (f *few) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	for _, b := range p[:n] {
		f.count(b)
	}
	if f.values > mostValues {
		// Clients that send without listening lose the response if the connection is closed under them.
		_, _ = io.Copy(io.Discard, f.r)
		return 0, errTooMany
	}
	return n, err
}

// count counts the characters that precede a value.
func (f *few) count(b byte) {
	switch {
	case f.escaped:
		f.escaped = false
	case b == '\\':
		f.escaped = f.quoted
	case b == '"':
		f.quoted = !f.quoted
	case f.quoted:
	case b == ',', b == ':', b == '[', b == '{':
		f.values++
	}
}
