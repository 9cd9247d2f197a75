package convert

import (
	"context"
	"encoding/binary"
	"os"

	"quire/internal/convert/compound"
	"quire/internal/convert/libreoffice"
	"quire/internal/convert/page"
	"quire/internal/convert/probe"
)

// modern converts a document of Office 97–2003 to the format that succeeded its own, and returns the job of reading the
// result.
func (c *child) modern(ctx context.Context, j pagesJob) (pagesJob, error) {
	to := map[probe.Format]probe.Format{probe.DOC: probe.DOCX, probe.XLS: probe.XLSX, probe.PPT: probe.PPTX}[j.Format]
	if c.office == "" {
		return j, libreoffice.Missing(string(j.Format), string(to))
	}
	result, err := libreoffice.Convert(ctx, c.office, j.Path, string(j.Format), string(to), j.Scratch)
	if page.ReasonOf(err) == page.Corrupt && locked(j.Path, j.Format) {
		return j, &page.Error{Reason: page.PasswordProtected, Message: "Document is password-protected", Cause: err}
	}
	j.Path, j.Format = result, to
	return j, err
}

// locked reports whether a document is encrypted. LibreOffice, which tries Excel's default password, only says that it
// failed.
func locked(path string, f probe.Format) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	st, err := file.Stat()
	if err != nil {
		return false
	}
	c, err := compound.Open(file, st.Size())
	if err != nil {
		return false
	}
	stream := func(name string) []byte {
		b, _ := c.Read(c.Root().Child(name)) // an unreadable stream counts as empty
		return b
	}
	switch f {
	case probe.DOC:
		return lockedDOC(stream("WordDocument"))
	case probe.XLS:
		return lockedXLS(stream("Workbook"))
	case probe.PPT:
		return lockedPPT(stream("Current User"))
	}
	return false
}

// lockedDOC checks the flag fEncrypted ([MS-DOC] 2.5.2).
func lockedDOC(main []byte) bool {
	const flagsAt, encrypted = 10, 0x100
	return len(main) > flagsAt+1 && binary.LittleEndian.Uint16(main[flagsAt:])&encrypted != 0
}

// lockedXLS looks for the record FilePass among the workbook records ([MS-XLS] 2.4.117) at the beginning of the stream.
func lockedXLS(book []byte) bool {
	const head, endOfGlobals, filePass = 4, 0x0a, 0x2f
	for len(book) >= head {
		switch binary.LittleEndian.Uint16(book) {
		case filePass:
			return true
		case endOfGlobals:
			return false
		}
		book = book[min(len(book), head+int(binary.LittleEndian.Uint16(book[2:]))):]
	}
	return false
}

// lockedPPT checks the token of the current user ([MS-PPT] 2.3.2).
func lockedPPT(user []byte) bool {
	const tokenAt, encrypted = 12, 0xf3d1c4df
	return len(user) >= tokenAt+4 && binary.LittleEndian.Uint32(user[tokenAt:]) == encrypted
}
