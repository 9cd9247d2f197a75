package main_test

// extractorsInTheBrowser runs an extractor of the catalog on a document, and inspects the result.
func extractorsInTheBrowser(b *tab, s *service) {
	s.await(s.upload("invoice.pdf", nil).ID)
	b.open("/app/extractors")
	b.sees("Bank statement")
	b.accessible("extractors")
	b.writes("Search extractors", "invoice")
	b.until(`!document.body.innerText.includes("Bank statement")`, "the others leave the list")
	b.is(`document.querySelector("a[href='/app/extractors/invoice']").click()`)
	b.sees("Not run yet")
	b.accessible("extractor")

	b.presses("Choose from the documents")
	b.until(`document.querySelector("dialog .value")`, "there are documents to choose from")
	b.is(`document.querySelector("dialog .value").click()`)
	b.until(`document.querySelector("tbody tr")?.innerText.includes("Ready")`, "it was run")
	b.is(`document.querySelector("tbody tr a").click()`)
	b.until(field("/total")+`?.value.length > 2`, "there are values")
	b.until(`document.querySelector(".scan-page img")?.naturalWidth > 300`, "the page is drawn beside them")
	b.is(field("/total") + `.scrollIntoView({block: "center"})`)
	b.points(`[data-field="/total"] label`)
	b.marksInView()
	b.points(`.field-box[data-proves="/total"]`)
	b.until(`document.querySelector('[data-field="/total"].pointed')`, "the place on the page marks its field")
	b.is(`document.querySelector('.field-box[data-proves="/invoice_number"]').click()`)
	b.until(`document.activeElement === `+field("/invoice_number"), "a click goes there")
	b.is("document.activeElement.blur()")
	b.is(field("/invoice_number") + ".focus()")
	b.until(`document.querySelectorAll(".mark-box").length > 0`, "the keyboard marks too")
	b.accessible("extraction")
	b.presses("Output as JSON")
	b.until(`document.querySelector(".output")?.innerText.includes('"total"')`, "the output is shown as it is")
}

// field returns the expression of the input for a value.
func field(path string) string {
	return `document.querySelector(` + quoted(`[data-field="`+path+`"] input`) + `)`
}
