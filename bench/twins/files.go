package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/unicode/norm"
)

const (
	// maxPages is the maximum number of pages of a PDF.
	maxPages = 400
	// maxPageSize is the size of a web page, in bytes, above which it is left out.
	maxPageSize = 8 << 20
)

// find returns the PDFs of a directory and the content of its web pages.
func find(dir string) (pdfs []string, pages []*webPage, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		if path, err = unpacked(path); err != nil {
			return err
		}
		switch strings.ToLower(filepath.Ext(path)) {
		case ".pdf":
			if !slices.Contains(pdfs, path) {
				pdfs = append(pdfs, path)
			}
		case ".html", ".htm", ".xhtml":
			page, err := readPage(path)
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			if page != nil {
				pages = append(pages, page)
			}
		}
		return nil
	})
	slices.SortFunc(pdfs, func(a, b string) int { return int(shuffled(filepath.Base(a))>>1) - int(shuffled(filepath.Base(b))>>1) })
	return pdfs, pages, err
}

// unpacked decompresses a manual next to the original, and returns the path.
func unpacked(path string) (string, error) {
	plain, ok := strings.CutSuffix(path, ".gz")
	if !ok || !slices.Contains([]string{".pdf", ".html"}, filepath.Ext(plain)) {
		return path, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	r, err := gzip.NewReader(file)
	if err != nil {
		return "", err
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return "", err
	}
	return plain, os.WriteFile(plain, data, 0o644)
}

// readPage returns the content of a web page, or nil if it is too large.
func readPage(path string) (*webPage, error) {
	data, err := os.ReadFile(path)
	if err != nil || len(data) > maxPageSize {
		return nil, err
	}
	r, err := charset.NewReader(bytes.NewReader(data), "text/html")
	if err != nil {
		return nil, err
	}
	root, err := html.Parse(r)
	if err != nil {
		return nil, err
	}
	return newWebPage(root), nil
}

// pdfWord is a word of a PDF, normalized for comparison, with its page counted from 1.
type pdfWord struct {
	text string
	page int
}

// pdfWords returns the words of a PDF in the order in which they are drawn.
func pdfWords(ctx context.Context, file string) ([]pdfWord, error) {
	out, err := exec.CommandContext(ctx, "pdftotext", "-raw", "-enc", "UTF-8", "-l", strconv.Itoa(maxPages), file, "-").Output()
	if err != nil {
		return nil, fmt.Errorf("pdftotext: %w", err)
	}
	var words []pdfWord
	for i, page := range strings.Split(string(out), "\f") {
		for _, w := range compared(whole(page)) {
			words = append(words, pdfWord{w, i + 1})
		}
	}
	return words, nil
}

// whole returns text with words joined that are divided at line ends.
func whole(text string) string {
	for _, hyphen := range []string{"-\n", "‐\n", "\u00ad\n"} {
		text = strings.ReplaceAll(text, hyphen, "")
	}
	return text
}

// compared returns the words of a text without punctuation, case and ligatures.
func compared(text string) []string {
	return strings.FieldsFunc(strings.ToLower(norm.NFKC.String(text)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// cutPDF writes a range of pages to a separate file.
func cutPDF(ctx context.Context, file string, first, last int, to string) error {
	dir, err := os.MkdirTemp("", "twins")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if out, err := exec.CommandContext(ctx, "pdfseparate", "-f", strconv.Itoa(first), "-l", strconv.Itoa(last), file,
		filepath.Join(dir, "%d.pdf")).CombinedOutput(); err != nil {
		return fmt.Errorf("pdfseparate: %w: %s", err, out)
	}
	var parts []string
	for p := first; p <= last; p++ {
		parts = append(parts, filepath.Join(dir, strconv.Itoa(p)+".pdf"))
	}
	if len(parts) == 1 {
		data, err := os.ReadFile(parts[0])
		if err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o644)
	}
	if out, err := exec.CommandContext(ctx, "pdfunite", append(parts, to)...).CombinedOutput(); err != nil {
		return fmt.Errorf("pdfunite: %w: %s", err, out)
	}
	return nil
}
