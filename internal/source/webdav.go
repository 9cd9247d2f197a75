package source

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"quire/internal/glob"
)

// davFolder is a folder on a WebDAV server (RFC 4918).
type davFolder struct {
	client             *http.Client
	base               *url.URL // its path ends in a slash
	username, password string
	filter             glob.Filter
}

// maxMultistatus bounds the response about one folder, in which an entry takes about a kilobyte.
const maxMultistatus = 256 << 20

func (o Opener) openWebDAV(s Settings, f glob.Filter, password string) (Reader, error) {
	base, err := url.Parse(s.URL)
	if err != nil {
		return nil, misconfigured("The setting url is not an address.", err)
	}
	base.RawQuery, base.Fragment = "", ""
	base = base.JoinPath("/")
	return &davFolder{client: o.Client.HTTP(requestTimeout), base: base, username: s.Username, password: password, filter: f}, nil
}

// Close implements Reader.
func (d *davFolder) Close() error { return nil }

// List implements Reader. The cursor is the path of the last file of a page.
func (d *davFolder) List(ctx context.Context, cursor string, page func(Page) error) error {
	return listTree(ctx, cursor, d.filter, d.directory, page)
}

// propfind requests the properties that the tags of files are made from.
const propfind = `<?xml version="1.0" encoding="utf-8"?>` +
	`<propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getlastmodified/><getetag/></prop></propfind>`

// davResponse is a server's information about one file or folder.
type davResponse struct {
	Href     string `xml:"DAV: href"`
	Propstat []struct {
		Status string  `xml:"DAV: status"`
		Prop   davProp `xml:"DAV: prop"`
	} `xml:"DAV: propstat"`
}

type davProp struct {
	Collection *struct{} `xml:"DAV: resourcetype>collection"`
	Length     string    `xml:"DAV: getcontentlength"`
	Modified   string    `xml:"DAV: getlastmodified"`
	ETag       string    `xml:"DAV: getetag"`
}

// prop returns the properties that the server has.
func (r davResponse) prop() davProp {
	for _, p := range r.Propstat {
		if strings.Contains(p.Status, " 200") {
			return p.Prop
		}
	}
	return davProp{}
}

func (p davProp) size() int64 {
	n, err := strconv.ParseInt(strings.TrimSpace(p.Length), 10, 64)
	if err != nil {
		return -1
	}
	return n
}

func (p davProp) tag() string {
	if p.ETag != "" {
		return fmt.Sprintf("%s-%d", p.ETag, p.size())
	}
	return fmt.Sprintf("%s-%d", p.Modified, p.size())
}

// settled reports whether the tag is sure to change with the content, although times have a resolution of a second.
func (p davProp) settled() bool {
	at, err := http.ParseTime(p.Modified)
	return p.ETag != "" || (err == nil && time.Since(at) >= settles)
}

func (d *davFolder) directory(ctx context.Context, dir string) ([]entry, error) {
	at := d.below(dir).JoinPath("/")
	var entries []entry
	err := d.properties(ctx, at, "1", func(r davResponse) {
		if name, ok := child(at, r.Href); ok {
			p, full := r.prop(), path.Join(dir, name)
			entries = append(entries, entry{
				name: name, dir: p.Collection != nil, item: Item{Path: full, Key: full, Tag: p.tag(), Size: p.size()},
			})
		}
	})
	if e, ok := As(err); ok && e.Reason == Gone && dir != "" {
		return nil, nil // removed since its parent was read
	}
	if e, ok := As(err); ok && e.Reason == Gone {
		return nil, misconfigured("The server has no folder at this address.", err)
	}
	return entries, err
}

// below returns the address of a path in the folder, whatever characters it contains.
func (d *davFolder) below(name string) *url.URL {
	segments := strings.Split(name, "/")
	for i, s := range segments {
		segments[i] = url.PathEscape(s)
	}
	return d.base.JoinPath(segments...)
}

// child returns the name of an address in a folder, and reports whether it is directly in the folder.
func child(folder *url.URL, href string) (string, bool) {
	u, err := folder.Parse(strings.TrimSpace(href))
	if err != nil {
		return "", false
	}
	rest, below := strings.CutPrefix(u.Path, folder.Path)
	name := strings.TrimSuffix(rest, "/")
	return name, below && name != "" && !strings.Contains(name, "/")
}

// properties calls found with the server's information about an address and, at depth 1, about its children.
func (d *davFolder) properties(ctx context.Context, at *url.URL, depth string, found func(davResponse)) error {
	res, err := d.do(ctx, "PROPFIND", at, strings.NewReader(propfind), http.Header{"Depth": {depth}, "Content-Type": {"application/xml"}})
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }() // only read from
	if res.StatusCode != http.StatusMultiStatus {
		return misconfigured(fmt.Sprintf("The server does not answer as WebDAV: HTTP status %d.", res.StatusCode), nil)
	}
	return decodeMultistatus(io.LimitReader(body{res.Body}, maxMultistatus), found)
}

// decodeMultistatus decodes one response after another. It returns an error for a list that is cut off, because what is
// missing from it would be deleted.
func decodeMultistatus(r io.Reader, found func(davResponse)) error {
	dec := xml.NewDecoder(r)
	for {
		token, err := dec.Token()
		if err != nil {
			return brokenOff(err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if t.Name.Local != "response" {
				continue
			}
			var one davResponse
			if err := dec.DecodeElement(&one, &t); err != nil {
				return brokenOff(err)
			}
			found(one)
		case xml.EndElement:
			if t.Name.Local == "multistatus" {
				return nil
			}
		}
	}
}

func brokenOff(err error) error {
	if _, ok := As(err); ok {
		return err
	}
	return &Error{Reason: Unreachable, Message: "The server's list of a folder broke off, or is not WebDAV.", cause: err}
}

// do sends a request and returns a response with a status below 300.
func (d *davFolder) do(ctx context.Context, method string, at *url.URL, content io.Reader, header http.Header) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, at.String(), content)
	if err != nil {
		return nil, misconfigured("The setting url is not an address.", err)
	}
	if header != nil {
		req.Header = header
	}
	if d.username != "" {
		req.SetBasicAuth(d.username, d.password)
	}
	res, err := d.client.Do(req)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, failed(err)
	}
	if err := davStatus(res); err != nil {
		return nil, errors.Join(err, res.Body.Close())
	}
	return res, nil
}

func davStatus(res *http.Response) error {
	switch code := res.StatusCode; {
	case code < http.StatusMultipleChoices:
		return nil
	case code == http.StatusNotFound, code == http.StatusGone:
		return &Error{Reason: Gone, Message: "The file was removed before it could be read."}
	case code == http.StatusUnauthorized, code == http.StatusForbidden:
		return misconfigured("The server refuses the user name and the password, or the folder.", nil)
	case code < http.StatusBadRequest:
		return misconfigured("The server sends elsewhere. Give the address that it sends to.", nil)
	case code == http.StatusTooManyRequests, code >= http.StatusInternalServerError:
		return &Error{Reason: Unreachable, Message: fmt.Sprintf("The server answers with HTTP status %d.", code)}
	default:
		return misconfigured(fmt.Sprintf("The server answers with HTTP status %d.", code), nil)
	}
}

// Read implements Reader. Servers disagree about the tags of downloads, so Read requests the tag again afterwards: if
// it equals the one in the listing, it stands for these bytes.
func (d *davFolder) Read(ctx context.Context, item Item, w io.Writer) (string, error) {
	at := d.below(item.Key)
	res, err := d.do(ctx, http.MethodGet, at, nil, nil)
	if err != nil {
		return "", err
	}
	defer func() { _ = res.Body.Close() }() // only read from
	if _, err := io.Copy(w, body{res.Body}); err != nil {
		return "", err
	}
	tag := ""
	err = d.properties(ctx, at, "0", func(r davResponse) {
		if p := r.prop(); p.tag() == item.Tag && p.settled() {
			tag = item.Tag
		}
	})
	return tag, err
}
