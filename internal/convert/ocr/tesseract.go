package ocr

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"quire/internal/convert/page"
)

// Tesseract's page segmentation modes.
const (
	segmentOrientation = "0"
	segmentAuto        = "3"
	segmentBlock       = "6"
	segmentSparse      = "11"
)

const (
	// outputLimit bounds what a child may print. A dense page makes about 50 KB of TSV.
	outputLimit = 16 << 20
	stderrLimit = 4 << 10
	// killGrace is how long a killed child's pipes may stay open.
	killGrace = 2 * time.Second
)

// variables ask tesseract for words with boxes and turn off what the layout engine does itself: looking for tables, for
// paragraphs in the recognised text and for fixed-pitch type. That saves a twentieth of its time.
var variables = []string{
	"-c", "tessedit_create_tsv=1",
	"-c", "textord_tabfind_find_tables=0",
	"-c", "paragraph_text_based=0",
	"-c", "textord_all_prop=1",
}

// neverLight stops tesseract from reading doubtful lines again as light text on a dark background, for images in which
// all ink is dark. On pictures of the convert set that was a fifth of the time of such calls.
var neverLight = []string{"-c", "tessedit_do_invert=0"}

// environment is the environment of a child process. Tesseract frees and allocates whole images many times, and
// returning them to the system in between costs a tenth of its time, because their pages are zeroed again; 32 MB is the
// largest threshold that glibc accepts.
var environment = []string{
	"OMP_THREAD_LIMIT=1", "LC_ALL=C",
	"MALLOC_MMAP_THRESHOLD_=33554432", "MALLOC_TRIM_THRESHOLD_=1073741824", "MALLOC_TOP_PAD_=16777216",
}

// recognize runs tesseract on img, which is the sheet's image or derived from it, and returns its words in pixels.
func (r *Reader) recognize(ctx context.Context, s *sheet, img *image.Gray, mode string, options ...string) ([]Word, error) {
	width := img.Rect.Dx()
	if s.ample {
		img = narrow(img, narrowed)
	}
	args := func() []string { return slices.Concat(r.args(s.workingDPI(), mode, s.languages), variables, options) }
	used := args()
	out, err := r.run(ctx, img, used...)
	if again := args(); ctx.Err() == nil && !slices.Equal(used, again) {
		// Another process removed the copied language data, perhaps before tesseract opened all of them.
		out, err = r.run(ctx, img, again...)
	}
	if err != nil {
		return nil, err
	}
	words := parseTSV(bytes.Map(showLetter, out))
	for i := range words {
		b, k := &words[i].Box, float64(width)/float64(img.Rect.Dx())
		b.X0, b.X1 = b.X0*k, b.X1*k
	}
	return words, nil
}

func (r *Reader) args(dpi float64, mode, languages string) []string {
	resolution := strconv.Itoa(int(min(max(dpi, 70), 2400)))
	return append([]string{"/dev/stdin", "stdout", "--psm", mode, "--dpi", resolution, "-l", languages}, r.dataArgs(languages)...)
}

// run starts a child with img as TIFF on its standard input and returns what it printed. The input is a file
// that can be opened by name, because tesseract reads its own "stdin" byte by byte, which takes a twentieth of
// the time of a page.
func (r *Reader) run(ctx context.Context, img *image.Gray, args ...string) ([]byte, error) {
	stdout, stderr := &cappedBuffer{limit: outputLimit}, &cappedBuffer{limit: stderrLimit, drop: true}
	cmd := exec.CommandContext(ctx, r.binary, args...)
	cmd.Env = environment
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if img != nil {
		file, err := imageFile(tiff(img))
		if err != nil {
			return nil, fmt.Errorf("pass a page to tesseract: %w", err)
		}
		defer file.Close()
		cmd.Stdin = file
	}
	cmd.SysProcAttr = processAttributes()
	cmd.Cancel = func() error { return kill(cmd.Process.Pid) }
	cmd.WaitDelay = killGrace
	left := allowanceOf(ctx)
	if left.spent() {
		return nil, r.tooComplex(errTooLong)
	}
	if err := r.await(cmd, left); err != nil {
		return nil, r.blame(ctx, err, string(stderr.kept))
	}
	return stdout.kept, nil
}

// await runs cmd on a dedicated thread, because the parent-death signal is bound to the thread that starts the
// child.
func (r *Reader) await(cmd *exec.Cmd, left *allowance) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := cmd.Start(); err != nil {
		return err
	}
	limitErr := limitProcess(cmd.Process.Pid, r.cfg.MemoryLimit, left.time)
	err := cmd.Wait()
	left.time -= cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return errors.Join(err, limitErr)
}

// errTooLong is the cause when an image's time limit ends its reading.
var errTooLong = errors.New("page time limit exceeded")

// patience is the limit on elapsed time, as a multiple of the limit on processor time. It only ends children that wait
// for something: even those that yield to other work get a thirtieth of the processor.
const patience = 60

// allowance is the processor time left for the current image, whose children run one after another.
type allowance struct{ time time.Duration }

func (a *allowance) spent() bool { return a.time <= 0 }

type allowanceKey struct{}

func withAllowance(ctx context.Context, d time.Duration) context.Context {
	return context.WithValue(ctx, allowanceKey{}, &allowance{d})
}

func allowanceOf(ctx context.Context) *allowance {
	if a, ok := ctx.Value(allowanceKey{}).(*allowance); ok {
		return a
	}
	return &allowance{probeTimeout}
}

// tooComplex returns the error for a page whose reading exceeds the limit.
func (r *Reader) tooComplex(cause error) error {
	return &page.Error{
		Reason:  page.TooComplex,
		Message: fmt.Sprintf("Reading the text of a page takes longer than %s", r.cfg.Timeout),
		Cause:   cause,
	}
}

// blame distinguishes a page that is too much for tesseract from trouble with the machine.
func (r *Reader) blame(ctx context.Context, err error, stderr string) error {
	cause := fmt.Errorf("tesseract: %w: %s", err, strings.TrimSpace(stderr))
	switch {
	case errors.Is(context.Cause(ctx), errTooLong):
		return r.tooComplex(cause)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		status, _ := exit.Sys().(syscall.WaitStatus)
		if status.Signaled() && status.Signal() != syscall.SIGKILL && status.Signal() != syscall.SIGTERM {
			return &page.Error{
				Reason:  page.TooComplex,
				Message: "Reading the text of a page needed more memory or time than allowed",
				Cause:   cause,
			}
		}
	}
	return cause
}

// imageFile returns a nameless file with content, positioned at its start.
func imageFile(content io.Reader) (*os.File, error) {
	file, err := namelessFile()
	if err != nil {
		return nil, err
	}
	if _, err = io.Copy(file, content); err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// tiff returns img as an uncompressed TIFF of one strip. Data that is read only once is not worth compressing,
// and tesseract's library reads TIFF faster than a graymap, which it takes byte by byte.
func tiff(img *image.Gray) io.Reader {
	const (
		short, long                 = 3, 4
		entries, headerLength, pair = 9, 8, 2
	)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	pix := img.Pix
	if img.Stride != w {
		pix = make([]byte, 0, w*h)
		for y := range h {
			pix = append(pix, img.Pix[y*img.Stride:y*img.Stride+w]...)
		}
	}
	const dataOffset = headerLength + pair + 12*entries + 4
	head := binary.LittleEndian.AppendUint32([]byte("II*\x00"), headerLength)
	head = binary.LittleEndian.AppendUint16(head, entries)
	for _, e := range [entries][3]int{ // tag, type, value
		{256, long, w}, {257, long, h}, {258, short, 8}, {259, short, 1}, {262, short, 1}, // size, bits, uncompressed, black is 0
		{273, long, dataOffset}, {277, short, 1}, {278, long, h}, {279, long, w * h}, // the strip
	} {
		head = binary.LittleEndian.AppendUint16(head, uint16(e[0])) //nolint:gosec // a constant
		head = binary.LittleEndian.AppendUint16(head, uint16(e[1])) //nolint:gosec // a constant
		head = binary.LittleEndian.AppendUint32(head, 1)
		head = binary.LittleEndian.AppendUint32(head, uint32(e[2])) //nolint:gosec // sides and areas are limited
	}
	head = binary.LittleEndian.AppendUint32(head, 0)
	return io.MultiReader(bytes.NewReader(head), bytes.NewReader(pix[:w*h]))
}

// cappedBuffer keeps at most limit bytes; the rest is dropped, or ends the writer. The buffer is not embedded
// because its ReadFrom would bypass the limit.
type cappedBuffer struct {
	kept  []byte
	limit int
	drop  bool
}

var errOutputLimit = errors.New("more output than a page can produce")

// Write implements io.Writer.
func (b *cappedBuffer) Write(p []byte) (int, error) {
	room := b.limit - len(b.kept)
	if len(p) > room && !b.drop {
		return 0, errOutputLimit
	}
	b.kept = append(b.kept, p[:min(len(p), room)]...)
	return len(p), nil
}
