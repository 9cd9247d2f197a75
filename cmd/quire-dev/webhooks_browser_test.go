package main_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
)

// TestWebhooksInTheBrowser inspects what a receiver was sent and what it answered, and sends it again.
func TestWebhooksInTheBrowser(t *testing.T) {
	t.Parallel()
	chromium(t)
	s := newService(t)
	s.start()
	var visits atomic.Int32
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if visits.Add(1) == 1 {
			w.WriteHeader(http.StatusBadGateway)
			_, _ = io.WriteString(w, "<script>window.pwned=1</script> the archive is closed")
			return
		}
		_, _ = io.WriteString(w, "filed under 17")
	}))
	t.Cleanup(hook.Close)
	d := s.upload("letter.docx", map[string]string{"callback_url": hook.URL + "/documents"})
	s.await(d.ID)

	b := newTab(t, s)
	b.open("/app/documents/" + d.ID)
	b.logIn(s.key)
	b.presses("Webhooks")
	b.sees(hook.URL + "/documents")
	b.sees("Delivered")
	b.presses("What is sent")
	b.sees(`"status": "COMPLETED"`)
	b.presses("Response")
	b.sees("<script>window.pwned=1</script> the archive is closed")
	b.until(`window.pwned === undefined`, "an answer is only text")
	b.sees("response 200")
	b.accessible("webhooks")

	b.presses("Send again")
	b.until(`document.querySelectorAll(".attempt").length === 3`, "it is sent once more")
	b.until(`document.querySelectorAll(".badge-delivered").length === 1`, "it is delivered again")
}
