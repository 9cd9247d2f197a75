package main_test

import (
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"quire/internal/certs/certstest"
)

// secured puts a TLS proxy in front of a server that does not speak TLS. hello answers what a client sends before its
// handshake.
func secured(t *testing.T, cfg *tls.Config, network, target string, hello func(net.Conn) error) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				if hello != nil && hello(conn) != nil {
					return
				}
				inside, err := net.Dial(network, target)
				if err != nil {
					return
				}
				defer inside.Close()
				outside := tls.Server(conn, cfg)
				if outside.Handshake() != nil {
					return
				}
				go func() { _, _ = io.Copy(inside, outside); inside.Close() }()
				_, _ = io.Copy(outside, inside)
			}()
		}
	}()
	return l.Addr().String()
}

// sslRequest accepts the message with which a PostgreSQL client asks for TLS; 'S' means yes.
func sslRequest(conn net.Conn) error {
	if _, err := io.ReadFull(conn, make([]byte, 8)); err != nil {
		return err
	}
	_, err := conn.Write([]byte("S"))
	return err
}

// set adds settings for the processes.
func (s *scaled) set(values ...string) { s.env = append(slices.Clip(s.env), values...) }

func TestEveryConnectionCanBeTLS(t *testing.T) {
	t.Parallel()
	s := newScaled(t)
	ca, dir := certstest.New(t), t.TempDir()
	certFile, keyFile := ca.Issue(dir, "first")
	pair, err := tls.LoadX509KeyPair(certFile, keyFile)
	require.NoError(t, err)
	plain := &tls.Config{Certificates: []tls.Certificate{pair}, NextProtos: []string{"h2"}}
	mutual := plain.Clone()
	mutual.ClientAuth, mutual.ClientCAs = tls.RequireAndVerifyClientCert, ca.Pool()

	database, err := url.Parse(s.setting("QUIRE_DATABASE_URL"))
	require.NoError(t, err)
	socket := filepath.Join(database.Query().Get("host"), ".s.PGSQL."+database.Query().Get("port"))
	postgres := secured(t, &tls.Config{Certificates: []tls.Certificate{pair}}, "unix", socket, sslRequest)
	s.set("QUIRE_DATABASE_URL=postgres://quire@"+strings.Replace(postgres, "127.0.0.1", "localhost", 1)+"/quire?sslmode=verify-full&sslrootcert="+ca.File,
		"QUIRE_TEMPORAL_ADDRESS="+secured(t, mutual, "tcp", s.temporal, nil),
		"QUIRE_TEMPORAL_TLS_CERT="+certFile, "QUIRE_TEMPORAL_TLS_KEY="+keyFile, "QUIRE_TEMPORAL_TLS_CA="+ca.File, "QUIRE_TEMPORAL_TLS_SERVER_NAME=localhost",
		"QUIRE_QDRANT_URL=https://"+secured(t, plain, "tcp", strings.TrimPrefix(s.vectors, "http://"), nil), "QUIRE_QDRANT_CA="+ca.File,
		"QUIRE_TLS_CERT="+certFile, "QUIRE_TLS_KEY="+keyFile)
	s.run("migrate")
	s.run("account", "create", "default")
	s.key = s.run("key", "create", "default")
	s.serve("api")
	s.serve("worker")

	// The API speaks TLS at its own address; the helpers of these tests reach it through a proxy.
	trusting := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: ca.Pool()}, DisableKeepAlives: true}}
	var served *http.Response
	require.Eventually(t, func() bool {
		served, err = trusting.Get("https://" + s.api + "/readyz")
		return err == nil && served.StatusCode == http.StatusOK
	}, time.Minute, 50*time.Millisecond)
	require.Equal(t, "first", served.TLS.PeerCertificates[0].Subject.CommonName)
	_, err = http.Get("https://" + s.api + "/readyz")
	require.ErrorContains(t, err, "certificate")
	s.api = unsecured(t, ca, s.api)
	c := s.collection("Office")
	f := s.put(c, "prices.csv", []byte("Article,Price\nStapler,12.50\n"))
	require.Equal(t, "ready", s.awaitFile(c, f.ID).Status)
	require.Contains(t, s.run("search", "-c", "Office", "price of a stapler"), "12.50")

	ca.Issue(dir, "second")
	soon := time.Now().Add(time.Second)
	require.NoError(t, os.Chtimes(certFile, soon, soon))
	served, err = trusting.Get("https://localhost:" + port(s.setting("QUIRE_LISTEN")) + "/healthz")
	require.NoError(t, err)
	require.Equal(t, "second", served.TLS.PeerCertificates[0].Subject.CommonName, "without a restart")

	stranger := exec.Command(s.quire, "migrate")
	stranger.Env = append(s.env, "QUIRE_DATABASE_URL="+strings.Replace(s.setting("QUIRE_DATABASE_URL"), ca.File, certstest.New(t).File, 1))
	out, err := stranger.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "certificate signed by unknown authority")
}

// unsecured returns the address of a plaintext proxy in front of a server that speaks TLS.
func unsecured(t *testing.T, ca *certstest.Authority, target string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				inside, err := tls.Dial("tcp", target, &tls.Config{RootCAs: ca.Pool()})
				if err != nil {
					return
				}
				defer inside.Close()
				go func() { _, _ = io.Copy(inside, conn); _ = inside.CloseWrite() }()
				_, _ = io.Copy(conn, inside)
			}()
		}
	}()
	return l.Addr().String()
}

func TestTemporalReceivesTheConfiguredAPIKey(t *testing.T) {
	t.Parallel()
	ca, dir := certstest.New(t), t.TempDir()
	pair, err := tls.LoadX509KeyPair(ca.Issue(dir, "temporal"))
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	seen := make(chan string, 100)
	server := grpc.NewServer(grpc.Creds(credentials.NewServerTLSFromCert(&pair)), grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error {
		md, _ := metadata.FromIncomingContext(stream.Context())
		select {
		case seen <- strings.Join(md.Get("authorization"), ","):
		default:
		}
		return status.Error(codes.PermissionDenied, "no")
	}))
	go func() { _ = server.Serve(l) }()
	t.Cleanup(server.Stop)
	quire, err := filepath.Abs("../../bin/quire")
	require.NoError(t, err)
	cmd := exec.Command(quire, "doctor")
	cmd.Env = append(os.Environ(), "QUIRE_DATABASE_URL=postgres://nobody@127.0.0.1:1/x", "QUIRE_BLOBS=file://"+dir, "QUIRE_SECRETS_FILE="+dir+"/secrets",
		"QUIRE_TEMPORAL_ADDRESS="+l.Addr().String(), "QUIRE_TEMPORAL_API_KEY=canary-key", "QUIRE_TEMPORAL_TLS_CA="+ca.File)
	out, _ := cmd.CombinedOutput() // it complains about the rest
	require.NotEmpty(t, seen, "%s", out)
	require.Equal(t, "Bearer canary-key", <-seen)
	require.NotContains(t, string(out), "canary-key")
}
