package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"quire/internal/convert"
	"quire/internal/convert/ocr"
	"quire/internal/convert/pdf"
	"quire/internal/convert/probe"
)

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// disk looks at every directory that is written to: whether it can be, and how much room it has.
func (x Exam) disk(context.Context) Verdict {
	dirs := map[string]string{"temporary files": os.TempDir()}
	if dir, ok := strings.CutPrefix(x.Config.Blobs, "file://"); ok {
		dirs["blobs"] = dir
	}
	if x.Config.CacheDir != "" {
		dirs["cache"] = x.Config.CacheDir
	}
	maps.Copy(dirs, x.Dirs)
	var free []string
	for _, what := range slices.Sorted(maps.Keys(dirs)) {
		bytes, err := room(dirs[what])
		if err != nil {
			return Fail(fmt.Errorf("%s cannot be written: %w", what, err), "give "+dirs[what]+" to the user of this process, or free it")
		}
		if bytes < x.MinFree {
			return Fail(fmt.Errorf("only %s are free in %s (%s)", megabytes(bytes), dirs[what], what),
				fmt.Sprintf("make room: at least %s are needed", megabytes(x.MinFree)))
		}
		free = append(free, what+" "+megabytes(bytes))
	}
	return Well("free for %s", strings.Join(free, ", "))
}

func megabytes(n uint64) string { return fmt.Sprintf("%d MB", n/1_000_000) }

// room is the space that is free to this user in dir or, when dir is still to be made, above it.
func room(dir string) (uint64, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return 0, err
	}
	for !exists(dir) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
	}
	if err := unix.Access(dir, unix.W_OK|unix.X_OK); err != nil {
		return 0, &fs.PathError{Op: "write", Path: dir, Err: err}
	}
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return 0, &fs.PathError{Op: "statfs", Path: dir, Err: err}
	}
	return st.Bavail * uint64(st.Bsize), nil //nolint:unconvert // other systems have another type
}

func (x Exam) tesseract(context.Context) Verdict {
	_, err := ocr.New(ocr.Config{Binary: x.Config.Tesseract, Languages: x.Config.OCRLanguages})
	if err != nil {
		return Fail(err, "install it, or correct QUIRE_TESSERACT and QUIRE_OCR_LANGUAGES")
	}
	return Well("reads %s", x.Config.OCRLanguages)
}

// onePage is an empty page.
const onePage = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

func (x Exam) pdfium(ctx context.Context) Verdict {
	const advice = "see that temporary files and the cache (QUIRE_CACHE_DIR) can be written and that 512 MiB of memory are free"
	dir, err := os.MkdirTemp("", "quire-doctor-")
	if err != nil {
		return Fail(err, advice)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "page.pdf")
	if err := os.WriteFile(file, []byte(onePage), 0o600); err != nil {
		return Fail(err, advice)
	}
	cache := x.part().CacheDir("pdfium")
	if !exists(cache) {
		cache = "" // the first start makes it, as whoever runs it; this user's own will do
	}
	converter, err := convert.New(convert.Config{Processes: 1, PDF: pdf.Config{CacheDir: cache}})
	if err != nil {
		return Fail(err, advice)
	}
	defer converter.Close()
	info, err := converter.Inspect(ctx, file, probe.PDF)
	if err == nil && info.Pages != 1 {
		err = errors.New("PDFium miscounts pages")
	}
	if err != nil {
		return Fail(fmt.Errorf("PDFium does not start: %w", err), advice)
	}
	return Well("starts and opens a page")
}
