package illustration

import (
	"strings"
	"unicode"

	"quire/internal/convert/office/metafile"
	"quire/internal/convert/page"
)

// imageLimit bounds the bytes of a picture that is read.
const imageLimit = 64 << 20

// pictureText is the text in a picture, and whether it was read by OCR.
type pictureText struct {
	text string
	ocr  bool
}

// Picture returns the block of a picture with its alternative text and, if it can be read, the text that it shows. It
// reports whether that text was read by OCR. If part is "", the picture is stored elsewhere.
func (r *Reader) Picture(part, alt string) (page.Block, bool, error) {
	read, err := r.pictureText(part)
	return picture(read, alt), read.ocr, err
}

// PictureIn is [Reader.Picture] for a picture that is stored in place rather than in a part.
func (r *Reader) PictureIn(data []byte, alt string) (page.Block, bool, error) {
	read, err := r.readImage(data)
	return picture(read, alt), read.ocr, err
}

func picture(read pictureText, alt string) page.Block {
	b := page.Block{Kind: page.Picture, Alt: describedBy(strings.TrimSpace(alt))}
	if text := strings.TrimSpace(page.Visible(read.text)); text != "" {
		b.Spans = []page.Span{{Text: text}}
	}
	return b
}

// describedBy removes what Office adds to the descriptions that it generates.
func describedBy(alt string) string {
	for _, added := range [...]string{"AI-generated content may be incorrect", "Description automatically generated"} {
		if before, after, ok := strings.Cut(alt, added); ok && len(after) < 40 {
			alt = strings.TrimSpace(before)
		}
	}
	return alt
}

// pictureText returns the text in a picture; each picture is read once.
func (r *Reader) pictureText(part string) (pictureText, error) {
	if read, ok := r.texts[part]; ok || part == "" || !r.Has(part) {
		return read, nil
	}
	read, err := r.readPicture(part)
	r.texts[part] = read
	return read, err
}

func (r *Reader) readPicture(part string) (pictureText, error) {
	data, err := r.ReadPart(part, imageLimit)
	if page.ReasonOf(err) != "" {
		r.remark("a picture could not be read")
		return pictureText{}, nil //nolint:nilerr // a picture is no reason to lose the document; the remark reports it
	}
	if err != nil {
		return pictureText{}, err
	}
	return r.readImage(data)
}

// readImage returns the text in the picture that data holds.
func (r *Reader) readImage(data []byte) (pictureText, error) {
	if text, bitmap, ok := metafile.Read(data); ok {
		if data = bitmap; text != "" {
			return pictureText{text: text}, nil
		}
	}
	if r.ocr == nil || !isImage(data) {
		return pictureText{}, nil
	}
	text, err := r.ocr(r.ctx, data)
	if r.ctx.Err() != nil {
		return pictureText{}, r.ctx.Err()
	}
	if err != nil {
		r.remark("a picture could not be read")
		return pictureText{}, nil //nolint:nilerr // a picture is no reason to lose the document; the remark reports it
	}
	if !isWord(text) {
		return pictureText{}, nil
	}
	return pictureText{text, true}, nil
}

// isImage recognizes, by their first bytes, the formats that an OCR function accepts.
func isImage(b []byte) bool {
	for _, magic := range [...]string{"\x89PNG", "\xFF\xD8\xFF", "GIF8", "BM", "II*\x00", "MM\x00*", "RIFF"} {
		if len(b) >= len(magic) && string(b[:len(magic)]) == magic {
			return true
		}
	}
	return false
}

// isWord reports whether text recognized in a picture is more than the odd character for which a logo or icon is
// mistaken.
func isWord(text string) bool {
	n := 0
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
		if unicode.Is(unicode.Han, r) {
			return true
		}
	}
	return n > 2
}
