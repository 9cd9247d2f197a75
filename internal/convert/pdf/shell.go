package pdf

import (
	"encoding/binary"
	"errors"
	"slices"
	_ "unsafe" // for go:linkname

	_ "github.com/klippa-app/go-pdfium/webassembly" // holds the module
)

// pdfiumModule is PDFium as go-pdfium embeds it, or nil if it no longer does.
//
//go:linkname pdfiumModule github.com/klippa-app/go-pdfium/webassembly.pdfiumWasm
var pdfiumModule []byte

// WebAssembly's binary format: the length of the header, the sections that need special treatment, and the body of a
// function without variables that fails at once.
const (
	wasmHeader    = 8
	customSection = 0
	codeSection   = 10
	failingBody   = "\x03\x00\x00\x0b"
)

var errModule = errors.New("PDFium's module cannot be parsed")

// shellOf returns the module without its code: every function is replaced by one that fails, and purely descriptive
// sections are left out.
func shellOf(module []byte) ([]byte, error) {
	if len(module) < wasmHeader {
		return nil, errModule
	}
	shell := slices.Clone(module[:wasmHeader])
	for rest := module[wasmHeader:]; len(rest) > 0; {
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || size > uint64(len(rest)-1-n) {
			return nil, errModule
		}
		section, content := rest[:1+n+int(size)], rest[1+n:1+n+int(size)]
		switch rest = rest[len(section):]; section[0] {
		case customSection:
		case codeSection:
			count, m := binary.Uvarint(content)
			if m <= 0 || count > size {
				return nil, errModule
			}
			shell = appendFailing(shell, count)
		default:
			shell = append(shell, section...)
		}
	}
	return shell, nil
}

// appendFailing appends a section of functions that fail.
func appendFailing(shell []byte, functions uint64) []byte {
	content := binary.AppendUvarint(nil, functions)
	for range functions {
		content = append(content, failingBody...)
	}
	shell = append(shell, codeSection)
	shell = binary.AppendUvarint(shell, uint64(len(content)))
	return append(shell, content...)
}
