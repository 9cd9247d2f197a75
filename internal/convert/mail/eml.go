package mail

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"strings"
)

const (
	// partLimit is the maximum number of parts of a message that are read, and depthLimit their maximum nesting depth.
	partLimit  = 1000
	depthLimit = 16
	// bodyLimit is the maximum size, in bytes, of a part that is read as the message's text. Longer parts are
	// attachments.
	bodyLimit = 16 << 20
)

// Parse reads an internet message (RFC 5322, MIME). Messages are written by many programs, so it refuses none: it reads
// malformed ones as far as their meaning can be determined.
func Parse(data []byte) *Message {
	f, body := splitHeader(data)
	p := &parser{message: &Message{
		From: f.people("from"), To: f.people("to"), Cc: f.people("cc"), Bcc: f.people("bcc"), Date: f.text("date"), Subject: f.text("subject"),
	}}
	p.part(f, body, part{usual: "text/plain"})
	p.message.unwrap()
	return p.message
}

type parser struct {
	message *Message
	parts   int
}

// part describes the position of a part in a message.
type part struct {
	usual string // its media type if it states none
	depth int
	// body receives the text of all parts that are alternatives to each other; nil outside of those.
	body *Body
}

func (p *parser) part(f fields, content []byte, at part) {
	if p.parts++; p.parts > partLimit {
		p.message.Left++
		return
	}
	kind, params := mediaType(f, at.usual)
	disposition, more := parameters(f.first("content-disposition"))
	name := baseName(line(cmp.Or(more["filename"], params["name"])))
	if strings.HasPrefix(kind, "multipart/") && at.depth < depthLimit {
		if pieces := splitParts(content, params["boundary"]); len(pieces) > 0 {
			p.multipart(kind, pieces, at)
			return
		}
		kind = "text/plain"
	}
	content = decodeTransfer(content, f.first("content-transfer-encoding"))
	if isBody(kind) && name == "" && disposition != "attachment" && len(content) <= bodyLimit {
		p.text(kind, params, content, at.body)
		return
	}
	p.message.attach(Attachment{Name: name, MediaType: kind, ID: strings.Trim(f.first("content-id"), " <>"), Content: content})
}

// isBody reports whether unnamed parts of a media type are read as the message's text.
func isBody(kind string) bool {
	switch kind {
	case "text/plain", "text/html", "text/enriched", "text/rfc822-headers", "message/delivery-status", "message/disposition-notification":
		return true
	}
	return false
}

func (p *parser) multipart(kind string, pieces [][]byte, at part) {
	inner := part{usual: "text/plain", depth: at.depth + 1, body: at.body}
	if kind == "multipart/digest" {
		inner.usual = "message/rfc822"
	}
	if kind == "multipart/alternative" && at.body == nil {
		inner.body = &Body{}
	}
	for _, piece := range pieces {
		f, content := splitHeader(piece)
		p.part(f, content, inner)
	}
	if b := inner.body; b != at.body && len(b.Plain)+len(b.HTML) > 0 {
		p.message.Bodies = append(p.message.Bodies, *b)
	}
}

func (p *parser) text(kind string, params map[string]string, content []byte, body *Body) {
	own := Body{}
	to := cmp.Or(body, &own)
	label := params["charset"]
	if kind == "text/html" {
		h := HTML{Content: content, ContentType: kind}
		if encodingOf(label) != nil {
			h = HTML{Content: []byte(decodeCharset(content, label)), ContentType: kind + "; charset=utf-8"}
		}
		to.HTML = append(to.HTML, h)
	} else {
		flowed := strings.EqualFold(params["format"], "flowed")
		to.Plain = append(to.Plain, Plain{
			Text: decodeCharset(content, label), Flowed: flowed, DelSp: flowed && strings.EqualFold(params["delsp"], "yes"),
		})
	}
	if body == nil {
		p.message.Bodies = append(p.message.Bodies, own)
	}
}

// baseName returns the last element of a path with either kind of slash.
func baseName(file string) string {
	name := path.Base(strings.ReplaceAll(file, `\`, "/"))
	if name == "." || name == "/" {
		return ""
	}
	return name
}

// attach adds an attachment, and gives it a name if it has none.
func (m *Message) attach(a Attachment) {
	if a.Name == "" && a.MediaType == "message/rfc822" {
		f, _ := splitHeader(a.Content)
		if subject := f.text("subject"); subject != "" {
			a.Name = subject + ".eml"
		}
	}
	if a.Name == "" {
		a.Name = fmt.Sprintf("attachment %d%s", len(m.Attachments)+1, extensions[a.MediaType])
	}
	m.Attachments = append(m.Attachments, a)
}

// extensions maps media types to extensions for unnamed parts whose content does not show their type.
var extensions = map[string]string{
	"message/rfc822": ".eml", "text/html": ".html", "text/plain": ".txt", "text/csv": ".csv", "text/calendar": ".ics", "text/markdown": ".md",
}

// splitParts returns the parts between the boundaries of a body (RFC 2046, 5.1.1). The last boundary may be missing. If
// the boundary is not stated, it is the first line that looks like one.
func splitParts(body []byte, boundary string) [][]byte {
	if boundary == "" {
		boundary = firstBoundary(body)
	}
	if boundary == "" {
		return nil
	}
	mark := []byte("--" + boundary)
	var parts [][]byte
	start, at := -1, 0
	for at < len(body) {
		line, rest := cutLine(body[at:])
		next := len(body) - len(rest)
		if tail, ok := bytes.CutPrefix(line, mark); ok {
			tail = bytes.TrimRight(tail, " \t")
			if last := string(tail) == "--"; last || len(tail) == 0 {
				if start >= 0 {
					parts = append(parts, trimBreak(body[start:max(start, at)]))
				}
				if start = next; last {
					return parts
				}
			}
		}
		at = next
	}
	if start >= 0 {
		parts = append(parts, body[start:])
	}
	return parts
}

// trimBreak removes the line break that belongs to the boundary below.
func trimBreak(b []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(b, []byte("\n")), []byte("\r"))
}

func firstBoundary(body []byte) string {
	for len(body) > 0 {
		line, rest := cutLine(body)
		if tail, ok := bytes.CutPrefix(line, []byte("--")); ok && len(tail) > 0 {
			return string(bytes.TrimRight(tail, " \t"))
		}
		body = rest
	}
	return ""
}
