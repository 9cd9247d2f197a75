package activities_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/internal/convert"
	"quire/schema"
)

func TestQuickLaneOnlyInspectsALongFile(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var err error
	b.do.Converter, err = convert.New(convert.Config{Processes: 1, Background: true})
	require.NoError(t, err)
	t.Cleanup(func() { b.do.Converter.Close() })
	d := b.document(t, nil)
	book, err := os.Open("../internal/convert/pdf/testdata/book.pdf")
	require.NoError(t, err)
	defer book.Close()
	_, err = b.store.Put(t.Context(), d.SourceKey, book, 1<<20)
	require.NoError(t, err)
	job, err := b.do.ClaimDocument(t.Context(), d.ID)
	require.NoError(t, err)
	for _, quick := range []bool{true, false} {
		v, err := b.env.ExecuteActivity(b.do.ConvertRange, activities.RangeInput{Conversion: job.Conversion, From: 1, To: 25, Quick: quick})
		require.NoError(t, err)
		var got activities.ConvertedRange
		require.NoError(t, v.Get(&got))
		require.Equal(t, activities.ConvertedRange{TotalPages: 4, TooLong: quick}, got)
		stored, err := b.store.List(t.Context(), schema.DocumentPrefix(d.ID)+"ranges/", "", 10)
		require.NoError(t, err)
		require.Equal(t, quick, len(stored) == 0, "an inspection converts nothing")
	}
}
