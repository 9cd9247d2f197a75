package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVariantsOfADocumentAreInTheSameHalf(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"slides.tika.report-2_pptx", "texts.poi.Report_docx"} {
		require.Equal(t, "report", original(name), name)
	}
	require.NotEqual(t, original("texts.poi.letter_docx"), original("texts.poi.report_docx"))
}

func TestSpeakersNotesAreNotPartOfASlide(t *testing.T) {
	t.Parallel()
	require.Equal(t, "# Plans\n\nNone", withoutNotes("# Plans\n\nNone\n\n*Speaker notes:*\n\n> Say hello.\n>\n> Then wait."))
	require.Equal(t, "# Plans\n\nNone", withoutNotes("# Plans\n\nNone"))
}

func TestNameOfASheetIsPartOfItOnlyIfItIsPrinted(t *testing.T) {
	t.Parallel()
	sheet := "# Stock\n\n| a | b |\n| --- | --- |"
	require.Equal(t, "| a | b |\n| --- | --- |", withoutName(sheet, "a b"))
	require.Equal(t, sheet, withoutName(sheet, "Stock\na b"))
	require.Equal(t, "a b", withoutHeads("Stock\na b\nPage 1", []string{sheet}))
}

func TestRowsThatAreCutBetweenColumnsAreRefused(t *testing.T) {
	t.Parallel()
	truth := "| Hall | east | 2019 |\n| --- | --- | --- |\n| Cellar | west | 2020 |"
	require.NoError(t, checkRows(truth, []string{"Hall east 2019\nCellar west 2020"}))
	require.Error(t, checkRows(truth, []string{"Hall east\nCellar west", "2019\n2020"}))
}

func TestDocumentThatIsPrintedInPartIsRefused(t *testing.T) {
	t.Parallel()
	require.NoError(t, checkWords("one two three", "one two\nthree"))
	require.Error(t, checkWords("one two three four", "one two"))
	require.Error(t, checkWords("one two", "one two three four"))
}
