package sheet

import "strings"

const (
	// quoteLimit is how far a quoted field may reach: a quote that ends later, or never, is a character like any other.
	quoteLimit = 1 << 20
	// searchLimit bounds what is searched in vain for the ends of quotes.
	searchLimit = 64 << 20
)

// records reads delimited text (RFC 4180) as programs and people write it: quotes may stand behind a space, and where
// none ends they mean themselves. Blank lines are passed over.
type records struct {
	rest      string
	delimiter byte
	stops     string // the delimiter and line ends
	search    int
}

func newRecords(s string, delimiter rune) *records {
	return &records{rest: s, delimiter: byte(delimiter), stops: "\r\n" + string(delimiter), search: searchLimit}
}

// next is the next record, nil at the end.
func (r *records) next() []string {
	for r.rest != "" && (r.rest[0] == '\n' || r.rest[0] == '\r') {
		r.rest = r.rest[1:]
	}
	if r.rest == "" {
		return nil
	}
	var fields []string
	for {
		field, more := r.field()
		fields = append(fields, field)
		if !more {
			return fields
		}
	}
}

// field is the next field, and whether another one follows in the record.
func (r *records) field() (string, bool) {
	text, n, ok := r.quoted()
	if !ok {
		n = len(r.rest)
		if end := strings.IndexAny(r.rest, r.stops); end >= 0 {
			n = end
		}
		text = r.rest[:n]
	}
	r.rest = r.rest[n:]
	if r.rest == "" || r.rest[0] != r.delimiter {
		return text, false
	}
	r.rest = r.rest[1:]
	return text, true
}

// quoted reads a field in quotes: its text, and its length with quotes and spaces.
func (r *records) quoted() (string, int, bool) {
	from := len(r.rest) - len(strings.TrimLeft(r.rest, " "))
	if from >= len(r.rest) || r.rest[from] != '"' || r.search < 0 {
		return "", 0, false
	}
	body := r.rest[from+1 : min(from+1+quoteLimit, len(r.rest))]
	for i := 0; i < len(body); i++ {
		quote := strings.IndexByte(body[i:], '"')
		if quote < 0 {
			break
		}
		if i += quote; i+1 < len(body) && body[i+1] == '"' {
			i++ // a doubled quote, or the end of an empty field that one follows
			continue
		}
		end := i + 1
		for end < len(body) && body[end] == ' ' {
			end++
		}
		if end == len(body) || body[end] == r.delimiter || body[end] == '\n' || body[end] == '\r' {
			return strings.ReplaceAll(body[:i], `""`, `"`), from + 1 + end, true
		}
	}
	r.search -= len(body)
	return "", 0, false
}
