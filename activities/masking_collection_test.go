package activities_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

// finish processes an upload until it is searchable.
func (l *library) finish(t *testing.T, up schema.Uploaded) {
	t.Helper()
	job, text := l.assemble(up)
	l.index(job, text)
	_, err := l.do.ActivateFile(t.Context(), job, text.Output)
	require.NoError(t, err)
}

// shows returns the text of all searchable passages.
func (l *library) shows(t *testing.T) string {
	t.Helper()
	s, err := l.db.Snapshot(t.Context(), l.account.ID, []uuid.UUID{l.collection}, nil)
	require.NoError(t, err)
	text := ""
	for id, g := range s.Generations {
		list, err := l.db.Passages(t.Context(), id, 0, g.Passages)
		require.NoError(t, err)
		for _, p := range list {
			text += p.Header + p.Columns + p.Text + "\n"
		}
	}
	return text
}

func TestACollectionThatIsMaskedShowsNothingUntilItsFilesAre(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	up := l.upload("letter.md", letterOfErika)
	l.finish(t, up)
	require.Contains(t, l.shows(t), "erika@example.org")
	f := up.File
	_, err := l.db.SetMasking(t.Context(), l.account.ID, l.collection, []string{"card", "email", "iban", "phone"})
	require.NoError(t, err)
	require.Empty(t, l.shows(t), "what was not masked is withheld at once")
	v, err := l.db.FileVersion(t.Context(), l.account.ID, l.collection, f.ID, 1)
	require.NoError(t, err)
	require.False(t, v.Shown())

	n, err := l.db.MaskFiles(t.Context(), 10)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	n, err = l.db.MaskFiles(t.Context(), 10)
	require.NoError(t, err)
	require.Zero(t, n, "it is being processed")
	l.finish(t, up)
	masked := l.shows(t)
	require.Contains(t, masked, "█████@███████.███")
	for _, secret := range personal {
		require.NotContains(t, masked, secret)
	}
	v, err = l.db.FileVersion(t.Context(), l.account.ID, l.collection, f.ID, 1)
	require.NoError(t, err)
	require.True(t, v.Shown())
	for _, p := range l.pages(t, *v.OutputKey) {
		for _, secret := range personal {
			require.NotContains(t, p.Text(), secret)
		}
	}

	_, err = l.db.SetMasking(t.Context(), l.account.ID, l.collection, []string{})
	require.NoError(t, err)
	require.Equal(t, masked, l.shows(t), "what is masked may be shown until it is processed again")
	n, err = l.db.MaskFiles(t.Context(), 10)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	l.finish(t, up)
	require.Contains(t, l.shows(t), "erika@example.org")
}

func TestAFileThatWasBeingProcessedWhenMaskingBeganIsMaskedLater(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	masks := func(want int, why string) {
		t.Helper()
		n, err := l.db.MaskFiles(t.Context(), 10)
		require.NoError(t, err)
		require.Equal(t, want, n, why)
	}
	early := l.upload("early.md", letterOfErika)
	l.finish(t, early)
	masks(0, "nothing is masked")
	late := l.upload("late.md", letterOfErika)
	job, text := l.assemble(late)
	l.index(job, text)
	_, err := l.db.SetMasking(t.Context(), l.account.ID, l.collection, []string{"email"})
	require.NoError(t, err)
	masks(1, "one is ready, the other in flight")
	_, err = l.do.ActivateFile(t.Context(), job, text.Output)
	require.NoError(t, err)
	l.finish(t, early)
	masks(1, "the other is ready without masking")
	l.finish(t, late)
	masks(0, "both are masked")
	require.NotContains(t, l.shows(t), "erika@example.org")
}
