package text

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// borrowedSigns are missing in TeX's oldest fixed-width fonts, or have another shape there. The last ones mark results,
// expansions, output, equal values and the position in Texinfo's examples.
const borrowedSigns = "{}\\|<>'`⇒↦⊣≡⋆"

// Listings separates the runs of each listing from the others. A listing is several consecutive rows in fixed-width
// type throughout. The spaces in it are not gutters, neither of a table nor of columns.
func Listings(runs []Run) (code [][]Run, rest []Run) {
	if !slices.ContainsFunc(runs, Run.hasCode) { // there is none on most pages
		return nil, runs
	}
	rows := Rows(runs)
	for i := 0; i < len(rows); {
		end := i
		for end < len(rows) && (end == i || rows[end].below(rows[end-1])) && rows[end].listed(end > i) {
			end++
		}
		switch part := rows[i:end]; {
		case len(part) < CodeLines:
			end = max(end, i+1)
			rest = appendRuns(rest, rows[i:end])
		case typedSpaces(part):
			code = append(code, appendRuns(nil, part))
		default:
			rest = appendRuns(rest, cutAtGaps(part))
		}
		i = end
	}
	return code, rest
}

// below reports whether a row is close enough below another for both to be in one listing.
func (r Row) below(before Row) bool { return r.Base-before.Base <= codeStep*r.Size }

// listed reports whether a row can be part of a listing. A row of nothing but signs can only continue one.
func (r Row) listed(continues bool) bool {
	return r.isCode() || (continues && onlyBorrowed(r.words()))
}

func appendRuns(out []Run, rows []Row) []Run {
	for _, r := range rows {
		out = append(out, r.Runs...)
	}
	return out
}

// cutAtGaps returns rows in fixed-width type, those of a table, with their runs split at every white space that is
// wider than a typed one.
func cutAtGaps(rows []Row) []Row {
	out := slices.Clone(rows)
	for i, r := range rows {
		out[i].Runs = nil
		for _, u := range r.Runs {
			start := 0
			for k := 1; k < len(u.Words); k++ {
				if gap, ok := typedWidth(u.Words[k-1], u.Words[k]); ok && gap >= typedGap {
					out[i].Runs = append(out[i].Runs, NewRun(u.Words[start:k]))
					start = k
				}
			}
			out[i].Runs = append(out[i].Runs, NewRun(u.Words[start:]))
		}
	}
	return out
}

// Listing makes a block of the runs of a listing, as Listings returns them.
func Listing(runs []Run) Piece {
	lines := Lines(runs)
	return Piece{Block: CodeBlock(lines), Words: AppendWords(nil, lines)}
}

// AreListing reports whether rows form a listing: several rows in fixed-width type, with typed spaces between their
// words. If most rows have a wide space but there are only one or two, they may be a table's gaps, as wide as whole
// characters by chance.
func AreListing(rows []Row) bool {
	if len(rows) < CodeLines || slices.ContainsFunc(rows, func(r Row) bool { return !r.isCode() }) {
		return false
	}
	wide, typed := wideSpaces(rows)
	return (wide > chanceGaps || 2*wide < float64(len(rows))) && typed >= typedShare*wide
}

// typedSpaces reports whether nearly all the white space in rows of fixed-width type is as wide as whole characters.
// The space between table columns is not, but it takes several gaps to tell.
func typedSpaces(rows []Row) bool {
	wide, typed := wideSpaces(rows)
	return wide < untypedGaps || typed >= typedShare*wide
}

// wideSpaces counts the spaces in rows of fixed-width type that are wider than one character, and those among them that
// are as wide as whole characters.
func wideSpaces(rows []Row) (wide, typed float64) {
	for _, r := range rows {
		words := withoutNumber(r.words())
		for i := 1; i < len(words); i++ {
			gap, ok := typedWidth(words[i-1], words[i])
			if !ok || gap < typedGap {
				continue
			}
			wide++
			if math.Abs(gap-math.Round(gap)) <= typedSlack {
				typed++
			}
		}
	}
	return wide, typed
}

// typedWidth returns the white space between two words in characters; ok reports whether both are in fixed-width type.
func typedWidth(a, b Word) (gap float64, ok bool) {
	advance := (a.Box.X1 - a.Box.X0) / float64(utf8.RuneCountInString(a.Text))
	return (b.Box.X0 - a.Box.X1) / max(advance, minCharWidth), a.Style.Mono && b.Style.Mono
}

func (r Row) words() []Word {
	if len(r.Runs) == 1 {
		return r.Runs[0].Words
	}
	var words []Word
	for _, u := range r.Runs {
		words = append(words, u.Words...)
	}
	return words
}

// isCode reports whether a row is set in fixed-width type throughout.
func (r Row) isCode() bool { return inCode(r.words()) }

// hasCode reports whether a run has words in fixed-width type.
func (r Run) hasCode() bool {
	return slices.ContainsFunc(r.Words, func(w Word) bool { return w.Style.Mono })
}

// InListing reports whether a run is set in fixed-width type throughout.
func (r Run) InListing() bool { return allMono(r.Words) }

// allMono reports whether words are in fixed-width type, except for signs that TeX takes from another font.
func allMono(words []Word) bool {
	return !onlyBorrowed(words) && !slices.ContainsFunc(words, func(w Word) bool { return !w.Style.Mono && !isBorrowed(w) })
}

// onlyBorrowed reports whether words consist of such signs alone, in proportional type.
func onlyBorrowed(words []Word) bool {
	return !slices.ContainsFunc(words, func(w Word) bool { return w.Style.Mono || !isBorrowed(w) })
}

// isBorrowed reports whether a word consists of signs that TeX's fixed-width fonts lack, so that they come from another
// font.
func isBorrowed(w Word) bool { return strings.Trim(w.Text, borrowedSigns) == "" }

// inCode reports whether a line is set in fixed-width type, except for its line number and a mark at its end where the
// line was broken.
func inCode(words []Word) bool {
	words = withoutNumber(words)
	if last := len(words) - 1; last > 0 && !words[last].Glued && !strings.ContainsFunc(words[last].Text, isAlphanumeric) {
		words = words[:last]
	}
	return allMono(words)
}

// withoutNumber returns the words of a listing's line without its line number, which is set smaller than the code.
func withoutNumber(words []Word) []Word {
	if len(words) < 2 || !words[1].Style.Mono || words[0].Style.Sup || words[0].Size > lineNumber*words[1].Size || strings.ContainsFunc(words[0].Text, notDigit) {
		return words
	}
	return words[1:]
}

func notDigit(r rune) bool { return !unicode.IsDigit(r) }

func isAlphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
