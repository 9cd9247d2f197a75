package api_test

import (
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// cutter is a proxy in front of PostgreSQL that cuts the connection at one statement: before the server receives it,
// or after the server has executed it but before the client hears about it.
type cutter struct {
	url    string
	dial   func() (net.Conn, error)
	at     int
	after  bool
	mu     sync.Mutex
	seen   int
	struck bool
}

// newCutter returns a proxy that cuts the connection at the at-th statement sent to the database.
func newCutter(t *testing.T, database string, at int, after bool) *cutter {
	t.Helper()
	u, err := url.Parse(database)
	require.NoError(t, err)
	c := &cutter{at: at, after: after, dial: func() (net.Conn, error) { return net.Dial("tcp", u.Host) }}
	if dir := u.Query().Get("host"); dir != "" {
		socket := dir + "/.s.PGSQL." + u.Query().Get("port")
		c.dial = func() (net.Conn, error) { return net.Dial("unix", socket) }
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	proxied := *u
	proxied.Host, proxied.RawQuery = l.Addr().String(), "sslmode=disable"
	c.url = proxied.String()
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go c.serve(client)
		}
	}()
	return c
}

func (c *cutter) serve(client net.Conn) {
	defer client.Close()
	server, err := c.dial()
	if err != nil {
		return
	}
	defer server.Close()
	// The first message has a length but no type.
	if _, err := copyMessage(server, client); err != nil {
		return
	}
	answers := &answers{from: server, to: client}
	go answers.forward()
	for {
		kind := make([]byte, 1)
		if _, err := io.ReadFull(client, kind); err != nil {
			return
		}
		strikes := (kind[0] == 'S' || kind[0] == 'Q') && c.strikes()
		if strikes && !c.after {
			return
		}
		if strikes {
			answers.keepBack()
		}
		if _, err := server.Write(kind); err != nil {
			return
		}
		if _, err := copyMessage(server, client); err != nil {
			return
		}
		if strikes {
			answers.wait()
			return
		}
	}
}

// strikes counts the statements: a simple query, or the end of a message group.
func (c *cutter) strikes() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen++
	c.struck = c.struck || c.seen == c.at
	return c.seen == c.at
}

func (c *cutter) hasStruck() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.struck
}

// answers forwards what the server sends until it is told to hold it back.
type answers struct {
	from, to net.Conn
	mu       sync.Mutex
	done     chan struct{} // if not nil, closed when the server is ready for the next statement
}

func (a *answers) keepBack() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.done = make(chan struct{})
}

func (a *answers) wait() { <-a.done }

func (a *answers) forward() {
	defer a.to.Close()
	for {
		kind := make([]byte, 1)
		_, err := io.ReadFull(a.from, kind)
		a.mu.Lock()
		to, done := io.Writer(a.to), a.done
		a.mu.Unlock()
		if done != nil {
			to = io.Discard
		}
		if err == nil {
			if _, err = to.Write(kind); err == nil {
				_, err = copyMessage(to, a.from)
			}
		}
		if done != nil && (err != nil || kind[0] == 'Z') {
			close(done)
			return
		}
		if err != nil {
			return
		}
	}
}

// copyMessage copies a message, starting with its length.
func copyMessage(to io.Writer, from io.Reader) (int64, error) {
	length := make([]byte, 4)
	if _, err := io.ReadFull(from, length); err != nil {
		return 0, err
	}
	if _, err := to.Write(length); err != nil {
		return 0, err
	}
	return io.CopyN(to, from, int64(binary.BigEndian.Uint32(length))-4)
}
