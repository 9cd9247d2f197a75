package temporal_test

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/api/operatorservice/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	sdk "go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"quire/cmd/quire-dev/internal/porttest"
	"quire/cmd/quire-dev/temporal"
	"quire/internal/dirlock"
)

// helperEnv turns the test binary into a process that serves Temporal on the port and in the directory it names.
const helperEnv = "TEMPORAL_TEST_HELPER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(helperEnv); dir != "" {
		port, _ := strconv.Atoi(os.Getenv(helperEnv + "_PORT"))
		if _, err := temporal.Start(context.Background(), temporal.Config{Dir: dir, Port: port}); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println("ready")
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func startHelper(t *testing.T, dir, port string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), helperEnv+"="+dir, helperEnv+"_PORT="+port)
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	t.Cleanup(func() { stdin.Close() })
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	line, err := bufio.NewReader(stdout).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "ready\n", line)
	return cmd
}

// awaitSignal ends when it receives a signal.
func awaitSignal(ctx workflow.Context) (string, error) {
	var said string
	workflow.GetSignalChannel(ctx, "say").Receive(ctx, &said)
	return said, nil
}

func TestWorkflowsContinueAfterAKill(t *testing.T) {
	t.Parallel()
	dir, address := t.TempDir(), porttest.Free(t)
	_, port, err := net.SplitHostPort(address)
	require.NoError(t, err)
	killed := startHelper(t, dir, port)
	c, err := client.Dial(client.Options{HostPort: address, Logger: silent})
	require.NoError(t, err)
	t.Cleanup(c.Close)
	w := worker.New(c, queue, worker.Options{})
	w.RegisterWorkflow(awaitSignal)
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)

	const count = 20
	for n := range count {
		_, err := c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: id(n), TaskQueue: queue}, awaitSignal)
		require.NoError(t, err)
	}
	require.NoError(t, killed.Process.Kill())
	require.Error(t, killed.Wait())

	startHelper(t, dir, port)
	for n := range count {
		require.NoError(t, c.SignalWorkflow(t.Context(), id(n), "", "say", id(n)))
	}
	for n := range count {
		var said string
		require.NoError(t, c.GetWorkflow(t.Context(), id(n), "").Get(t.Context(), &said))
		require.Equal(t, id(n), said)
	}
}

func id(n int) string { return fmt.Sprintf("survivor/%d", n) }

func TestSearchAttributesAndRetentionSurviveRestarts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, retention := range []time.Duration{0, 48 * time.Hour} {
		s := start(t, temporal.Config{Dir: dir, Retention: retention})
		c := dial(t, s)
		list, err := c.OperatorService().ListSearchAttributes(t.Context(),
			&operatorservice.ListSearchAttributesRequest{Namespace: temporal.Namespace})
		require.NoError(t, err)
		for _, name := range []string{"AccountId", "DocumentId", "CollectionId", "SessionId", "Outcome", "FailureType"} {
			require.Equal(t, "Keyword", list.GetCustomAttributes()[name].String(), name)
		}
		described, err := c.WorkflowService().DescribeNamespace(t.Context(),
			&workflowservice.DescribeNamespaceRequest{Namespace: temporal.Namespace})
		require.NoError(t, err)
		require.Equal(t, cmp.Or(retention, 72*time.Hour), described.GetConfig().GetWorkflowExecutionRetentionTtl().AsDuration())
		s.Stop()
	}
}

func TestWorkflowsAreFoundBySearchAttributeOnAFreshServer(t *testing.T) {
	t.Parallel()
	c := dial(t, start(t, temporal.Config{Dir: t.TempDir()}))
	document := sdk.NewSearchAttributeKeyKeyword("DocumentId").ValueSet("d1")
	_, err := c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{
		ID: "found", TaskQueue: queue, TypedSearchAttributes: sdk.NewSearchAttributes(document),
	}, awaitSignal)
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		list, err := c.ListWorkflow(t.Context(), &workflowservice.ListWorkflowExecutionsRequest{Query: "DocumentId = 'd1'"})
		return err == nil && len(list.GetExecutions()) == 1 && list.GetExecutions()[0].GetExecution().GetWorkflowId() == "found"
	}, 30*time.Second, 20*time.Millisecond)
}

func TestStopFreesThePortsWithinSeconds(t *testing.T) {
	t.Parallel()
	ui := porttest.Free(t)
	_, port, err := net.SplitHostPort(porttest.Free(t))
	require.NoError(t, err)
	number, err := strconv.Atoi(port)
	require.NoError(t, err)
	s := start(t, temporal.Config{Dir: t.TempDir(), Port: number, UIAddress: ui})
	res, err := http.Get("http://" + ui + "/")
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusOK, res.StatusCode)

	begun := time.Now()
	s.Stop()
	require.Less(t, time.Since(begun), 10*time.Second)
	for _, address := range []string{s.HostPort(), ui} {
		l, err := net.Listen("tcp", address)
		require.NoError(t, err)
		require.NoError(t, l.Close())
	}
}

func TestWebUIAnswersToItsOwnNamesOnly(t *testing.T) {
	t.Parallel()
	ui := porttest.Free(t)
	start(t, temporal.Config{Dir: t.TempDir(), UIAddress: ui, UIHosts: []string{"quire.example.org"}})
	_, port, err := net.SplitHostPort(ui)
	require.NoError(t, err)
	for host, want := range map[string]int{
		"localhost": 200, "LOCALHOST:" + port: 200, "127.0.0.1:" + port: 200, "[::1]:" + port: 200, "[::1]": 200, "quire.example.org": 200,
		"rebound.example.com:" + port: 403, "localhost.example.com": 403, "127.0.0.1.nip.io:" + port: 403, "0.0.0.0:" + port: 403, "": 403,
	} {
		for path, kind := range map[string]string{"/": "text/html", "/api/v1/namespaces": "application/json"} {
			conn, err := net.Dial("tcp", ui)
			require.NoError(t, err)
			_, err = fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", path, host)
			require.NoError(t, err)
			res, err := http.ReadResponse(bufio.NewReader(conn), nil)
			require.NoError(t, err)
			body, err := io.ReadAll(res.Body)
			require.NoError(t, err)
			require.NoError(t, conn.Close())
			require.Equal(t, want, res.StatusCode, "%q %s: %s", host, path, body)
			if want == http.StatusOK {
				require.Contains(t, res.Header.Get("Content-Type"), kind)
				continue
			}
			require.Contains(t, string(body), "QUIRE_TEMPORAL_UI_HOSTS")
		}
	}
}

func TestFailedStartIsOneLine(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { taken.Close() })
	dir := t.TempDir()
	start(t, temporal.Config{Dir: dir})
	files, err := filepath.Glob(filepath.Join(dir, "temporal-*.db"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	damaged := t.TempDir()
	garbage := []byte(strings.Repeat("no database ", 1000))
	require.NoError(t, os.WriteFile(filepath.Join(damaged, filepath.Base(files[0])), garbage, 0o600))
	for name, c := range map[string]struct {
		cfg  temporal.Config
		is   error
		says string
	}{
		"port":       {temporal.Config{Dir: t.TempDir(), Port: taken.Addr().(*net.TCPAddr).Port}, temporal.ErrPort, taken.Addr().String()},
		"UI port":    {temporal.Config{Dir: t.TempDir(), UIAddress: taken.Addr().String()}, temporal.ErrUIPort, taken.Addr().String()},
		"directory":  {temporal.Config{Dir: dir}, dirlock.ErrHeld, dir},
		"impossible": {temporal.Config{Dir: "/dev/null/x"}, nil, "/dev/null"},
		"damaged":    {temporal.Config{Dir: damaged}, nil, damaged},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := temporal.Start(t.Context(), c.cfg)
			require.Error(t, err)
			require.NotContains(t, err.Error(), "\n")
			require.ErrorContains(t, err, c.says)
			if c.is != nil {
				require.ErrorIs(t, err, c.is)
			}
		})
	}
}

// TestServersStartBesideBusyPorts takes every port that the system gives away while servers start: what they have
// chosen must not be among them, because Temporal ends the process if it cannot listen.
func TestServersStartBesideBusyPorts(t *testing.T) { //nolint:paralleltest // it would take the ports that other tests free
	done := make(chan struct{})
	var busy sync.WaitGroup
	for range 4 {
		busy.Go(func() { churn(done) })
	}
	for range 3 {
		start(t, temporal.Config{Dir: t.TempDir()}).Stop()
	}
	close(done)
	busy.Wait()
}

// churn listens on ports of the system's choice, a thousand at a time, until done is closed.
func churn(done <-chan struct{}) {
	for {
		var held []net.Listener
		for range 1000 {
			if l, err := net.Listen("tcp", "127.0.0.1:0"); err == nil {
				held = append(held, l)
			}
		}
		for _, l := range held {
			l.Close()
		}
		select {
		case <-done:
			return
		default:
		}
	}
}

func TestPathsMayContainAnyCharacter(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), `a b+c%2f?d#e&f=g"ü`)
	start(t, temporal.Config{Dir: dir}).Stop()
	files, err := filepath.Glob(filepath.Join(dir, "temporal-*.db"))
	require.NoError(t, err)
	require.Len(t, files, 1)
}
