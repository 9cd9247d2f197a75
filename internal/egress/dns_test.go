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

// nameServer answers A and AAAA queries over UDP. It returns several answers for a name one per query, in turn, as a
// rebinding name server shows a public address to a check and a private one to the dial. An answer that is not an
// address is a name to which a CNAME points.
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
	if len(s.answers[name[:len(name)-1]]) == 0 {
		m.RCode = dnsmessage.RCodeNameError
		return m
	}
	m.Answers = s.records(q)
	return m
}

// records returns the next answer for a name, including the address at the end of its aliases.
func (s *nameServer) records(q dnsmessage.Question) []dnsmessage.Resource {
	name := q.Name.String()
	answers := s.answers[name[:len(name)-1]]
	if len(answers) == 0 {
		return nil
	}
	s.mu.Lock()
	asked := name + q.Type.String()
	answer := answers[min(s.asked[asked], len(answers)-1)]
	s.asked[asked]++
	s.mu.Unlock()
	header := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: dnsmessage.ClassINET}
	address, err := netip.ParseAddr(answer)
	switch {
	case err != nil:
		header.Type = dnsmessage.TypeCNAME
		alias := dnsmessage.MustNewName(answer + ".")
		record := dnsmessage.Resource{Header: header, Body: &dnsmessage.CNAMEResource{CNAME: alias}}
		return append([]dnsmessage.Resource{record}, s.records(dnsmessage.Question{Name: alias, Type: q.Type})...)
	case q.Type == dnsmessage.TypeA && address.Is4():
		return []dnsmessage.Resource{{Header: header, Body: &dnsmessage.AResource{A: address.As4()}}}
	case q.Type == dnsmessage.TypeAAAA && !address.Is4():
		return []dnsmessage.Resource{{Header: header, Body: &dnsmessage.AAAAResource{AAAA: address.As16()}}}
	}
	return nil
}
