package egress_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/egress"
)

func newClient(t *testing.T, cfg egress.Config) *egress.Client {
	t.Helper()
	c, err := egress.New(cfg)
	require.NoError(t, err)
	return c
}

func requireClass(t *testing.T, want egress.Class, err error, msgAndArgs ...any) {
	t.Helper()
	var e *egress.Error
	require.ErrorAs(t, err, &e, msgAndArgs...)
	require.Equal(t, want, e.Class, msgAndArgs...)
}

var hostile = []string{
	// Loopback in every spelling.
	"http://127.0.0.1/", "https://127.0.0.1:443/", "http://127.1/", "http://127.0.1/", "http://127.255.255.254/",
	"http://2130706433/", "http://0x7f000001/", "http://0x7f.0.0.1/", "http://0X7F.1/", "http://017700000001/",
	"http://0177.0.0.1/", "http://127.0.0.01/", "http://0/", "http://0.0.0.0/", "http://0x/", "http://127.0.0.1./",
	"http://１２７.０.０.１/", "http://①②⑦.0.0.1/", "http://127。0。0。1/",
	"http://localhost/", "http://LOCALHOST/", "http://localhost./", "http://a.localhost/", "http://ｌocalhost/",
	"http://[::1]/", "http://[::]/", "http://[0:0:0:0:0:0:0:1]/", "http://[::127.0.0.1]/",
	"http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://[::ffff:0:127.0.0.1]/", "http://[::1%25lo]/",
	// Private, link-local, shared, benchmark, documentation, multicast, reserved and metadata addresses.
	"http://10.0.0.1/", "http://172.16.0.1/", "http://172.31.255.255/", "http://192.168.0.1/", "http://100.64.0.1/",
	"http://169.254.169.254/latest/meta-data/", "http://2852039166/", "http://192.0.0.192/", "http://198.18.0.1/",
	"http://192.0.2.1/", "http://198.51.100.1/", "http://203.0.113.1/", "http://224.0.0.1/", "http://240.0.0.1/",
	"http://255.255.255.255/",
	"http://[fe80::1]/", "http://[fec0::1]/", "http://[fc00::1]/", "http://[fd00:ec2::254]/", "http://[ff02::1]/",
	"http://[2001:db8::1]/", "http://[100::1]/", "http://[5f00::1]/",
	// IPv4 inside IPv6: NAT64, 6to4, Teredo, ISATAP.
	"http://[64:ff9b::7f00:1]/", "http://[64:ff9b:1::7f00:1]/", "http://[2002:7f00:1::]/", "http://[2001:0:1::1]/",
	"http://[2606:4700::5efe:7f00:1]/", "http://[2606:4700::200:5efe:a9fe:a9fe]/",
	// Names that are never public.
	"http://intranet/", "http://metadata.google.internal/", "http://printer.local/", "http://router.home.arpa/",
	"http://x.onion/", "http://postgres:5432/",
	// Other schemes, ports and shapes.
	"", "/", "example.com", "//example.com/", "file:///etc/passwd", "ftp://example.com/", "gopher://example.com/",
	"javascript:alert(1)", "data:text/plain,x", "http:example.com", "http:///x", "http://:80/", "http://./",
	"http://example.com:22/", "http://example.com:5432/", "http://example.com:0/", "http://example.com:65616/",
	"http://example.com:-1/", "http://example.com:80:80/",
	"http://user@example.com/", "http://user:secret@example.com/", "http://example.com@127.0.0.1/",
	"http://example.com\\@127.0.0.1/", "http://example.com /", "http://exam\tple.com/", "http://example.com/\r\nX: y",
	"http://example.com/\x00", "http://example.com/\u2028", "http://127%2e0.0.1/", "http://[127.0.0.1]/",
	"http://[::1/", "http://exa\xffmple.com/", "http://-example.com/", "http://xn--a/", "http://a..b.com/",
	"http://" + strings.Repeat("a", 64) + ".com/", "http://" + strings.Repeat("abc.", 64) + "com/",
	"http://example.com/" + strings.Repeat("x", 8192),
}

func TestHostileURLsAreBlocked(t *testing.T) {
	t.Parallel()
	c := newClient(t, egress.Config{})
	for _, u := range hostile {
		for kind, name := range map[egress.Kind]string{egress.ForFetch: "fetch", egress.ForCallback: "callback"} {
			requireClass(t, egress.BlockedURL, c.CheckURL(u, kind), "%s %.100q", name, u)
		}
		_, err := c.Fetch(t.Context(), u, 1, nil)
		requireClass(t, egress.BlockedURL, err, "%.100q", u)
		r, err := c.Post(t.Context(), u, nil, nil)
		require.NoError(t, err)
		require.Equal(t, egress.BlockedURL, r.Class, "%.100q", u)
	}
}

func TestLoopbackExceptionIsOnlyForThreeSpellings(t *testing.T) {
	t.Parallel()
	c := newClient(t, egress.Config{AllowLoopback: true})
	admitted := map[string]bool{"http://127.0.0.1/": true, "https://127.0.0.1:443/": true, "http://localhost/": true, "http://LOCALHOST/": true, "http://[::1]/": true}
	for _, u := range hostile {
		err := c.CheckURL(u, egress.ForFetch)
		if admitted[u] {
			require.NoError(t, err, u)
			continue
		}
		requireClass(t, egress.BlockedURL, err, "%.100q", u)
	}
	require.NoError(t, c.CheckURL("http://localhost:5000/hook", egress.ForCallback))
	require.NoError(t, c.CheckURL("http://[::1]:9/", egress.ForCallback))
}

func TestPublicURLsPass(t *testing.T) {
	t.Parallel()
	c := newClient(t, egress.Config{})
	for _, u := range []string{
		"https://example.com", "HTTPS://EXAMPLE.com/a?b=c#d", "https://example.com:8443/", "https://example.com./",
		"https://bücher.example.de/übersicht", "https://xn--bcher-kva.de/", "https://93.184.216.34/", "https://8.8.8.8/",
		"https://[2606:4700:4700::1111]/", "https://1password.com/", "https://a.3com/", "https://example.com/%2e%2e/x",
	} {
		require.NoError(t, c.CheckURL(u, egress.ForFetch), u)
		require.NoError(t, c.CheckURL(u, egress.ForCallback), u)
	}
}

func TestCallbacksNeedTLS(t *testing.T) {
	t.Parallel()
	require.NoError(t, newClient(t, egress.Config{}).CheckURL("http://example.com/", egress.ForFetch))
	requireClass(t, egress.BlockedURL, newClient(t, egress.Config{}).CheckURL("http://example.com/", egress.ForCallback))
	development := newClient(t, egress.Config{AllowHTTPCallbacks: true})
	require.NoError(t, development.CheckURL("http://example.com/", egress.ForCallback))
	requireClass(t, egress.BlockedURL, development.CheckURL("http://10.0.0.1/", egress.ForCallback))
}

func TestPrivateExceptionsAreExact(t *testing.T) {
	t.Parallel()
	c := newClient(t, egress.Config{AllowPrivate: []string{"sink:9000", "10.0.0.5:80"}})
	require.NoError(t, c.CheckURL("http://sink:9000/hook", egress.ForCallback))
	require.NoError(t, c.CheckURL("http://10.0.0.5/", egress.ForFetch))
	for _, u := range []string{"http://sink:9001/", "http://sink/", "http://10.0.0.6/", "https://10.0.0.5/", "http://a.sink:9000/"} {
		requireClass(t, egress.BlockedURL, c.CheckURL(u, egress.ForFetch), u)
	}
	_, err := egress.New(egress.Config{AllowPrivate: []string{"sink"}})
	require.Error(t, err)
}

func TestNAT64AddressesAreJudgedByTheirIPv4(t *testing.T) {
	t.Parallel()
	var prefixes []netip.Prefix
	for _, p := range []string{"2001:67c:20::/32", "2001:67d:2000::/40", "2a00:1:2::/48", "2a00:1:3:100::/56", "2a00:1:4:5::/64", "64:ff9b::/96"} {
		prefixes = append(prefixes, netip.MustParsePrefix(p).Masked())
	}
	c := newClient(t, egress.Config{NAT64Prefixes: prefixes})
	// The examples of RFC 6052, section 2.4, once for 8.8.8.8 and once for 127.0.0.1.
	for public, private := range map[string]string{
		"[2001:67c:808:808::]":        "[2001:67c:7f00:1::]",
		"[2001:67d:2008:808:8:800::]": "[2001:67d:207f:0:1::]",
		"[2a00:1:2:808:8:800::]":      "[2a00:1:2:7f00:0:100::]",
		"[2a00:1:3:108:8:808::]":      "[2a00:1:3:17f:0:1::]",
		"[2a00:1:4:5:8:808:800:0]":    "[2a00:1:4:5:7f:0:100:0]",
		"[64:ff9b::808:808]":          "[64:ff9b::7f00:1]",
	} {
		require.NoError(t, c.CheckURL("https://"+public+"/", egress.ForFetch), public)
		requireClass(t, egress.BlockedURL, c.CheckURL("https://"+private+"/", egress.ForFetch), private)
	}
	_, err := egress.New(egress.Config{NAT64Prefixes: []netip.Prefix{netip.MustParsePrefix("2001:db8::/80")}})
	require.Error(t, err)
}

func TestDeniedNetworksPortsAndHostsCanBeConfigured(t *testing.T) {
	t.Parallel()
	c := newClient(t, egress.Config{
		Ports:          []uint16{443, 444},
		DeniedPrefixes: []netip.Prefix{netip.MustParsePrefix("93.184.216.0/24"), netip.MustParsePrefix("2606:4700::/32")},
		AllowedHosts:   egress.Hosts{"files.example.com", ".example.org", "93.184.216.34", "2606:4700::1"},
	})
	for _, u := range []string{"https://files.example.com:444/", "https://FILES.example.com./", "https://a.b.example.org/", "https://example.org/"} {
		require.NoError(t, c.CheckURL(u, egress.ForFetch), u)
	}
	for _, u := range []string{
		"http://files.example.com/", "https://other.example.com/", "https://badexample.org/", "https://example.com/",
		"https://93.184.216.34/", "https://[2606:4700::1]/", "https://8.8.8.8/",
	} {
		requireClass(t, egress.BlockedURL, c.CheckURL(u, egress.ForFetch), u)
	}
}
