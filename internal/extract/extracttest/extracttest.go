// Package extracttest holds what tests of extraction share: files converted by the real engines, and results that can
// be compared field by field.
package extracttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert"
	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
	"quire/internal/convert/probe"
	"quire/internal/extract"
)

// engines are shared: starting PDFium takes longer than any sample.
var engines = sync.OnceValues(func() (*convert.Converter, error) {
	reader, err := ocr.New(ocr.Config{Parallel: 1})
	if err != nil {
		return nil, err
	}
	return convert.New(convert.Config{Processes: 1, OCR: reader})
})

// Source converts the file, of any format, and returns its finished pages.
func Source(t *testing.T, file string) extract.Source {
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
	format, err := probe.Detect(f, info.Size(), filepath.Ext(file))
	require.NoError(t, err)
	return format
}

// Values lists the non-null values of a JSON document by their JSON pointers, with numbers in a uniform notation.
func Values(t *testing.T, raw []byte) map[string]string {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	require.NoError(t, dec.Decode(&v))
	out := map[string]string{}
	flatten(v, "", out)
	return out
}

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
