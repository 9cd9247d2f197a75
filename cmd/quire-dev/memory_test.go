package main_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// plotVariable names the file to which the memory of every process is plotted, as SVG.
const plotVariable = "QUIRE_TEST_MEMORY_PLOT"

// memorySample is the memory of every part after a number of documents, in bytes: private pages, plus each process's
// share of shared ones.
type memorySample struct {
	documents int
	of        map[string]int64
}

// memory watches the parts of the product.
type memory struct {
	t       *testing.T
	samples []memorySample
	stop    chan struct{}
	done    sync.WaitGroup
}

// watchMemory takes a sample each time another fiftieth of the documents is completed.
func watchMemory(t *testing.T, r *replicas, l *load) *memory {
	t.Helper()
	m := &memory{t: t, stop: make(chan struct{})}
	every := max(len(l.ids)/50, 1)
	m.done.Go(func() {
		for {
			if now := int(l.completed.Load()); len(m.samples) == 0 || now >= m.samples[len(m.samples)-1].documents+every {
				m.samples = append(m.samples, memorySample{now, r.memory()})
			}
			select {
			case <-m.stop:
				return
			case <-time.After(200 * time.Millisecond):
			}
		}
	})
	return m
}

// memory returns the memory of every part, including the processes that it has started.
func (r *replicas) memory() map[string]int64 {
	children, names := processes()
	var tree func(pid int) int64
	tree = func(pid int) int64 {
		sum := share(pid)
		for _, child := range children[pid] {
			sum += tree(child)
		}
		return sum
	}
	of := map[string]int64{"Temporal and the test": share(os.Getpid())}
	for name, p := range r.parts {
		of[name] = tree(p.pid())
	}
	for _, child := range children[os.Getpid()] {
		if names[child] == "postgres" {
			of["PostgreSQL"] += tree(child)
		}
	}
	return of
}

// processes returns the children and the name of every process.
func processes() (children map[int][]int, names map[int]string) {
	children, names = map[int][]int{}, map[int]string{}
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		open, closed := bytes.IndexByte(raw, '('), bytes.LastIndexByte(raw, ')')
		fields := strings.Fields(string(raw[closed+1:]))
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		parent, _ := strconv.Atoi(fields[1])
		children[parent], names[pid] = append(children[parent], pid), string(raw[open+1:closed])
	}
	return children, names
}

// share returns the proportional set size of a process in bytes, or 0 if the process has ended.
func share(pid int) int64 {
	raw, _ := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	for line := range strings.Lines(string(raw)) {
		if rest, ok := strings.CutPrefix(line, "Pss:"); ok {
			kB, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			return kB << 10
		}
	}
	return 0
}

// finish logs the curves, and plots them if asked to.
func (m *memory) finish() {
	close(m.stop)
	m.done.Wait()
	names := slices.Sorted(maps.Keys(m.samples[0].of))
	var table strings.Builder
	fmt.Fprintf(&table, "MB after documents\n%10s", "")
	for _, name := range names {
		fmt.Fprintf(&table, " %22s", name)
	}
	for i := 0; i < len(m.samples); i += max(len(m.samples)/10, 1) {
		fmt.Fprintf(&table, "\n%10d", m.samples[i].documents)
		for _, name := range names {
			fmt.Fprintf(&table, " %22d", m.samples[i].of[name]>>20)
		}
	}
	m.t.Log(table.String())
	if path := os.Getenv(plotVariable); path != "" {
		require.NoError(m.t, os.WriteFile(path, m.plot(names), 0o644)) //nolint:gosec // a picture for the documentation
	}
}

const (
	plotWidth, plotHeight, plotMargin = 720, 360, 48
)

// plot draws a curve for each part.
func (m *memory) plot(names []string) []byte {
	last, most := m.samples[len(m.samples)-1].documents, int64(1)
	for _, s := range m.samples {
		most = max(most, slices.Max(slices.Collect(maps.Values(s.of))))
	}
	most = (most>>20/100 + 1) * 100
	x := func(documents int) float64 {
		return plotMargin + float64(documents)/float64(max(last, 1))*(plotWidth-2*plotMargin)
	}
	y := func(megabytes int64) float64 {
		return plotHeight - plotMargin - float64(megabytes)/float64(most)*(plotHeight-2*plotMargin)
	}
	var svg bytes.Buffer
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="11">`+"\n", plotWidth+170, plotHeight)
	fmt.Fprintf(&svg, `<rect width="100%%" height="100%%" fill="white"/>`+"\n")
	for i := range int64(5) {
		at := most * i / 4
		fmt.Fprintf(&svg, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%d MB</text>`+"\n",
			plotMargin, y(at), plotWidth-plotMargin, plotMargin-4, y(at)+4, at)
		documents := last * int(i) / 4
		fmt.Fprintf(&svg, `<text x="%.1f" y="%d" text-anchor="middle">%d</text>`+"\n", x(documents), plotHeight-plotMargin+16, documents)
	}
	fmt.Fprintf(&svg, `<text x="%d" y="%d" text-anchor="middle">documents</text>`+"\n", plotWidth/2, plotHeight-10)
	colours := []string{"#1b6ca8", "#4a9bd4", "#8cc3ea", "#555555", "#b5651d", "#7a3fa0", "#2a8c4a", "#7cc68d", "#c0392b"}
	for i, name := range names {
		colour := colours[i%len(colours)]
		fmt.Fprintf(&svg, `<polyline fill="none" stroke="%s" stroke-width="1.5" points="`, colour)
		for _, s := range m.samples {
			fmt.Fprintf(&svg, "%.1f,%.1f ", x(s.documents), y(s.of[name]>>20))
		}
		fmt.Fprintf(&svg, `"/><text x="%d" y="%d" fill="%s">%s</text>`+"\n", plotWidth-plotMargin+10, plotMargin+16*i, colour, name)
	}
	svg.WriteString("</svg>\n")
	return svg.Bytes()
}
