// Package s3test runs VersityGW, the S3-compatible store that the production files use, as a process for tests.
package s3test

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	// ProgramVariable names the environment variable with the path of the program; 'make test' sets it.
	ProgramVariable = "QUIRE_TEST_S3_SERVER"
	// User is the access key that a Server accepts.
	User = "quire"
	// Password is its secret.
	Password = "only for tests"
	// Right is the profile of the AWS SDK with the right credentials.
	Right = "right"
	// Wrong is a profile with another secret.
	Wrong = "wrong"

	startTimeout = 30 * time.Second
)

// Main runs the tests with the credential profiles in their environment.
func Main(m *testing.M) int {
	file, err := os.CreateTemp("", "s3test-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.Remove(file.Name())
	_, err = fmt.Fprintf(file, "[%s]\naws_access_key_id=%s\naws_secret_access_key=%s\n[%s]\naws_access_key_id=%[2]s\naws_secret_access_key=%[5]s\n",
		Right, User, Password, Wrong, "another")
	if err == nil {
		err = os.Setenv("AWS_SHARED_CREDENTIALS_FILE", file.Name())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// Server is a store in a separate process, with the bucket "quire".
type Server struct {
	URL string // http://127.0.0.1:port
	Dir string // its data: one directory per bucket
}

// Start starts a server that stops at the end of the test. If the program is missing, it skips the test or, in CI,
// fails it.
func Start(t testing.TB) *Server {
	t.Helper()
	path := program(t)
	s := &Server{Dir: t.TempDir()}
	require.NoError(t, os.Mkdir(filepath.Join(s.Dir, "quire"), 0o755))
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s.URL = "http://" + l.Addr().String()
	require.NoError(t, l.Close())

	cmd := exec.Command(path, "posix", s.Dir) //nolint:noctx // it is killed at the end of the test
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	cmd.Env = []string{
		"ROOT_ACCESS_KEY_ID=" + User, "ROOT_SECRET_ACCESS_KEY=" + Password, "VGW_PORT=" + l.Addr().String(), "VGW_HEALTH=/health", "VGW_QUIET=true",
	}
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Log(output.String())
		}
	})
	require.Eventually(t, s.healthy, startTimeout, 10*time.Millisecond, "the store does not respond")
	return s
}

func program(t testing.TB) string {
	t.Helper()
	if path := os.Getenv(ProgramVariable); path != "" {
		return path
	}
	path, err := exec.LookPath("versitygw")
	if err != nil && os.Getenv("CI") == "true" {
		require.NoError(t, err, "'make test' installs it")
	}
	if err != nil {
		t.Skip("versitygw is not installed, so nothing is tested against S3: 'make test' installs it")
	}
	return path
}

func (s *Server) healthy() bool {
	res, err := http.Get(s.URL + "/health") //nolint:noctx // the server is on this machine
	if err != nil {
		return false
	}
	defer res.Body.Close()
	return res.StatusCode == http.StatusOK
}

// BucketURL returns the bucket's address for a credentials profile, with the parameters of the production files.
func (s *Server) BucketURL(profile string) string {
	return "s3://quire?" + url.Values{
		"region": {"us-east-1"}, "endpoint": {s.URL}, "use_path_style": {"true"}, "profile": {profile},
	}.Encode()
}
