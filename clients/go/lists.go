package quire

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"net/url"
	"strconv"
)

// pageSize is the number of entries requested per page of a list.
const pageSize = 100

// All returns all values of an iterator, or its first error.
func All[T any](seq iter.Seq2[T, error]) ([]T, error) {
	var all []T
	for one, err := range seq {
		if err != nil {
			return all, err
		}
		all = append(all, one)
	}
	return all, nil
}

// page is one page of a list, with its entries still encoded.
type page struct {
	Count int
	Data  []json.RawMessage
}

// list yields the entries of a list, page by page. An entry that meanwhile moved to the next page is not yielded twice.
func list[T any](ctx context.Context, c *Client, path string, query url.Values) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		before := map[string]bool{}
		for skip := 0; ; {
			found, err := read[page](ctx, c, http.MethodGet, path, call{query: paged(query, skip)})
			if err != nil {
				yield(none, err)
				return
			}
			now := map[string]bool{}
			for _, raw := range found.Data {
				id := identity(raw)
				now[id] = id != ""
				if before[id] {
					continue
				}
				var one T
				err := json.Unmarshal(raw, &one)
				if !yield(one, err) || err != nil {
					return
				}
			}
			before, skip = now, skip+len(found.Data)
			if len(found.Data) == 0 || skip >= found.Count {
				return
			}
		}
	}
}

func paged(query url.Values, skip int) url.Values {
	all := url.Values{"skip": {strconv.Itoa(skip)}, "limit": {strconv.Itoa(pageSize)}}
	for name, values := range query {
		all[name] = values
	}
	return all
}

// identity returns the id of an entry, or "" if it has none.
func identity(raw json.RawMessage) string {
	var entry struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(raw, &entry) != nil {
		return ""
	}
	return string(entry.ID)
}

// filter returns a query made of alternating names and values, without the values that are empty.
func filter(pairs ...string) url.Values {
	query := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			query.Set(pairs[i], pairs[i+1])
		}
	}
	return query
}

// number formats a number for a query, with 0 as "".
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// yes formats a boolean for a query, with false as "".
func yes(chosen bool) string {
	if chosen {
		return "true"
	}
	return ""
}
