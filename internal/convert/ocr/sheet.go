package ocr

import (
	"image"
	"math"
	"slices"

	"quire/internal/convert/page"
)

// sheet is an image prepared for tesseract, along with the data needed to map its pixels back.
type sheet struct {
	image  *image.Gray
	glyphs int  // number of pieces of ink that look like letters
	wordy  bool // they form rows, as letters do
	// lettered is set if it is not wordy, but some of them form a row.
	lettered bool
	lying    bool    // the rows run up or down
	scale    float64 // pixels of image per pixel of the upright original
	angle    float64 // skew taken out, radians
	ample    bool    // the letters can be read with fewer pixels
	letter   float64 // the median height of the letters, pixels of image
	turn     int     // clockwise quarter turn applied beforehand, degrees
	// checks are the check boxes that were removed from the image, in its pixels before adjust: the image had the size
	// before and was scaled by the factor adjusted.
	checks   []checkBox
	before   struct{ X, Y float64 }
	adjusted float64

	languages string  // tesseract's codes to read it with
	dpi       float64 // of the upright original
	width     int     // of the upright original, pixels
	height    int
}

const (
	// bestHeight is the median letter height at which tesseract reads best; heights from minHeight to maxHeight
	// are left alone.
	bestHeight, minHeight, maxHeight = 24.0, 18.0, 44.0
	// enoughHeight is the letter height used on a page full of text: larger letters are read no better, only
	// more slowly (measured with bench-ocr).
	enoughHeight = 17.0
	// manyGlyphs is about a third of a dense page.
	manyGlyphs = 1000
	// maxUpscale bounds how far small text is enlarged.
	maxUpscale = 3.0
	// pixelLimit bounds what tesseract is given: an A3 page at 300 dpi.
	pixelLimit = 18_000_000
	// enoughDPI shows the smallest print; more only takes longer. The 400 dpi used to compare two readings of a
	// page is kept, since the two would otherwise be the same.
	enoughDPI = 300.0
	// narrowed is the share of their width that letters of enoughHeight keep. The cost of reading depends on the pixels
	// across, not down.
	narrowed = .8
	// maxThinning is how many pixels may become one without averaging.
	maxThinning = 1.6
	// minAngle is the skew that tesseract copes with by itself (radians).
	minAngle = .3 * math.Pi / 180
	// letterHeight is the height of a median letter of 10-point text, in points.
	letterHeight = 5.6
)

func newSheet(g *image.Gray, dpi float64) *sheet {
	s := &sheet{image: g, dpi: dpi, scale: 1, width: g.Rect.Dx(), height: g.Rect.Dy()}
	if s.width == 0 || s.height == 0 {
		s.dpi = defaultDPI
		return s
	}
	over := float64(s.width) * float64(s.height) / pixelLimit
	if fine := dpi / enoughDPI; over > 1 || fine > 1.4 {
		s.scale = min(1/math.Sqrt(max(over, 1)), 1/max(fine, 1))
		s.image = shrink(g, s.scale)
	}
	if mostlyDark(s.image) {
		s.image = negativeOf(s.image)
	}
	t := measureTiles(s.image)
	if t.uneven() {
		s.image = evenOut(s.image, t)
		t = measureTiles(s.image)
	}
	if t.grainy {
		s.image = smooth(s.image)
		t = measureTiles(s.image)
	}
	letters := s.clean(t)
	s.glyphs = len(letters)
	columns := turnedOver(letters)
	s.lying = len(letters) >= minTurned && inRows(columns) && 2*chained(letters) < chained(columns)
	if s.wordy = inRows(letters) || inRows(columns); !s.wordy {
		light := lightGlyphs(s.image)
		s.wordy = inRows(light)
		s.lettered = !s.wordy && (lettered(letters) || lettered(columns) || lettered(light))
	}
	height := textHeight(letters)
	s.guessDPI(height / s.scale)
	s.adjust(height, skew(letters, height))
	return s
}

// clean finds the letters, after removing specks if there are many, and removes check boxes from the image.
func (s *sheet) clean(t tiles) []component {
	all := components(s.image, t.thresholds())
	letters := glyphs(slices.Clone(all), s.image.Rect.Dy())
	if speckled(all, len(letters)) {
		if textHeight(letters) < minCleanable {
			s.image = wipe(s.image, t)
		} else {
			s.image = despeckle(s.image)
		}
		t = measureTiles(s.image)
		all = components(s.image, t.thresholds())
		letters = glyphs(slices.Clone(all), s.image.Rect.Dy())
	}
	if len(letters) >= minCountedGlyphs {
		s.checks = s.checkBoxes(all, t.thresholds(), textHeight(letters))
		s.image = withoutChecks(s.image, s.checks)
	}
	return letters
}

// minCountedGlyphs is the least number of glyphs whose median size is trusted.
const minCountedGlyphs = 20

const (
	// defaultDPI is assumed for an image without text.
	defaultDPI = 150
	// minDPI and maxDPI bound the estimate.
	minDPI, maxDPI = 72, 1200
)

// guessDPI assumes that the median letter is 10-point type when the resolution is not known.
func (s *sheet) guessDPI(height float64) {
	if s.dpi > 0 {
		return
	}
	s.dpi = defaultDPI
	if s.glyphs >= minCountedGlyphs {
		s.dpi = min(max(height*72/letterHeight, minDPI), maxDPI)
	}
}

// adjust scales letters of the given height to a readable size and corrects the skew.
func (s *sheet) adjust(height, angle float64) {
	factor := 1.0
	switch {
	case s.glyphs < minCountedGlyphs, !s.wordy:
	case height > maxHeight:
		factor = bestHeight / height
	case height > enoughHeight && s.glyphs >= manyGlyphs && s.workingDPI() <= enoughDPI:
		factor, s.ample = enoughHeight/height, true
	case height < minHeight:
		pixels := float64(s.image.Rect.Dx()) * float64(s.image.Rect.Dy())
		factor = max(1, min(bestHeight/height, maxUpscale, math.Sqrt(pixelLimit/2/pixels)))
	}
	if math.Abs(angle) < minAngle {
		angle = 0
	}
	s.before.X, s.before.Y, s.adjusted = float64(s.image.Rect.Dx()), float64(s.image.Rect.Dy()), factor
	switch {
	case angle != 0 && factor < 1/maxThinning:
		s.image = straighten(shrink(s.image, factor*maxThinning), 1/maxThinning, angle)
	case angle != 0 || factor > 1:
		s.image = straighten(s.image, factor, angle)
	case factor < 1:
		s.image = shrink(s.image, factor)
	}
	s.scale *= factor
	s.angle, s.letter = angle, height*factor
}

func (s *sheet) workingDPI() float64 { return s.dpi * s.scale }

// points maps a box in pixels of the sheet's image to points of the upright page.
func (s *sheet) points(b page.Box) page.Box {
	k := 72 / s.workingDPI()
	return page.Box{X0: b.X0 * k, Y0: b.Y0 * k, X1: b.X1 * k, Y1: b.Y1 * k}
}
