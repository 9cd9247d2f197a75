package convertcmd

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"quire/internal/convert/page"
)

const (
	// barDelay keeps short runs silent, barPause keeps the terminal from flickering.
	barDelay = time.Second
	barPause = 100 * time.Millisecond
	barWidth = 30
)

// progress draws a bar on a terminal; on anything else it is silent.
type progress struct {
	mu           sync.Mutex
	out          io.Writer // nil: silent
	messages     io.Writer // for messages that are always written
	start, drawn time.Time
	shown        bool
	files, filed int
	pages, paged int
	text, read   tally
}

// tally counts pages and the time they took.
type tally struct {
	pages int
	spent time.Duration
}

func (t tally) each() time.Duration {
	return (t.spent / time.Duration(max(t.pages, 1))).Round(time.Millisecond)
}

func newProgress(w io.Writer, files int) *progress {
	p := &progress{messages: w, files: files, start: time.Now()}
	if f, ok := w.(*os.File); ok {
		if st, err := f.Stat(); err == nil && st.Mode()&os.ModeCharDevice != 0 {
			p.out = w
		}
	}
	return p
}

// expect adds the pages of a file that has been opened.
func (p *progress) expect(pages int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pages += pages
}

// pageDone counts a page by the source of its text.
func (p *progress) pageDone(name string, source page.Source, spent time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.paged++
	kind := &p.read
	if source == page.SourceText {
		kind = &p.text
	}
	kind.pages++
	kind.spent += spent
	now := time.Now()
	tooSoon := now.Sub(p.start) < barDelay || now.Sub(p.drawn) < barPause
	if p.out == nil || tooSoon {
		return
	}
	p.drawn, p.shown = now, true
	fmt.Fprintf(p.out, "\r\033[K%s", p.line(name))
}

func (p *progress) fileDone() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.filed++
}

// line returns the bar: the share of pages read in the files opened so far, bounded by the share of files.
func (p *progress) line(name string) string {
	share := float64(p.paged) / float64(max(p.pages, p.paged, 1))
	if p.files > 1 {
		share = max(float64(p.filed)/float64(p.files), min(share, float64(p.filed+1)/float64(p.files)))
	}
	full := int(share * barWidth)
	return fmt.Sprintf("[%s%s] %3.0f %%  %d pages, file %d of %d: %s",
		strings.Repeat("#", full), strings.Repeat(" ", barWidth-full), share*100, p.paged, min(p.filed+1, p.files), p.files, name)
}

// summary reports what was done and how fast.
func (p *progress) summary(elapsed time.Duration) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return fmt.Sprintf("%d pages of %d files in %s: %d with their own text, %s each; %d read with OCR or a model, %s each",
		p.paged, p.files, elapsed.Round(100*time.Millisecond), p.text.pages, p.text.each(), p.read.pages, p.read.each())
}

// say writes a line, whether or not there is a bar.
func (p *progress) say(line string) {
	p.clear()
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintln(p.messages, line)
}

// clear removes the bar from the terminal before other output.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.out, "\r\033[K")
		p.shown = false
	}
}
