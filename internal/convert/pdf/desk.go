package pdf

import (
	"os"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/pdf/content"
	"quire/internal/convert/pdf/object"
)

const (
	// keptGlyphs is the largest number of characters for which a desk keeps memory from one document to the next.
	keptGlyphs = 20_000
	// keptBytes is the size of the largest file that a desk keeps from the inspection of a document to its reading.
	keptBytes = 4 << 20
)

// desk is where one document after another is read without PDFium: it holds the memory for a page, and the file that was
// inspected last, which is usually the next to be read.
type desk struct {
	memory *content.Memory
	// glyphs is a buffer for those of a page.
	glyphs []ink.Glyph
	// kept describes the file that was inspected last, or is nil.
	kept  os.FileInfo
	file  *object.File
	pages []object.Dict
}

// clear makes the desk ready for another document.
func (k *desk) clear() {
	if k.memory == nil || cap(k.glyphs) > keptGlyphs {
		k.memory, k.glyphs = new(content.Memory), nil
	}
}

// keep keeps a file for the next reading.
func (k *desk) keep(info os.FileInfo, file *object.File, pages []object.Dict) {
	if info.Size() <= keptBytes {
		k.kept, k.file, k.pages = info, file, pages
	}
}

// open opens a file and lists its pages. It gives up the file that was kept.
func (k *desk) open(path string) (info os.FileInfo, file *object.File, pages []object.Dict, err error) {
	if info, err = os.Stat(path); err != nil {
		return nil, nil, nil, err
	}
	kept, file, pages := k.kept, k.file, k.pages
	k.kept, k.file, k.pages = nil, nil, nil
	if kept != nil && os.SameFile(kept, info) && kept.Size() == info.Size() && kept.ModTime().Equal(info.ModTime()) {
		return info, file, pages, nil
	}
	if info.Size() > nativeBytes {
		return nil, nil, nil, errLong
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, nil, err
	}
	if file, err = object.Open(data); err != nil {
		return nil, nil, nil, err
	}
	pages, err = file.Pages()
	return info, file, pages, err
}
