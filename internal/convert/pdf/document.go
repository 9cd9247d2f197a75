package pdf

import (
	"errors"
	"os"
	"strings"
)

// PDFium's error codes (fpdfview.h).
const (
	pdfiumFileError     = 2
	pdfiumFormatError   = 3
	pdfiumPasswordError = 4
	pdfiumSecurityError = 5
)

// MaxOutline is the maximum number of outline entries that are read, and MaxOutlineDepth their maximum nesting depth.
const (
	MaxOutline      = 2000
	MaxOutlineDepth = 6
	// maxOutlineText bounds the titles of an outline together, in bytes, because any number of entries can share one
	// long title. Longer ones than a heading are not compared with the text anyway.
	maxOutlineText = 2 << 20
)

var errOutOfMemory = errors.New("PDFium is out of memory")

// document is an open PDF.
type document struct {
	*instance
	handle uint64
	// formHandle and formInfo belong to the document's form fields; both are 0 until they are needed.
	formHandle, formInfo uint64
	second               secondForm
	// native reads pages without PDFium; nil if none can be read that way.
	native *native
	// path is the path of the file, and fonts are those that PDFium cannot name, or nil until they are needed.
	path  string
	fonts *drawnFonts
}

// open opens the file at path with the empty password, which also opens files that only restrict permissions.
func (r *runtime) open(p *instance, path string) (*document, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 {
		return nil, Empty()
	}
	r.files.path = path
	name := p.cString("/" + documentName)
	defer p.free(name)
	handle := p.call("FPDF_LoadDocument", name, 0)
	if uint32(handle) == 0 {
		return nil, openError(p.call("FPDF_GetLastError"))
	}
	return &document{instance: p, handle: handle, path: path}, nil
}

func openError(code uint64) error {
	switch uint32(code) {
	case pdfiumPasswordError:
		return Locked()
	case pdfiumSecurityError:
		return LockedOtherwise()
	case pdfiumFileError, pdfiumFormatError:
		return Corrupt(errors.New("not a PDF, or damaged beyond repair"))
	}
	return Corrupt(errors.New("unknown PDFium error"))
}

func (d *document) close() {
	d.closeForm()
	d.call("FPDF_CloseDocument", d.handle)
}

func (d *document) pageCount() int { return int(int32(d.call("FPDF_GetPageCount", d.handle))) }

func (d *document) tagged() bool { return uint32(d.call("FPDFCatalog_IsTagged", d.handle)) != 0 }

func (d *document) title() string { return strings.TrimSpace(d.stated("Title")) }

// creator returns the name of the program from which the document was printed.
func (d *document) creator() string { return d.stated("Creator") }

// stated returns what the document says about itself.
func (d *document) stated(key string) string {
	name := d.cString(key)
	defer d.free(name)
	return d.utf16(func(buffer, size uint64) uint64 {
		return d.call("FPDF_GetMetaText", d.handle, name, buffer, size)
	})
}

// outline reads the bookmarks depth first. Bookmarks can form a cycle, so the number read is capped.
func (d *document) outline() []Bookmark {
	var out []Bookmark
	seen := map[uint64]bool{}
	size := 0
	var walk func(parent uint64, level int)
	walk = func(parent uint64, level int) {
		b := uint64(uint32(d.call("FPDFBookmark_GetFirstChild", d.handle, parent)))
		for b != 0 && !seen[b] && len(out) < MaxOutline && size < maxOutlineText {
			seen[b] = true
			out = append(out, d.bookmark(b, level))
			size += len(out[len(out)-1].Title)
			if level < MaxOutlineDepth {
				walk(b, level+1)
			}
			b = uint64(uint32(d.call("FPDFBookmark_GetNextSibling", d.handle, b)))
		}
	}
	walk(0, 1)
	return out
}

func (d *document) bookmark(b uint64, level int) Bookmark {
	title := d.utf16(func(buffer, size uint64) uint64 {
		return d.call("FPDFBookmark_GetTitle", b, buffer, size)
	})
	number := 0
	if dest := uint32(d.call("FPDFBookmark_GetDest", d.handle, b)); dest != 0 {
		number = int(int32(d.call("FPDFDest_GetDestPageIndex", d.handle, uint64(dest)))) + 1
	}
	return Bookmark{Title: strings.TrimSpace(title), Level: level, Page: max(number, 0)}
}
