package catalog_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/convert"
	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/probe"
	"quire/internal/extract"
	"quire/internal/extract/catalog"
)

// engines are shared: starting PDFium takes longer than any sample.
var engines = sync.OnceValues(func() (*convert.Converter, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	engine, err := pdf.NewEngine(pdf.Config{Workers: 1, CacheDir: filepath.Join(cache, "quire", "pdfium")})
	if err != nil {
		return nil, err
	}
	reader, err := ocr.New(ocr.Config{Parallel: 1})
	if err != nil {
		return nil, err
	}
	return convert.New(convert.Config{PDF: engine, OCR: reader})
})

// score counts fields: found and right, found, and there to be found.
type score struct {
	right, found, truth int
	seconds             float64
	documents           int
	notes               []string
}

func (s score) precision() float64 { return float64(s.right) / float64(max(1, s.found)) }
func (s score) recall() float64    { return float64(s.right) / float64(max(1, s.truth)) }

// wrong asks for every field that is wrong: go test -run TestRulesFindTheFields -v -args -wrong.
var wrong = flag.Bool("wrong", false, "list the fields that are wrong, document by document")

// sets are the sets of documents with the precision and recall that the rules must reach on them. The rules and labels
// were written beside "samples". "heldout" was made in four parts without looking at the rules, each measured before its
// faults were looked at: the rules found 32 %, 90 %, 87 % and 79 % of the fields of its invoices then.
var sets = []struct {
	dir    string
	enough float64
}{{"samples", .95}, {"heldout", .9}}

// TestRulesFindTheFields measures precision and recall of every extractor without a model.
func TestRulesFindTheFields(t *testing.T) {
	t.Parallel()
	for _, set := range sets {
		for _, e := range catalog.All() {
			t.Run(set.dir+"/"+e.Definition.Slug, func(t *testing.T) {
				t.Parallel()
				measure(t, e, filepath.Join(set.dir, e.Definition.Slug), set.enough)
			})
		}
	}
}

func measure(t *testing.T, e catalog.Entry, dir string, enough float64) {
	t.Helper()
	truths, err := filepath.Glob(filepath.Join(dir, "*.json"))
	require.NoError(t, err)
	if len(truths) == 0 {
		t.SkipNow()
	}
	var s score
	for _, f := range truths {
		s.add(t, e, f)
	}
	t.Logf("%-24s %2d documents  precision %.3f  recall %.3f  %.2f s/document\n%s", dir, s.documents,
		s.precision(), s.recall(), s.seconds/float64(s.documents), strings.Join(s.notes, "\n"))
	require.GreaterOrEqual(t, s.precision(), enough, "%s", strings.Join(s.notes, "\n"))
	require.GreaterOrEqual(t, s.recall(), enough, "%s", strings.Join(s.notes, "\n"))
}

// add scores the document beside the file with its truth.
func (s *score) add(t *testing.T, e catalog.Entry, truth string) {
	t.Helper()
	name := strings.TrimSuffix(truth, ".json")
	files, err := filepath.Glob(name + ".[^j]*")
	require.NoError(t, err)
	require.Len(t, files, 1, name)
	start := time.Now()
	res, err := extract.Run(t.Context(), e.Definition, converted(t, files[0]), nil)
	require.NoError(t, err)
	s.seconds += time.Since(start).Seconds()
	s.documents++
	raw, err := os.ReadFile(truth)
	require.NoError(t, err)
	got, want := map[string]string{}, map[string]string{}
	flatten(read(t, res.Value), "", got)
	flatten(read(t, raw), "", want)
	s.found += len(got)
	s.truth += len(want)
	notes := []string{}
	for path, v := range want {
		if got[path] == v {
			s.right++
		} else {
			notes = append(notes, fmt.Sprintf("  %s: want %q, got %q", path, v, got[path]))
		}
	}
	for path, v := range got {
		if _, ok := want[path]; !ok {
			notes = append(notes, fmt.Sprintf("  %s: want nothing, got %q", path, v))
		}
	}
	if *wrong && len(notes) > 0 {
		slices.Sort(notes)
		s.notes = append(append(s.notes, filepath.Base(files[0])+":"), notes...)
	}
}

// converted are the finished pages of a sample.
func converted(t *testing.T, file string) extract.Source {
	t.Helper()
	c, err := engines()
	require.NoError(t, err)
	var pages []page.Page
	err = c.Pages(t.Context(), file, formatOf(t, file), 1, 0, convert.Options{}, func(p page.Page) error {
		pages = append(pages, p)
		return nil
	})
	require.NoError(t, err)
	return func(yield func(*page.Page) error) error {
		for i := range pages {
			if err := yield(&pages[i]); err != nil {
				return err
			}
		}
		return nil
	}
}

func formatOf(t *testing.T, file string) probe.Format {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer func() { require.NoError(t, f.Close()) }()
	info, err := f.Stat()
	require.NoError(t, err)
	format, err := probe.Detect(f, info.Size(), file)
	require.NoError(t, err)
	return format
}

func read(t *testing.T, raw []byte) any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	require.NoError(t, dec.Decode(&v))
	return v
}

// flatten lists the values that are not null, numbers in one notation.
func flatten(v any, path string, out map[string]string) {
	switch node := v.(type) {
	case map[string]any:
		for k, c := range node {
			flatten(c, path+"/"+k, out)
		}
	case []any:
		for i, c := range node {
			flatten(c, fmt.Sprintf("%s/%d", path, i), out)
		}
	case json.Number:
		n, _ := new(big.Rat).SetString(string(node))
		out[path] = n.FloatString(4)
	case string:
		out[path] = node
	}
}
