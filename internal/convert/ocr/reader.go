// Package ocr reads text from page images with tesseract.
//
// Tesseract runs as a child process for every page: it can be killed, its memory can be limited, and a crash in
// it is an error rather than the end of this process. Images are straightened, evened out and scaled first,
// because tesseract does best with what looks like a 300 dpi scan.
package ocr

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// Config configures a [Reader]. The zero value reads English with the tesseract on PATH.
type Config struct {
	// Binary is the tesseract executable; default "tesseract", looked up on PATH.
	Binary string
	// DataDir is the directory of the language data; default tesseract's own.
	DataDir string
	// Languages are tesseract's codes joined by "+", such as "eng+deu"; default "eng".
	Languages string
	// Parallel is how many images are read at once; default one per core.
	Parallel int
	// Timeout is the processor time, in whole seconds, that the child processes may take for one image; default 60 s.
	// In elapsed time, an image may take sixty times as long.
	Timeout time.Duration
	// MemoryLimit bounds the address space of one child in bytes; default 1 GiB. Linux only.
	MemoryLimit uint64
	// CacheDir stores the location of tesseract's language data, so that tesseract need not be asked at every start,
	// and a copy of the data that it loads faster. It is created if needed; if it is empty, nothing is stored.
	CacheDir string
}

// Reader reads page images. It is safe for concurrent use.
type Reader struct {
	cfg    Config
	binary string
	slots  chan struct{}
	// osd reports whether the data for orientation detection is installed.
	osd bool
	// scripts maps scripts to the data to read them with; written lists the scripts of the configured languages.
	scripts map[string]string
	written []string
	// quick is the directory with copies of the configured languages' data that load faster, or "".
	quick string
}

// Setup is the state of a Reader. With it a Reader in another process can start without asking tesseract again.
type Setup struct {
	Config  Config
	Binary  string
	OSD     bool
	Scripts map[string]string
	Written []string
	Quick   string
}

// Setup returns what Restore needs.
func (r *Reader) Setup() Setup { return Setup{r.cfg, r.binary, r.osd, r.scripts, r.written, r.quick} }

// Restore returns a Reader like the one that produced s.
func Restore(s Setup) *Reader {
	return &Reader{
		cfg: s.Config, binary: s.Binary, slots: make(chan struct{}, s.Config.Parallel), osd: s.OSD, scripts: s.Scripts, written: s.Written,
		quick: s.Quick,
	}
}

var languageList = pattern.New(`^[A-Za-z0-9_/]+(\+[A-Za-z0-9_/]+)*$`)

// CheckLanguages returns an error unless list is a well-formed list of languages: tesseract's codes joined by "+". Only
// New can tell whether they are installed.
func CheckLanguages(list string) error {
	if !languageList.MatchString(list) {
		return fmt.Errorf("OCR languages %q: want tesseract's codes joined by +, such as eng+deu", list)
	}
	return nil
}

// New returns a Reader, after checking that tesseract and the data of every language are installed. Its errors say what
// to install.
func New(cfg Config) (*Reader, error) {
	cfg.Languages = cmp.Or(cfg.Languages, "eng")
	cfg.Parallel = cmp.Or(cfg.Parallel, runtime.GOMAXPROCS(0))
	cfg.Timeout = cmp.Or(cfg.Timeout, time.Minute)
	cfg.MemoryLimit = cmp.Or(cfg.MemoryLimit, 1<<30)
	if err := CheckLanguages(cfg.Languages); err != nil {
		return nil, err
	}
	binary, err := exec.LookPath(cmp.Or(cfg.Binary, "tesseract"))
	if err != nil {
		return nil, fmt.Errorf("tesseract is not installed: apt-get install tesseract-ocr, or brew install tesseract (%w)", err)
	}
	r := &Reader{cfg: cfg, binary: binary, slots: make(chan struct{}, cfg.Parallel)}
	return r, r.checkLanguages()
}

func (r *Reader) checkLanguages() error {
	needed := split(r.cfg.Languages)
	installed, folder, err := r.installed(needed)
	if err != nil {
		return err
	}
	for _, lang := range needed {
		if !slices.Contains(installed, lang) {
			return fmt.Errorf("tesseract has no data for the language %q: apt-get install tesseract-ocr-%s, or brew install tesseract-lang", lang, lang)
		}
	}
	r.osd = slices.Contains(installed, "osd")
	r.learnScripts(installed)
	r.quicken(folder, needed)
	return nil
}

func split(languages string) []string { return strings.Split(languages, "+") }

// Read reads one page. The resolution dpi of img determines boxes in points; if it is 0, it is estimated from the size
// of the text. A blank image yields an empty result. Errors are a *page.Error with the reason TooComplex if a limit was
// hit, ctx's error, or an error of the child process that may not recur on a retry.
func (r *Reader) Read(ctx context.Context, img image.Image, dpi float64) (Result, error) {
	return r.read(ctx, source{gray: toGray(img), dpi: dpi})
}

func (r *Reader) read(ctx context.Context, img source) (Result, error) {
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-ctx.Done():
		return Result{}, ctx.Err()
	}
	limited, cancel := context.WithTimeoutCause(withAllowance(ctx, r.cfg.Timeout), patience*r.cfg.Timeout, errTooLong)
	defer cancel()
	best, err := r.readUpright(limited, img)
	if err != nil {
		return Result{}, err
	}
	best, err = r.readRest(limited, best)
	if err != nil && page.ReasonOf(err) != page.TooComplex { // the first reading is better than nothing
		return Result{}, err
	}
	return best.result(), nil
}

// readRest looks for what the first reading missed: first for isolated characters, which costs little, then for other
// kinds of text, and if there was any, for isolated characters again.
func (r *Reader) readRest(ctx context.Context, best reading) (reading, error) {
	if !best.sheet.wordy {
		return best, nil
	}
	best, err := r.readLost(ctx, best)
	if err != nil || best.complete() {
		return best, err
	}
	first := best.words
	if best, err = r.readSparse(ctx, best); err != nil || slices.Equal(best.words, first) {
		return best, err
	}
	return r.readLost(ctx, best)
}

// source is the original image.
type source struct {
	gray *image.Gray
	dpi  float64
	// picture is set if it is among text.
	picture bool
}

// sheet prepares the image after a clockwise quarter turn.
func (r *Reader) sheet(img source, turn int) *sheet {
	s := newSheet(quarterTurn(img.gray, turn), img.dpi)
	s.turn, s.languages = turn, r.cfg.Languages
	return s
}

// readUpright reads with tesseract's full page segmentation, after turning the page upright. After the first reading,
// the only error that it returns is ctx's.
func (r *Reader) readUpright(ctx context.Context, img source) (reading, error) {
	s := r.sheet(img, 0)
	if img.picture && !s.wordy && !s.lettered && r.parted() {
		return reading{sheet: s}, ctx.Err()
	}
	if s.lying {
		if turn := r.orient(ctx, s).turn; turn != 0 {
			s = r.sheet(img, turn)
		}
	}
	best, err := r.readSheet(ctx, s)
	if turn := best.sideways(); turn != 0 && err == nil {
		best, err = r.readSheet(ctx, r.sheet(img, (s.turn+turn)%360))
	}
	if err != nil || !best.unsure() || (img.picture && best.tells()) {
		return best, err
	}
	second, err := r.readUnsure(ctx, best, img)
	if page.ReasonOf(err) == page.TooComplex {
		return best, nil
	}
	return second, err
}

func (r *Reader) readSheet(ctx context.Context, s *sheet) (reading, error) {
	if s.glyphs == 0 {
		return reading{sheet: s}, ctx.Err()
	}
	words, err := r.recognize(ctx, s, withoutUnderlines(s.image, s.letter), segmentAuto)
	return reading{sheet: s, words: words}, err
}

// readSparse is for posters, receipts and labels, in which the full segmentation finds no columns of text, and
// for words that are fainter than others or light on dark. Text is looked for anywhere, the second time on a
// drawing of just the letters.
func (r *Reader) readSparse(ctx context.Context, best reading) (reading, error) {
	s := best.sheet
	if best.poor() {
		words, err := r.recognize(ctx, s, s.image, segmentSparse)
		if err != nil {
			return best, err
		}
		best = better(best, reading{sheet: s, words: meaningful(words)})
		if best.complete() {
			return best, nil
		}
	}
	words, err := r.recognize(ctx, s, relief(s.image), segmentSparse, neverLight...)
	if err != nil {
		return best, err
	}
	best.words = mergeWords(best.words, meaningful(words))
	return best, nil
}
