package egress

import (
	"cmp"
	"context"
	"crypto/tls"
	"net"
	"net/url"
	"strings"
	"unicode/utf8"
)

const (
	imapPort  = "143"
	imapsPort = "993"
)

// Mail is a connection to a mail server.
type Mail struct {
	net.Conn
	// StartTLS is nil if the connection uses TLS. Otherwise the connection must switch to TLS before secrets are sent.
	StartTLS *tls.Config
	// PlainAllowed means that secrets may be sent even to a server without TLS.
	PlainAllowed bool
}

// CheckMail returns an *Error of class BlockedURL unless raw is the address of a mail server that may be reached: imaps://
// over TLS, or imap:// for STARTTLS, with a host and perhaps a port, and nothing else. It resolves no name.
func (c *Client) CheckMail(raw string) error {
	_, err := c.parseMail(raw)
	return err
}

// parseMail is like CheckMail, and also returns the address with its host in ASCII and its port.
func (c *Client) parseMail(raw string) (*url.URL, error) {
	const malformed = "This is not the address of a mail server, such as imaps://mail.example.org."
	if utf8.RuneCountInString(raw) > maxURL || !utf8.ValidString(raw) || strings.ContainsFunc(raw, neverInURL) {
		return nil, blocked(malformed, nil)
	}
	u, err := url.Parse(raw)
	if err != nil || (u.Scheme != "imap" && u.Scheme != "imaps") || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" {
		return nil, blocked(malformed, err)
	}
	if u.User != nil {
		return nil, blocked("The address must not carry a user name or password.", nil)
	}
	port := imapsPort
	if u.Scheme == "imap" {
		port = imapPort
	}
	port = cmp.Or(u.Port(), port)
	if !c.excepted(u.Hostname(), port) {
		if port != imapPort && port != imapsPort {
			return nil, blocked("The port of a mail server is 993 or 143.", nil)
		}
		if err := c.checkHost(u); err != nil {
			return nil, err
		}
	}
	u.Host = net.JoinHostPort(u.Hostname(), port)
	return u, nil
}

func (c *Client) excepted(host, port string) bool {
	return c.isPrivateException(host, port) || c.isLoopbackException(host)
}

// DialMail connects to a mail server.
func (c *Client) DialMail(ctx context.Context, raw string) (*Mail, error) {
	u, err := c.parseMail(raw)
	if err != nil {
		return nil, err
	}
	conn, err := c.connect(ctx, "tcp", u.Host)
	if err != nil {
		return nil, failure(ctx, ctx, err)
	}
	config := &tls.Config{RootCAs: c.cfg.RootCAs, MinVersion: tls.VersionTLS12, ServerName: u.Hostname()}
	if u.Scheme == "imap" {
		return &Mail{Conn: conn, StartTLS: config, PlainAllowed: c.excepted(u.Hostname(), u.Port())}, nil
	}
	secure := tls.Client(conn, config)
	limited, cancel := context.WithTimeout(ctx, c.times.connect)
	defer cancel()
	if err := secure.HandshakeContext(limited); err != nil {
		_ = conn.Close() // nothing was sent on it
		return nil, failure(ctx, limited, err)
	}
	return &Mail{Conn: secure}, nil
}
