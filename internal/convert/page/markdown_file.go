package page

import "net/url"

// FileLink returns the Markdown of a link to a file next to the Markdown file itself; path is relative and separated by
// slashes. Links of documents never lead to files (see WebLink); this one is our own.
func FileLink(text, path string) string {
	link := append(appendEscaped([]byte{'['}, Visible(text)), "]("...)
	return string(append(append(link, (&url.URL{Path: path}).EscapedPath()...), ')'))
}

// Escaped returns text as Markdown without markup.
func Escaped(text string) string { return string(appendEscaped(nil, Visible(text))) }
