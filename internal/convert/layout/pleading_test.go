package layout_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// pleading is a sheet with numbers from 1 to 28 down its margin, and with lines of text beside some of them.
func pleading(step float64, lines ...string) *sheet {
	s := newSheet()
	for i := range 28 {
		n := strconv.Itoa(i + 1)
		s.text(50-4*float64(len(n)), 90+24*float64(i), 8, regular, n)
	}
	for i, l := range lines {
		s.text(80, 93+step*float64(i), 12, regular, l)
	}
	return s
}

func TestNumbersDownTheMarginOfAPleadingAreNotItsText(t *testing.T) {
	t.Parallel()
	s := pleading(24, append([]string{"The clerk of the court", ""}, prose(9, 70)...)...)
	p := s.analyze()
	require.Equal(t, page.PageFoot, p.Blocks[len(p.Blocks)-1].Kind)
	for _, b := range p.Blocks[:len(p.Blocks)-1] {
		require.NotRegexp(t, `\d`, b.Text())
	}
}

func TestNumbersOfTheRowsOfAFormStay(t *testing.T) {
	t.Parallel()
	s := pleading(24, append([]string{"Certificate of wages", ""}, prose(9, 70)...)...)
	for i := range 14 {
		s.across(98+24*float64(i), 300, 500)
	}
	require.Contains(t, page.Markdown(s.analyze()), "28")
}

func TestATableThatNumbersEachOfItsRowsKeepsTheNumbers(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i := range 25 {
		s.row(90+24*float64(i), []float64{50, 80}, strconv.Itoa(i+1), prose(1, 60)[0])
	}
	require.Contains(t, page.Markdown(s.analyze()), "25")
}

// letterBefore is a letter in large type before a contract in small type, whose second page has little text.
func letterBefore() []page.Page {
	first, second := newSheet(), newSheet()
	first.text(60, 90, 12, regular, "Dear reader,")
	first.text(60, 120, 12, bold, "Your new card")
	first.column(60, 150, 12, prose(12, 80)...)
	first.text(60, 340, 12, regular, "Sincerely,")
	first.text(60, 370, 12, regular, "The head of the library")
	second.text(60, 90, 12, regular, "Please return the card by post.")
	second.text(60, 130, 12, regular, "The desk on the ground floor")
	contract := newSheet()
	contract.text(60, 80, 12, regular, "Terms")
	contract.column(60, 100, 8, prose(60, 110)...)
	return []page.Page{first.analyze(), second.analyze(), contract.analyze()}
}

func TestALetterBeforeAContractInSmallTypeIsNoSetOfHeadings(t *testing.T) {
	t.Parallel()
	pages := finish(letterBefore()...)
	require.Equal(t, map[string]int{"Your new card": 1}, headings(pages[0]))
	require.Empty(t, headings(pages[1]))
	require.Equal(t, map[string]int{"Terms": 1}, headings(pages[2]))
}

// caption is the head of a pleading, with a sign on each of its lines in the middle.
func caption(sign string) *sheet {
	s := newSheet()
	s.text(200, 80, 12, regular, "The court of the county")
	left := []string{"The Harbour Bank,", "", "Plaintiff,", "", "against", "", "John Carter,", "", "Defendant."}
	right := []string{"Case No. 4711", "", "Complaint about a loan", "", "The claim is large", "", "A jury is asked for", "", "Fees are due"}
	for i := range left {
		y := 110 + 14*float64(i)
		s.text(60, y, 12, regular, left[i])
		s.text(290, y, 12, regular, sign)
		s.text(320, y-7, 12, regular, right[i])
	}
	s.column(60, 270, 12, prose(6, 80)...)
	return s
}

func TestBracketsDownTheMiddleOfACaptionPartItsHalves(t *testing.T) {
	t.Parallel()
	for _, sign := range []string{")", "§"} {
		out := page.Markdown(caption(sign).analyze())
		require.NotContains(t, out, sign)
		require.Regexp(t, `(?s)Plaintiff,.*Defendant\..*Case No\. 4711.*Fees are due`, out)
	}
}

func TestColonsBetweenLabelsAndValuesStay(t *testing.T) {
	t.Parallel()
	require.Contains(t, page.Markdown(caption(":").analyze()), ":")
}
