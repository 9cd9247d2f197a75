package pdf

import "quire/internal/pattern"

// spreadsheets matches the names under which spreadsheet programs appear in the PDFs that they print: "Calc",
// "Microsoft® Excel® 2019", "Acrobat PDFMaker 21 for Excel", "Numbers".
var spreadsheets = pattern.New(`\bExcel\b|^(?:Calc|Numbers)\b`)

// IsSpreadsheet reports whether the program from which a document was printed is one for spreadsheets.
func IsSpreadsheet(creator string) bool { return spreadsheets.MatchString(creator) }
