package main_test

import (
	"bytes"
	"image"
	"image/jpeg"
	pngfile "image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/stretchr/testify/require"
)

// TestFoldersAndScansInTheBrowser drops a folder, and inspects words that OCR was not sure of.
func TestFoldersAndScansInTheBrowser(t *testing.T) {
	t.Parallel()
	chromium(t)
	s := newService(t)
	s.start()
	b := newTab(t, s)
	b.open("/app/documents")
	b.logIn(s.key)
	b.sees("No documents yet")

	dir := filepath.Join(t.TempDir(), "archive")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "2024", "spring"), 0o755))
	for name, text := range map[string]string{"a.md": "# One", "2024/b.md": "# Two", "2024/spring/c.md": "# Three", ".hidden.md": "# No"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	b.drops(dir)
	for _, name := range []string{"a.md", "b.md", "c.md"} {
		b.until(`[...document.querySelectorAll("tbody tr")].some(r => r.innerText.includes(`+quoted(name)+`) && r.innerText.includes("Ready"))`, name+" is ready")
	}
	require.Equal(t, false, b.is(`document.body.innerText.includes(".hidden.md")`))

	unclear := filepath.Join(t.TempDir(), "unclear.png")
	require.NoError(t, os.WriteFile(unclear, coarse(t, "photo.jpg"), 0o644))
	b.adds(unclear)
	b.until(`[...document.querySelectorAll("tbody tr")].some(r => r.innerText.includes("unclear.png") && r.innerText.includes("Ready"))`, "it is read")
	b.is(`[...document.querySelectorAll("tbody tr a")].find(a => a.innerText.includes("unclear.png")).click()`)
	b.until(`document.querySelector(".doubt")`, "words are shaded that OCR was not sure of")
	require.Equal(t, true, b.is(`[...document.querySelectorAll(".doubt")].every(e => e.title.includes("%"))`), "each says how sure")
	require.Equal(t, true, b.is(`document.querySelectorAll(".doubt").length < document.querySelector(".text").innerText.split(/\s+/).length`), "others are not")
	if dir := os.Getenv("SCREENSHOTS"); dir != "" {
		b.picture(filepath.Join(dir, "doubts.png"), 1440, 900)
	}
}

// coarse returns an upright photo whose lower half has only a quarter of its resolution: there, OCR doubts a third of
// the words and misreads some.
func coarse(t *testing.T, name string) []byte {
	t.Helper()
	f, err := os.Open(samples + name)
	require.NoError(t, err)
	defer func() { _ = f.Close() }()
	photo, err := jpeg.Decode(f)
	require.NoError(t, err)
	const dot = 4
	size := photo.Bounds()
	out := image.NewGray(size)
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			fromX, fromY := x, y
			if y > size.Dy()/2 {
				fromX, fromY = x-x%dot, y-y%dot
			}
			out.Set(x, y, photo.At(size.Max.X-1-fromX, size.Max.Y-1-fromY))
		}
	}
	var b bytes.Buffer
	require.NoError(t, pngfile.Encode(&b, out))
	return b.Bytes()
}

// drops drops files or a folder on the middle of the page, as if from a window of the system.
func (b *tab) drops(paths ...string) {
	b.t.Helper()
	data := &input.DragData{Items: []*input.DragDataItem{}, Files: paths, DragOperationsMask: 1} // a copy
	for _, event := range []input.DispatchDragEventType{input.DragEnter, input.DragOver, input.Drop} {
		b.do(input.DispatchDragEvent(event, 640, 450, data))
	}
}
