package pdf

import (
	"strings"

	"quire/internal/convert/layout/ink"
)

const (
	maxLinks   = 2000
	actionURI  = 3
	maxLinkURL = 4096
)

// links collects the page's link annotations that lead to the web or to a mail address.
func (g *pdfPage) links(in *ink.Input) {
	next := make([]byte, 4) // the scratch area is also used for the targets
	for range maxLinks {
		position, link := g.scratch, g.scratch+4
		copy(g.bytes(position, 4), next)
		if uint32(g.call("FPDFLink_Enumerate", g.handle, position, link)) == 0 {
			return
		}
		copy(next, g.bytes(position, 4))
		handle := uint64(le32(g.bytes(link, 4)))
		target := g.target(handle)
		if target == "" || uint32(g.call("FPDFLink_GetAnnotRect", handle, g.scratch)) == 0 {
			continue
		}
		var v [4]float64 // left, top, right, bottom
		g.floats(v[:])
		in.Links = append(in.Links, ink.Link{Box: g.matrix.Box(v[0], v[1], v[2], v[3]), Target: target})
	}
}

func (g *pdfPage) target(link uint64) string {
	action := uint64(uint32(g.call("FPDFLink_GetAction", link)))
	if action == 0 || uint32(g.call("FPDFAction_GetType", action)) != actionURI {
		return ""
	}
	return WebTarget(g.ascii(func(buffer, size uint64) uint64 {
		return g.call("FPDFAction_GetURIPath", g.document.handle, action, buffer, size)
	}))
}

// WebTarget returns the target of a document's link, or "" if that is neither on the web nor a mail address.
func WebTarget(uri string) string {
	uri = strings.TrimSpace(uri)
	if len(uri) > maxLinkURL || strings.ContainsAny(uri, " \t\r\n<>\"") {
		return ""
	}
	lower := strings.ToLower(uri)
	for _, scheme := range []string{"http://", "https://", "mailto:"} {
		if strings.HasPrefix(lower, scheme) {
			return uri
		}
	}
	return ""
}

func le32(b []byte) uint32 {
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}
