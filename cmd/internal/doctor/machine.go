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
	"quire/internal/convert/libreoffice"
	"quire/internal/convert/ocr"
	"quire/internal/convert/pdf"
	"quire/internal/convert/probe"
)

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// disk checks that every directory the product writes to is writable and has enough space.
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
			return Fail(fmt.Errorf("%s cannot be written: %w", what, err), "make "+dirs[what]+" writable for the user of this process")
		}
		if bytes < x.MinFree {
			return Fail(fmt.Errorf("only %s are free in %s (%s)", megabytes(bytes), dirs[what], what),
				fmt.Sprintf("make room: at least %s is needed", megabytes(x.MinFree)))
		}
		free = append(free, what+" "+megabytes(bytes))
	}
	return Well("free for %s", strings.Join(free, ", "))
}

func megabytes(n uint64) string { return fmt.Sprintf("%d MB", n/1_000_000) }

// room returns the space available to this user in dir or, if dir does not exist yet, in its nearest existing parent.
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
	return st.Bavail * uint64(st.Bsize), nil //nolint:unconvert // the type differs between systems
}

func (x Exam) tesseract(context.Context) Verdict {
	_, err := ocr.New(ocr.Config{Binary: x.Config.Tesseract, Languages: x.Config.OCRLanguages})
	if err != nil {
		return Fail(err, "install it, or correct QUIRE_TESSERACT and QUIRE_OCR_LANGUAGES")
	}
	return Well("reads %s", x.Config.OCRLanguages)
}

// libreOffice asks LibreOffice for its version. Its absence is not a fault: few archives hold files from before 2007.
func (x Exam) libreOffice(ctx context.Context) Verdict {
	const advice = "install it, or correct QUIRE_SOFFICE; until then .doc, .xls and .ppt files are FAILED"
	path, err := libreoffice.Find(x.Config.LibreOffice)
	if err != nil {
		return Warn(err.Error(), advice)
	}
	version, err := libreoffice.Version(ctx, path)
	if err != nil {
		return Warn(err.Error(), advice)
	}
	return Well("%s reads .doc, .xls and .ppt", version)
}

// onePage is a PDF with one empty page.
const onePage = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

// pdfEngine returns the check of the configured PDF engine.
func (x Exam) pdfEngine() Check {
	if x.Config.ReadsWithUniPDF() {
		return Check{Name: "UniPDF", Timeout: slow, Run: x.read("QUIRE_PDF_ENGINE", x.uniPDF)}
	}
	return Check{Name: "PDFium", Timeout: slow, Run: x.read("QUIRE_CACHE_DIR", x.pdfium)}
}

// uniPDF checks that UniPDF accepts the license. It opens no document, because a metered license counts them.
func (x Exam) uniPDF(context.Context) Verdict {
	const advice = "correct UNIDOC_LICENSE_API_KEY, or UNIDOC_LICENSE_FILE and UNIDOC_LICENSE_CUSTOMER, or set QUIRE_PDF_ENGINE to pdfium"
	cfg, err := x.Config.UniPDF()
	if err != nil {
		return Fail(err, advice)
	}
	converter, err := convert.New(convert.Config{Processes: 1, UniPDF: cfg})
	if err != nil {
		return Fail(err, advice)
	}
	defer converter.Close()
	return Well("accepts the license")
}

func (x Exam) pdfium(ctx context.Context) Verdict {
	const advice = "check that temporary files and the cache (QUIRE_CACHE_DIR) can be written and that 512 MiB of memory are free"
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
		cache = "" // the first start creates it as the service's user; this user's own cache will do
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
