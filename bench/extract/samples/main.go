// Command samples makes the sample documents of the catalog and their ground truth. Run it in this directory.
// It needs chromium and, for scans, pdftoppm and ImageMagick. The results are committed.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"log"
	"os"
	"os/exec"
	"path/filepath"
)

// sample is a document: a template with its data, and the values that an extractor should find.
type sample struct {
	slug, name string
	html       string
	truth      any
	scan       bool
}

func main() {
	work, err := os.MkdirTemp("", "samples")
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range append(invoices(), others()...) {
		if err := produce(s, work); err != nil {
			log.Fatalf("%s/%s: %v", s.slug, s.name, err)
		}
	}
	if err := os.RemoveAll(work); err != nil {
		log.Fatal(err)
	}
}

// produce prints the sample and writes its ground truth next to it.
func produce(s sample, work string) error {
	if err := os.MkdirAll(s.slug, 0o755); err != nil {
		return err
	}
	truth, err := json.MarshalIndent(s.truth, "", "  ")
	if err != nil {
		return err
	}
	base := filepath.Join(s.slug, s.name)
	if err := os.WriteFile(base+".json", append(truth, '\n'), 0o644); err != nil {
		return err
	}
	if err := pdf(s.html, base+".pdf", work); err != nil || !s.scan {
		return err
	}
	return scan(base+".pdf", work)
}

func pdf(html, out, work string) error {
	src := filepath.Join(work, "page.html")
	if err := os.WriteFile(src, []byte(html), 0o600); err != nil {
		return err
	}
	return run("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
		"--user-data-dir="+filepath.Join(work, "profile"), "--print-to-pdf="+out, "file://"+src)
}

// scan turns a PDF into one consisting of a crooked, noisy grey picture.
func scan(path, work string) error {
	page, picture := filepath.Join(work, "page"), filepath.Join(work, "scan.jpg")
	if err := run("pdftoppm", "-r", "170", "-gray", "-png", "-singlefile", path, page); err != nil {
		return err
	}
	if err := run("/usr/bin/convert", page+".png", "-background", "white", "-rotate", "0.6", "-attenuate", ".05", "+noise", "Gaussian", "-quality", "40", picture); err != nil {
		return err
	}
	html := `<!doctype html><style>@page{size:A4;margin:0}body{margin:0}img{display:block;width:209mm;height:296mm}</style><img src="scan.jpg">`
	return pdf(html, path, work)
}

func run(name string, args ...string) error {
	if out, err := exec.CommandContext(context.Background(), name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}

// fill executes a template.
func fill(text string, data any) string {
	var b bytes.Buffer
	t := template.Must(template.New("").Funcs(template.FuncMap{"css": func(s string) template.CSS { return template.CSS(s) }}).Parse(text))
	if err := t.Execute(&b, data); err != nil {
		log.Fatal(err)
	}
	return b.String()
}
