package egress_test

import (
	"context"
	"net"
	"net/netip"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/dns/dnsmessage"
)

// nameServer answers A queries over UDP. A name with several answers gives one per query, in turn: that is how
// a rebinding name server shows a public address to a check and a private one to the dial.
type nameServer struct {
	mu      sync.Mutex
	answers map[string][]string
	asked   map[string]int
}

func newResolver(t *testing.T, answers map[string][]string) *net.Resolver {
	t.Helper()
	conn, err := (&net.ListenConfig{}).ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	require.NoError(t, err)
	s := &nameServer{answers: answers, asked: map[string]int{}}
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.serve(conn)
	}()
	t.Cleanup(func() {
		_ = conn.Close()
		<-done
	})
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

func (s *nameServer) serve(conn net.PacketConn) {
	buf := make([]byte, 1500)
	for {
		n, from, err := conn.ReadFrom(buf)
		if err != nil {
			return
		}
		var query dnsmessage.Message
		if query.Unpack(buf[:n]) != nil || len(query.Questions) != 1 {
			continue
		}
		answer := s.answer(query)
		if packed, err := answer.Pack(); err == nil {
			_, _ = conn.WriteTo(packed, from)
		}
	}
}

func (s *nameServer) answer(query dnsmessage.Message) dnsmessage.Message {
	q := query.Questions[0]
	m := dnsmessage.Message{
		Header:    dnsmessage.Header{ID: query.ID, Response: true, Authoritative: true},
		Questions: query.Questions,
	}
	name := q.Name.String()
	addresses := s.answers[name[:len(name)-1]]
	if len(addresses) == 0 {
		m.RCode = dnsmessage.RCodeNameError
		return m
	}
	if q.Type != dnsmessage.TypeA {
		return m
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	address := addresses[min(s.asked[name], len(addresses)-1)]
	s.asked[name]++
	m.Answers = []dnsmessage.Resource{{
		Header: dnsmessage.ResourceHeader{Name: q.Name, Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET},
		Body:   &dnsmessage.AResource{A: netip.MustParseAddr(address).As4()},
	}}
	return m
}
