package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// named writes names with texts at the second place, between paragraphs, and returns the page.
func named(font int, name, second float64, rows ...[2]string) page.Page {
	s := newSheet()
	y := s.column(60, 100, 10, prose(6, 80)...) + 20
	for i, row := range rows {
		s.text(name, y+12*float64(i), 10, font, row[0])
		s.text(second, y+12*float64(i), 10, regular, row[1])
	}
	s.column(60, y+12*float64(len(rows))+32, 10, prose(6, 80)...)
	return s.analyze()
}

func TestNamesWithTextsBesideThemAreATable(t *testing.T) {
	t.Parallel()
	signals := [][2]string{{"hup", "hangup on the terminal"}, {"kill", "cannot be caught"}, {"pipe", "nobody reads"}, {"winch", "window was resized"}}
	of := func(names ...string) (rows [][2]string) {
		for _, n := range names {
			rows = append(rows, [2]string{n, "function"})
		}
		return rows
	}
	for name, c := range map[string]struct {
		left, second float64
		rows         [][2]string
		tables       int
	}{
		"set in":                     {66, 103, signals, 1},
		"at the margin":              {60, 97, signals, 1},
		"far apart":                  {60, 260, signals, 1},
		"three rows":                 {60, 97, signals[:3], 0},
		"the same text in every row": {60, 400, of("open", "closes", "reads", "write"), 0},
		"the same text in most rows": {60, 400, append(of("open", "closes", "reads", "write", "seek"), [2]string{"top", "variable"}), 0},
		"names of the same width":    {60, 97, [][2]string{{"aa", "hangup on the terminal"}, {"bb", "cannot be caught"}, {"cc", "nobody reads"}, {"dd", "window was resized"}}, 0},
	} {
		require.Len(t, ofKind(named(mono, c.left, c.second, c.rows...), page.TableKind), c.tables, name)
	}
	require.Len(t, ofKind(named(regular, 60, 260, signals...), page.TableKind), 1, "longer texts in the same type")
	lists := [][2]string{{"hup", "signals"}, {"kill", "processes"}, {"pipe", "readers"}, {"winch", "windows"}}
	require.Empty(t, ofKind(named(regular, 60, 260, lists...), page.TableKind), "lists side by side")
	long := [][2]string{
		{"alarm", "the time that the process had set with the call of that name is over"},
		{"hup", "the terminal was closed by the one who used it"},
		{"kill", "the process has to end and can do nothing about it"},
		{"pipe", "there is nobody left who reads what is written"},
	}
	require.Len(t, ofKind(named(mono, 60, 103, long...), page.TableKind), 1, "long texts")
	for i := range long {
		long[i][1] += "."
	}
	require.Empty(t, ofKind(named(mono, 60, 103, long...), page.TableKind), "terms that sentences explain")
}

func TestNamesInQuotationMarksLookLikeWhatTheyQuote(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 100, 10, prose(6, 80)...) + 20
	for i, row := range [][]string{{"a", "hexadecimal"}, {"b", "binary"}, {"ef", "scientific"}, {"g", "fixed"}} {
		x := s.text(66, y+12*float64(i), 10, regular, "‘")
		x = s.text(x, y+12*float64(i), 10, mono, row[0])
		s.text(x, y+12*float64(i), 10, regular, "’")
		s.text(103, y+12*float64(i), 10, regular, row[1])
	}
	require.Len(t, ofKind(s.analyze(), page.TableKind), 1)
}

func TestLastCellOfATableTakesTheLinesOnWhichItGoesOn(t *testing.T) {
	t.Parallel()
	rows := [][2]string{
		{"alarm", "Time is up"},
		{"hup", "Hangup"},
		{"kill", "No way out"},
		{"pipe", "Nobody reads"},
		{"stop", "Waits"},
		{"winch", "The window was resized by"},
		{"", "somebody who did not care"},
		{"", "and went off"},
	}
	require.Contains(t, onlyTable(t, named(mono, 60, 103, rows...)).Text(), "winch\tThe window was resized by somebody who did not care and went off")
	terms := append(rows[2:7:7], [2]string{"", "for what had been written"}, [2]string{"", "below the lower end of it"}, [2]string{"", "and went off"})
	require.Empty(t, ofKind(named(mono, 60, 103, terms...), page.TableKind), "so many lines explain terms")
}

func TestNamesInSmallLettersBeginRowsOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 100, 10, prose(6, 80)...) + 20
	for i, row := range [][]string{{"red", "magenta", "bold"}, {"green", "cyan", "underline"}, {"yellow", "white", "blink"}, {"blue", "black"}} {
		for c, word := range row {
			s.text(60+107.3*float64(c), y+12*float64(i), 10, regular, word)
		}
	}
	for _, b := range s.analyze().Blocks {
		if b.Kind == page.TableKind {
			require.Len(t, b.Table.Rows, 4)
			return
		}
	}
	require.Fail(t, "no table")
}

func TestRowsMayBeginWithSmallLettersBelowNamesWithCapitals(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 100, 10, prose(6, 80)...) + 20
	for i, row := range [][]string{
		{"Format", "Converter", "Picture", "Use"},
		{"manual.info", "makeinfo", ".txt", "Terminals"},
		{"manual.dvi", "dvi", ".eps", "Previews"},
		{"manual.ps", "dvi,dvips", ".eps", "Printers"},
		{"manual.html", "makeinfo", ".png", "Web"},
	} {
		s.row(y+12*float64(i), []float64{60, 150, 240, 330}, row...)
	}
	table := onlyTable(t, s.analyze())
	require.Len(t, table.Rows, 5)
	require.Equal(t, 4, table.Columns)
}

func TestTheRestOfASentenceStaysInItsRowHoweverFarBelow(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 100, 10, prose(6, 80)...) + 20
	for i, row := range [][2]string{{"declare", "Misplaced"}, {"namespace", "Unknown"}, {"quote", "Needs one thing or"}, {"", "several"}, {"optional", "Too late"}, {"rest", "Not last"}} {
		step := 11 * float64(i)
		if i >= 3 {
			step += 3
		}
		s.text(60, y+step, 10, mono, row[0])
		s.text(140, y+step, 10, regular, row[1])
	}
	require.Contains(t, onlyTable(t, s.analyze()).Text(), "quote\tNeeds one thing or several\n")
}
