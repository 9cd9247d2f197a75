package main_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/cmd/quire-dev/internal/porttest"
)

// samples are our own documents, made by LibreOffice, Chromium and a simulated scanner.
const samples = "../../internal/convert/testdata/samples/"

// binary returns the path of the quire-dev that 'make build' produced. Tests of the process tree run what users run.
func binary(t testing.TB) string {
	t.Helper()
	path, err := filepath.Abs("../../bin/quire-dev")
	require.NoError(t, err)
	_, err = os.Stat(path)
	require.NoError(t, err, "run 'make build' first")
	return path
}

// service is a running quire-dev with its own ports and data directory.
type service struct {
	t       testing.TB
	dir     string
	api     string
	env     []string
	cmd     *exec.Cmd
	stderr  *bytes.Buffer
	key     string
	startup []string
	metrics string // address of the metrics
}

// newService returns a service that has already had its first start: it continues in a copy of the result.
func newService(t testing.TB) *service {
	t.Helper()
	s := uninstalled(t)
	s.key = s.install()
	return s
}

// uninstalled returns a service that has never been started.
func uninstalled(t testing.TB) *service {
	t.Helper()
	dir, err := os.MkdirTemp("", "quire-e2e-")
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o755))
	t.Cleanup(func() { os.RemoveAll(dir) })
	s := &service{t: t, dir: filepath.Join(dir, "data"), api: porttest.Free(t)}
	s.env = append(os.Environ(), "QUIRE_EMBEDDING_MODEL_DIR=none",
		"QUIRE_DATA_DIR="+s.dir, "QUIRE_LISTEN="+s.api, "QUIRE_UPLOADS_PER_MINUTE=0", "QUIRE_REQUESTS_PER_MINUTE=0",
		"QUIRE_TEMPORAL_PORT="+port(porttest.Free(t)), "QUIRE_TEMPORAL_UI_PORT="+port(porttest.Free(t)))
	t.Cleanup(s.kill)
	return s
}

func port(address string) string { return address[strings.LastIndex(address, ":")+1:] }

// start starts the process and returns once it has printed its greeting.
func (s *service) start() {
	s.t.Helper()
	s.cmd = exec.Command(binary(s.t))
	s.cmd.Env = s.env
	s.stderr = &bytes.Buffer{}
	s.cmd.Stderr = s.stderr
	out, err := s.cmd.StdoutPipe()
	require.NoError(s.t, err)
	require.NoError(s.t, s.cmd.Start())
	lines := make(chan string)
	go func() {
		defer close(lines)
		for scan := bufio.NewScanner(out); scan.Scan(); {
			lines <- scan.Text()
		}
	}()
	s.readGreeting(lines)
	go func() {
		for range lines { //nolint:revive // keeps the pipe from filling
		}
	}()
}

func (s *service) readGreeting(lines <-chan string) {
	s.t.Helper()
	deadline := time.After(90 * time.Second)
	for {
		select {
		case line, ok := <-lines:
			require.True(s.t, ok, "quire-dev ended: %s", s.stderr)
			s.startup = append(s.startup, line)
			if fields := strings.Fields(line); len(fields) > 2 && fields[0] == "API" && fields[1] == "key" {
				s.key = fields[2]
			}
			if address, ok := strings.CutPrefix(strings.TrimSpace(line), "metrics"); ok {
				s.metrics = strings.TrimSpace(address)
			}
			if strings.HasPrefix(line, "Ctrl-C") {
				return
			}
		case <-deadline:
			require.Fail(s.t, "quire-dev did not get ready", "%s", s.stderr)
		}
	}
}

// kill ends the process as a crash would, without warning, and orphans its children.
func (s *service) kill() {
	if s.cmd != nil && s.cmd.ProcessState == nil {
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
	}
}

// interrupt sends Ctrl-C and returns once the process has ended.
func (s *service) interrupt() error {
	_ = s.cmd.Process.Signal(syscall.SIGINT)
	return s.cmd.Wait()
}

// command runs one of quire-dev's commands against the service and returns what it printed.
func (s *service) command(args ...string) string {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), binary(s.t), args...)
	cmd.Env = s.env
	out, err := cmd.Output()
	require.NoError(s.t, err, "quire-dev %v", args)
	return strings.TrimSpace(string(out))
}

// document holds what the tests read of a document.
type document struct {
	ID            string  `json:"id"`
	Status        string  `json:"status"`
	PageCount     *int    `json:"page_count"`
	OutputFileURL *string `json:"output_file_url"`
	Error         *string `json:"error"`
}

func (s *service) call(method, path string, body io.Reader, contentType string, into any) int {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, "http://"+s.api+"/api/v1"+path, body)
	require.NoError(s.t, err)
	req.Header.Set("Authorization", "Bearer "+s.key)
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(s.t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(s.t, err)
	if into != nil {
		require.NoError(s.t, json.Unmarshal(raw, into), "%s", raw)
	}
	return res.StatusCode
}

// upload posts a sample with additional form fields.
func (s *service) upload(sample string, fields map[string]string) document {
	s.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for k, v := range fields {
		require.NoError(s.t, form.WriteField(k, v))
	}
	if file := s.sample(sample); file != nil {
		part, err := form.CreateFormFile("file", sample)
		require.NoError(s.t, err)
		_, err = part.Write(file)
		require.NoError(s.t, err)
	}
	require.NoError(s.t, form.Close())
	var d document
	require.Equal(s.t, http.StatusOK, s.call(http.MethodPost, "/documents", &body, form.FormDataContentType(), &d))
	return d
}

// sample reads a sample. It returns nil for "".
func (s *service) sample(name string) []byte {
	s.t.Helper()
	if name == "" {
		return nil
	}
	path := samples + name
	if filepath.IsAbs(name) {
		path = name
	}
	file, err := os.ReadFile(path)
	require.NoError(s.t, err)
	return file
}

// await polls the document until it is COMPLETED or FAILED.
func (s *service) await(id string) document {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), 2*time.Minute)
	defer cancel()
	for {
		var d document
		require.Equal(s.t, http.StatusOK, s.call(http.MethodGet, "/documents/"+id, nil, "", &d))
		if d.Status != "PENDING" && d.Status != "PROCESSING" {
			return d
		}
		select {
		case <-ctx.Done():
			require.Fail(s.t, "the document did not end", "%+v", d)
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (s *service) download(url string) (int, string) {
	s.t.Helper()
	res, err := http.Get(url) //nolint:gosec // our own service
	require.NoError(s.t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(s.t, err)
	return res.StatusCode, string(body)
}

func (s *service) String() string {
	return fmt.Sprintf("%s\n%s\n%s", strings.Join(s.startup, "\n"), s.stderr, strings.Join(s.warnings(), "\n"))
}

// mostWarnings bounds how many lines of the log explain a failed test.
const mostWarnings = 40

// warnings returns the last warnings and errors in the log, if there is one.
func (s *service) warnings() []string {
	raw, err := os.ReadFile(filepath.Join(s.dir, "quire.log"))
	if err != nil {
		return nil
	}
	var found []string
	for line := range strings.Lines(string(raw)) {
		if strings.Contains(line, "WARN") || strings.Contains(line, "ERROR") {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found[max(len(found)-mostWarnings, 0):]
}
