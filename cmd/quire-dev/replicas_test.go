package main_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/cmd/quire-dev/internal/porttest"
	"quire/internal/blob/s3test"
	"quire/internal/pgcluster"
)

// documentsVariable sets the number of documents in the tests below; 'make bench-replicas' sets it.
const documentsVariable = "QUIRE_TEST_REPLICA_DOCUMENTS"

const (
	apis    = 3
	clients = 16
	// One in oneInStreams documents is followed by a stream, the others by polling.
	oneInStreams = 5
)

// replicas is the product as run in a cluster: Temporal on PostgreSQL, an S3 store, a shared index, and several
// processes of every role, with the APIs behind a load balancer.
type replicas struct {
	scaled
	parts    map[string]*part
	balancer *httptest.Server
}

// part is one of the processes, which can be replaced.
type part struct {
	name, role string
	env        []string
	mu         sync.Mutex
	cmd        *exec.Cmd
}

func documentsToSend(t *testing.T, otherwise int) int {
	t.Helper()
	text := os.Getenv(documentsVariable)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// newReplicas starts everything from the program that 'make build' produced, with the given number of workers, each of
// which serves every queue.
func newReplicas(t testing.TB, workers int, settings ...string) *replicas {
	t.Helper()
	program, err := filepath.Abs("../../bin/quire")
	require.NoError(t, err)
	store := s3test.Start(t)
	postgres, err := pgcluster.Temporary(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, postgres.Stop(t.Context())) })
	index := porttest.Free(t)
	r := &replicas{scaled: scaled{service: service{t: t}, quire: program, temporal: temporalOnPostgres(t, postgres).HostPort()}, parts: map[string]*part{}}
	r.env = append(os.Environ(), "QUIRE_EMBEDDING_MODEL_DIR=none", "QUIRE_UPLOADS_PER_MINUTE=0", "QUIRE_REQUESTS_PER_MINUTE=0", "QUIRE_DOCUMENTS_AT_ONCE=0",
		"QUIRE_DATABASE_URL="+postgres.URL(pgcluster.Database), "QUIRE_DATABASE_CONNECTIONS=8", "QUIRE_TEMPORAL_ADDRESS="+r.temporal,
		"QUIRE_BLOBS=s3://quire?region=us-east-1&endpoint="+store.URL+"&use_path_style=true", "AWS_ACCESS_KEY_ID="+s3test.User, "AWS_SECRET_ACCESS_KEY="+s3test.Password,
		"QUIRE_SECRETS_FILE="+filepath.Join(t.TempDir(), "secrets"), "QUIRE_QDRANT_URL=http://"+index, "QUIRE_SWEEP_EVERY=1s", "QUIRE_SWEEP_IDLE=10s")
	r.set(settings...)
	r.run("migrate")
	r.run("account", "create", "default")
	r.key = r.run("key", "create", "default")
	r.add("index", "index", "QUIRE_INDEX_LISTEN="+index)
	var targets []string
	for i := range apis {
		targets = append(targets, porttest.Free(t))
		r.add(fmt.Sprint("api ", i+1), "api", "QUIRE_LISTEN="+targets[i])
	}
	for i := range workers {
		r.add(fmt.Sprint("worker ", i+1), "worker")
	}
	r.balancer = httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(*httputil.ProxyRequest) {}, Transport: &balancer{targets: targets}, FlushInterval: -1})
	t.Cleanup(r.balancer.Close)
	r.api = strings.TrimPrefix(r.balancer.URL, "http://")
	for _, target := range targets {
		r.awaitReplica(target)
	}
	return r
}

func (r *replicas) awaitReplica(address string) {
	r.t.Helper()
	require.Eventually(r.t, func() bool {
		res, err := http.Get("http://" + address + "/readyz")
		if err != nil {
			return false
		}
		defer res.Body.Close()
		return res.StatusCode == http.StatusOK
	}, 2*time.Minute, 100*time.Millisecond)
}

func (r *replicas) add(name, role string, env ...string) {
	r.t.Helper()
	p := &part{name: name, role: role, env: env}
	r.parts[name] = p
	p.start(r)
}

func (p *part) start(r *replicas) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cmd = r.serve(p.role, p.env...)
}

func (p *part) pid() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cmd.Process.Pid
}

// kill ends the process without warning and starts it again.
func (p *part) kill(r *replicas) {
	p.mu.Lock()
	killOf(p.cmd)
	p.mu.Unlock()
	p.start(r)
}

// replace stops the process gracefully and starts another program in its place.
func (p *part) replace(r *replicas, program string) {
	p.mu.Lock()
	_ = p.cmd.Process.Signal(os.Interrupt)
	_ = p.cmd.Wait()
	p.mu.Unlock()
	r.quire = program
	p.start(r)
}

// balancer passes each request on to the next replica. It skips replicas that cannot be reached, and does not resend
// what may have reached one.
type balancer struct {
	targets []string
	next    atomic.Int64
}

// RoundTrip implements http.RoundTripper.
func (b *balancer) RoundTrip(req *http.Request) (*http.Response, error) {
	body := req.Body
	for tries := 1; ; tries++ {
		out := req.Clone(req.Context())
		if body != nil {
			out.Body = io.NopCloser(body)
		}
		out.URL.Scheme, out.URL.Host = "http", b.targets[int(b.next.Add(1))%len(b.targets)]
		res, err := http.DefaultTransport.RoundTrip(out)
		if op, ok := errors.AsType[*net.OpError](err); !ok || op.Op != "dial" || tries == 4*len(b.targets) {
			return res, err
		}
		select {
		case <-req.Context().Done():
			return nil, req.Context().Err()
		case <-time.After(time.Duration(tries) * 20 * time.Millisecond):
		}
	}
}

// tiny returns a document of a few words.
func tiny(i int) (body []byte, contentType string, err error) {
	var raw bytes.Buffer
	form := multipart.NewWriter(&raw)
	part, err := form.CreateFormFile("file", fmt.Sprintf("note%d.txt", i))
	if err == nil {
		_, err = fmt.Fprintf(part, "Note number %d.\n\nThe meeting of group %d was moved to room %d.\n", i, i%7, i%31)
	}
	if err == nil {
		err = form.Close()
	}
	return raw.Bytes(), form.FormDataContentType(), err
}

func TestRepliesAndStreamsSurviveTheEndOfEveryReplica(t *testing.T) {
	t.Parallel()
	r := newReplicas(t, 2)
	n := documentsToSend(t, 60)
	l := newLoad(r, n)
	samples := watchMemory(t, r, l)
	// In a long run, the replicas are killed repeatedly during the first fifth; the rest shows whether memory grows.
	kills, rounds := n, 1
	if n >= 1000 {
		kills, rounds = n/5, n/500
	}
	names := slices.Repeat([]string{"api 1", "worker 1", "api 2", "index", "api 3", "worker 2"}, rounds)
	var chaos sync.WaitGroup
	chaos.Go(func() {
		for i, name := range names {
			if !l.reaches(kills * (i + 1) / (len(names) + 1)) {
				return
			}
			r.parts[name].kill(r)
		}
	})
	l.run(0, n)
	chaos.Wait()
	l.requireWell()
	t.Log(l.report())
	samples.finish()
}

// TestUpgradeUnderLoadGoesBothWays needs the program of an earlier build, which 'make bench-replicas' builds.
func TestUpgradeUnderLoadGoesBothWays(t *testing.T) {
	t.Parallel()
	previous := os.Getenv("QUIRE_TEST_PREVIOUS")
	if previous == "" {
		t.Skip("QUIRE_TEST_PREVIOUS is not set")
	}
	r := newReplicas(t, 2) // the index is of this build: the earlier one may not have it
	program := r.quire
	n := documentsToSend(t, 200)
	l := newLoad(r, n)
	rolled := []string{"worker 1", "worker 2", "api 1", "api 2", "api 3"}
	for _, name := range rolled {
		r.parts[name].replace(r, previous)
	}
	var upgrade sync.WaitGroup
	upgrade.Go(func() {
		for i, name := range append(rolled, rolled...) {
			if !l.reaches(n * (i + 1) / (2*len(rolled) + 1)) {
				return
			}
			to := program
			if i >= len(rolled) {
				to = previous
			}
			r.parts[name].replace(r, to)
		}
	})
	l.run(0, n)
	upgrade.Wait()
	l.requireWell()
	t.Log(l.report())
}
