package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheReportHasTheMeansOfEveryFamily(t *testing.T) {
	t.Parallel()
	truth, got := t.TempDir(), t.TempDir()
	files := map[string]string{
		filepath.Join(truth, "notes-1.md"):           "# One\n\nfirst\nsecond\n",
		filepath.Join(got, "notes-1.md"):             "# One\n\nfirst second\n",
		filepath.Join(truth, "notes-2.md"):           "kept\n",
		filepath.Join(got, "notes-2.md"):             "**kept**\n",
		filepath.Join(truth, "scan"+within+"a-1.md"): "lost\n",
		filepath.Join(truth, "scores.csv"): "id,overall,nid,teds,mhs,pred_has_table\n" +
			"notes-1,0.5,0.25,,1,True\nnotes-2,1,0.75,0.5,,False\nscan+a-1,0,0,,,False\n",
	}
	for file, text := range files {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	}
	var out bytes.Buffer
	require.NoError(t, report(&out, truth, got, filepath.Join(truth, "scores.csv")))
	require.Equal(t, ""+
		"                      docs overall     nid    teds     mhs   lines false tables\n"+
		"notes                    2   0.750   0.500   0.500   1.000   0.667     1\n"+
		"scan                     1   0.000   0.000       -       -   0.000     0\n"+
		"~ all                    3   0.500   0.333   0.500   1.000   0.444     1\n", out.String())
}
