package probe

import (
	"bytes"
	"fmt"
	"io"
)

const (
	// pdfWindow is how much is read around a trailer or an encryption dictionary.
	pdfWindow = 32 << 10
	// pdfCandidates bounds how many positions a search examines, because a file may consist of nothing else.
	pdfCandidates = 200
)

// PDFNeedsPassword reports whether the PDF asks for a password before it can be read: it is encrypted, and the
// empty user password does not open it. PDFs that only restrict printing or copying do open with it. If the
// file is too broken to tell, the result is false, and the conversion then says what is wrong.
func PDFNeedsPassword(r io.ReaderAt, size int64) bool {
	trailer := pdfTrailer(r, size)
	encrypt := trailer["Encrypt"]
	if ref, ok := encrypt.(pdfRef); ok {
		encrypt = findObject(r, size, ref)
	}
	dict, ok := encrypt.(pdfDict)
	if !ok {
		return false
	}
	if dict["Filter"] != pdfName("Standard") {
		return dict["Filter"] != nil
	}
	if attachmentsOnly(dict) {
		return false
	}
	var id pdfString
	if ids, ok := trailer["ID"].(pdfArray); ok && len(ids) > 0 {
		id, _ = ids[0].(pdfString)
	}
	return !opensWithoutPassword(dict, string(id))
}

// attachmentsOnly reports whether encryption covers neither the document's streams nor its strings, but at most
// the files attached to it (ISO 32000-2, 7.6.6).
func attachmentsOnly(encrypt pdfDict) bool {
	const filters = 4 // the version from which kinds of content are encrypted separately
	version, _ := encrypt["V"].(int)
	plain := func(key pdfName) bool { return encrypt[key] == nil || encrypt[key] == pdfName("Identity") }
	return version >= filters && plain("StmF") && plain("StrF")
}

// pdfTrailer returns the dictionary that startxref leads to, whether that of a trailer or of a cross-reference stream
// (ISO 32000-2, 7.5.5 and 7.5.8). If the pointer leads nowhere, it returns the last one that mentions Encrypt.
func pdfTrailer(r io.ReaderAt, size int64) pdfDict {
	tail := readAt(r, size, max(0, size-2048))
	if at := bytes.LastIndex(tail, []byte("startxref")); at >= 0 {
		p := pdfParser{b: tail, i: at + len("startxref")}
		if offset, ok := p.object(0).(int); ok {
			for _, shift := range []int64{0, headerOffset(r, size)} {
				if d := dictAtXref(r, size, int64(offset)+shift); d != nil {
					return d
				}
			}
		}
	}
	return scanForTrailer(r, size)
}

// headerOffset returns the length of what precedes %PDF-; some writers shift all offsets by it.
func headerOffset(r io.ReaderAt, size int64) int64 {
	head := readAt(r, size, 0)
	return int64(max(0, bytes.Index(head[:min(len(head), 1024)], []byte("%PDF-"))))
}

// dictAtXref reads the dictionary of the cross-reference section at offset. It returns nil if there is none.
func dictAtXref(r io.ReaderAt, size, offset int64) pdfDict {
	if offset <= 0 || offset >= size {
		return nil
	}
	window := readAt(r, size, offset)
	p := pdfParser{b: window}
	p.skipSpace()
	if !bytes.HasPrefix(window[p.i:], []byte("xref")) {
		return xrefStreamDict(window)
	}
	var found pdfDict
	// The table itself can be long, at 20 bytes per object.
	_ = scan(io.NewSectionReader(r, offset, size-offset), size-offset, func(w []byte, at int64) bool {
		i := bytes.Index(w, []byte("trailer"))
		if i < 0 {
			return true
		}
		found = dictAt(r, size, offset+at+int64(i)+int64(len("trailer")))
		return false
	})
	return found
}

// xrefStreamDict reads "12 0 obj << /Type /XRef … >>".
func xrefStreamDict(window []byte) pdfDict {
	p := pdfParser{b: window}
	_, first := p.object(0).(int)
	_, second := p.object(0).(int)
	if !first || !second || p.object(0) != pdfWord("obj") {
		return nil
	}
	if d, ok := p.object(0).(pdfDict); ok && d["Type"] == pdfName("XRef") {
		return d
	}
	return nil
}

func dictAt(r io.ReaderAt, size, offset int64) pdfDict {
	p := pdfParser{b: readAt(r, size, offset)}
	d, _ := p.object(0).(pdfDict)
	return d
}

// scanForTrailer handles files that readers have to repair: it returns the last trailer or cross-reference
// stream that names an encryption dictionary.
func scanForTrailer(r io.ReaderAt, size int64) pdfDict {
	var found pdfDict
	eachMatch(r, size, []byte("/Encrypt"), func(at int64) {
		if d := enclosingDict(r, size, at); d["Encrypt"] != nil {
			found = d
		}
	})
	return found
}

// enclosingDict reads the outermost dictionary of the object around offset.
func enclosingDict(r io.ReaderAt, size, offset int64) pdfDict {
	start := max(0, offset-2048)
	before := readAt(r, size, start)[:offset-start]
	at := max(bytes.LastIndex(before, []byte("obj")), bytes.LastIndex(before, []byte("trailer")))
	open := bytes.Index(before[max(at, 0):], []byte("<<"))
	if at < 0 || open < 0 {
		return nil
	}
	return dictAt(r, size, start+int64(at+open))
}

// findObject looks for "12 0 obj" and reads the dictionary that follows. The last one wins, because updates are
// appended. Searching is as fast as reading the file, and works without a cross-reference table.
func findObject(r io.ReaderAt, size int64, ref pdfRef) any {
	header := fmt.Appendf(nil, "%d %d obj", ref.number, ref.generation)
	var found any
	eachMatch(r, size, header, func(at int64) {
		if before := readByte(r, at-1); before >= '0' && before <= '9' {
			return
		}
		if d := dictAt(r, size, at+int64(len(header))); d["Filter"] != nil {
			found = d
		}
	})
	return found
}

// eachMatch calls visit with the offsets of the first pdfCandidates matches.
func eachMatch(r io.ReaderAt, size int64, pattern []byte, visit func(at int64)) {
	next, left := int64(0), pdfCandidates
	_ = scan(r, size, func(w []byte, offset int64) bool {
		for i := 0; left > 0; {
			j := bytes.Index(w[i:], pattern)
			if j < 0 {
				return true
			}
			if at := offset + int64(i+j); at >= next { // windows overlap
				visit(at)
				next = at + 1
				left--
			}
			i += j + 1
		}
		return false
	})
}

func readByte(r io.ReaderAt, offset int64) byte {
	var b [1]byte
	_, _ = r.ReadAt(b[:], max(offset, 0))
	return b[0]
}

func readAt(r io.ReaderAt, size, offset int64) []byte {
	b := make([]byte, max(0, min(pdfWindow, size-offset)))
	n, _ := r.ReadAt(b, offset)
	return b[:n]
}
