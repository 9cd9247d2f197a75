package docx

import (
	"strconv"

	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/symbol"
)

// symbolOf returns the character of a w:sym (17.3.3.30).
func symbolOf(e opc.Element) string {
	code, err := strconv.ParseUint(e.Attr("char"), 16, 21)
	if err != nil {
		return ""
	}
	return symbol.Text(string(rune(code)), e.Attr("font"))
}
