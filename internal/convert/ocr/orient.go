package ocr

import (
	"context"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"quire/internal/pattern"
)

// orientation is what tesseract's orientation and script detection says about a sheet.
type orientation struct {
	// turn is the clockwise quarter turn, in degrees, that puts the sheet upright; 0 if it is upright or cannot
	// be determined.
	turn int
	// script is the writing system's name, such as Cyrillic; "" if it cannot be determined.
	script string
}

var osdLine = pattern.New(`(?m)^(Rotate|Orientation confidence|Script|Script confidence): (\S+)$`)

const (
	// minOrientation and minScript are the confidences below which the detection is no better than a guess.
	minOrientation, minScript = 1.0, 1.0
	// With fewer glyphs than minTurned, no orientation can be determined.
	minTurned = 60
	// sampleGlyphs are enough to determine both.
	sampleGlyphs = 300.0
)

// orient asks tesseract how the sheet lies and what script it is in. It returns nothing if the data for that is
// not installed.
func (r *Reader) orient(ctx context.Context, s *sheet) orientation {
	if !r.osd {
		return orientation{}
	}
	o := r.detect(ctx, s, s.sample())
	if o == (orientation{}) && s.glyphs > sampleGlyphs {
		o = r.detect(ctx, s, s.image)
	}
	return o
}

// sample returns the middle of a page with much text, because the detection looks at every letter but needs few.
func (s *sheet) sample() *image.Gray {
	share := math.Sqrt(sampleGlyphs / float64(max(s.glyphs, 1)))
	if share >= 1 {
		return s.image
	}
	w, h := s.image.Rect.Dx(), s.image.Rect.Dy()
	dx, dy := int(float64(w)*(1-share)/2), int(float64(h)*(1-share)/2)
	return toGray(s.image.SubImage(image.Rect(dx, dy, w-dx, h-dy)))
}

func (r *Reader) detect(ctx context.Context, s *sheet, img *image.Gray) orientation {
	out, err := r.run(ctx, img, r.args(s.workingDPI(), segmentOrientation, "osd")...)
	if err != nil { // tesseract treats too few characters as an error; a broken child will show at the next reading
		return orientation{}
	}
	said := map[string]string{}
	for _, m := range osdLine.FindAllSubmatch(out, -1) {
		said[string(m[1])] = string(m[2])
	}
	var o orientation
	if sure(said["Orientation confidence"], minOrientation) {
		o.turn, _ = strconv.Atoi(said["Rotate"])
	}
	if sure(said["Script confidence"], minScript) {
		o.script = said["Script"]
	}
	return o
}

func sure(confidence string, least float64) bool {
	c, err := strconv.ParseFloat(confidence, 64)
	return err == nil && c >= least
}

// readUnsure tries again to read text that made little sense: turned upright, or with the data of another script.
// Without the detection, it only tries a half turn, since pages lying on their side are recognised by the shape of the
// words.
func (r *Reader) readUnsure(ctx context.Context, best reading, img source) (reading, error) {
	o := r.orient(ctx, best.sheet)
	if !r.osd && best.sheet.turn == 0 {
		o.turn = 180
	}
	if o.turn != 0 {
		turned, err := r.readSheet(ctx, r.sheet(img, (best.sheet.turn+o.turn)%360))
		if err != nil {
			return best, err
		}
		best = better(best, turned)
	}
	if o.script == "" || slices.Contains(r.written, o.script) {
		return best, nil
	}
	if r.scripts[o.script] == "" {
		best.foreign = o.script
		return best, nil
	}
	other := *best.sheet
	other.languages = r.scripts[o.script]
	read, err := r.readSheet(ctx, &other)
	if err != nil {
		return best, err
	}
	return better(best, read), nil
}

// scriptLanguages maps scripts to tesseract's codes for the languages written in them, for scripts that its
// detection reports by a name other than Latin.
var scriptLanguages = map[string][]string{
	"Arabic":     {"ara", "fas", "urd", "pus", "uig"},
	"Cyrillic":   {"rus", "ukr", "bul", "srp", "bel", "mkd", "kaz", "kir", "mon", "tgk"},
	"Devanagari": {"hin", "mar", "nep", "san"},
	"Greek":      {"ell", "grc"},
	"Han":        {"chi_sim", "chi_tra"},
	"Hebrew":     {"heb", "yid"},
	"Japanese":   {"jpn"},
	"Korean":     {"kor"},
	"Thai":       {"tha"},
}

// learnScripts records which scripts the configured languages are written in, and which installed data reads
// the others: a script's own data is preferred over that of its languages.
func (r *Reader) learnScripts(installed []string) {
	r.scripts = map[string]string{}
	configured := split(r.cfg.Languages)
	foreign := map[string]bool{}
	for script, languages := range scriptLanguages {
		for _, l := range languages {
			foreign[l] = true
			if slices.Contains(installed, l) && r.scripts[script] == "" {
				r.scripts[script] = l
			}
			if slices.Contains(configured, l) {
				r.written = append(r.written, script)
			}
		}
	}
	for _, l := range installed {
		if script := scriptOf(l); script != "" {
			r.scripts[script] = l
		}
	}
	for _, l := range configured {
		switch script := scriptOf(l); {
		case script != "":
			r.written = append(r.written, script)
		case !foreign[l]:
			r.written = append(r.written, "Latin")
		}
	}
}

// scriptOf returns the detection's name for the script of a data file. Script files have a capital, with or
// without a directory; for the data of a language the result is "".
func scriptOf(file string) string {
	switch name := strings.TrimSuffix(strings.TrimPrefix(file, "script/"), "_vert"); {
	case strings.ToLower(name) == name:
		return ""
	case strings.HasPrefix(name, "Han") && len(name) == len("HanS"):
		return "Han"
	case name == "Hangul":
		return "Korean"
	default:
		return name
	}
}
