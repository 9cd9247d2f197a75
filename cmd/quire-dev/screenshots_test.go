package main_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// windows are the window sizes in which every screen is captured, from a small telephone to a large screen.
var windows = []struct {
	name          string
	width, height int64
	scheme        string
}{
	{"", 1440, 900, "light"},
	{"-dark", 1440, 900, "dark"},
	{"-phone", 360, 740, "light"},
	{"-phone-dark", 360, 740, "dark"},
	{"-wide", 3840, 2160, "light"},
}

// languages are the languages of the screens, with the switch that selects the other one.
var languages = []struct{ name, switches string }{{"", "Deutsch"}, {"-de", "English"}}

// TestScreenshots takes screenshots of the screens for people to look at.
func TestScreenshots(t *testing.T) {
	dir := os.Getenv("SCREENSHOTS")
	if dir == "" {
		t.Skip("set SCREENSHOTS to a directory, or run 'make screenshots'")
	}
	s := newService(t)
	place, err := filepath.Abs(samples)
	require.NoError(t, err)
	s.env = append(s.env, "QUIRE_SOURCE_ROOTS="+place)
	s.start()
	for _, name := range []string{"letter.docx", "photo.jpg", "scan.pdf", "mixed.pdf"} {
		s.await(s.upload(name, nil).ID)
	}
	report := s.upload("report.pdf", nil)
	s.await(report.ID)
	c := s.collection("Harbour")
	for _, name := range []string{"report.pdf", "scan.pdf"} {
		require.Equal(t, "ready", s.awaitFile(c, s.put(c, name, s.sample(name)).ID).Status)
	}
	b := newTab(t, s)
	b.open("/app")
	b.sees("Log in")
	shoot(b, dir, "login")
	b.logIn(s.key)
	b.sees("report.pdf")
	shoot(b, dir, "documents")
	b.open("/app/documents/" + report.ID)
	b.until(`document.querySelector(".scan-page img")?.naturalWidth > 300`, "the page is drawn")
	b.is(`document.querySelector('[data-text-page="1"] [data-block="3"]').focus()`)
	b.until(`document.querySelector(".hover-box")`, "a block is marked")
	shoot(b, dir, "reader")
	extractorScreens(b, s, dir)
	batchScreens(b, s, dir)
	b.open("/app/collections/" + c)
	b.sees("scan.pdf")
	shoot(b, dir, "collection")
	sourceScreens(b, s, c, dir)
	b.open("/app/ask?collection=" + c)
	b.writes("Your question", "How much is set aside for dredging?")
	b.do(chromedp.KeyEvent(kb.Enter))
	b.until(`document.querySelector(".message-complete .chip")`, "the answer has a marker")
	b.is(`document.querySelector(".message-complete .chip").click()`)
	b.until(`document.querySelector(".pane .scan-page img")?.naturalWidth > 300`, "the page is drawn")
	shoot(b, dir, "ask")
	b.open("/app/collections")
	b.sees("Harbour")
	shoot(b, dir, "collections")
	b.open("/app/account")
	b.sees("Webhook secret")
	shoot(b, dir, "account")
	accountScreens(b, s, dir)
}

// batchScreens takes screenshots of a batch with a failed document.
func batchScreens(b *tab, s *service, dir string) {
	b.t.Helper()
	made := s.sendBatch(6, "", "letter.docx", "locked.pdf", "report.pdf")
	s.awaitBatch(made.ID, func(now batchOf) bool { return now.Status == "COMPLETED" })
	b.open("/app/batches")
	b.sees("6 documents")
	shoot(b, dir, "batches")
	b.open("/app/batches/" + made.ID)
	b.sees("PDF is password-protected")
	shoot(b, dir, "batch")
	b.presses("Delete the batch")
	b.picture(filepath.Join(dir, "delete-batch.png"), 1440, 900)
	b.open("/app/batches")
	b.presses("New batch")
	b.sees("Files on this device")
	b.picture(filepath.Join(dir, "new-batch.png"), 1440, 900)
	b.picture(filepath.Join(dir, "new-batch-phone.png"), 360, 740)
}

// sourceScreens takes screenshots of a source after its dry run.
func sourceScreens(b *tab, s *service, collection, dir string) {
	b.t.Helper()
	place, err := filepath.Abs(samples)
	require.NoError(b.t, err)
	var source sourceOf
	s.sendJSON("POST", "/sources", map[string]any{
		"name": "Samples", "collection_id": collection, "kind": "folder", "settings": map[string]string{"path": place},
		"include": []string{"*.pdf", "*.docx"}, "exclude": []string{"locked.*"},
	}, &source)
	s.awaitRun(source.ID)
	b.open("/app/sources")
	b.sees("Samples")
	shoot(b, dir, "sources")
	b.presses("New source")
	b.sees("Path on the server")
	b.picture(filepath.Join(dir, "new-source.png"), 1440, 900)
	b.open("/app/sources/" + source.ID)
	b.sees("What the run would do")
	shoot(b, dir, "source")
	b.presses("Change Samples")
	b.sees("Items per minute at most")
	b.picture(filepath.Join(dir, "change-source.png"), 1440, 900)
	b.picture(filepath.Join(dir, "change-source-phone.png"), 360, 740)
}

func extractorScreens(b *tab, s *service, dir string) {
	b.t.Helper()
	d := s.upload("invoice.pdf", map[string]string{"extractor_id": s.extractor("invoice")})
	s.await(d.ID)
	b.open("/app/extractors")
	b.sees("Bank statement")
	shoot(b, dir, "extractors")
	b.open("/app/extractors/invoice")
	b.sees("invoice.pdf")
	shoot(b, dir, "extractor")
	b.open("/app/documents/" + d.ID)
	b.until(`document.querySelector(".scan-page img")?.naturalWidth > 300 && `+field("/total"), "the values are there")
	b.is(field("/total") + ".focus()")
	shoot(b, dir, "values")
	b.open("/app/extractors/_new")
	b.until(inEditor(".cm-content"), "there is an editor")
	b.pastes(billWith("Net total", "amount"))
	b.presses("Add a document")
	b.until(`document.querySelector("dialog .value")`, "there are documents to choose from")
	b.is(`document.querySelector("dialog .value").click()`)
	b.presses("Show the values of invoice.pdf")
	b.until(`document.querySelector(".scan-page img")?.naturalWidth > 300 && `+field("/total"), "the values are there")
	b.is(field("/total") + ".focus()")
	shoot(b, dir, "builder")
	b.presses("Save as version 1") // leaving unsaved changes asks for confirmation
	b.sees("Nothing to save")
}

func shoot(b *tab, dir, screen string) {
	b.t.Helper()
	for _, l := range languages {
		for _, w := range windows {
			scheme := &emulation.MediaFeature{Name: "prefers-color-scheme", Value: w.scheme}
			b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{scheme}))
			b.picture(filepath.Join(dir, screen+l.name+w.name+".png"), w.width, w.height)
		}
		b.do(chromedp.EmulateViewport(1440, 900))
		if screen != "login" {
			b.presses(l.switches)
		}
	}
}
