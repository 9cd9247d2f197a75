package sheet

import (
	"context"
	"io"
	"strings"

	"quire/internal/convert/charset"
	"quire/internal/convert/page"
)

// csvLimit bounds a file of delimited text, which is held in memory several times over.
const csvLimit = 64 << 20

// CSVOptions hold what is known about a file in addition to its bytes.
type CSVOptions struct {
	// Tabs means that the file claims to be tab-separated, so tabs are preferred.
	Tabs bool
}

// ConvertCSV reads delimited text of size bytes, in any encoding and with any usual delimiter, as one page.
func ConvertCSV(ctx context.Context, r io.ReaderAt, size int64, opt CSVOptions, emit func(page.Page) error) error {
	if size > csvLimit {
		return &page.Error{Reason: page.TooLarge, Message: "Table file is larger than 64 MB; split it"}
	}
	data, err := io.ReadAll(io.NewSectionReader(r, 0, size))
	if err != nil {
		return err
	}
	s, _ := charset.Decode(data)
	s, delimiter := delimiterOf(s, opt.Tabs)
	blocks, err := readCSV(ctx, s, delimiter)
	if err != nil {
		return err
	}
	return emit(page.Page{Number: 1, Source: page.SourceText, Blocks: blocks})
}

func readCSV(ctx context.Context, s string, delimiter rune) ([]page.Block, error) {
	in := newRecords(s, delimiter)
	w := workbook{budget: newBudget()}
	l := newLayout(nil)
	for row := 0; ; row++ {
		if row&0xFF == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		cells := in.next()
		if cells == nil {
			return l.finish(), nil
		}
		if err := w.count(cells); err != nil {
			return nil, err
		}
		l.add(row, cells)
	}
}

// delimiterOf finds the delimiter: the one declared in a first line "sep=", or else the one that divides the first
// lines most uniformly into the most columns.
func delimiterOf(s string, tabs bool) (string, rune) {
	if head, rest, _ := strings.Cut(s, "\n"); strings.HasPrefix(head, "sep=") && len(head) > 4 && strings.IndexByte(",;|:\t", head[4]) >= 0 {
		return rest, rune(head[4])
	}
	best, bestScore := ',', 0.0
	for _, d := range [...]rune{',', ';', '\t', '|'} {
		score := likeness(s, d)
		if tabs && d == '\t' {
			score *= 4
		}
		if score > bestScore {
			best, bestScore = d, score
		}
	}
	return s, best
}

// likeness rates a delimiter by how many of the first records have the most common number of fields, and by
// that number. Delimiters inside quotes do not count.
func likeness(s string, delimiter rune) float64 {
	in := newRecords(s[:min(len(s), 64<<10)], delimiter)
	counts := map[int]int{}
	records := 0
	for records < 50 {
		cells := in.next()
		if cells == nil {
			break
		}
		if len(cells) > 1 || cells[0] != "" {
			counts[len(cells)]++
			records++
		}
	}
	fields, times := 1, 0
	for n, c := range counts {
		if c > times || (c == times && n > fields) {
			fields, times = n, c
		}
	}
	if records == 0 || fields < 2 {
		return 0
	}
	share := float64(times) / float64(records)
	return share * share * (1 + float64(min(fields, 30))/30)
}
