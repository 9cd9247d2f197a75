package main_test

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

const (
	idleStreams = 200
	idleFor     = 10 * time.Second
	readers     = 20
	thousand    = 1000
)

// BenchmarkIdleStreams measures the cost of streams in which nothing happens, and how soon a change arrives in one.
func BenchmarkIdleStreams(b *testing.B) {
	s := newService(b)
	s.start()
	c := s.collection("Quiet")
	for range idleStreams {
		s.followed(b, "/collections/"+c+"/events")
	}
	for b.Loop() {
		time.Sleep(2 * time.Second) // until all of them are idle
		before := cpuSeconds(b, s.cmd.Process.Pid)
		time.Sleep(idleFor)
		b.ReportMetric((cpuSeconds(b, s.cmd.Process.Pid)-before)/idleFor.Seconds(), "cores-idle")
		opened := time.Now()
		lines := s.followed(b, "/documents/"+s.upload("letter.docx", nil).ID+"/events")
		awaitLine(b, lines, "event: ")
		b.ReportMetric(float64(time.Since(opened).Milliseconds()), "ms-upload-to-event")
		lines = s.followed(b, "/collections/"+c+"/events")
		time.Sleep(1500 * time.Millisecond) // new events are gathered for a second
		changed := time.Now()
		s.put(c, "letter.docx", s.sample("letter.docx"))
		awaitLine(b, lines, "event: ")
		b.ReportMetric(float64(time.Since(changed).Milliseconds()), "ms-change-to-event")
	}
}

// followed opens a stream of events.
func (s *service) followed(b *testing.B, path string) *bufio.Scanner {
	b.Helper()
	r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, "http://"+s.api+"/api/v1"+path, nil)
	require.NoError(b, err)
	r.Header.Set("Authorization", "Bearer "+s.key)
	res, err := http.DefaultClient.Do(r)
	require.NoError(b, err)
	b.Cleanup(func() { _ = res.Body.Close() })
	require.Equal(b, http.StatusOK, res.StatusCode)
	return bufio.NewScanner(res.Body)
}

func awaitLine(b *testing.B, lines *bufio.Scanner, beginning string) {
	b.Helper()
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), beginning) {
			return
		}
	}
	require.Fail(b, "the stream has ended")
}

// cpuSeconds returns the processor time that a process has taken, without its children (proc_pid_stat(5)).
func cpuSeconds(b *testing.B, pid int) float64 {
	b.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	require.NoError(b, err)
	fields := strings.Fields(string(raw[strings.LastIndexByte(string(raw), ')')+1:]))
	var ticks int
	for _, f := range fields[11:13] { // in user mode and in the kernel
		n, err := strconv.Atoi(f)
		require.NoError(b, err)
		ticks += n
	}
	return float64(ticks) / 100 // USER_HZ
}

// BenchmarkReader measures the reader in a browser with a document of a thousand pages, and the memory of the service
// while several people scroll through it.
func BenchmarkReader(b *testing.B) {
	chromium(b)
	s := newService(b)
	s.start()
	d := s.await(s.upload(longPDF(b, thousand), nil).ID)
	require.Equal(b, "COMPLETED", d.Status)
	window := newTab(b, s)
	window.open("/app")
	window.logIn(s.key)
	for b.Loop() {
		window.open("/app/documents")
		window.until(`performance.getEntriesByName("first-contentful-paint").length`, "something is painted")
		b.ReportMetric(window.is(`performance.getEntriesByName("first-contentful-paint")[0].startTime`).(float64), "ms-first-paint")
		window.open("/app/documents/" + d.ID)
		window.until(`document.querySelector(".scan-page img")?.naturalWidth > 300`, "the first page is drawn")
		window.scrolls(b)
		window.marks(b, s)
		before := residentMiB(b, s.cmd.Process.Pid)
		b.ReportMetric(float64(s.readTogether(b, d.ID)), "MiB-20-readers")
		b.ReportMetric(float64(before), "MiB-before")
	}
}

// scrolls scrolls through the whole document in a few hundred frames.
func (b *tab) scrolls(to *testing.B) {
	b.t.Helper()
	var got struct{ Median, P95, Worst, Nodes float64 }
	await := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	b.do(chromedp.Evaluate(`(async () => {
		const frame = document.querySelector(".scan"), times = [];
		let last = await new Promise(requestAnimationFrame), nodes = 0;
		for (let i = 1; i <= 400; i++) {
			frame.scrollTop = frame.scrollHeight * i / 400;
			const now = await new Promise(requestAnimationFrame);
			times.push(now - last);
			last = now;
			nodes = Math.max(nodes, document.querySelectorAll("*").length);
		}
		times.sort((a, b) => a - b);
		return { Median: times[200], P95: times[380], Worst: times[399], Nodes: nodes };
	})()`, &got, await))
	to.ReportMetric(got.Median, "ms-frame-median")
	to.ReportMetric(got.P95, "ms-frame-p95")
	to.ReportMetric(got.Worst, "ms-frame-worst")
	to.ReportMetric(got.Nodes, "nodes")
}

// marks asks a question and opens the page of its answer. It then measures further clicks on the citation, with the
// page scrolled away in between, until the quoted words are in view and drawn.
func (b *tab) marks(to *testing.B, s *service) {
	b.t.Helper()
	c := s.collection("Harbour")
	require.Equal(b.t, "ready", s.awaitFile(c, s.put(c, "report.pdf", s.sample("report.pdf")).ID).Status)
	b.open("/app/ask?collection=" + c)
	b.writes("Your question", "How many passengers were there in the third quarter?")
	b.do(chromedp.KeyEvent(kb.Enter))
	b.until(`document.querySelector(".message-complete .chip")`, "the answer has a marker")
	b.opensTheWords(".message-complete .chip")
	var got struct{ Median, Worst float64 }
	await := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	b.do(chromedp.Evaluate(`(async () => {
		const frame = () => new Promise(requestAnimationFrame), times = [];
		const seen = () => {
			const mark = document.querySelector(".mark-box"), scan = document.querySelector(".scan");
			if (!mark || !(mark.closest(".scan-page").querySelector("img")?.naturalWidth > 300)) return false;
			const m = mark.getBoundingClientRect(), s = scan.getBoundingClientRect();
			return m.top >= s.top && m.bottom <= s.bottom;
		};
		for (let i = 0; i < 20; i++) {
			document.querySelector(".pane .pane-head button:last-of-type").click();
			while (document.querySelector(".mark-box")) await frame();
			const clicked = performance.now();
			document.querySelector(".message-complete .chip").click();
			while (!seen()) await frame();
			times.push(performance.now() - clicked);
		}
		times.sort((a, b) => a - b);
		return { Median: times[10], Worst: times[19] };
	})()`, &got, await))
	to.ReportMetric(got.Median, "ms-click-to-mark")
	to.ReportMetric(got.Worst, "ms-click-to-mark-worst")
}

// readTogether reads pages and their images as several people do while scrolling, and returns the peak resident memory.
func (s *service) readTogether(b *testing.B, id string) int {
	b.Helper()
	peak := 0
	var g errgroup.Group
	for reader := range readers {
		g.Go(func() error {
			for i := range 20 {
				number := (reader*53+i*37)%thousand + 1
				var p struct {
					ImageURL string `json:"image_url"`
				}
				s.call(http.MethodGet, fmt.Sprintf("/documents/%s/pages/%d", id, number), nil, "", &p)
				s.download(p.ImageURL + "&width=800")
			}
			return nil
		})
	}
	done := make(chan error, 1)
	go func() { done <- g.Wait() }()
	for {
		select {
		case err := <-done:
			require.NoError(b, err)
			return peak
		case <-time.After(100 * time.Millisecond):
			peak = max(peak, residentMiB(b, s.cmd.Process.Pid))
		}
	}
}
