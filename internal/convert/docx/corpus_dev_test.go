package docx_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quire/internal/convert/docx"
	"quire/internal/convert/html"
	"quire/internal/convert/page"
)

func TestDev(t *testing.T) {
	files := strings.Fields(os.Getenv("DEVFILES"))
	for _, g := range files {
		m, _ := filepath.Glob(g)
		for _, f := range m {
			data, _ := os.ReadFile(f)
			var out bytes.Buffer
			w := page.NewMarkdownWriter(&out, page.MarkdownOptions{PageSeparator: os.Getenv("SEP") != ""})
			t0 := time.Now()
			var err error
			var info docx.Info
			emit := func(p page.Page) error { return w.WritePage(&p) }
			if strings.HasSuffix(f, ".html") {
				err = html.Convert(t.Context(), bytes.NewReader(data), int64(len(data)), html.Options{}, emit)
			} else {
				info, err = docx.Convert(t.Context(), bytes.NewReader(data), int64(len(data)), docx.Options{}, emit)
			}
			w.Close()
			t.Logf("%s %v %v err=%v", filepath.Base(f), time.Since(t0), info, err)
			os.WriteFile("/tmp/cv/"+filepath.Base(f)+".md", out.Bytes(), 0o644)
		}
	}
}
