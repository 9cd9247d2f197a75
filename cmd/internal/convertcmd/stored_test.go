package convertcmd

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

func TestKeptPagesComeTwiceInOrder(t *testing.T) {
	t.Parallel()
	for name, inFile := range map[string]bool{"in memory": false, "in a file": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var s pageStore
			if inFile {
				require.NoError(t, s.keepInFile())
			}
			for n := range 3 {
				require.NoError(t, s.add(page.Page{Number: n + 1}))
			}
			require.NoError(t, s.complete())
			for range 2 {
				var numbers []int
				require.NoError(t, s.source(t.Context())(func(p *page.Page) error {
					numbers = append(numbers, p.Number)
					p.Number = 0
					return nil
				}))
				require.Equal(t, []int{1, 2, 3}, numbers)
			}
			require.NoError(t, s.close())
			if inFile {
				require.NoFileExists(t, s.file.Name())
			}
		})
	}
}
