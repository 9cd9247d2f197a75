package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
)

const (
	// artifact marks content that is not part of the text: running heads, page numbers, ornaments.
	artifact = "Artifact"
	// wordGap is the least distance between two characters with a space between them, in font sizes.
	wordGap = 0.15
	// lineStep is the least distance between the baselines of two lines, in font sizes.
	lineStep = 0.5
)

// glyph is a character on a page, in points from the lower left corner.
type glyph struct {
	char                     rune
	page                     int
	left, right, bottom, top float64
	size                     float64
}

// leaf is the text of marked content.
type leaf struct {
	glyphs []glyph
}

// sheet is the text of a page.
type sheet struct {
	leaves map[int]*leaf
	// loose and decorated count the visible characters outside all marks and those marked as artifacts.
	loose, decorated int
}

// number sets the page of every character.
func (s sheet) number(page int) {
	for _, l := range s.leaves {
		for i := range l.glyphs {
			l.glyphs[i].page = page
		}
	}
}

// engine is PDFium.
type engine struct {
	pool     pdfium.Pool
	instance pdfium.Pdfium
}

func openEngine(cacheDir string) (*engine, error) {
	cache, err := wazero.NewCompilationCacheWithDir(cacheDir)
	if err != nil {
		return nil, err
	}
	pool, err := webassembly.Init(webassembly.Config{
		MaxTotal: 1, RuntimeConfig: wazero.NewRuntimeConfig().WithCompilationCache(cache),
	})
	if err != nil {
		return nil, fmt.Errorf("start PDFium: %w", err)
	}
	instance, err := pool.GetInstance(0)
	return &engine{pool: pool, instance: instance}, err
}

func (e *engine) close() error { return errors.Join(e.instance.Close(), e.pool.Close()) }

// open opens a document, which shut closes, and counts its pages.
func (e *engine) open(path string) (doc references.FPDF_DOCUMENT, count int, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return doc, 0, err
	}
	opened, err := e.instance.OpenDocument(&requests.OpenDocument{File: &data})
	if err != nil {
		return doc, 0, err
	}
	pages, err := e.instance.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: opened.Document})
	if err != nil {
		return doc, 0, errors.Join(err, e.shut(opened.Document))
	}
	return opened.Document, pages.PageCount, nil
}

func (e *engine) shut(doc references.FPDF_DOCUMENT) error {
	_, err := e.instance.FPDF_CloseDocument(&requests.FPDF_CloseDocument{Document: doc})
	return err
}

// read returns the text of every page of an excerpt by its marked content. Other pages are empty.
func (e *engine) read(path string, excerpt excerpt) (pages []sheet, err error) {
	doc, count, err := e.open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.shut(doc)) }()
	pages = make([]sheet, count)
	for i := excerpt.first; i < min(excerpt.last, len(pages)); i++ {
		if pages[i], err = e.page(doc, i); err != nil {
			return nil, fmt.Errorf("page %d: %w", i+1, err)
		}
		pages[i].number(i)
	}
	return pages, nil
}

func (e *engine) page(doc references.FPDF_DOCUMENT, index int) (s sheet, err error) {
	page, err := e.instance.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: doc, Index: index})
	if err != nil {
		return sheet{}, err
	}
	defer func() {
		_, closed := e.instance.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: page.Page})
		err = errors.Join(err, closed)
	}()
	text, err := e.instance.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: requests.Page{ByReference: &page.Page}})
	if err != nil {
		return sheet{}, err
	}
	defer func() {
		_, closed := e.instance.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: text.TextPage})
		err = errors.Join(err, closed)
	}()
	count, err := e.instance.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: text.TextPage})
	if err != nil {
		return sheet{}, err
	}
	s = sheet{leaves: map[int]*leaf{}}
	for i := range count.Count {
		if err := e.char(&s, text.TextPage, i); err != nil {
			return sheet{}, err
		}
	}
	return s, nil
}

// char adds a character to the marked content that it belongs to. Characters that PDFium inserts between two objects
// belong to none: joined restores the spaces.
func (e *engine) char(s *sheet, text references.FPDF_TEXTPAGE, i int) error {
	made, err := e.instance.FPDFText_IsGenerated(&requests.FPDFText_IsGenerated{TextPage: text, Index: i})
	if err != nil || made.IsGenerated {
		return err
	}
	code, err := e.instance.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: text, Index: i})
	if err != nil {
		return err
	}
	object, err := e.instance.FPDFText_GetTextObject(&requests.FPDFText_GetTextObject{TextPage: text, Index: i})
	if err != nil {
		return err
	}
	number, decorated, err := e.mark(object.TextObject)
	if err != nil {
		return err
	}
	g, err := e.glyph(text, i, rune(code.Unicode))
	if err != nil {
		return err
	}
	visible := !unicode.IsSpace(g.char)
	switch {
	case number >= 0:
		if s.leaves[number] == nil {
			s.leaves[number] = &leaf{}
		}
		s.leaves[number].glyphs = append(s.leaves[number].glyphs, g)
	case visible && decorated:
		s.decorated++
	case visible:
		s.loose++
	}
	return nil
}

// mark returns the number of the marked content that an object is, or -1, and whether it is an artifact.
func (e *engine) mark(object references.FPDF_PAGEOBJECT) (number int, decorated bool, err error) {
	count, err := e.instance.FPDFPageObj_CountMarks(&requests.FPDFPageObj_CountMarks{PageObject: object})
	if err != nil {
		return -1, false, err
	}
	for i := range count.Count {
		mark, err := e.instance.FPDFPageObj_GetMark(&requests.FPDFPageObj_GetMark{PageObject: object, Index: uint64(i)})
		if err != nil {
			return -1, false, err
		}
		name, err := e.instance.FPDFPageObjMark_GetName(&requests.FPDFPageObjMark_GetName{PageObjectMark: mark.Mark})
		if err == nil && name.Name == artifact {
			return -1, true, nil
		}
	}
	id, err := e.instance.FPDFPageObj_GetMarkedContentID(&requests.FPDFPageObj_GetMarkedContentID{PageObject: object})
	if err != nil {
		return -1, false, nil //nolint:nilerr // the object is not marked
	}
	return id.MarkedContentID, false, nil
}

func (e *engine) glyph(text references.FPDF_TEXTPAGE, i int, char rune) (glyph, error) {
	box, err := e.instance.FPDFText_GetLooseCharBox(&requests.FPDFText_GetLooseCharBox{TextPage: text, Index: i})
	if err != nil {
		return glyph{}, err
	}
	size, err := e.instance.FPDFText_GetFontSize(&requests.FPDFText_GetFontSize{TextPage: text, Index: i})
	if err != nil {
		return glyph{}, err
	}
	if char == '\x02' || char == '\uFFFE' { // PDFium's substitute for a hyphen at the end of a line
		char = '-'
	}
	g := glyph{
		char: char, left: float64(box.Rect.Left), right: float64(box.Rect.Right),
		bottom: float64(box.Rect.Bottom), top: float64(box.Rect.Top),
	}
	g.size = math.Max(size.FontSize, g.top-g.bottom)
	return g, nil
}

// leader matches the dots between an entry of a contents list and its page.
var leader = regexp.MustCompile(`(?:[.·…][ \x{a0}]*){5,}`)

// joined returns the text of glyphs in the given order, with the spaces of the page, and without leaders and the hyphens
// of words divided at line ends.
func joined(glyphs []glyph) string {
	var out []rune
	for i, g := range glyphs {
		if i > 0 {
			out = space(out, glyphs[i-1], g)
		}
		out = append(out, g.char)
	}
	text := leader.ReplaceAllString(string(utf16.Decode(units(out))), " ")
	return strings.Join(strings.Fields(text), " ")
}

// units returns text in UTF-16, the encoding that PDFium uses.
func units(text []rune) []uint16 {
	var out []uint16
	for _, r := range text {
		if utf16.IsSurrogate(r) {
			out = append(out, uint16(r))
		} else {
			out = utf16.AppendRune(out, r)
		}
	}
	return out
}

// space ends the text before g: with a space, with nothing, or by removing the hyphen that divided a word.
func space(out []rune, before, g glyph) []rune {
	size := math.Max(before.size, g.size)
	newLine := before.page != g.page || math.Abs(middle(before)-middle(g)) > lineStep*size
	if newLine && before.char == '-' && len(out) > 1 && unicode.IsLower(out[len(out)-2]) && unicode.IsLower(g.char) {
		return out[:len(out)-1]
	}
	gap := g.left - before.right
	if newLine || gap > wordGap*size || gap < -size {
		return append(out, ' ')
	}
	return out
}

func middle(g glyph) float64 { return (g.bottom + g.top) / 2 }
