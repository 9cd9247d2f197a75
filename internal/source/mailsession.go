package source

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"slices"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// message is what a server reports about a message.
type message = *imapclient.FetchMessageBuffer

// mailSession is a login that has one mailbox open, read-only.
type mailSession struct {
	conn     *meteredConn
	client   *imapclient.Client
	validity uint32
	messages uint32
}

// meteredConn is a connection that breaks off when the server has sent more than it may, because the library keeps
// everything except the text of messages in memory.
type meteredConn struct {
	net.Conn
	left atomic.Int64
}

// errChatty is the cause of a connection that was cut off.
var errChatty = errors.New("source: the server sends more than it was asked for")

func (c *meteredConn) allow(bytes int64) { c.left.Store(bytes) }

// Read implements net.Conn.
func (c *meteredConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if c.left.Add(-int64(n)) < 0 {
		return 0, errChatty
	}
	return n, err
}

// with calls do in a session in which the server may send at most allowed bytes. After an error the session is given
// up, because the rest of a response would be mistaken for the next one.
func (m *mailbox) with(ctx context.Context, allowed int64, do func(*mailSession) error) error {
	limited, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	err := m.login(limited)
	if err == nil {
		s := m.session
		s.conn.allow(allowed)
		stop := context.AfterFunc(limited, s.breakOff)
		err = do(s)
		stop()
		if err != nil {
			s.close()
			m.session = nil
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// loginTimeout bounds a login, because servers that are wrongly expected to begin with TLS remain silent.
const loginTimeout = 30 * time.Second

// login opens the mailbox, unless it is open.
func (m *mailbox) login(ctx context.Context) error {
	if m.session != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, loginTimeout)
	defer cancel()
	s, err := m.connect(ctx, false)
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, s.breakOff)
	defer stop()
	if err := s.open(m); err != nil {
		s.close()
		return err
	}
	m.session = s
	return nil
}

// connect returns a session that may send a password. If TLS is optional, it asks the server whether it supports TLS,
// and connects again if so.
func (m *mailbox) connect(ctx context.Context, secure bool) (*mailSession, error) {
	mail, err := m.client.DialMail(ctx, m.address)
	if err != nil {
		return nil, failed(err)
	}
	s := &mailSession{conn: &meteredConn{Conn: mail.Conn}}
	s.conn.allow(listingBytes)
	stop := context.AfterFunc(ctx, s.breakOff)
	defer stop()
	if mail.StartTLS != nil && (secure || !mail.PlainAllowed) {
		if s.client, err = imapclient.NewStartTLS(s.conn, &imapclient.Options{TLSConfig: mail.StartTLS}); err != nil {
			s.breakOff()
			return nil, mailError(err)
		}
		return s, nil
	}
	s.client = imapclient.New(s.conn, nil)
	if err := s.client.WaitGreeting(); err != nil {
		s.close()
		return nil, mailError(err)
	}
	if mail.StartTLS != nil && s.client.Caps().Has(imap.CapStartTLS) {
		s.close()
		return m.connect(ctx, true)
	}
	return s, nil
}

func (s *mailSession) open(m *mailbox) error {
	if err := s.client.Login(m.username, m.password).Wait(); err != nil {
		return refused(err, "The server refuses the user name and the password.")
	}
	data, err := s.client.Select(m.name, &imap.SelectOptions{ReadOnly: true}).Wait()
	switch {
	case err != nil:
		return refused(err, "The server has no such mailbox, or refuses it.")
	case data.UIDValidity == 0:
		return misconfigured("The server gives its messages no lasting numbers.", nil)
	}
	s.validity, s.messages = data.UIDValidity, data.NumMessages
	return nil
}

func (s *mailSession) breakOff() { _ = s.conn.Close() } // its users get the error

// close ends the session without waiting for the server, which may be silent.
func (s *mailSession) close() {
	s.breakOff()
	_ = s.client.Close() // it reports that the connection is closed
}

// read copies the text of a message.
func (s *mailSession) read(uid imap.UID, w io.Writer) error {
	section := &imap.FetchItemBodySection{Peek: true}
	command := s.client.Fetch(imap.UIDSetNum(uid), &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}})
	copied, err := copyText(command, w)
	if err != nil {
		s.breakOff() // prevents the rest of the text from being sent
	}
	if done := command.Close(); err == nil && done != nil {
		err = mailError(done)
	}
	if err == nil && !copied {
		err = &Error{Reason: Gone, Message: "The message was removed before it could be read."}
	}
	return err
}

// copyText copies the first text in the response to a command, and reports whether there is one.
func copyText(command *imapclient.FetchCommand, w io.Writer) (bool, error) {
	for message := command.Next(); message != nil; message = command.Next() {
		for item := message.Next(); item != nil; item = message.Next() {
			if text, ok := item.(imapclient.FetchItemDataBodySection); ok && text.Literal != nil {
				_, err := io.Copy(w, body{text.Literal})
				return true, err
			}
		}
	}
	return false, nil
}

// busy lists the codes with which servers say that a command may succeed later.
var busy = []imap.ResponseCode{imap.ResponseCodeUnavailable, imap.ResponseCodeInUse, imap.ResponseCodeLimit, imap.ResponseCodeServerBug}

// refused judges the failure of a command. message is for people, if the server refuses the command for good.
func refused(err error, message string) error {
	if e, ok := errors.AsType[*imap.Error](err); ok && !slices.Contains(busy, e.Code) {
		return misconfigured(message, err)
	}
	return mailError(err)
}

// mailError judges a failure of the server.
func mailError(err error) error {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return misconfigured("The server's TLS certificate is not valid for this address.", err)
	}
	if _, ok := errors.AsType[*imap.Error](err); ok {
		return &Error{Reason: Unreachable, Message: "The server refuses at present.", cause: err}
	}
	if errors.Is(err, errChatty) {
		return &Error{Reason: Unreachable, Message: "The server sends more than it was asked for.", cause: err}
	}
	return failed(err)
}
