package main

import (
	"fmt"
)

const pageHead = `<!doctype html><meta charset="utf-8"><style>@page{size:A4;margin:18mm}body{font:11px Arial}table{border-collapse:collapse}td,th{padding:2px 14px 2px 0;text-align:left}.n{text-align:right}</style>`

func others() []sample {
	return []sample{receipt("till", false), receipt("kasse", true), statement("english", false), statement("deutsch", true), order("parts", false), order("teile", true), resume(), contract(), tables()}
}

func row(cells ...string) string {
	out := "<tr>"
	for _, c := range cells {
		out += "<td>" + c + "</td>"
	}
	return out + "</tr>"
}

func receipt(name string, german bool) sample {
	l := []string{"Corner Grocery", "Receipt no", "Date", "Item", "Amount", "Subtotal", "Tax", "Total", "VISA", "2025-05-04", "$", "USD"}
	point := "."
	if german {
		l = []string{"Feinkost Albrecht", "Bon-Nr", "Datum", "Artikel", "Betrag", "Zwischensumme", "MwSt", "Summe", "girocard", "04.05.2025", "EUR ", "EUR"}
		point = ","
	}
	m := func(a, b string) string { return l[10] + a + point + b }
	html := pageHead + "<style>body{width:280px}</style><h3>" + l[0] + "</h3><div>" + l[1] + ": 004512</div><div>" + l[2] + ": " + l[9] + "</div><table width=100%>" +
		row("<b>"+l[3]+"</b>", "<b>"+l[4]+"</b>") + row("Coffee beans", m("12", "40")) + row("Oat milk", m("2", "35")) + row("Rye bread", m("4", "25")) +
		row(l[5], m("19", "00")) + row(l[6], m("1", "33")) + row(l[7], m("20", "33")) + "</table><p>" + l[8] + "</p>"
	items := []any{}
	for _, i := range [][2]any{{"Coffee beans", cents(1240)}, {"Oat milk", cents(235)}, {"Rye bread", cents(425)}} {
		items = append(items, map[string]any{"description": i[0], "amount": i[1]})
	}
	return sample{"receipt", name, html, map[string]any{"merchant": l[0], "date": "2025-05-04", "receipt_number": "004512", "currency": l[11], "subtotal": cents(1900), "tax": cents(133), "total": cents(2033), "payment_method": l[8], "items": items}, false}
}

func statement(name string, german bool) sample {
	l := look{german: german}
	t := []string{"Account Statement", "Account holder:", "Account number:", "Statement period:", "Opening balance:", "Closing balance:", "Date", "Description", "Debit", "Credit", "Balance", "Card payment", "to", "Currency: GBP", "GBP"}
	if german {
		t = []string{"Kontoauszug", "Kontoinhaber:", "Kontonummer:", "Zeitraum:", "Anfangssaldo:", "Endsaldo:", "Buchungstag", "Verwendungszweck", "Soll", "Haben", "Saldo", "Kartenzahlung", "bis", "Währung: EUR", "EUR"}
	}
	balance, rows, list := 100000, "", []any{}
	for i := range 120 {
		amount := 1000 + 37*i
		r := map[string]any{"description": fmt.Sprintf("%s %03d", t[11], i+1), "date": fmt.Sprintf("2025-03-%02d", 1+i/5), "debit": nil, "credit": nil, "amount": nil}
		debit, credit := l.money(amount), ""
		if i%3 == 0 {
			debit, credit = "", l.money(3*amount)
			balance += 3 * amount
			r["credit"] = cents(3 * amount)
		} else {
			balance -= amount
			r["debit"] = cents(amount)
		}
		r["balance"] = cents(balance)
		list = append(list, r)
		rows += "<tr><td>" + l.date(1+i/5, 3) + fmt.Sprintf("</td><td>%s</td><td class=n>%s</td><td class=n>%s</td><td class=n>%s</td></tr>", r["description"], debit, credit, l.money(balance))
	}
	html := pageHead + "<h2>" + t[0] + "</h2><table>" + row(t[1], "Jane Miller") + row(t[2], "7014-2288") + row("IBAN:", "DE89 3704 0044 0532 0130 00") +
		row(t[3], l.date(1, 3)+" "+t[12]+" "+l.date(31, 3)) + row(t[4], l.money(100000)) + "</table><p>" + t[13] + "</p><table width=100%><thead><tr><th>" + t[6] + "</th><th>" + t[7] + "</th><th class=n>" + t[8] + "</th><th class=n>" + t[9] + "</th><th class=n>" + t[10] + "</th></tr></thead>" + rows + "</table><table>" + row(t[5], l.money(balance)) + "</table>"
	return sample{"bank-statement", name, html, map[string]any{"account_holder": "Jane Miller", "account_number": "7014-2288", "iban": "DE89370400440532013000", "period_start": "2025-03-01", "period_end": "2025-03-31", "currency": t[14], "opening_balance": cents(100000), "closing_balance": cents(balance), "transactions": list}, false}
}

func order(name string, german bool) sample {
	l := look{german: german, sign: "€", signLast: german}
	t := []string{"PURCHASE ORDER", "PO Number:", "Order Date:", "Delivery Date:", "Payment Terms:", "30 days net", "Buyer", "Supplier", "SKU", "Description", "Qty", "Unit Price", "Amount", "Total"}
	if german {
		t = []string{"BESTELLUNG", "Bestellnummer:", "Bestelldatum:", "Liefertermin:", "Zahlungsbedingungen:", "30 Tage netto", "Besteller", "Lieferant", "Artikel-Nr.", "Bezeichnung", "Menge", "Einzelpreis", "Gesamtpreis", "Gesamtsumme"}
	}
	rows, list, total := "", []any{}, 0
	for i, g := range goods[0][:4] {
		sum := g.quantity * g.price
		total += sum
		sku := fmt.Sprintf("K-%d", 4400+i)
		rows += row(sku, g.text, fmt.Sprint(g.quantity), l.money(g.price), l.money(sum))
		list = append(list, map[string]any{"sku": sku, "description": g.text, "quantity": g.quantity, "unit_price": cents(g.price), "amount": cents(sum)})
	}
	html := pageHead + "<h2>" + t[0] + "</h2><table>" + row(t[1], "PO-5531") + row(t[2], l.date(3, 4)) + row(t[3], l.date(20, 5)) + row(t[4], t[5]) + "</table><br><table>" +
		row(t[6], t[7]) + row("Atlas Rail Limited", "Harbour Tools Ltd") + "</table><br><table width=100%>" + row(t[8], t[9], t[10], t[11], t[12]) + rows + row("", "", "", t[13], l.money(total)) + "</table>"
	return sample{"purchase-order", name, html, map[string]any{"order_number": "PO-5531", "order_date": "2025-04-03", "delivery_date": "2025-05-20", "buyer": "Atlas Rail Limited", "supplier": "Harbour Tools Ltd", "payment_terms": t[5], "currency": "EUR", "total": cents(total), "line_items": list}, false}
}

func resume() sample {
	html := pageHead + "<h1>Maria Keller</h1><p>Email: maria.keller@example.org<br>Phone: +49 30 1234567<br>Location: Berlin</p><h3>Summary</h3><p>Engineer for data platforms.</p><h3>Experience</h3><table>" +
		row("Title", "Company", "Period") + row("Lead Engineer", "Nordlicht", "2020 - 2025") + row("Developer", "Tonwerk", "2016 - 2020") + "</table><h3>Education</h3><table>" +
		row("Degree", "Institution", "Period") + row("MSc Physics", "TU Berlin", "2010 - 2015") + "</table><p>Skills: Go, SQL, Linux</p><p>Languages: German, English</p>"
	return sample{"resume", "table", html, map[string]any{
		"name": "Maria Keller", "email": "maria.keller@example.org", "phone": "+49 30 1234567", "location": "Berlin", "summary": "Engineer for data platforms.", "skills": "Go, SQL, Linux", "languages": "German, English",
		"experience": []any{map[string]any{"title": "Lead Engineer", "company": "Nordlicht", "period": "2020 - 2025"}, map[string]any{"title": "Developer", "company": "Tonwerk", "period": "2016 - 2020"}},
		"education":  []any{map[string]any{"degree": "MSc Physics", "institution": "TU Berlin", "period": "2010 - 2015"}},
	}, false}
}

func contract() sample {
	html := pageHead + `<h2>Services Agreement</h2><p>This agreement is entered into on 1 February 2025 between Harbour Tools Ltd and Atlas Rail Limited.</p>
<p>1. It runs for an initial term of 24 months and ends on 31 January 2027.</p><p>2. Either party may terminate on ninety (90) days' written notice.</p>
<p>3. The monthly fee is £4,500.00. Invoices are payable within 30 days.</p><p>4. Total liability shall not exceed £250,000.</p><p>5. It is governed by the laws of England and Wales.</p>`
	return sample{"contract-terms", "services", html, map[string]any{"title": "Services Agreement", "parties": []any{"Harbour Tools Ltd", "Atlas Rail Limited"}, "effective_date": "2025-02-01", "expiry_date": "2027-01-31", "term": "24 months", "notice_period": "ninety (90) days", "payment_terms": "within 30 days", "fee": cents(450000), "liability_cap": cents(25000000), "governing_law": "England and Wales"}, false}
}

func tables() sample {
	html := pageHead + "<style>td,th{border:1px solid #000;padding:4px}</style><h2>Two tables</h2><table><thead><tr><th>City</th><th>People</th></tr></thead>" + row("Ulm", "126000") + row("Kiel", "247000") +
		"</table><p>The second one tells of rivers.</p><table><thead><tr><th>River</th><th>Length</th><th>Sea</th></tr></thead>" + row("Rhine", "1230", "North") + row("Oder", "840", "Baltic") + "</table>"
	return sample{"table-dump", "ruled", html, map[string]any{"tables": []any{
		map[string]any{"page": 1, "header": []any{"City", "People"}, "rows": []any{[]any{"Ulm", "126000"}, []any{"Kiel", "247000"}}},
		map[string]any{"page": 1, "header": []any{"River", "Length", "Sea"}, "rows": []any{[]any{"Rhine", "1230", "North"}, []any{"Oder", "840", "Baltic"}}},
	}}, false}
}
