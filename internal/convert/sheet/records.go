package sheet

import "strings"

// quoteLimit is how far a quoted field may extend. A quote that ends later, or never, is an ordinary character.
const quoteLimit = 1 << 20

// records reads delimited text (RFC 4180) the way programs and people actually write it: quotes may follow a space, and
// unterminated quotes are literal. Blank lines are skipped.
type records struct {
	rest      string
	delimiter byte
	stops     string // the delimiter and line ends
	// barren is the length of the remaining text before which a search found no closing quote. Later searches start
	// there, so that together they visit each character once.
	barren int
}

func newRecords(s string, delimiter rune) *records {
	return &records{rest: s, delimiter: byte(delimiter), stops: "\r\n" + string(delimiter), barren: len(s)}
}

// next returns the next record, or nil at the end.
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

// field returns the next field and whether another one follows in the record.
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

// quoted reads a quoted field and returns its text and its length including quotes and spaces.
func (r *records) quoted() (string, int, bool) {
	from := len(r.rest) - len(strings.TrimLeft(r.rest, " "))
	if from >= len(r.rest) || r.rest[from] != '"' {
		return "", 0, false
	}
	inside := r.rest[from+1:]
	body := inside[:min(quoteLimit, len(inside))]
	for i := 0; i < len(body); {
		run := len(body[i:]) - len(strings.TrimLeft(body[i:], `"`))
		i += run
		if end, ok := r.closes(body, i); run%2 == 1 && ok { // doubled quotes stand for one
			return strings.ReplaceAll(body[:i-1], `""`, `"`), from + 1 + end, true
		}
		i = max(i, len(inside)-r.barren)
		next := strings.IndexByte(body[min(i, len(body)):], '"')
		if next < 0 {
			break
		}
		i += next
	}
	r.barren = min(r.barren, len(inside)-len(strings.TrimRight(body, `"`)))
	return "", 0, false
}

// closes reports whether a field ends with the quote before i, and returns where the spaces after it end.
func (r *records) closes(body string, i int) (end int, ok bool) {
	end = i
	for end < len(body) && body[end] == ' ' {
		end++
	}
	return end, end == len(body) || body[end] == r.delimiter || body[end] == '\n' || body[end] == '\r'
}
