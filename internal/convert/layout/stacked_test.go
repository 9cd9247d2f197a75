package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// stack writes lines 12 points apart, the first with its baseline at y.
func (s *sheet) stack(x, y float64, font int, lines ...string) {
	for i, l := range lines {
		s.text(x, y+12*float64(i), 10, font, l)
	}
}

// questions writes questions of one to three lines with a short answer level with the first line of each.
func questions() *sheet { return spacedQuestions(12, 0) }

// spacedQuestions writes questions whose lines are leading points apart, and every other one by rounding more.
func spacedQuestions(leading, rounding float64) *sheet {
	s := newSheet()
	y := 100.0
	for _, q := range [][]string{
		{"Lisbon", "1. Where was this plan for the new", "harbour first agreed upon?"},
		{"Yes", "2. Is it in use?"},
		{"3 May 2021", "3. When did the office that pays for", "the harbour last look at it, and did", "it ask for changes?"},
		{"No", "4. Are any other harbours of the same", "kind being planned?"},
	} {
		s.text(250, y, 10, regular, q[0])
		for i, line := range q[1:] {
			s.text(60, y, 10, regular, line)
			y += leading + rounding*float64(i%2)
		}
		y += leading / 3
	}
	return s
}

func TestAnswersBesideQuestionsOfSeveralLinesAreATable(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]*sheet{
		"as usual":             questions(),
		"double-spaced":        spacedQuestions(20, 0),
		"rounded to pixels":    spacedQuestions(12, .9),
		"rounded, and set far": spacedQuestions(18, 1.2),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, "1. Where was this plan for the new harbour first agreed upon?\tLisbon\n2. Is it in use?\tYes\n"+
				"3. When did the office that pays for the harbour last look at it, and did it ask for changes?\t3 May 2021\n"+
				"4. Are any other harbours of the same kind being planned?\tNo", onlyTable(t, s.analyze()).Text())
		})
	}
}

// browserTable writes a table as browsers draw it: cells of several lines are centred on their neighbours, with little
// white space.
func browserTable() *sheet {
	s := newSheet()
	s.stack(70, 100, bold, "Town")
	s.stack(160, 100, bold, "What it has")
	s.stack(240, 100, bold, "Since")
	for i, r := range [][]string{{"Greyford", "1901"}, {"Talmouth", "1911"}, {"Ostbury", "1921"}, {"Kelham", "1931"}} {
		y := 118 + 28*float64(i)
		s.text(60, y+6, 10, regular, r[0])
		s.stack(140, y, regular, "A wide canal with", "two old bridges")
		s.text(240, y+6, 10, regular, r[1])
	}
	return s
}

func TestCellsCentredOnEachOtherAreARecord(t *testing.T) {
	t.Parallel()
	require.Equal(t, "Town\tWhat it has\tSince\nGreyford\tA wide canal with two old bridges\t1901\n"+
		"Talmouth\tA wide canal with two old bridges\t1911\nOstbury\tA wide canal with two old bridges\t1921\n"+
		"Kelham\tA wide canal with two old bridges\t1931", onlyTable(t, browserTable().analyze()).Text())
}

// options writes options with paragraphs beside them, each drop points below the first line of its paragraph.
func options(drop float64) *sheet {
	s := newSheet()
	for i, name := range []string{"-cgo", "-intsize", "-package", "-prefix", "-soname"} {
		y := 100 + 50*float64(i)
		s.text(60, y+drop, 10, regular, name)
		s.stack(120, y, regular, prose(3, 80)...)
	}
	return s
}

func TestParagraphsInTheMiddleOfWhichNamesStandAreCells(t *testing.T) {
	t.Parallel()
	require.Len(t, onlyTable(t, options(12).analyze()).Rows, 5)
	requireNoTable(t, options(0).analyze())
}

func TestBlocksOfShortLinesSideBySideAreNoTable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i := range 4 {
		y := 100 + 60*float64(i)
		s.stack(60, y, regular, "Anna Fields")
		s.stack(60, y+16, regular, "Anna Fields, Director", "August 17")
		s.stack(330, y, regular, "Karl Rivers")
		s.stack(330, y+16, regular, "Karl Rivers, Director", "August 17")
	}
	requireNoTable(t, s.analyze())
}

func TestLabelsOfFieldsSideBySideAreNotATable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i := range 5 {
		y := 100 + 30*float64(i)
		s.stack(60, y, regular, "Name: Anna Fields of", "Greyford")
		s.stack([]float64{170, 190, 177, 203, 184}[i], y, regular, "Street: Canal")
		s.stack([]float64{320, 290, 303, 330, 310}[i], y, regular, "Town: Kelham")
	}
	requireNoTable(t, s.analyze())
}

func TestNumbersBesideParagraphsAreNotATable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i := range 5 {
		y := 100 + 30*float64(i)
		s.text(60, y, 10, regular, []string{"1.1", "1.2", "1.3", "1.4", "1.5"}[i])
		s.stack(110, y, regular, "The buyer pays for the grain that he", "takes from the store.")
	}
	requireNoTable(t, s.analyze())
}

func TestTextsBelowTitlesSideBySideAreNotATable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i := range 4 {
		y := 100 + 50*float64(i)
		for _, x := range []float64{60, 165} {
			s.text(x, y, 10, bold, "Grain stores")
			s.stack(x, y+17, regular, "Open each day of", "the week but one")
		}
	}
	requireNoTable(t, s.analyze())
}

func TestATableBelowAHeaderInBoldIsNotCutIntoColumns(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 60, 10, prose(2, 70)...)
	for c, x := range []float64{60, 165, 270} {
		s.text(x, 100, 10, bold, []string{"Store", "Kept open", "Remarks"}[c])
		for i := range 4 {
			lines := []string{"Open each day of", "North and south"}
			if c == 0 {
				lines = lines[1:]
			}
			s.stack(x, 118+30*float64(i), regular, lines...)
		}
	}
	require.Len(t, onlyTable(t, s.analyze()).Rows, 5)
}

// properties writes four names with a value of one line beside each.
func properties(font int, colon string) *sheet {
	s := newSheet()
	for i, name := range []string{"Kingdom", "Phylum", "Class", "Order"} {
		s.text(60, 100+18*float64(i), 10, font, name+colon)
		s.text(150, 100+18*float64(i), 10, regular, []string{"Animals", "Chordates", "Birds", "Fowl"}[i])
	}
	return s
}

func TestValuesBesideNamesThatDifferFromThemAreATable(t *testing.T) {
	t.Parallel()
	require.Equal(t, "Kingdom:\tAnimals\nPhylum:\tChordates\nClass:\tBirds\nOrder:\tFowl", onlyTable(t, properties(regular, ":").analyze()).Text())
	require.Equal(t, "Kingdom\tAnimals\nPhylum\tChordates\nClass\tBirds\nOrder\tFowl", onlyTable(t, properties(bold, "").analyze()).Text())
	requireNoTable(t, properties(regular, "").analyze())
}

func TestHeaderOfTwoLinesAboveRecordsBetweenWhiteSpace(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 80, 10, prose(3, 90)...)
	s.stack(60, 140, regular, "What the", "room is for")
	s.stack(140, 140, regular, "Seats in", "the room")
	s.stack(210, 140, regular, "Readers")
	s.stack(430, 140, regular, "A note on the", "lamps in it")
	y := 168.0
	for _, name := range []string{"Hall", "Cellar", "Archive"} {
		s.text(60, y+6, 10, regular, name)
		s.text(140, y+6, 10, regular, "77")
		s.stack(210, y, regular, "Readers who have come to stay for the", "whole day sit here.")
		s.text(430, y+6, 10, regular, "53.40")
		y += 34
	}
	s.column(60, y+20, 10, prose(3, 90)...)
	require.Equal(t, "What the room is for\tSeats in the room\tReaders\tA note on the lamps in it", cells(onlyTable(t, s.analyze()).Rows[0]))
}
