package convertcmd

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert"
)

const papers = `Subject: Papers
Content-Type: multipart/mixed; boundary=b

--b

See below.
--b
Content-Disposition: attachment; filename="../notes.txt"

first
--b
Content-Disposition: attachment; filename="notes.txt"

second
--b
Content-Type: message/rfc822

Subject: Inner
Content-Type: multipart/mixed; boundary=c

--c
Content-Disposition: attachment; filename="deep.txt"

third
--c--
--b
Content-Disposition: attachment; filename="broken.docx"
Content-Transfer-Encoding: base64

UEsDBA==
--b--
`

func TestFilesEnclosedInAMessageAreWrittenNextToIt(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	_, _, err := run(t, Command{Files: []string{write(t, filepath.Join(dir, "mail.eml"), papers)}, Out: out})
	require.ErrorContains(t, err, "mail.eml: broken.docx: ")
	for name, want := range map[string]string{
		"mail.md": "# Papers\n\nSee below.\n\n## Attachments\n\n- [notes.txt](mail/notes.txt.md) (text/plain, 5 bytes)\n" +
			"- [notes.txt](mail/notes.txt-2.md) (text/plain, 6 bytes)\n- [Inner.eml](mail/Inner.md) (message/rfc822, 127 bytes)\n" +
			"- broken.docx (application/vnd.openxmlformats-officedocument.wordprocessingml.document, 4 bytes)\n",
		"mail/notes.txt.md":   "first\n",
		"mail/notes.txt-2.md": "second\n",
		"mail/Inner.md":       "# Inner\n\n## Attachments\n\n- [deep.txt](Inner/deep.md) (text/plain, 5 bytes)\n",
		"mail/Inner/deep.md":  "third\n",
	} {
		got, err := os.ReadFile(filepath.Join(out, name))
		require.NoError(t, err)
		require.Equal(t, want, string(got), name)
	}
}

func TestOnTheTerminalEnclosedFilesFollowTheirMessage(t *testing.T) {
	t.Parallel()
	out, _, err := run(t, Command{Files: []string{write(t, filepath.Join(t.TempDir(), "mail.eml"), papers)}, NoSeparator: true})
	require.NoError(t, err)
	require.Contains(t, out, "\n\n## notes.txt\n\nfirst\n\n## notes.txt\n\nsecond\n\n## Inner.eml\n\n### Inner\n")
}

func TestNamesOfEnclosedFilesStayInTheirDirectory(t *testing.T) {
	t.Parallel()
	var files []convert.Enclosure
	for _, name := range []string{"..", "../../a.pdf", "/etc/passwd", "a\x00b.txt", ".hidden", "c:\\x.doc", ""} {
		files = append(files, convert.Enclosure{Name: name})
	}
	require.Equal(t, []string{"file", "_.._a", "_etc_passwd", "a_b", "file.hidden", "c__x", "file-2"}, enclosedNames(files))
}
