package main_test

import (
	"net/http"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// TestBatchesInTheBrowser sends files as one batch, finds the one that failed, downloads the results and deletes
// everything.
func TestBatchesInTheBrowser(t *testing.T) {
	t.Parallel()
	chromium(t)
	s := newService(t)
	s.start()
	b := newTab(t, s)
	b.open("/app/batches")
	b.logIn(s.key)
	b.sees("No batches yet")
	b.presses("New batch")
	b.until(`[...document.querySelectorAll("dialog button")].find(e => e.innerText.trim() === "New batch").disabled`, "nothing is sent without documents")
	b.do(chromedp.SetUploadFiles(`[data-test=batch-files]`, []string{samplePath(t, "letter.docx"), samplePath(t, "locked.pdf"), samplePath(t, "report.pdf")}, chromedp.ByQuery))
	b.sees("3 documents")
	b.accessible("new-batch")
	b.pressesIn("dialog", "New batch")
	b.until(`location.pathname.startsWith("/app/batches/")`, "the batch is shown")
	b.until(`document.querySelector(".badge-completed") && document.body.innerText.includes("Results (ZIP)")`, "the batch ends")
	b.sees("PDF is password-protected")
	b.accessible("batch")
	b.chooses("State", "Failed")
	b.until(`document.querySelectorAll("tbody tr").length === 1`, "only the failed one is listed")
	b.sees("locked.pdf")
	id := filepath.Base(b.is("location.pathname").(string))
	for _, form := range []string{"zip", "jsonl"} {
		link := `[...document.querySelectorAll("a[download]")].find(a => a.href.endsWith("/batches/` + id + `/results?format=` + form + `"))`
		b.until(link, "there is a link to the results")
	}

	b.open("/app/batches")
	b.sees("3 documents, ")
	b.accessible("batches")
	b.open("/app/batches/" + id)
	b.presses("Delete the batch")
	b.sees("and its 3 documents")
	b.presses("Delete everything")
	b.sees("No batches yet")
	require.Equal(t, http.StatusNotFound, s.call(http.MethodGet, "/batches/"+id, nil, "", nil))

	b.presses("New batch")
	b.presses("Addresses")
	b.writes("Addresses, one per line", "https://127.0.0.1/a.pdf https://127.0.0.1/b.pdf")
	b.sees("2 documents")
	b.pressesIn("dialog", "New batch")
	b.until(`document.querySelectorAll("tbody .badge-failed").length === 2`, "both are refused")
}
