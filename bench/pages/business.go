package main

import (
	"fmt"
	"html"
	"strings"
)

// contracts lays out numbered clauses with headings that may be no larger than the text.
func contracts(s *sheet) {
	if s.chance(.5) {
		s.runningHeads()
	}
	s.style("h2 { font-size: %s } .clause { padding-inline-start: 2.2em; text-indent: %s } .part { margin-inline-start: 3em }",
		one(s, "1em", "1em", "1.15em"), one(s, "-2.2em", "0"))
	s.heading(1, s.title())
	s.put("<p>%s</p>", s.paragraph(2))
	capitals := s.chance(.4)
	stop := one(s, ".", "")
	for clause := range s.between(5, 8) {
		title := fmt.Sprintf("%d%s %s", clause+1, stop, s.title())
		if capitals {
			title = strings.ToUpper(title)
		}
		s.heading(2, title)
		for item := range s.between(1, 4) {
			s.put(`<p class="clause">%d.%d %s</p>`, clause+1, item+1, s.paragraph(s.between(1, 3)))
			if s.chance(.3) {
				s.parts()
			}
		}
	}
	s.signatures()
}

// parts adds the subclauses (a), (b), (c).
func (s *sheet) parts() {
	for i := range s.between(2, 4) {
		s.put(`<p class="part">(%c) %s</p>`, 'a'+i, html.EscapeString(s.sentence()))
	}
}

// invoices lays out a letterhead, an address, references, items in a table with totals, and terms of payment.
func invoices(s *sheet) {
	s.ruled(one(s, grid, horizontal, zebra, band, plain))
	s.style(".top { display: flex; justify-content: space-between; margin: 0 0 20pt } .small { font-size: 8pt; color: #555 }")
	s.put(`<div class="top"><p>%s</p><p class="small">%s</p></div>`, html.EscapeString(s.title()), s.address())
	s.put(`<div class="top"><p>%s</p><p>%s</p></div>`, s.address(), s.references())
	s.heading(1, one(s, "Invoice", "Pro forma invoice", "Credit note")+fmt.Sprintf(" %d", s.between(1000, 99999)))
	s.items()
	s.prose(1)
	s.put(`<p class="small" style="border-top: .5pt solid #999; padding-top: 4pt">%s</p>`, s.address())
}

// address returns the lines of an address.
func (s *sheet) address() string {
	lines := []string{s.word('m'), fmt.Sprintf("%s %d", s.name(), s.between(1, 180)), fmt.Sprintf("%05d %s", s.between(1000, 99999), s.word('p'))}
	if s.chance(.4) {
		lines = append(lines, fmt.Sprintf("Tel. %04d %06d", s.between(20, 999), s.between(1000, 999999)))
	}
	return broken(lines...)
}

// references returns the lines of an invoice's references.
func (s *sheet) references() string {
	return broken("Date: "+s.date(), fmt.Sprintf("Customer: %d", s.between(100, 9999)), fmt.Sprintf("Order: A-%d", s.between(100, 9999)))
}

// broken returns lines as HTML.
func broken(lines ...string) string {
	return strings.ReplaceAll(html.EscapeString(strings.Join(lines, "\n")), "\n", "<br>")
}

// items adds the table of an invoice, whose last rows are totals.
func (s *sheet) items() {
	s.put(`<table><thead><tr><th>%s</th><th class="n">%s</th><th class="n">%s</th><th class="n">%s</th></tr></thead><tbody>`,
		one(s, "Description", "Item"), one(s, "Quantity", "Qty"), one(s, "Unit price", "Price"), one(s, "Amount", "Total"))
	for range s.between(3, 12) {
		s.put(`<tr><td>%s</td><td class="n">%d</td><td class="n">%s</td><td class="n">%s</td></tr>`,
			html.EscapeString(s.term()), s.between(1, 40), s.money(), s.money())
	}
	for _, label := range []string{"Net", "VAT", "Total"} {
		s.put(`<tr><td colspan="3" class="n">%s</td><td class="n">%s</td></tr>`, label, s.money())
	}
	s.put("</tbody></table>")
}

// receipts lays out a narrow strip: short lines, and items with their amounts, which are a table without rules.
func receipts(s *sheet) {
	s.look.font = one(s, "Liberation Mono", "DejaVu Sans Mono", "Liberation Sans")
	s.style("@page { size: %dmm 200mm; margin: 5mm } body { font-size: %dpt } p { margin: 0 } .line { display: flex; justify-content: space-between }",
		s.between(72, 90), s.between(8, 9))
	s.style(".middle { text-align: center; margin: 0 0 8pt } .rule { border-top: .7pt dashed #333; margin: 4pt 0 }")
	s.put(`<p class="middle">%s<br>%s</p>`, html.EscapeString(s.title()), s.address())
	s.put("<p>%s %02d:%02d</p>", s.date(), s.between(7, 21), s.IntN(60))
	s.rule()
	s.put(`<div data-as="table">`)
	for range s.between(4, 12) {
		s.amount(s.term())
	}
	s.rule()
	s.amount(one(s, "Total", "Sum", "To pay"))
	s.amount(one(s, "Card", "Cash"))
	s.put(`</div><p class="middle" style="margin-top: 8pt">%s</p>`, html.EscapeString(s.sentence()))
}

func (s *sheet) rule() { s.put(`<div class="rule"></div>`) }

// amount adds a label at the left and an amount at the right.
func (s *sheet) amount(label string) {
	s.put(`<div data-as="tr" class="line"><span data-as="td">%s</span><span data-as="td">%s</span></div>`, html.EscapeString(label), s.money())
}

// addresses lays out a page of contacts: blocks of short lines in one to three columns, which do not form rows.
func addresses(s *sheet) {
	s.style(".contacts { columns: %d; column-gap: %dpt; text-align: start } .contacts p { break-inside: avoid; margin: 0 0 %dpt }",
		s.between(1, 3), s.between(16, 40), s.between(8, 20))
	s.heading(1, s.title())
	s.put(`<div class="contacts">`)
	for range s.between(3, 5) {
		s.heading(2, s.title())
		for range s.between(2, 4) {
			s.put("<p>%s</p>", s.address())
		}
	}
	s.put("</div>")
}
