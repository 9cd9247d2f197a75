package main_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// TestPeopleWorkInTheBrowser follows the main path through every screen of the workspace, against the whole service.
func TestPeopleWorkInTheBrowser(t *testing.T) {
	t.Parallel()
	chromium(t)
	s := newService(t)
	s.start()
	b := newTab(t, s)
	b.open(s.loginLink("default"))
	b.sees("No documents yet")
	require.NotContains(t, b.is("location.href"), "login=", "the token is not kept in the history")
	b.accessible("documents, empty")

	t.Run("documents are added, watched, read and deleted", func(t *testing.T) { documentsInTheBrowser(on(t, b)) })
	t.Run("pages are read beside their text", func(t *testing.T) { readerInTheBrowser(on(t, b)) })
	t.Run("collections are kept and asked", func(t *testing.T) { askingInTheBrowser(on(t, b)) })
	t.Run("a document full of scripts is only text", func(t *testing.T) { hostileInTheBrowser(on(t, b)) })
	t.Run("values are extracted and show where they come from", func(t *testing.T) { extractorsInTheBrowser(on(t, b), s) })
	t.Run("extractors are written, tested and kept from breaking", func(t *testing.T) {
		own := newTab(t, s) // a tab with the content policy, which accessibility checks suspend
		own.open(s.loginLink("default"))
		own.sees("report.pdf")
		buildingInTheBrowser(own, s)
	})
	t.Run("processing is followed by events", func(t *testing.T) {
		b := on(t, b)
		b.watches(s, `performance.getEntriesByType("resource").some(e => new URL(e.name).pathname.endsWith("/events"))`)
	})
	t.Run("without events it is polled", func(t *testing.T) {
		b := on(t, b)
		b.do(network.SetBlockedURLs().WithURLPatterns([]*network.BlockPattern{{URLPattern: "*://*:*/*/events", Block: true}}))
		b.watches(s, "true")
		b.do(network.SetBlockedURLs().WithURLPatterns([]*network.BlockPattern{}))
	})
	t.Run("the account is managed", func(t *testing.T) { accountInTheBrowser(on(t, b)) })
	t.Run("the language is chosen", func(t *testing.T) {
		b := on(t, b)
		b.presses("Deutsch")
		b.sees("Dokumente")
		b.until(`document.documentElement.lang === "de"`, "screen readers are told")
		b.presses("English")
		b.sees("Documents")
	})
	t.Run("a dropped connection is said and survived", func(t *testing.T) {
		b := on(t, b)
		b.open("/app/documents")
		b.sees("report.pdf")
		b.offline(true)
		b.writes("Search by name", "scan")
		b.sees("Quire cannot be reached")
		b.offline(false)
		b.presses("Try again")
		b.until(`!document.querySelector("[role=alert]")`, "the error goes away")
	})
	t.Run("an ended session goes on where it was", func(t *testing.T) {
		b := on(t, b)
		b.open("/app/collections")
		b.sees("Harbour")
		b.do(network.ClearBrowserCookies())
		b.writes("Search by name", "h")
		b.sees("Your session has ended")
		b.accessible("login")
		b.logIn("qk_live_wrong")
		b.sees("Invalid or missing API key")
		b.logIn(s.key)
		b.sees("Harbour")
	})
	t.Run("why the identity provider did not log in is said", func(t *testing.T) {
		stranger := newTab(t, s)
		for outcome, says := range map[string]string{
			"unavailable": "is not responding", "denied": "did not confirm the login", "expired": "took too long", "no_access": "none of your groups",
		} {
			stranger.open("/app/#login_error=" + outcome)
			stranger.sees(says)
			require.NotContains(t, stranger.is("location.href"), outcome, "reloading does not say it again")
		}
		stranger.accessible("login that failed")
	})
	t.Run("accounts do not see each other", func(t *testing.T) {
		s.command("account", "create", "rival")
		d := s.upload("letter.docx", nil)
		rival := newTab(t, s)
		rival.open("/app/documents/" + d.ID)
		rival.logIn(s.command("key", "create", "rival"))
		rival.sees("Document not found")
		rival.open("/app/documents")
		rival.sees("No documents yet")
	})
}

// on returns the tab for a part of a test.
func on(t *testing.T, b *tab) *tab { return &tab{t: t, ctx: b.ctx, base: b.base} }

func documentsInTheBrowser(b *tab) {
	broken := filepath.Join(b.t.TempDir(), "broken.pdf")
	require.NoError(b.t, os.WriteFile(broken, []byte("%PDF-1.7\nnothing that could be read"), 0o644))
	b.adds(samplePath(b.t, "report.pdf"), samplePath(b.t, "photo.jpg"), broken)
	row := func(name, state string) string {
		return `[...document.querySelectorAll("tbody tr")].some(r => r.innerText.includes(` + quoted(name) + `) && r.innerText.includes(` + quoted(state) + `))`
	}
	b.until(row("report.pdf", "Ready"), "the report is ready")
	b.until(row("photo.jpg", "Ready"), "the photo is ready")
	b.until(row("broken.pdf", "Failed"), "the broken file has failed")
	require.Equal(b.t, true, b.is(`[...document.querySelectorAll("tbody .bad")].some(e => e.innerText.length > 10)`), "it says why")
	b.accessible("documents")

	b.presses("Delete photo.jpg")
	b.until("!"+row("photo.jpg", ""), "the photo leaves the list at once")
	b.presses("Undo")
	b.until(row("photo.jpg", "Ready"), "the photo is back")
	b.presses("Delete broken.pdf")
	b.until("!"+row("broken.pdf", ""), "the broken file leaves the list")
	b.do(chromedp.Navigate(b.base + "/app/documents")) // leaving the page does not undo it
	b.sees("report.pdf")
	b.until("!"+row("broken.pdf", ""), "it has been deleted")
}

func readerInTheBrowser(b *tab) {
	b.open("/app/documents?search=report")
	b.presses("report.pdf")
	b.sees("Harbour Traffic 2024")
	b.until(`document.querySelector(".scan-page img")?.naturalWidth > 300`, "the page is drawn")
	b.accessible("reader")

	b.points(`[data-text-page="1"] [data-block="1"]`)
	b.until(`document.querySelector('[data-page="1"] .hover-box')`, "the block is marked on its page")
	b.points(`[data-page="1"] .box`)
	b.until(`document.querySelector('[data-text-page="1"] [data-block="0"].marked')`, "the box is marked in the text")

	b.is(`document.querySelector(".scan").focus()`)
	b.do(chromedp.KeyEvent(kb.ArrowRight))
	b.until(`document.querySelector(".page-field input").value === "2"`, "the arrow key turns the page")
	b.until(`document.querySelector('[data-text-page="2"] table')`, "its table is a table")
	b.do(chromedp.KeyEvent("+"))
	b.sees("125 %")
	b.presses("Markdown")
	b.sees("| Quarter | Calls |")
	b.presses("JSON")
	b.sees(`"kind": "table"`)
	b.turnsAndZoomsAtOnce()
	b.presses("Webhooks")
	b.sees("No webhook was requested.")
	b.standsUpright()
}

// turnsAndZoomsAtOnce presses two keys before the browser has reported the scrolling of the first one.
func (b *tab) turnsAndZoomsAtOnce() {
	b.t.Helper()
	b.is(`["ArrowRight", "+"].forEach(key => document.querySelector(".scan").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })))`)
	b.sees("150 %")
	b.is(`setTimeout(() => { window.settled = true }, 500)`)
	b.until("window.settled", "the scrolling has been reported")
	require.Equal(b.t, "3", b.is(`document.querySelector(".page-field input").value`), "the page stays turned")
}

// standsUpright opens an upside-down photo, and checks that its first line is drawn above its last.
func (b *tab) standsUpright() {
	b.t.Helper()
	b.open("/app/documents?search=photo")
	b.presses("photo.jpg")
	b.until(`document.querySelector(".scan-page img")?.naturalWidth > 300 && document.querySelectorAll("[data-page='1'] .box").length > 1`, "the page is drawn")
	b.until(`(boxes => boxes[0].getBoundingClientRect().top < boxes[boxes.length - 1].getBoundingClientRect().top)(
		document.querySelectorAll("[data-page='1'] .box"))`, "the first block is above the last")
}

func askingInTheBrowser(b *tab) {
	b.open("/app/collections")
	b.presses("New collection")
	b.writes("Name", "Harbour")
	b.is(`document.querySelector("dialog form").requestSubmit()`)
	b.adds(samplePath(b.t, "report.pdf"))
	b.until(`[...document.querySelectorAll("tbody tr")].some(r => r.innerText.includes("Ready"))`, "the file is ready")
	b.accessible("collection")
	b.writes("What do you want to find in this collection?", "How much is set aside for dredging?")
	b.presses("Find")
	b.until(`document.querySelector(".passage")`, "something is found")
	b.until(`[...document.querySelectorAll(".passage .number")].every(e => /\d/.test(e.innerText))`, "it has a score")
	b.opensTheWords(".passage")
	b.accessible("passages")
	collection := b.is("location.pathname")
	b.presses("Open")
	b.until(`location.pathname.includes("/files/")`, "the page is opened by itself")
	b.marksInView()
	b.open(b.is("location.pathname + location.search").(string)) // as somebody does who was sent the address
	b.marksInView()

	b.open(collection.(string))
	b.sees("report.pdf")
	b.is(`document.querySelector(".screen-head a.button").click()`)
	b.writes("Your question", "How many passengers were there in the third quarter?")
	b.do(chromedp.KeyEvent(kb.Enter))
	b.until(`document.querySelector(".message-complete .chip")`, "the answer has a marker")
	b.opensTheWords(".message-complete .chip")
	b.accessible("ask")
	b.until(`document.querySelector(".session a[aria-current]")?.innerText.includes("passengers")`, "the conversation has a title")
}

func accountInTheBrowser(b *tab) {
	b.open("/app/account")
	b.presses("Show")
	b.until(`document.querySelectorAll(".secret").length === 1`, "there is one secret")
	b.presses("Rotate the secret")
	b.is(`document.querySelector("dialog form").requestSubmit()`)
	b.until(`document.querySelectorAll(".secret").length === 2`, "there are the new and the old secret")
	b.writes("Action, such as key.create, or the start of one", "account.rotate")
	actions := `[...document.querySelectorAll(".audit span:nth-child(2)")].map(e => e.innerText)`
	b.until(actions+`.length > 0 && `+actions+`.every(a => a.startsWith("account.rotate_secret"))`, "only such actions are listed")
	var file string
	b.do(chromedp.Evaluate(`fetch(document.querySelector("a[download='audit.csv']").href).then(r => r.text())`, &file,
		func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	require.Contains(b.t, file, ",account.rotate_secret,")
	require.NotContains(b.t, file, ",document.", "the file is filtered as the list is")
	b.accessible("account")
}

// opensTheWords clicks on the marker of a citation and checks that the page opens with the quoted words marked.
func (b *tab) opensTheWords(chip string) {
	b.t.Helper()
	b.is("document.querySelector(" + quoted(chip) + ").click()")
	b.until(`document.querySelector(".pane .scan-page img")`, "the marker opens the page")
	b.marksInView()
}

// marksInView checks that words are marked on the image of their page, and that the first of them is visible.
func (b *tab) marksInView() {
	b.t.Helper()
	b.until(`(() => {
		const mark = document.querySelector(".mark-box"), frame = document.querySelector(".scan");
		if (!mark) return false;
		const m = mark.getBoundingClientRect(), f = frame.getBoundingClientRect();
		const drawn = mark.closest(".scan-page").querySelector("img")?.naturalWidth > 300;
		return drawn && m.width > 4 && m.height > 4 && m.top >= f.top && m.bottom <= f.bottom && m.left >= f.left && m.right <= f.right;
	})()`, "words are marked in view")
}

// watches opens a document that waits behind others and checks that its pages appear without reloading.
func (b *tab) watches(s *service, how string) {
	b.t.Helper()
	var last document
	for range 4 {
		last = s.upload("scan.pdf", nil)
	}
	b.open("/app/documents/" + last.ID)
	b.sees("Reading…")
	b.until(`document.querySelector(".scan-page img")?.naturalWidth > 300`, "its pages come")
	require.Equal(b.t, true, b.is(how))
}

// hostile has a script in every place where text can be.
const hostile = `# <script>window.pwned=1</script> title

<img src=x onerror="window.pwned=2"> and [a link](javascript:window.pwned=3) and <svg onload="window.pwned=4">

| <b onmouseover="window.pwned=5">cell</b> | <iframe srcdoc="<script>parent.pwned=6</script>"></iframe> |
| --- | --- |
| x | y |

- <a href="javascript:window.pwned=7">item</a>
`

func hostileInTheBrowser(b *tab) {
	dir := b.t.TempDir()
	name := `<img src=x onerror=window.pwned=8>.md`
	require.NoError(b.t, os.WriteFile(filepath.Join(dir, name), []byte(hostile), 0o644))
	b.open("/app/documents")
	b.adds(filepath.Join(dir, name))
	b.until(`[...document.querySelectorAll("tbody tr")].some(r => r.innerText.includes("onerror") && r.innerText.includes("Ready"))`, "it is converted")
	b.is(`[...document.querySelectorAll("tbody tr")].find(r => r.innerText.includes("onerror")).querySelector("a").click()`)
	b.until(`document.querySelector("[data-block]")`, "its text is shown")
	b.sees("cell")

	b.open("/app/collections")
	b.presses("New collection")
	b.writes("Name", `<img src=x onerror=window.pwned=9>`)
	b.is(`document.querySelector("dialog form").requestSubmit()`)
	b.sees("onerror=window.pwned=9")
	b.adds(filepath.Join(dir, name))
	b.until(`[...document.querySelectorAll("tbody tr")].some(r => r.innerText.includes("Ready"))`, "it is indexed")
	b.writes("What do you want to find in this collection?", "title <script>window.pwned=10</script>")
	b.presses("Find")
	b.until(`document.querySelector(".passage")?.innerText.length > 10`, "there is a passage")
	require.Equal(b.t, true, b.is(`window.pwned === undefined`))
	require.Zero(b.t, b.is(`document.querySelectorAll('[href^="javascript"], iframe, main script, [onerror]').length`))
}
