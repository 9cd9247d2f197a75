package egress_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/egress"
)

// internalAddresses are addresses that no name may lead to: this machine, its networks, its neighbours' metadata
// services, and every way to write one of them inside another address.
var internalAddresses = []string{
	"127.0.0.1", "127.0.0.53", "127.255.255.254", "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "172.16.0.1",
	"172.31.255.255", "192.168.0.1", "192.168.255.255", "169.254.169.254", "169.254.170.2", "169.254.0.1",
	"100.64.0.1", "100.100.100.200", "100.127.255.255", "192.0.0.1", "192.0.0.192", "192.0.2.1", "192.88.99.1", "198.18.0.1",
	"198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
	"::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:0:7f00:1",
	"64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1", "100::1", "2001::1", "2001:0:4136:e378::1",
	"2001:2::1", "2001:10::1", "2001:db8::1", "2002:7f00:1::1", "2002:a9fe:a9fe::1", "3fff::1", "5f00::1",
	"fc00::1", "fd00:ec2::254", "fdff:ffff::1", "fe80::1", "febf::1", "fec0::1", "ff02::1", "ff0e::1",
	"2606:4700::5efe:7f00:1", "2606:4700::200:5efe:a00:1",
}

func TestNoNameLeadsToAnInternalAddress(t *testing.T) {
	t.Parallel()
	answers := map[string][]string{}
	for i, address := range internalAddresses {
		answers[fmt.Sprintf("n%d.example.com", i)] = []string{address}
		answers[fmt.Sprintf("alias%d.example.com", i)] = []string{fmt.Sprintf("n%d.example.com", i)}
	}
	c := newClient(t, egress.Config{Resolver: newResolver(t, answers), AllowLoopback: true})
	for i, address := range internalAddresses {
		for _, name := range []string{"n", "alias"} {
			u := fmt.Sprintf("https://%s%d.example.com/", name, i)
			require.NoError(t, c.CheckURL(u, egress.ForCallback), "the name alone is harmless")
			_, err := c.Fetch(t.Context(), u, 1, io.Discard)
			requireClass(t, egress.BlockedURL, err, address)
			r, err := c.Post(t.Context(), u, nil, nil)
			require.NoError(t, err)
			require.Equal(t, egress.BlockedURL, r.Class, address)
		}
	}
}

func TestNamesThatChangeTheirAnswerReachNobody(t *testing.T) {
	t.Parallel()
	origin, reached := serve(t, func(http.ResponseWriter, *http.Request) {})
	n, err := strconv.ParseUint(port(t, origin), 10, 16)
	require.NoError(t, err)
	turns := map[string][]string{
		"to4.example.com":    {"93.184.216.34", "127.0.0.1"},
		"to6.example.com":    {"93.184.216.34", "::1"},
		"from6.example.com":  {"2606:4700:4700::1111", "127.0.0.1"},
		"mapped.example.com": {"93.184.216.34", "::ffff:127.0.0.1"},
		"alias.example.com":  {"93.184.216.34", "inside.example.com"},
		"inside.example.com": {"127.0.0.1"},
	}
	for name, answers := range turns {
		resolver := newResolver(t, turns)
		shown, err := resolver.LookupHost(t.Context(), name)
		require.NoError(t, err)
		require.Equal(t, answers[:1], shown, "what a check before the dial would see")
		c := newClient(t, egress.Config{Resolver: resolver, Ports: []uint16{uint16(n)}})
		_, err = c.Fetch(t.Context(), "http://"+name+":"+port(t, origin), 1, io.Discard)
		requireClass(t, egress.BlockedURL, err, name)
	}
	require.Zero(t, reached.Load())
}

func TestNoRedirectLeadsToAHostileAddress(t *testing.T) {
	t.Parallel()
	origin, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		status, err := strconv.Atoi(r.URL.Query().Get("status"))
		if err != nil {
			w.WriteHeader(http.StatusTeapot)
			return
		}
		w.Header().Set("Location", r.URL.Query().Get("to"))
		w.WriteHeader(status)
	})
	resolver := newResolver(t, map[string][]string{"inside.example.com": {"10.0.0.1"}, "meta.example.com": {"169.254.169.254"}})
	c := newClient(t, egress.Config{AllowLoopback: true, Resolver: resolver})
	targets := []string{"https://inside.example.com/", "//meta.example.com/latest/", "http://127.0.0.1.example.com@10.0.0.1/"}
	for _, u := range hostile {
		escaped := strings.ContainsAny(u, "\u2028\ufffd") // the HTTP client escapes these, which makes them harmless
		if strings.Contains(u, "://") && !isLoopbackSpelling(u) && !escaped {
			targets = append(targets, u)
		}
	}
	require.Greater(t, len(targets), 80)
	for i, target := range targets {
		status := []int{301, 302, 303, 307, 308}[i%5]
		u := fmt.Sprintf("%s/?status=%d&to=%s", origin, status, url.QueryEscape(target))
		_, err := c.Fetch(t.Context(), u, 1, io.Discard)
		if _, unreadable := url.Parse(target); unreadable != nil {
			requireClass(t, egress.Unreachable, err, "%.100q", target)
			continue
		}
		requireClass(t, egress.BlockedURL, err, "%.100q", target)
	}
}

// isLoopbackSpelling reports whether the loopback exception admits a spelling.
func isLoopbackSpelling(u string) bool {
	parsed, err := url.Parse(u)
	if err != nil {
		return false
	}
	host := strings.ToLower(parsed.Hostname())
	return host == "127.0.0.1" || host == "::1" || host == "localhost"
}
