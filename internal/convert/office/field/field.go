// Package field reads the instructions of fields (ECMA-376 part 1, 17.16).
package field

import (
	"strconv"
	"strings"

	"quire/internal/convert/office/symbol"
	"quire/internal/convert/page"
)

// Words splits an instruction at spaces, keeping quoted words whole.
func Words(instr string) []string {
	var words []string
	for instr = strings.TrimSpace(instr); instr != ""; instr = strings.TrimSpace(instr) {
		if instr[0] == '"' {
			word, rest, _ := strings.Cut(instr[1:], `"`)
			words, instr = append(words, word), rest
			continue
		}
		end := strings.IndexAny(instr, " \t\"")
		if end < 0 {
			end = len(instr)
		}
		words, instr = append(words, instr[:end]), instr[end:]
	}
	return words
}

// Target returns the address in the arguments of HYPERLINK (17.16.5.25).
func Target(args []string) string {
	target, anchor := "", ""
	for i := 0; i < len(args); i++ {
		switch args[i] {
		case `\l`, `\t`, `\o`:
			if i++; i < len(args) && args[i-1] == `\l` {
				anchor = args[i]
			}
		case `\m`, `\n`, `\h`:
		default:
			if target == "" {
				target = args[i]
			}
		}
	}
	if target != "" && anchor != "" {
		target += "#" + anchor
	}
	return WebLink(target)
}

// Symbol returns the character of a field such as SYMBOL 61623 \f Wingdings (17.16.5.66).
func Symbol(args []string) string {
	code, err := strconv.ParseInt(args[0], 0, 32)
	if err != nil {
		return ""
	}
	font := ""
	for i, a := range args {
		if a == `\f` && i+1 < len(args) {
			font = args[i+1]
		}
	}
	return symbol.Text(string(rune(code)), font)
}

// WebLink returns target if it leads out of the document to an address that readers can open, and otherwise "".
func WebLink(target string) string {
	if strings.HasPrefix(target, "#") {
		return ""
	}
	return page.WebLink(target)
}
