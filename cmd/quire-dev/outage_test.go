package main_test

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"

	"quire/cmd/quire-dev/internal/porttest"
	"quire/internal/model/modeltest"
)

// outageVariable sets how long the database is down. The default is longer than a turn could last if it counted its
// failed attempts.
const outageVariable = "QUIRE_TEST_OUTAGE"

func outage(t *testing.T) time.Duration {
	t.Helper()
	length, err := time.ParseDuration(os.Getenv(outageVariable))
	if os.Getenv(outageVariable) == "" {
		return 40 * time.Second
	}
	require.NoError(t, err, outageVariable)
	return length
}

// postmaster returns the main process of the service's PostgreSQL.
func (s *service) postmaster() int {
	s.t.Helper()
	content, err := os.ReadFile(filepath.Join(s.dir, "postgres", "data", "postmaster.pid"))
	require.NoError(s.t, err)
	first, _, _ := strings.Cut(string(content), "\n")
	pid, err := strconv.Atoi(first)
	require.NoError(s.t, err)
	return pid
}

// children returns the processes that pid has started.
func children(t *testing.T, pid int) []int {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(t, err)
	var list []int
	for _, path := range stats {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if child, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil && fields[1] == strconv.Itoa(pid) {
			list = append(list, child)
		}
	}
	return list
}

// pauseDatabase suspends all of PostgreSQL's processes: connections stay open, but nothing responds.
func (s *service) pauseDatabase() (resume func()) {
	s.t.Helper()
	server := s.postmaster()
	require.NoError(s.t, syscall.Kill(server, syscall.SIGSTOP))
	stopped := append(children(s.t.(*testing.T), server), server)
	for _, pid := range stopped {
		_ = syscall.Kill(pid, syscall.SIGSTOP)
	}
	var once sync.Once
	resume = func() {
		once.Do(func() {
			for _, pid := range stopped {
				_ = syscall.Kill(pid, syscall.SIGCONT)
			}
		})
	}
	s.t.Cleanup(resume)
	return resume
}

// killDatabase ends PostgreSQL as a crash would, and prevents it from restarting.
func (s *service) killDatabase() (resume func()) {
	s.t.Helper()
	control := filepath.Join(s.dir, "postgres", "data", "global", "pg_control")
	require.NoError(s.t, os.Rename(control, control+".away"))
	require.NoError(s.t, syscall.Kill(s.postmaster(), syscall.SIGKILL))
	return func() { require.NoError(s.t, os.Rename(control+".away", control)) }
}

// stand plays the outside world of a service. It holds every request until the gate opens.
type stand struct {
	*service
	temporal  client.Client
	collected string // the collection that is asked
	gate      chan struct{}
	open      func()
	arrived   chan string // the requests that have reached the gate
	origin    *httptest.Server
	hook      *httptest.Server
}

// hold waits at the gate.
func (w *stand) hold(who string) {
	w.arrived <- who
	<-w.gate
}

func newStand(t *testing.T) *stand {
	t.Helper()
	w := &stand{service: newService(t), gate: make(chan struct{}), arrived: make(chan string, 1000)}
	w.open = sync.OnceFunc(func() { close(w.gate) })
	m := modeltest.New(t)
	m.Always(func(x *modeltest.Exchange) {
		if strings.Contains(x.System, "You extract data") {
			w.hold("extraction")
			modeltest.Answer(`{}`)(x)
			return
		}
		w.hold("question")
		modeltest.Answer(`{"answerable":true,"sentences":[{"text":"It costs 12.50.","cites":[{"id":"c1","quote":"12.50"}]}]}`)(x)
	})
	files := http.FileServer(http.Dir(samples))
	w.origin = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.hold("fetch")
		files.ServeHTTP(rw, r)
	}))
	w.hook = httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { w.hold("delivery") }))
	t.Cleanup(func() { w.open(); w.origin.Close(); w.hook.Close() })
	withModel(w.service, m)
	// The sweeper must not silently repair anything that ended too soon.
	w.env = append(w.env, "QUIRE_SWEEP_EVERY=24h", "QUIRE_SWEEP_IDLE=24h")
	w.start()
	c, err := client.Dial(client.Options{HostPort: "127.0.0.1:" + w.setting("QUIRE_TEMPORAL_PORT")})
	require.NoError(t, err)
	t.Cleanup(c.Close)
	w.temporal = c
	w.collected = w.collection("Office")
	w.ready(w.collected, "prices.csv")
	return w
}

// ready adds a file to a collection and waits until queries find it.
func (w *stand) ready(collection, path string) file {
	w.t.Helper()
	f := w.put(collection, path, []byte("Article,Price\nStapler,12.50\n"))
	require.Equal(w.t, "ready", w.awaitFile(collection, f.ID).Status)
	return f
}

// deletable returns the path of one object of every kind whose deletion starts a workflow.
func (w *stand) deletable() []string {
	w.t.Helper()
	var paths []string
	for n := range 3 {
		d := w.upload("letter.docx", nil)
		require.Equal(w.t, "COMPLETED", w.await(d.ID).Status)
		f := w.ready(w.collected, fmt.Sprintf("deleted-%d.csv", n))
		c := w.collection(fmt.Sprintf("Deleted %d", n))
		w.ready(c, "prices.csv")
		paths = append(paths, "/documents/"+d.ID, "/collections/"+w.collected+"/files/"+f.ID, "/collections/"+c)
	}
	return paths
}

// underway is work that is being held halfway through.
type underway struct {
	documents []document
	bad       document
	hooked    document
	files     []file
	answer    chan int
}

// begin starts one of everything that goes through the gate, waits until all of it has reached the gate, and adds work
// at an arbitrary stage.
func (w *stand) begin() underway {
	w.t.Helper()
	u := underway{answer: make(chan int, 1)}
	u.hooked = w.upload("letter.docx", map[string]string{"callback_url": w.hook.URL})
	u.documents = append(u.documents, w.upload("", map[string]string{"url": w.origin.URL + "/letter.docx"}),
		w.upload("invoice.pdf", map[string]string{"extractor_id": w.extractor("invoice")}))
	go func() {
		body := fmt.Sprintf(`{"collection_ids":[%q],"query":"What is the price of a stapler?"}`, w.collected)
		req, _ := http.NewRequest(http.MethodPost, "http://"+w.api+"/api/v1/query", strings.NewReader(body))
		req.Header.Set("Authorization", "Bearer "+w.key)
		req.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			u.answer <- 0
			return
		}
		_ = res.Body.Close()
		u.answer <- res.StatusCode
	}()
	missing := map[string]bool{"delivery": true, "fetch": true, "extraction": true, "question": true}
	for len(missing) > 0 {
		select {
		case who := <-w.arrived:
			delete(missing, who)
		case <-time.After(2 * time.Minute):
			require.Fail(w.t, "somebody did not come to the gate", "%v: %s", missing, w)
		}
	}
	for n := range 3 {
		u.documents = append(u.documents, w.upload("scan.pdf", nil), w.upload("letter.docx", nil))
		u.files = append(u.files, w.put(w.collected, fmt.Sprintf("report-%d.pdf", n), w.sample("report.pdf")))
	}
	broken := filepath.Join(w.t.TempDir(), "broken.pdf")
	require.NoError(w.t, os.WriteFile(broken, []byte("%PDF-1.7\nbut nothing else"), 0o600))
	u.bad = w.upload(broken, nil)
	return u
}

// upkeep starts the scheduled workflows.
func (w *stand) upkeep() {
	w.t.Helper()
	for _, id := range []string{"check/index", "clean/blobs", "clean/rows"} {
		require.NoError(w.t, w.temporal.ScheduleClient().GetHandle(w.t.Context(), id).Trigger(w.t.Context(), client.ScheduleTriggerOptions{}))
	}
}

// requireAllWell waits until everything has ended well.
func (w *stand) requireAllWell(u underway, deleted []string) {
	w.t.Helper()
	require.Eventually(w.t, func() bool {
		res, err := http.Get("http://" + w.api + "/readyz")
		if err != nil {
			return false
		}
		defer res.Body.Close()
		return res.StatusCode == http.StatusOK
	}, time.Minute, 100*time.Millisecond)
	for _, d := range append(u.documents, u.hooked) {
		ended := w.await(d.ID)
		require.Equal(w.t, "COMPLETED", ended.Status, "%s", deref(ended.Error))
	}
	require.Equal(w.t, "FAILED", w.await(u.bad.ID).Status, "its own fault")
	for _, f := range u.files {
		require.Equal(w.t, "ready", w.awaitFile(w.collected, f.ID).Status)
	}
	w.requireOneDelivery(u.hooked.ID)
	require.Equal(w.t, http.StatusOK, <-u.answer, "the question is answered")
	for _, path := range deleted {
		require.Equal(w.t, http.StatusNotFound, w.call(http.MethodGet, path, nil, "", nil), path)
	}
}

// requireNoneFailed checks every execution. All executions of the given kinds must have ended, except purges, which
// wait for half an hour before their last step.
func (w *stand) requireNoneFailed(kinds ...string) {
	w.t.Helper()
	waiting := func() map[string]int {
		open, closed := map[string]int{}, map[string]int{}
		list, err := w.temporal.ListWorkflow(w.t.Context(), &workflowservice.ListWorkflowExecutionsRequest{PageSize: 1000})
		require.NoError(w.t, err)
		for _, e := range list.GetExecutions() {
			id, kind := e.GetExecution().GetWorkflowId(), e.GetType().GetName()
			switch e.GetStatus() {
			case enums.WORKFLOW_EXECUTION_STATUS_RUNNING:
				open[kind]++
			case enums.WORKFLOW_EXECUTION_STATUS_COMPLETED, enums.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW:
				closed[kind]++
			default:
				require.Fail(w.t, "a workflow has not ended well", "%s %s is %s", kind, id, e.GetStatus())
			}
			require.NotContains(w.t, id, "/x", "nothing was lost and restarted")
		}
		for _, kind := range kinds {
			if strings.HasPrefix(kind, "Purge") {
				require.Positive(w.t, open[kind], kind)
				delete(open, kind)
			} else if closed[kind] == 0 {
				open[kind]++
			}
		}
		return open
	}
	for deadline := time.Now().Add(2 * time.Minute); len(waiting()) > 0; {
		require.True(w.t, time.Now().Before(deadline), "still open or never seen: %v", waiting())
		time.Sleep(200 * time.Millisecond)
	}
}

func TestWorkInProgressSurvivesAnOutageOfTheDatabase(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(*service) (resume func()){
		"paused": (*service).pauseDatabase, "killed": (*service).killDatabase,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newStand(t)
			deleted := w.deletable()
			u := w.begin()
			for _, path := range deleted {
				require.Equal(t, http.StatusOK, w.call(http.MethodDelete, path, nil, "", nil))
			}
			resume := take(w.service)
			w.open()
			w.upkeep()
			time.Sleep(outage(t))
			resume()
			w.requireAllWell(u, deleted)
			w.requireNoneFailed("Document", "File", "Turn", "Delivery", "Clean", "CleanBlobs", "CheckIndex",
				"PurgeDocument", "PurgeFile", "PurgeCollection")
		})
	}
}

func TestShortOutageOfAnAddressIsWaitedOutAndADeadAddressIsNot(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	var asked atomic.Int32
	origin := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) <= 4 { // 7 seconds
			http.Error(w, "not now", http.StatusServiceUnavailable)
			return
		}
		http.ServeFile(w, r, samples+"letter.docx")
	}))
	t.Cleanup(origin.Close)
	away := porttest.Free(t)
	busy := s.upload("", map[string]string{"url": origin.URL + "/letter.docx"})
	refused := s.upload("", map[string]string{"url": "http://" + away + "/letter.docx"})
	dead := s.upload("", map[string]string{"url": "http://" + porttest.Free(t) + "/letter.docx"})
	time.AfterFunc(5*time.Second, func() {
		if l, err := net.Listen("tcp", away); err == nil {
			go func() { _ = http.Serve(l, http.FileServer(http.Dir(samples))) }() //nolint:gosec // ends with the test
			t.Cleanup(func() { _ = l.Close() })
		}
	})
	require.Equal(t, "COMPLETED", s.await(busy.ID).Status)
	require.Equal(t, "COMPLETED", s.await(refused.ID).Status)
	end := s.await(dead.ID)
	require.Equal(t, "FAILED", end.Status)
	require.Equal(t, "The server at this address could not be reached.", deref(end.Error))
}
