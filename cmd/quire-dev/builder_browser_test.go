package main_test

import (
	"strings"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// bill is a definition for the sample invoice; its placeholders {label} and {parser} stand for the rule of the total.
const bill = `name: Harbour bill
slug: harbour-bill
schema:
  type: object
  properties:
    number: {type: [string, "null"]}
    total: {type: [number, "null"]}
rules:
  number: {labels: [Invoice No.], parser: code}
  total: {labels: [{label}], parser: {parser}}
`

func billWith(label, parser string) string {
	return strings.NewReplacer("{label}", label, "{parser}", parser).Replace(bill)
}

// buildingInTheBrowser writes an extractor: first with a fault, then tested, saved, corrected and changed.
func buildingInTheBrowser(b *tab, s *service) {
	s.await(s.upload("invoice.pdf", nil).ID)
	b.open("/app/extractors")
	b.presses("New extractor")
	b.until(inEditor(".cm-content")+`?.innerText.includes("slug: delivery-note")`, "there is something to begin with")
	b.until(`getComputedStyle(`+inEditor(".cm-scroller")+`).display === "flex"`, "the policy of the page lets the editor have its style")
	b.completes()

	b.pastes(billWith("Net total", "money"))
	b.sees("Line 10")
	b.sees(`unknown parser "money"`)
	b.until(inEditor(".cm-lint-marker-error"), "the line has a mark")
	b.pastes(billWith("Net total", "amount"))
	b.sees("The definition is valid.")
	b.keepsTheDraft("Net total")
	b.presses("Add a document")
	b.until(`document.querySelector("dialog .value")`, "there are documents to choose from")
	b.is(`document.querySelector("dialog .value").click()`)
	b.sees("2 values")
	b.presses("Save as version 1")
	b.sees("Saved as version 1.")
	b.until(`location.pathname === "/app/extractors/harbour-bill/definition"`, "the extractor has its address")

	b.presses("Show the values of invoice.pdf")
	b.until(field("/total")+`?.value === "2809.25"`, "the total is the wrong one")
	b.until(`document.querySelector(".scan-page img")?.naturalWidth > 300`, "the page is drawn above it")
	b.is(field("/total") + `.scrollIntoView({block: "center"})`)
	b.points(`[data-field="/total"] label`)
	b.marksInView()
	b.corrects("/total", "3371.1")
	b.presses("Keep as expected values")
	b.sees("Samples (1)")
	b.presses("Back to the results")
	b.sees("Not as expected")
	b.pastes(billWith("Grand total", "amount"))
	b.sees("1 difference to version 1")
	b.presses("Save as version 2")
	b.sees("Saved as version 2.")
	b.breaks()
	b.comparesVersions()
}

// keepsTheDraft reloads the page and checks that the draft is still there.
func (b *tab) keepsTheDraft(part string) {
	b.t.Helper()
	b.open("/app/extractors/_new")
	b.until(inEditor(".cm-content")+`?.innerText.includes(`+quoted(part)+`)`, "the draft is still there")
	b.sees("Discard the changes")
	b.sees("The definition is valid.")
}

// completes checks that keys, their values and the properties of the schema are offered while typing.
func (b *tab) completes() {
	b.t.Helper()
	b.is(inEditor(".cm-content") + ".focus()")
	b.do(chromedp.KeyEvent(kb.End, chromedp.KeyModifiers(input.ModifierCtrl)), input.InsertText("eng"))
	offered := func(text string) {
		b.t.Helper()
		b.until(inEditor(".cm-tooltip-autocomplete li[aria-selected]")+`?.innerText.includes(`+quoted(text)+`)`, text+" is offered")
	}
	offered("engine")
	b.do(input.InsertText("ine: ru"))
	offered("rules")
	b.do(input.InsertText("les\nrequired: [sen"))
	offered("sender")
}

// breaks changes the draft and checks that the samples show what it breaks.
func (b *tab) breaks() {
	b.t.Helper()
	b.presses("Samples (1)")
	b.presses("Run all samples")
	b.sees("1 sample is as expected")
	b.pastes(billWith("Sales tax", "amount"))
	b.sees("The definition is valid.")
	b.presses("Run all samples")
	b.sees("1 of 1 sample breaks")
	b.until(`document.querySelector(".builder-panel .differences-wrong .want")?.innerText === "3371.1"`, "it says what was expected")
	b.accessible("builder")
}

func (b *tab) comparesVersions() {
	b.t.Helper()
	b.presses("Versions")
	b.presses("Compare version 1 with the draft")
	b.until(`document.querySelector("dialog .editor")?.shadowRoot?.querySelector(".cm-deletedChunk")`, "the difference is shown")
	b.accessible("comparison")
	b.presses("Close")
}

// inEditor returns the expression of an element inside the editor, which has its own shadow root.
func inEditor(selector string) string {
	return `document.querySelector("[data-editor]")?.shadowRoot?.querySelector(` + quoted(selector) + `)`
}

// pastes replaces the whole content of the editor.
func (b *tab) pastes(text string) {
	b.t.Helper()
	b.is(inEditor(".cm-content") + ".focus()")
	b.do(chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)))
	b.is(`(() => {
		const data = new DataTransfer();
		data.setData("text/plain", ` + quoted(text) + `);
		` + inEditor(".cm-content") + `.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
	})()`)
	b.until(inEditor(".cm-content")+`.innerText.replaceAll("\n\n", "\n").trim() === `+quoted(strings.TrimSpace(text)), "the text is in the editor")
}

// corrects replaces a value that was found.
func (b *tab) corrects(path, value string) {
	b.t.Helper()
	b.until(field(path), "there is "+path)
	b.is("(e => { e.focus(); e.select(); })(" + field(path) + ")")
	b.do(chromedp.KeyEvent(value), chromedp.KeyEvent(kb.Tab))
	require.Equal(b.t, value, b.is(field(path)+".value"))
}
