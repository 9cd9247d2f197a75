package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNamesBrokenAfterASignGoOnInTheirCell(t *testing.T) {
	t.Parallel()
	s := newSheet()
	columns := []float64{100, 200}
	s.across(90, 95, 440)
	s.row(102, columns, "Setting", "What it does")
	s.across(107, 95, 440)
	s.row(118, columns, "max_sleep_time_", "The app answers at once if the time to sleep is")
	s.row(130, columns, "seconds", "longer than this.")
	s.row(142, columns, "rate_buffer", "The seconds by which a counter may be late.")
	s.row(154, columns, "log_sleep_time_", "All sleeps that are longer than this number of")
	s.row(166, columns, "seconds", "seconds are written down.")
	s.across(172, 95, 440)
	table := onlyTable(t, s.analyze())
	require.Len(t, table.Rows, 4)
	require.Contains(t, table.Rows[1].Cells[1].Text(), "longer than this.")
	require.Equal(t, "rate_buffer", table.Rows[2].Cells[0].Text())
}

func TestNamesThatEndInASignWithRoomForMoreDoNotGoOn(t *testing.T) {
	t.Parallel()
	s := newSheet()
	columns := []float64{100, 260}
	s.across(90, 95, 440)
	s.row(102, columns, "Setting", "What it does")
	s.across(107, 95, 440)
	s.row(118, columns, "max_", "The app answers at once.")
	s.row(130, columns, "seconds", "The number of seconds.")
	s.row(142, columns, "least_of_all_the_settings", "All sleeps are written down.")
	s.across(148, 95, 440)
	require.Len(t, onlyTable(t, s.analyze()).Rows, 4)
}
