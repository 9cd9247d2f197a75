package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const leaders = " . . . . . . . . . . . . . . . . . . . ."

// titlePage writes the title of a report above its contents.
func titlePage() *sheet {
	s := newSheet()
	s.text(234, 177, 17, regular, "A Report on Bridges")
	s.text(232, 206, 12, regular, "Ann Smith")
	s.text(327, 206, 12, regular, "Bob Jones")
	s.text(257, 229, 12, regular, "May 29, 2026")
	s.text(134, 272, 14, bold, "Contents")
	return s
}

func TestContentsBelowATitleAreNotDividedIntoColumns(t *testing.T) {
	t.Parallel()
	for name, parts := range map[string][]string{"parts with leaders": {"2.1 Stone and brick", "2.2 Steel and iron"}, "sections alone": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := titlePage()
			for i, title := range []string{"1", "Introduction", "2", "Materials"} {
				s.text([]float64{134, 149}[i%2], 294+22*float64(i/2), 10, bold, title)
			}
			s.column(472, 294, 10, "3")
			s.column(472, 316, 10, "4")
			for i, part := range parts {
				y := 328 + 12*float64(i)
				for x := s.text(149, y, 10, regular, part) + 5; x < 466; x += 7.75 {
					s.text(x, y, 10, regular, ".")
				}
				s.text(472, y, 10, regular, "5")
			}
			s.text(134, 400, 14, bold, "1 Introduction")
			s.column(134, 420, 10, "Bridges carry roads over rivers and valleys, and they have done so for a long", "time. This text says how, and it says why there are many of them.")
			want := []string{"A Report on Bridges", "Ann Smith Bob Jones", "May 29, 2026", "Contents", "1 Introduction 3", "2 Materials 4"}
			require.Equal(t, want, texts(s.analyze())[:6])
		})
	}
}

func TestContentsInTwoColumnsStayApart(t *testing.T) {
	t.Parallel()
	s := newSheet()
	entries := []string{"Stone" + leaders[:40] + " 3", "Brick" + leaders[:40] + " 4", "Steel" + leaders[:40] + " 6", "Wood" + leaders[:40] + " 8"}
	s.column(60, 100, 10, entries...)
	s.column(320, 100, 10, entries...)
	require.Equal(t, append(entries, entries...), texts(s.analyze()))
}

func TestEntriesOfOneWordStayApart(t *testing.T) {
	t.Parallel()
	s := newSheet()
	want := []string{"Revisions........................15", "Licence........................15", "Examples........................22"}
	s.column(60, 100, 10, prose(3, 70)...)
	s.column(60, 160, 10, want...)
	require.Equal(t, want, texts(s.analyze())[1:])
}
