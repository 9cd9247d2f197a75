package catalog_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
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

// TestRulesFindTheFieldsOfTheSamples measures precision and recall of every extractor without a model.
func TestRulesFindTheFieldsOfTheSamples(t *testing.T) {
	t.Parallel()
	for _, e := range catalog.All() {
		t.Run(e.Definition.Slug, func(t *testing.T) {
			t.Parallel()
			files, err := filepath.Glob(filepath.Join("samples", e.Definition.Slug, "*.pdf"))
			require.NoError(t, err)
			require.NotEmpty(t, files)
			var s score
			for _, f := range files {
				s.add(t, e, f)
			}
			t.Logf("%-16s %2d documents  precision %.3f  recall %.3f  %.2f s/document\n%s", e.Definition.Slug, s.documents,
				s.precision(), s.recall(), s.seconds/float64(s.documents), strings.Join(s.notes, "\n"))
			require.GreaterOrEqual(t, s.precision(), .95)
			require.GreaterOrEqual(t, s.recall(), .95)
		})
	}
}

func (s *score) add(t *testing.T, e catalog.Entry, file string) {
	t.Helper()
	start := time.Now()
	res, err := extract.Run(t.Context(), e.Definition, converted(t, file), nil)
	require.NoError(t, err)
	s.seconds += time.Since(start).Seconds()
	s.documents++
	got, want := map[string]string{}, map[string]string{}
	flatten(read(t, res.Value), "", got)
	truth, err := os.ReadFile(strings.TrimSuffix(file, ".pdf") + ".json")
	require.NoError(t, err)
	flatten(read(t, truth), "", want)
	s.found += len(got)
	s.truth += len(want)
	for path, v := range want {
		if got[path] == v {
			s.right++
		} else if len(s.notes) < 40 {
			s.notes = append(s.notes, fmt.Sprintf("%s %s: want %q, got %q", filepath.Base(file), path, v, got[path]))
		}
	}
	for path, v := range got {
		if _, ok := want[path]; !ok && len(s.notes) < 40 {
			s.notes = append(s.notes, fmt.Sprintf("%s %s: want nothing, got %q", filepath.Base(file), path, v))
		}
	}
}

// converted are the finished pages of a sample.
func converted(t *testing.T, file string) extract.Source {
	t.Helper()
	c, err := engines()
	require.NoError(t, err)
	var pages []page.Page
	err = c.Pages(t.Context(), file, probe.PDF, 1, 0, convert.Options{}, func(p page.Page) error {
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
