package archive_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/archive"
	"quire/internal/convert/page"
)

func pack(t *testing.T, files ...[2]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.Create(f[0])
		require.NoError(t, err)
		_, err = io.WriteString(w, f[1])
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return b.Bytes()
}

func open(data []byte, limits archive.Limits) (*archive.Archive, error) {
	return archive.Open(bytes.NewReader(data), int64(len(data)), limits)
}

func TestPartsAreFoundByTheirOPCNames(t *testing.T) {
	t.Parallel()
	a, err := open(pack(t, [2]string{"word/Document.xml", "hello"}), archive.Limits{})
	require.NoError(t, err)
	require.True(t, a.Has("/word/document.xml"))
	got, err := a.ReadPart("word/document.xml", 5)
	require.NoError(t, err)
	require.Equal(t, "hello", string(got))
	_, err = a.ReadPart("word/document.xml", 4)
	require.Equal(t, page.TooLarge, page.ReasonOf(err))
	_, err = a.Open("word/none.xml")
	require.ErrorIs(t, err, fs.ErrNotExist)
}

func TestHostileArchivesAreRejected(t *testing.T) {
	t.Parallel()
	compound := append([]byte{0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1}, make([]byte, 100<<10)...)
	locked := append(bytes.Clone(compound), "E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00"...)
	var many [][2]string
	for i := range 11 {
		many = append(many, [2]string{strconv.Itoa(i), ""})
	}
	for name, c := range map[string]struct {
		data []byte
		want page.Reason
	}{
		"no archive":        {[]byte("PK\x03\x04 but not really"), page.Corrupt},
		"empty":             {nil, page.Corrupt},
		"old format":        {compound, page.Unsupported},
		"locked":            {locked, page.PasswordProtected},
		"too many entries":  {pack(t, many...), page.TooLarge},
		"duplicate entries": {pack(t, [2]string{"a", "1"}, [2]string{"A", "2"}), page.Corrupt},
		"shared bytes":      {overlapping(t), page.Corrupt},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := open(c.data, archive.Limits{Entries: 10})
			require.Equal(t, c.want, page.ReasonOf(err), "%v", err)
		})
	}
}

// overlapping returns an archive whose second directory entry points into the first one's data.
func overlapping(t *testing.T) []byte {
	data := pack(t, [2]string{"a", strings.Repeat("x", 100)}, [2]string{"b", strings.Repeat("y", 100)})
	directory := bytes.Index(data, []byte("PK\x01\x02"))
	second := directory + bytes.Index(data[directory+1:], []byte("PK\x01\x02")) + 1
	binary.LittleEndian.PutUint32(data[second+42:], 0)
	return data
}

func TestInflationIsCountedAndBounded(t *testing.T) {
	t.Parallel()
	bomb := pack(t, [2]string{"bomb", strings.Repeat("\x00", 32<<20)}, [2]string{"text", strings.Repeat("abc ", 1000)})
	for name, c := range map[string]struct {
		limits archive.Limits
		part   string
	}{
		"ratio":       {archive.Limits{}, "bomb"},
		"entry bytes": {archive.Limits{EntryBytes: 1000}, "text"},
		"total bytes": {archive.Limits{TotalBytes: 1000}, "text"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := open(bomb, c.limits)
			require.NoError(t, err)
			rc, err := a.Open(c.part)
			require.NoError(t, err)
			n, err := io.Copy(io.Discard, rc)
			require.Equal(t, page.TooLarge, page.ReasonOf(err))
			require.Less(t, n, int64(17<<20))
		})
	}
}

func TestDamagedDataIsCorrupt(t *testing.T) {
	t.Parallel()
	data := pack(t, [2]string{"a", strings.Repeat("hello world ", 100)})
	copy(data[40:], "\xff\xff\xff\xff")
	a, err := open(data, archive.Limits{})
	require.NoError(t, err)
	_, err = a.ReadPart("a", 1<<20)
	require.Equal(t, page.Corrupt, page.ReasonOf(err))
}

type failing struct{}

var errDisk = errors.New("disk")

func (failing) ReadAt([]byte, int64) (int, error) { return 0, errDisk }

func TestMachineTroubleIsNotTheDocumentsFault(t *testing.T) {
	t.Parallel()
	_, err := archive.Open(failing{}, 1<<20, archive.Limits{})
	require.ErrorIs(t, err, errDisk)
	require.Empty(t, page.ReasonOf(err))
}

func TestXMLErrorsAreTheDocumentsFault(t *testing.T) {
	t.Parallel()
	for _, source := range []string{"<a", "<a></b>", `<?xml version="1.1"?><a/>`, ""} {
		d := xml.NewDecoder(strings.NewReader(source))
		var err error
		for err == nil {
			_, err = d.Token()
		}
		require.Equal(t, page.Corrupt, page.ReasonOf(archive.XMLError(err)), source)
	}
	require.ErrorIs(t, archive.XMLError(errDisk), errDisk)
	require.Empty(t, page.ReasonOf(archive.XMLError(errDisk)))
}
