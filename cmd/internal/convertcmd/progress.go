package convertcmd

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"quire/internal/convert/page"
)

const (
	// barDelay keeps short runs silent; barPause keeps the bar from flickering.
	barDelay = time.Second
	barPause = 100 * time.Millisecond
	barWidth = 30
	// nameWidth keeps the bar within one line, in characters.
	nameWidth = 30
)

// progress draws a bar on a terminal. Otherwise it is silent, or writes a line for every file.
type progress struct {
	mu           sync.Mutex
	out          io.Writer // nil if there is no terminal
	messages     io.Writer // for messages that are always written
	lines        bool      // write a line per file if there is no bar
	start, drawn time.Time
	shown        bool
	files, filed int
	opened       int // files whose pages are counted in pages
	passed       int // files that are not documents
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
	if Terminal(w) {
		p.out = w
	}
	return p
}

// Terminal reports whether what is written to w is shown on a terminal.
func Terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}

// expect adds the pages of a newly opened file.
func (p *progress) expect(pages int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pages += pages
	p.opened++
}

// pageDone counts a page by the source of its text; source is "" if that is not known.
func (p *progress) pageDone(name string, source page.Source, spent time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.paged++
	p.count(source, spent)
	now := time.Now()
	tooSoon := now.Sub(p.start) < barDelay || now.Sub(p.drawn) < barPause
	if p.out == nil || tooSoon {
		return
	}
	p.drawn, p.shown = now, true
	fmt.Fprintf(p.out, "\r\033[K%s", p.line(name, now.Sub(p.start)))
}

func (p *progress) count(source page.Source, spent time.Duration) {
	if source == "" {
		return
	}
	kind := &p.read
	if source == page.SourceText {
		kind = &p.text
	}
	kind.pages++
	kind.spent += spent
}

// fileDone counts a file, which failed if err is not nil.
func (p *progress) fileDone(name string, spent time.Duration, err error) {
	p.mu.Lock()
	p.filed++
	silent := p.out != nil || !p.lines
	p.mu.Unlock()
	switch {
	case silent:
	case err != nil:
		p.say(name + ": failed")
	default:
		p.say(fmt.Sprintf("%s: done in %s", name, spent.Round(time.Millisecond)))
	}
}

// passOver counts a file that is not a document.
func (p *progress) passOver() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.files--
	p.passed++
}

// line returns the bar: the share of pages read in the files opened so far, bounded by the share of files.
func (p *progress) line(name string, elapsed time.Duration) string {
	share := float64(p.paged) / float64(max(p.pages, p.paged, 1))
	if p.files > 1 {
		share = max(float64(p.filed)/float64(p.files), min(share, float64(p.filed+1)/float64(p.files)))
	}
	full := int(share * barWidth)
	return fmt.Sprintf("[%s%s] %3.0f %%  %d pages, %.1f a second, %s left, file %d of %d: %s",
		strings.Repeat("#", full), strings.Repeat(" ", barWidth-full), share*100, p.paged, float64(p.paged)/max(elapsed.Seconds(), 0.001),
		p.left(elapsed).Round(time.Second), min(p.filed+1, p.files), p.files, shortened(name))
}

// left estimates the remaining time, assuming that unopened files have as many pages as the others on average and that
// every page takes as long as those already done.
func (p *progress) left(elapsed time.Duration) time.Duration {
	opened, paged := max(p.opened, 1), max(p.paged, 1)
	pages := float64(max(p.pages, p.paged)) * float64(max(p.files, opened)) / float64(opened)
	return time.Duration(float64(elapsed) * max(pages-float64(p.paged), 0) / float64(paged))
}

// shortened returns the end of a long name, which is where the files of a folder differ.
func shortened(name string) string {
	if utf8.RuneCountInString(name) <= nameWidth {
		return name
	}
	r := []rune(name)
	return "…" + string(r[len(r)-nameWidth+1:])
}

// summary reports what was done and how fast.
func (p *progress) summary(elapsed time.Duration) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := fmt.Sprintf("%d pages of %d files in %s", p.paged, p.files, elapsed.Round(100*time.Millisecond))
	if p.text.pages+p.read.pages > 0 {
		s += fmt.Sprintf(": %d with their own text, %s each; %d read with OCR or a model, %s each",
			p.text.pages, p.text.each(), p.read.pages, p.read.each())
	}
	if p.files == 0 {
		s = "there is nothing to convert"
	}
	if p.passed > 0 {
		s += fmt.Sprintf("; %d other files are no documents", p.passed)
	}
	return s
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
