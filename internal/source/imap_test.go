package source_test

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/stretchr/testify/require"

	"quire/internal/egress"
	"quire/internal/glob"
	"quire/internal/source"
)

// mailServer is a mail server with one user. breaks cuts off every connection after that many bytes; 0 does not.
type mailServer struct {
	*testing.T
	user   *imapmemserver.User
	roots  *x509.CertPool
	addr   string
	breaks atomic.Int64
}

// security is how a server protects its connections.
type security int

const (
	overTLS security = iota
	startTLS
	plain
)

func newMailServer(t *testing.T, how security) *mailServer {
	t.Helper()
	certified := httptest.NewTLSServer(nil)
	t.Cleanup(certified.Close)
	s := &mailServer{T: t, user: imapmemserver.NewUser("reader", "pass word"), roots: x509.NewCertPool()}
	s.roots.AddCert(certified.Certificate())
	config := &tls.Config{Certificates: certified.TLS.Certificates, MinVersion: tls.VersionTLS12}
	store := imapmemserver.New()
	store.AddUser(s.user)
	require.NoError(t, s.user.Create("INBOX", nil))
	options := &imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return store.NewSession(), nil, nil
		},
		Logger: log.New(io.Discard, "", 0), InsecureAuth: how == plain,
	}
	if how == startTLS {
		options.TLSConfig = config
	}
	server := imapserver.New(options)
	inner, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s.addr = inner.Addr().String()
	var listener net.Listener = breaking{inner, &s.breaks}
	if how == overTLS {
		listener = tls.NewListener(listener, config)
	}
	go server.Serve(listener) //nolint:errcheck // ends with the listener
	t.Cleanup(func() { _ = server.Close() })
	return s
}

// breaking is a listener whose connections break off.
type breaking struct {
	net.Listener
	after *atomic.Int64
}

func (b breaking) Accept() (net.Conn, error) {
	conn, err := b.Listener.Accept()
	return &breakingConn{Conn: conn, after: b.after}, err
}

type breakingConn struct {
	net.Conn
	after *atomic.Int64
	sent  int64
}

func (c *breakingConn) Write(p []byte) (int, error) {
	c.sent += int64(len(p))
	if most := c.after.Load(); most > 0 && c.sent > most {
		_, _ = c.Conn.Write(p[:max(0, int64(len(p))-(c.sent-most))])
		_ = c.Close()
		return 0, io.ErrClosedPipe
	}
	return c.Conn.Write(p)
}

func (s *mailServer) put(mailbox, text string) {
	s.Helper()
	_, err := s.user.Append(mailbox, strings.NewReader(text), &imap.AppendOptions{})
	require.NoError(s, err)
}

// session logs the user in and calls do.
func (s *mailServer) session(do func(*imapclient.Client)) {
	s.Helper()
	c, err := imapclient.DialTLS(s.addr, &imapclient.Options{TLSConfig: &tls.Config{RootCAs: s.roots, MinVersion: tls.VersionTLS12}})
	require.NoError(s, err)
	defer c.Close() //nolint:errcheck // the test is over then
	require.NoError(s, c.Login("reader", "pass word").Wait())
	_, err = c.Select("INBOX", nil).Wait()
	require.NoError(s, err)
	do(c)
}

func (s *mailServer) remove(uids ...imap.UID) {
	s.Helper()
	s.session(func(c *imapclient.Client) {
		store := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}
		require.NoError(s, c.Store(imap.UIDSetNum(uids...), store, nil).Close())
		require.NoError(s, c.Expunge().Close())
	})
}

func (s *mailServer) open(change func(*source.Settings), secret string) (source.Reader, error) {
	s.Helper()
	client, err := egress.New(egress.Config{AllowLoopback: true, RootCAs: s.roots})
	require.NoError(s, err)
	settings := source.Settings{URL: "imaps://" + s.addr, Username: "reader"}
	if change != nil {
		change(&settings)
	}
	return source.Opener{Client: client}.Open(source.IMAP, settings, glob.Filter{}, secret)
}

func (s *mailServer) reader() source.Reader {
	s.Helper()
	r, err := s.open(nil, "pass word")
	require.NoError(s, err)
	s.Cleanup(func() { require.NoError(s, r.Close()) })
	return r
}

func mail(n int) string { return fmt.Sprintf("Subject: %d\r\n\r\nThe text of message %d.\r\n", n, n) }

func TestAMailboxIsListedByPagesFromAnyCursor(t *testing.T) {
	t.Parallel()
	s := newMailServer(t, overTLS)
	for i := range 2100 {
		s.put("INBOX", mail(i+1))
	}
	s.remove(1, 2, 500, 1001, 2100)
	r := s.reader()
	all, pages := list(t, r, "")
	require.Len(t, all, 2095)
	require.Len(t, pages, 3)
	for _, i := range []int{0, 1, 996, 997, 999, 1000, 2093, 2094} {
		item := pages[i/1000].Items[i%1000]
		rest, _ := list(t, r, item.Key)
		require.Equal(t, append([]string(nil), all[i+1:]...), rest, "behind %s", item.Key)
	}
	s.remove(3)
	rest, _ := list(t, s.reader(), pages[0].Items[0].Key)
	require.Equal(t, all[1:], rest, "a cursor outlives its message")

	enough := errors.New("enough")
	require.ErrorIs(t, r.List(t.Context(), "", func(source.Page) error { return enough }), enough)
	again, _ := list(t, r, "")
	require.Len(t, again, 2094)
}

func TestAMessageIsReadAsItIs(t *testing.T) {
	t.Parallel()
	s := newMailServer(t, overTLS)
	long := mail(2) + strings.Repeat("Lorem ipsum dolor sit amet.\r\n", 100_000)
	s.put("INBOX", mail(1))
	s.put("INBOX", long)
	require.NoError(t, s.user.Create("Archive/2026 & älter", nil))
	s.put("Archive/2026 & älter", mail(3))
	r := s.reader()
	_, pages := list(t, r, "")
	for i, want := range []string{mail(1), long} {
		var text bytes.Buffer
		item := pages[0].Items[i]
		tag, err := r.Read(t.Context(), item, &text)
		require.NoError(t, err)
		require.Equal(t, want, text.String())
		require.Equal(t, item.Tag, tag)
		require.EqualValues(t, text.Len(), item.Size)
	}
	full := errors.New("full")
	_, err := r.Read(t.Context(), pages[0].Items[1], writerErr{full})
	require.ErrorIs(t, err, full)
	s.remove(1)
	_, err = r.Read(t.Context(), pages[0].Items[0], io.Discard)
	require.Equal(t, source.Gone, reasonOf(t, err))
	_, err = r.Read(t.Context(), pages[0].Items[1], io.Discard)
	require.NoError(t, err)

	other, err := s.open(func(at *source.Settings) { at.Mailbox = "Archive/2026 & älter" }, "pass word")
	require.NoError(t, err)
	_, pages = list(t, other, "")
	require.Len(t, pages[0].Items, 1)
}

type writerErr struct{ error }

func (w writerErr) Write([]byte) (int, error) { return 0, w.error }

// A message keeps its name as long as its server says that it is the same message.
func TestAMailboxThatIsNumberedAnewHasOtherMessages(t *testing.T) {
	t.Parallel()
	s := newMailServer(t, overTLS)
	require.NoError(t, s.user.Create("Work", nil))
	s.put("Work", mail(1))
	open := func() source.Reader {
		r, err := s.open(func(at *source.Settings) { at.Mailbox = "Work" }, "pass word")
		require.NoError(t, err)
		return r
	}
	before, pages := list(t, open(), "")
	require.NoError(t, s.user.Delete("Work"))
	require.NoError(t, s.user.Create("Work", nil))
	s.put("Work", mail(1))
	after, _ := list(t, open(), "")
	require.NotEqual(t, before, after)
	item := pages[0].Items[0]
	_, err := open().Read(t.Context(), item, io.Discard)
	require.Equal(t, source.Gone, reasonOf(t, err))
	err = open().List(t.Context(), item.Key, func(source.Page) error { return nil })
	require.Equal(t, source.Unreachable, reasonOf(t, err), "half a listing of one and half of the other is none")
}

func TestAMailServerInTroubleIsNoEmptyMailbox(t *testing.T) {
	t.Parallel()
	s := newMailServer(t, overTLS)
	for i := range 30 {
		s.put("INBOX", mail(i))
	}
	fails := func(change func(*source.Settings), secret string) source.Reason {
		r, err := s.open(change, secret)
		if err == nil {
			err = r.List(t.Context(), "", func(source.Page) error { return nil })
		}
		return reasonOf(t, err)
	}
	require.Equal(t, source.Misconfigured, fails(nil, "wrong"))
	require.Equal(t, source.Misconfigured, fails(func(at *source.Settings) { at.Username = "" }, ""))
	require.Equal(t, source.Misconfigured, fails(func(at *source.Settings) { at.Mailbox = "None" }, "pass word"))
	require.Equal(t, source.Misconfigured, fails(func(at *source.Settings) { at.Mailbox = "x\r\ny" }, "pass word"))
	_, pages := list(t, s.reader(), "")
	whole := s.reader()
	for bytes := int64(200); ; bytes += 150 {
		s.breaks.Store(bytes)
		r, err := s.open(nil, "pass word")
		require.NoError(t, err)
		listed := 0
		if err = r.List(t.Context(), "", func(p source.Page) error { listed += len(p.Items); return nil }); err == nil {
			require.Equal(t, 30, listed, "%d bytes", bytes)
			break
		}
		require.Equal(t, source.Unreachable, reasonOf(t, err), "%d bytes", bytes)
	}
	s.breaks.Store(1)
	_, err := whole.Read(t.Context(), pages[0].Items[0], io.Discard)
	require.Equal(t, source.Unreachable, reasonOf(t, err))
	s.roots = x509.NewCertPool()
	s.breaks.Store(0)
	require.Equal(t, source.Unreachable, fails(nil, "pass word"), "a certificate that nobody has signed")
}

// A password is sent only over TLS, or to a server on this machine that does not support it.
func TestMailIsReadOverTLS(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		how    security
		scheme string
		works  bool
	}{
		"TLS": {overTLS, "imaps", true}, "STARTTLS": {startTLS, "imap", true}, "loopback": {plain, "imap", true},
		"TLS with one that does not know it": {plain, "imaps", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newMailServer(t, tc.how)
			s.put("INBOX", mail(1))
			r, err := s.open(func(at *source.Settings) { at.URL = tc.scheme + "://" + s.addr }, "pass word")
			require.NoError(t, err)
			err = r.List(t.Context(), "", func(source.Page) error { return nil })
			if !tc.works {
				require.Equal(t, source.Unreachable, reasonOf(t, err))
				return
			}
			require.NoError(t, err)
		})
	}
	s := newMailServer(t, startTLS)
	s.roots = x509.NewCertPool()
	r, err := s.open(func(at *source.Settings) { at.URL = "imap://" + s.addr }, "pass word")
	require.NoError(t, err)
	err = r.List(t.Context(), "", func(source.Page) error { return nil })
	require.ErrorContains(t, err, "TLS certificate", "a server that offers TLS has to have a valid certificate")
}

// hostile is a server that answers each command with the given lines, in which %s is its tag.
func hostile(t *testing.T, greeting string, answers map[string]string) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close() //nolint:errcheck // whoever reads notices
				_, _ = io.WriteString(conn, greeting)
				for lines := bufio.NewScanner(conn); lines.Scan(); {
					tag, command, _ := strings.Cut(lines.Text(), " ")
					word, _, _ := strings.Cut(command, " ")
					answer, ok := answers[word]
					if !ok {
						answer = "%s OK done\r\n"
					}
					if _, err := io.WriteString(conn, strings.ReplaceAll(answer, "%s", tag)); err != nil {
						return
					}
				}
			}()
		}
	}()
	return "imap://" + l.Addr().String()
}

func TestAHostileMailServerIsGivenUpOn(t *testing.T) {
	t.Parallel()
	const greeting = "* OK [CAPABILITY IMAP4rev1] hello\r\n"
	opened := func(exists int) string {
		return fmt.Sprintf("* %d EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n%%s OK [READ-ONLY] done\r\n", exists)
	}
	endless := strings.Repeat("x", 6<<20)
	for name, tc := range map[string]struct {
		greeting string
		answers  map[string]string
	}{
		"endless greeting":       {"* OK " + endless, nil},
		"endless line":           {greeting, map[string]string{"LOGIN": "* OK " + endless}},
		"no such numbers":        {greeting, map[string]string{"EXAMINE": "* 5 EXISTS\r\n%s OK done\r\n"}},
		"messages without end":   {greeting, map[string]string{"EXAMINE": opened(4_000_000_000)}},
		"numbers in no order":    {greeting, map[string]string{"EXAMINE": opened(2), "FETCH": "* 1 FETCH (UID 9 RFC822.SIZE 1)\r\n* 2 FETCH (UID 3 RFC822.SIZE 1)\r\n%s OK done\r\n"}},
		"a list that is refused": {greeting, map[string]string{"EXAMINE": opened(2), "FETCH": "* 1 FETCH (UID 9 RFC822.SIZE 1)\r\n%s NO not now\r\n"}},
		"a chatty list":          {greeting, map[string]string{"EXAMINE": opened(2), "FETCH": strings.Repeat("* 7 FETCH (UID 1 RFC822.SIZE 1)\r\n", 200_000)}},
		"no protocol":            {"HTTP/1.1 400 Bad Request\r\n\r\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := local(t).Open(source.IMAP, source.Settings{URL: hostile(t, tc.greeting, tc.answers), Username: "u"}, glob.Filter{}, "p")
			require.NoError(t, err)
			err = r.List(t.Context(), "", func(source.Page) error { return nil })
			require.Error(t, err)
			reasonOf(t, err)
		})
	}
	answers := map[string]string{"EXAMINE": opened(2), "UID": "* 1 FETCH (UID 1 BODY[] {99999999}\r\n" + endless}
	r, err := local(t).Open(source.IMAP, source.Settings{URL: hostile(t, greeting, answers), Username: "u"}, glob.Filter{}, "p")
	require.NoError(t, err)
	_, err = r.Read(t.Context(), source.Item{Key: "7/1", Size: 10}, io.Discard)
	require.Equal(t, source.Unreachable, reasonOf(t, err), "a message that is much longer than it was listed")
}

func TestMailServersAreReachedByTheRulesOfOtherAddresses(t *testing.T) {
	t.Parallel()
	client, err := egress.New(egress.Config{})
	require.NoError(t, err)
	opener := source.Opener{Client: client}
	for address, ok := range map[string]bool{
		"imaps://mail.example.org": true, "imap://mail.example.org": true, "imaps://mail.example.org:143/": true,
		"imaps://mail.example.org:8080": false, "imaps://127.0.0.1": false, "imap://10.0.0.1": false, "imaps://localhost": false,
		"https://mail.example.org": false, "mail.example.org": false, "imaps://u:p@mail.example.org": false, "imaps://mail.example.org/INBOX": false, "": false,
	} {
		err := opener.Check(source.IMAP, source.Settings{URL: address, Username: "u"})
		require.Equal(t, ok, err == nil, "%s: %v", address, err)
	}
}
