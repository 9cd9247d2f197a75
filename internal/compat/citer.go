package compat

import (
	"strings"
	"unicode/utf8"

	"quire/internal/door"
)

// The marker of a citation in our answers is [citation:7]; in those of other interfaces, it is [7].
const (
	marker = "[citation:"
	// longestID is the maximum length of a marker's id, in bytes.
	longestID = 16
)

// citer shortens the markers of an answer that arrives in pieces, and records their positions.
type citer struct {
	held   string // may be the beginning of a marker
	length int    // of the emitted text, in code points
	places []place
}

type place struct {
	id         string
	start, end int // in code points of the emitted text
}

// annotation is a citation in OpenAI's format.
type annotation struct {
	Type string      `json:"type"`
	URL  urlCitation `json:"url_citation"`
}

type urlCitation struct {
	StartIndex int    `json:"start_index"`
	EndIndex   int    `json:"end_index"`
	Title      string `json:"title"`
	URL        string `json:"url"`
}

// begun reports whether any text has arrived.
func (c *citer) begun() bool { return c.length > 0 || c.held != "" }

// take adds text and returns the text that can be emitted now.
func (c *citer) take(text string) string {
	text = c.held + text
	c.held = ""
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, marker)
		if !found {
			break
		}
		c.give(&b, before)
		id, after, closed := strings.Cut(rest[:min(len(rest), longestID+1)], "]")
		switch {
		case closed:
			start := c.length
			c.give(&b, "["+id+"]")
			c.places = append(c.places, place{id, start, c.length})
			text = rest[len(rest[:min(len(rest), longestID+1)])-len(after):]
		case len(rest) <= longestID:
			c.held = marker + rest
			return b.String()
		default:
			c.give(&b, marker)
			text = rest
		}
	}
	cut := len(text) - unfinished(text)
	c.give(&b, text[:cut])
	c.held = text[cut:]
	return b.String()
}

// rest returns the text that was held back and turned out not to be a marker.
func (c *citer) rest() string {
	var b strings.Builder
	c.give(&b, c.held)
	c.held = ""
	return b.String()
}

func (c *citer) give(b *strings.Builder, text string) {
	b.WriteString(text)
	c.length += utf8.RuneCountInString(text)
}

// unfinished returns how many bytes at the end of text may be the beginning of a marker.
func unfinished(text string) int {
	for n := min(len(text), len(marker)-1); n > 0; n-- {
		if strings.HasSuffix(text, marker[:n]) {
			return n
		}
	}
	return 0
}

// annotations returns the positions of the markers with the citations they refer to.
func (c *citer) annotations(client *door.Client, list []door.Citation) []annotation {
	of := make(map[string]door.Citation, len(list))
	for _, cited := range list {
		of[cited.ID] = cited
	}
	var notes []annotation
	for _, p := range c.places {
		if cited, ok := of[p.id]; ok {
			notes = append(notes, annotation{"url_citation", urlCitation{
				StartIndex: p.start, EndIndex: p.end, Title: title(cited), URL: client.FileLink(cited.CollectionID, cited.FileID, cited.PageStart),
			}})
		}
	}
	return notes
}
