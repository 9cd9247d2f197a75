package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

type item struct {
	text     string
	quantity int
	price    int // cents
	extra    string
}

// look is the design of an invoice.
type look struct {
	name                     string
	german                   bool
	css                      string
	labels                   [8]string // number, date, due, order, seller's VAT, subtotal, tax, total
	columns                  [4]string
	place                    string // position of number and dates: "right", "below", "inline"
	to                       string // the buyer's label
	seller, buyer, vat, iban string
	currency, sign           string
	signLast, slash          bool
	scan                     bool
	rows                     int
}

var goods = [2][]item{
	{{"Copper pipe 22 mm, 3 m", 12, 1895, "delivered to site"}, {"Consulting on site", 7, 12000, ""}, {"Annual support plan", 1, 149900, "12 months"}, {"Oak shelf, untreated", 4, 8950, ""}, {"Printer paper A4", 25, 449, ""}, {"Replacement filter set", 3, 2275, "for model K-200"}},
	{{"Kupferrohr 22 mm", 12, 1895, "Lieferung frei Haus"}, {"Beratung vor Ort", 7, 12000, ""}, {"Wartungsvertrag", 1, 149900, "12 Monate"}, {"Regalboden Eiche", 4, 8950, ""}, {"Druckerpapier A4", 25, 449, ""}, {"Filtersatz", 3, 2275, "für Modell K-200"}},
}

var looks = []look{
	{name: "plain", css: "body{font:11px Arial}", labels: [8]string{"Invoice Number:", "Invoice Date:", "Due Date:", "PO Number:", "VAT No:", "Subtotal", "VAT (20%)", "Total"}, columns: [4]string{"Description", "Quantity", "Unit Price", "Amount"}, place: "right", to: "Bill To", seller: "Harbour Tools Ltd", buyer: "Meadow Lane Bakery", vat: "GB123456789", iban: "GB29NWBK60161331926819", currency: "GBP", sign: "£", rows: 3},
	{name: "serif", css: "body{font:12px Georgia} td,th{border:1px solid #999;padding:3px}", labels: [8]string{"Invoice No.", "Date of issue", "Payment due", "Your order", "Tax ID", "Net total", "Sales tax", "Grand total"}, columns: [4]string{"Item", "Qty", "Price", "Line total"}, place: "right", to: "Invoice to", seller: "Northwind Supply LLC", buyer: "Cedar Clinic", vat: "", iban: "", currency: "USD", sign: "$", slash: true, rows: 4},
	{name: "boxed", css: "body{font:10px Helvetica} .meta td{border:1px solid #000;padding:5px}", labels: [8]string{"Invoice #", "Issued", "Due", "PO #", "VAT ID", "Sub-total", "Tax", "Amount due"}, columns: [4]string{"Product", "Qty", "Rate", "Total"}, place: "below", to: "Billed to", seller: "Lumen Optics B.V.", buyer: "Studio Verde", vat: "NL123456789B01", iban: "NL91ABNA0417164300", currency: "EUR", sign: "€", rows: 3},
	{name: "modern", css: "body{font:11px 'DejaVu Sans';color:#234} th{background:#234;color:#fff}", labels: [8]string{"Invoice no", "Issue date", "Pay by", "Order number", "VAT reg no", "Net amount", "VAT", "Total due"}, columns: [4]string{"Service", "Hours", "Rate", "Amount"}, place: "below", to: "Client", seller: "Brightwater Consulting Limited", buyer: "Atlas Rail", vat: "GB987654321", iban: "GB33BUKB20201555555555", currency: "GBP", sign: "£", rows: 2},
	{name: "mono", css: "body{font:11px 'DejaVu Sans Mono'}", labels: [8]string{"INVOICE NO:", "DATE:", "DUE BY:", "P.O. NO:", "VAT:", "SUBTOTAL:", "TAX:", "TOTAL:"}, columns: [4]string{"DETAILS", "UNITS", "EACH", "SUM"}, place: "inline", to: "SOLD TO", seller: "Ironbridge Castings Inc.", buyer: "Delta Works", currency: "USD", sign: "$", slash: true, rows: 4},
	{name: "long", css: "body{font:12px Arial} tr{height:26px}", labels: [8]string{"Invoice ID", "Billing date", "Payment due date", "Purchase order", "VAT number", "Total excl. VAT", "VAT amount", "Total incl. VAT"}, columns: [4]string{"Item description", "Quantity", "Unit cost", "Net amount"}, place: "right", to: "Customer", seller: "Fjord Paper AG", buyer: "Kant & Sons", vat: "DE123456789", iban: "DE89370400440532013000", currency: "EUR", sign: "EUR", rows: 60},
	{name: "scan", css: "body{font:13px Arial}", labels: [8]string{"Invoice number", "Invoice date", "Due date", "PO number", "VAT ID", "Subtotal", "VAT", "Total"}, columns: [4]string{"Description", "Qty", "Unit price", "Amount"}, place: "right", to: "Bill to", seller: "Quarry Stone Ltd", buyer: "Hill Top Farm", currency: "GBP", sign: "", scan: true, rows: 3},
	{name: "klassisch", german: true, css: "body{font:11px Arial}", labels: [8]string{"Rechnungsnummer:", "Rechnungsdatum:", "Fällig am:", "Bestellnummer:", "USt-IdNr.:", "Nettobetrag", "MwSt. 19 %", "Gesamtbetrag"}, columns: [4]string{"Bezeichnung", "Menge", "Einzelpreis", "Gesamtpreis"}, place: "right", to: "Rechnungsempfänger", seller: "Nordlicht Werkzeuge GmbH", buyer: "Bäckerei Sommer", vat: "DE123456789", iban: "DE89370400440532013000", currency: "EUR", sign: "€", signLast: true, rows: 3},
	{name: "tabelle", german: true, css: "body{font:10px 'DejaVu Sans'} td,th{border:1px solid #777;padding:4px}", labels: [8]string{"Rechnung Nr.", "Datum", "Zahlbar bis", "Ihre Bestellung", "USt-ID", "Zwischensumme", "Umsatzsteuer", "Rechnungsbetrag"}, columns: [4]string{"Artikel", "Anzahl", "Preis", "Betrag"}, place: "below", to: "Kunde", seller: "Holzbau Wagner KG", buyer: "Stadtwerke Aulendorf", vat: "DE987654321", iban: "DE02120300000000202051", currency: "EUR", sign: "EUR", signLast: true, rows: 4},
	{name: "zeilen", german: true, css: "body{font:12px Georgia}", labels: [8]string{"Rechnungs-Nr.:", "Belegdatum:", "Zahlungsziel:", "Bestell-Nr.:", "USt-ID:", "Summe netto", "MwSt", "Summe brutto"}, columns: [4]string{"Leistung", "Std", "Satz", "Summe"}, place: "inline", to: "Rechnung an", seller: "Tonwerk Studio AG", buyer: "Verlag Linde", vat: "ATU12345678", iban: "AT611904300234573201", currency: "EUR", sign: "€", rows: 2},
	{name: "kopie", german: true, css: "body{font:13px Arial}", labels: [8]string{"Rechnungsnummer", "Rechnungsdatum", "Zahlbar bis", "Auftragsnummer", "USt-ID", "Netto", "Mehrwertsteuer", "Endbetrag"}, columns: [4]string{"Beschreibung", "Menge", "Preis", "Betrag"}, place: "right", to: "Kunde", seller: "Brandt Elektro GmbH", buyer: "Hotel Sonne", currency: "EUR", sign: "EUR", signLast: true, scan: true, rows: 3},
	{name: "schweiz", german: true, css: "body{font:11px Helvetica}", labels: [8]string{"Belegnummer", "Ausstellungsdatum", "Fällig bis", "Bestellnummer", "MWST-Nr", "Gesamt netto", "MwSt-Betrag", "Zu zahlen"}, columns: [4]string{"Position", "Anzahl", "E-Preis", "G-Preis"}, place: "below", to: "Käufer", seller: "Alpen Optik AG", buyer: "Praxis Meier", iban: "CH9300762011623852957", currency: "CHF", sign: "CHF", rows: 3},
	{name: "narrow", css: "body{font:11px Arial;width:420px} th,td{padding:1px 6px}", labels: [8]string{"Document no", "Date issued", "Due on", "Order no", "Tax ID", "Total before tax", "Total tax", "Balance due"}, columns: [4]string{"Particulars", "Quantity", "Price each", "Ext price"}, place: "right", to: "Buyer", seller: "Sable & Finch LLP", buyer: "Orchid House", currency: "USD", sign: "$", rows: 5},
}

// money writes cents in the format of the look.
func (l look) money(cents int) string {
	s := fmt.Sprintf("%d.%02d", cents/100, cents%100)
	whole, frac, _ := strings.Cut(s, ".")
	group, point := ",", "."
	if l.german {
		group, point = ".", ","
	}
	if l.name == "schweiz" {
		group, point = "'", "."
	}
	if len(whole) > 3 {
		whole = whole[:len(whole)-3] + group + whole[len(whole)-3:]
	}
	s = whole + point + frac
	switch {
	case l.sign == "":
		return s
	case l.signLast:
		return s + " " + l.sign
	case len(l.sign) == 3:
		return l.sign + " " + s
	}
	return l.sign + s
}

func (l look) date(day, month int) string {
	names := []string{"", "January", "February", "March", "April", "May", "June"}
	switch {
	case l.german:
		return fmt.Sprintf("%02d.%02d.2025", day, month)
	case l.slash:
		return fmt.Sprintf("%02d/%02d/2025", month, day)
	case l.name == "modern":
		return fmt.Sprintf("%d %s 2025", day, names[month])
	case l.name == "long" || l.name == "narrow":
		return fmt.Sprintf("%s %d, 2025", names[month], day)
	}
	return fmt.Sprintf("2025-%02d-%02d", month, day)
}

const invoicePage = `<!doctype html><meta charset="utf-8"><style>@page{size:A4;margin:18mm} table{border-collapse:collapse}
.items{width:100%;margin:14px 0} th{text-align:left} .n{text-align:right} td{padding:2px 10px 2px 0} .sum{margin-left:auto} .sum td{padding-left:30px} {{css .L.CSS}}</style>
<h2>{{.L.Title}}</h2><p><b>{{.L.Seller}}</b><br>14 Dock Street<br>{{if .L.VAT}}{{.L.VATLabel}} {{.L.VAT}}{{end}}</p>
<p>{{.L.To}}<br>{{.L.Buyer}}<br>Station Road 5</p>
{{if eq .L.Place "below"}}<table class="meta"><tr>{{range .Meta}}<td>{{index . 0}}</td>{{end}}</tr><tr>{{range .Meta}}<td>{{index . 1}}</td>{{end}}</tr></table>
{{else if eq .L.Place "inline"}}{{range .Meta}}<div>{{index . 0}} {{index . 1}}</div>{{end}}
{{else}}<table class="meta">{{range .Meta}}<tr><td>{{index . 0}}</td><td style="padding-left:24px">{{index . 1}}</td></tr>{{end}}</table>{{end}}
<table class="items"><thead><tr>{{range $i, $c := .L.Columns}}<th{{if $i}} class="n"{{end}}>{{$c}}</th>{{end}}</tr></thead>
{{range .Rows}}<tr><td>{{index . 0}}{{if index . 4}}<br>{{index . 4}}{{end}}</td><td class="n">{{index . 1}}</td><td class="n">{{index . 2}}</td><td class="n">{{index . 3}}</td></tr>{{end}}</table>
<table class="sum">{{range .Sums}}<tr><td>{{index . 0}}</td><td class="n">{{index . 1}}</td></tr>{{end}}</table>
<p>{{if .L.IBAN}}IBAN: {{.L.IBAN}}{{end}}</p><p>{{.L.Thanks}}</p>`

func invoices() []sample {
	out := make([]sample, 0, len(looks))
	for i, l := range looks {
		out = append(out, l.sample(i))
	}
	return out
}

func (l look) sample(i int) sample {
	lang, rate, title, thanks := 0, 20, "INVOICE", "Thank you for your business."
	if l.german {
		lang, rate, title, thanks = 1, 19, "RECHNUNG", "Vielen Dank für Ihren Auftrag."
	}
	number, order := fmt.Sprintf("INV-2025-%03d", 17+i), fmt.Sprintf("PO%d", 88100+i)
	rows, lines, net := [][5]string{}, []any{}, 0
	for k := range l.rows {
		g := goods[lang][(k+i)%6]
		sum := g.quantity * g.price
		net += sum
		rows = append(rows, [5]string{g.text, fmt.Sprint(g.quantity), l.money(g.price), l.money(sum), g.extra})
		lines = append(lines, map[string]any{"description": strings.TrimSpace(g.text + " " + g.extra), "quantity": g.quantity, "unit_price": cents(g.price), "amount": cents(sum)})
	}
	tax := net * rate / 100
	html := fill(invoicePage, map[string]any{
		"L":    map[string]any{"CSS": l.css, "Title": title, "Seller": l.seller, "VAT": l.vat, "VATLabel": l.labels[4], "To": l.to, "Buyer": l.buyer, "Place": l.place, "Columns": l.columns, "IBAN": grouped(l.iban), "Thanks": thanks},
		"Meta": [][2]string{{l.labels[0], number}, {l.labels[1], l.date(11+i, 3)}, {l.labels[2], l.date(10, 4)}, {l.labels[3], order}},
		"Rows": rows, "Sums": [][2]string{{l.labels[5], l.money(net)}, {l.labels[6], l.money(tax)}, {l.labels[7], l.money(net + tax)}},
	})
	truth := map[string]any{
		"invoice_number": number, "invoice_date": fmt.Sprintf("2025-03-%02d", 11+i), "due_date": "2025-04-10", "purchase_order": order,
		"seller": map[string]any{"name": l.seller, "vat_id": orNull(l.vat), "iban": orNull(l.iban)}, "buyer": map[string]any{"name": l.buyer},
		"currency": l.currency, "subtotal": cents(net), "tax": cents(tax), "total": cents(net + tax), "line_items": lines,
	}
	if l.sign == "" {
		truth["currency"] = nil
	}
	return sample{"invoice", l.name, html, truth, l.scan}
}

func cents(n int) json.Number { return json.Number(fmt.Sprintf("%d.%02d", n/100, n%100)) }

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// grouped writes an IBAN in groups of four.
func grouped(s string) string {
	var b strings.Builder
	for i, r := range s {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}
