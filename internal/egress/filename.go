package egress

import (
	"mime"
	"net/url"
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const maxNameBytes = 255

// Some servers send a bare name with spaces or accents, which is not a parameter by the book.
var bareName = regexp.MustCompile(`(?i);\s*filename\s*=\s*"?([^";]+)`)

// FileName is the name that the last segment of a URL's path gives a file, or "".
func FileName(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil || strings.HasSuffix(u.Path, "/") {
		return ""
	}
	return CleanFileName(path.Base(u.Path))
}

// dispositionName is the name in a Content-Disposition header (RFC 6266; filename* wins over filename), or "".
func dispositionName(header string) string {
	_, params, err := mime.ParseMediaType(header)
	if name := params["filename"]; err == nil && name != "" {
		return CleanFileName(name)
	}
	if m := bareName.FindStringSubmatch(header); m != nil {
		return CleanFileName(m[1])
	}
	return ""
}

// CleanFileName makes a name that someone else chose safe to show, store and send in a header: its last segment
// by either slash, without control and format characters, outer spaces and dots at its end, valid UTF-8 in
// normal form C, and of at most 255 bytes with its extension kept. It may be "".
func CleanFileName(name string) string {
	name = norm.NFC.String(name[strings.LastIndexAny(name, `/\`)+1:])
	name = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, name)
	name = strings.TrimLeft(strings.TrimRight(name, " ."), " ")
	if len(name) <= maxNameBytes {
		return name
	}
	ext := path.Ext(name)
	if len(ext) > maxNameBytes/2 {
		ext = ""
	}
	return strings.ToValidUTF8(name[:maxNameBytes-len(ext)], "") + ext
}
