package source

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"github.com/emersion/go-imap/v2"

	"quire/internal/egress"
)

// mailbox is a folder of messages on an IMAP server (RFC 3501). A message is the item VALIDITY-UID.eml: the two numbers
// identify it for as long as it exists, and are never reused.
type mailbox struct {
	client             *egress.Client
	address, name      string
	username, password string
	session            *mailSession // nil before the first use, and after a failure
}

// inbox is the name of the mailbox that every user has.
const inbox = "INBOX"

// listingBytes bounds the responses for one page of a listing, in which a message takes some fifty bytes.
const listingBytes = 4 << 20

func (o Opener) checkIMAP(s Settings) error {
	switch {
	case s.URL == "":
		return misconfigured("The setting url is missing.", nil)
	case s.Username == "":
		return misconfigured("The setting username is missing.", nil)
	case strings.ContainsFunc(s.Mailbox+s.Username, unicode.IsControl):
		return misconfigured("The settings mailbox and username must not have control characters.", nil)
	}
	if err := o.Client.CheckMail(s.URL); err != nil {
		return misconfigured(err.Error(), err)
	}
	return nil
}

func (o Opener) openIMAP(s Settings, password string) Reader {
	m := &mailbox{client: o.Client, address: s.URL, name: s.Mailbox, username: s.Username, password: password}
	if m.name == "" {
		m.name = inbox
	}
	return m
}

// Close implements Reader.
func (m *mailbox) Close() error {
	if m.session != nil {
		m.session.close()
	}
	return nil
}

// key identifies a message of a mailbox whose numbering is still valid.
func key(validity uint32, uid imap.UID) string { return fmt.Sprintf("%d/%d", validity, uid) }

// parseKey parses the result of key.
func parseKey(key string) (validity uint32, uid imap.UID, err error) {
	before, after, _ := strings.Cut(key, "/")
	v, err := strconv.ParseUint(before, 10, 32)
	if err != nil {
		return 0, 0, err
	}
	u, err := strconv.ParseUint(after, 10, 32)
	return uint32(v), imap.UID(u), err
}

// List implements Reader. The cursor is the key of the last message of a page. Pages are ranges of the messages'
// sequence numbers, which a server must not change while it handles requests for messages by sequence number (RFC 3501,
// 7.4.1).
func (m *mailbox) List(ctx context.Context, cursor string, page func(Page) error) error {
	var last imap.UID
	var validity uint32
	if cursor != "" {
		var err error
		if validity, last, err = parseKey(cursor); err != nil {
			return misconfigured("The source was another one when its listing began.", err)
		}
	}
	return m.with(ctx, listingBytes, func(s *mailSession) error {
		if cursor != "" && validity != s.validity {
			return &Error{Reason: Unreachable, Message: "The server has numbered the mailbox anew while it was listed."}
		}
		place, err := s.behind(last)
		for ; err == nil && place <= s.messages; place += pageSize {
			var p Page
			if p, last, err = s.page(place, last); err == nil {
				err = page(p)
			}
			s.conn.allow(listingBytes)
		}
		return err
	})
}

// behind returns the sequence number of the first message with a UID above last.
func (s *mailSession) behind(last imap.UID) (uint32, error) {
	if last == 0 {
		return 1, nil
	}
	var failed error
	found := sort.Search(int(s.messages), func(i int) bool {
		if failed != nil {
			return true
		}
		at := uint32(i) + 1
		s.conn.allow(listingBytes)
		list, err := s.fetch(at, at)
		if err != nil {
			failed = err
			return true
		}
		return list[0].UID > last
	})
	return uint32(found) + 1, failed
}

// page returns the page that begins at a sequence number, with UIDs above last, and its last UID.
func (s *mailSession) page(place uint32, last imap.UID) (Page, imap.UID, error) {
	list, err := s.fetch(place, min(s.messages, place+pageSize-1))
	if err != nil {
		return Page{}, last, err
	}
	var p Page
	for _, message := range list {
		if message.UID <= last {
			return Page{}, last, &Error{Reason: Unreachable, Message: "The server does not list its messages in their order."}
		}
		last = message.UID
		p.Next = key(s.validity, last)
		name := fmt.Sprintf("%d-%d.eml", s.validity, last)
		p.Items = append(p.Items, Item{Path: name, Key: p.Next, Tag: p.Next, Size: message.RFC822Size})
	}
	return p, last, nil
}

// Read implements Reader. The bytes of a message never change.
func (m *mailbox) Read(ctx context.Context, item Item, w io.Writer) (string, error) {
	validity, uid, err := parseKey(item.Key)
	if err != nil {
		return "", misconfigured("The source was another one when it was listed.", err)
	}
	const headroom = 1 << 20 // some servers count line ends differently from how they send them
	err = m.with(ctx, 2*max(item.Size, 0)+headroom, func(s *mailSession) error {
		if s.validity != validity {
			return &Error{Reason: Gone, Message: "The server has numbered the mailbox anew since it was listed."}
		}
		return s.read(uid, w)
	})
	return item.Tag, err
}

// fetch returns the UIDs and sizes of the messages with sequence numbers from first to last, in that order. There is at
// least one.
func (s *mailSession) fetch(first, last uint32) ([]message, error) {
	var places imap.SeqSet
	places.AddRange(first, last)
	list, err := s.client.Fetch(places, &imap.FetchOptions{UID: true, RFC822Size: true}).Collect()
	if err != nil {
		return nil, mailError(err)
	}
	list = slices.DeleteFunc(list, func(m message) bool { return m.UID == 0 })
	if len(list) == 0 {
		return nil, &Error{Reason: Unreachable, Message: "The mailbox was changed while it was listed."}
	}
	slices.SortFunc(list, func(a, b message) int { return int(int64(a.SeqNum) - int64(b.SeqNum)) })
	return list, nil
}
