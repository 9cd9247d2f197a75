package egress

import (
	"mime"
	"net/url"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"quire/internal/pattern"
)

const maxNameBytes = 255

// Some servers send a bare name with spaces or accents, which strictly speaking is not a valid parameter.
var bareName = pattern.New(`(?i);\s*filename\s*=\s*"?([^";]+)`)

// FileName returns the name that the last segment of a URL's path gives a file, or "".
func FileName(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil || strings.HasSuffix(u.Path, "/") {
		return ""
	}
	return CleanFileName(path.Base(u.Path))
}

// dispositionName returns the name in a Content-Disposition header (RFC 6266; filename* takes precedence over
// filename), or "".
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

// CleanFileName makes a name chosen by someone else safe to show, store and send in a header: its last segment, by
// either kind of slash, without control and format characters, leading or trailing spaces, or trailing dots, as valid
// UTF-8 in normal form C, and at most 255 bytes long with its extension kept. It may be "".
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
