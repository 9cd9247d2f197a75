package compound_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/compound"
	"quire/internal/convert/compound/compoundtest"
	"quire/internal/growth"
)

func open(data []byte) (*compound.File, error) {
	return compound.Open(bytes.NewReader(data), int64(len(data)))
}

func TestStreamsAreFoundByTheirPath(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0123456789", 500)
	f, err := open(compoundtest.File(map[string]string{"a": "short", "dir/b": long, "dir/sub/c": "", "z": "last"}))
	require.NoError(t, err)
	require.Len(t, f.Root().Children, 3)
	require.True(t, f.Root().Child("DIR").Storage)
	for _, want := range []struct {
		entry   *compound.Entry
		content string
	}{
		{f.Root().Child("A"), "short"},
		{f.Root().Child("dir").Child("b"), long},
		{f.Root().Child("dir").Child("sub").Child("c"), ""},
		{f.Root().Child("z"), "last"},
	} {
		got, err := f.Read(want.entry)
		require.NoError(t, err)
		require.Equal(t, want.content, string(got))
	}
	_, err = f.Read(f.Root().Child("nothing"))
	require.ErrorIs(t, err, compound.ErrFormat)
	_, err = f.Read(f.Root().Child("dir"))
	require.ErrorIs(t, err, compound.ErrFormat)
}

// withMini returns a file whose stream "a" is in the mini stream.
func withMini() []byte {
	file := compoundtest.File(map[string]string{"a": strings.Repeat("x", 64) + "second", "mini": "\x01\x00\x00\x00\xfe\xff\xff\xff"})
	directory := 512 * (1 + int(binary.LittleEndian.Uint32(file[48:])))
	for id, name := range []string{"R", "a", "m"} {
		entry := file[directory+128*id:]
		if string(entry[:1]) != name {
			panic("the entries are in another order")
		}
	}
	copy(file[directory+116:directory+124], file[directory+128+116:]) // the former stream becomes the mini stream
	binary.LittleEndian.PutUint32(file[directory+128+116:], 0)
	binary.LittleEndian.PutUint32(file[56:], 4096)
	copy(file[60:64], file[directory+2*128+116:]) // the other stream becomes its table
	return file
}

func TestShortStreamsAreInTheMiniStream(t *testing.T) {
	t.Parallel()
	f, err := open(withMini())
	require.NoError(t, err)
	got, err := f.Read(f.Root().Child("a"))
	require.NoError(t, err)
	require.Equal(t, strings.Repeat("x", 64)+"second", string(got))
}

func TestDamagedFilesAreRefused(t *testing.T) {
	t.Parallel()
	good := compoundtest.File(map[string]string{"a": strings.Repeat("x", 2000)})
	damaged := func(at int, value uint32) []byte {
		b := bytes.Clone(good)
		binary.LittleEndian.PutUint32(b[at:], value)
		return b
	}
	for name, data := range map[string][]byte{
		"empty":                        nil,
		"another file":                 make([]byte, 1024),
		"only a header":                good[:512],
		"a directory beyond the end":   damaged(48, 10_000),
		"a table beyond the end":       damaged(76, 10_000),
		"a wrong size of sectors":      damaged(30, 7),
		"no directory":                 damaged(48, 0xfffffffe),
		"a directory that is a stream": damaged(48, 0),
	} {
		_, err := open(data)
		require.ErrorIs(t, err, compound.ErrFormat, name)
	}
	loop := bytes.Clone(good)
	table := 512 * (1 + int(binary.LittleEndian.Uint32(good[76:])))
	binary.LittleEndian.PutUint32(loop[table:], 0)
	f, err := open(loop)
	require.NoError(t, err)
	got, err := f.Read(f.Root().Child("a"))
	require.NoError(t, err, "a loop is left when the stream is long enough")
	require.Len(t, got, 2000)
}

func FuzzOpen(f *testing.F) {
	f.Add(compoundtest.File(map[string]string{"a": "short", "dir/b": strings.Repeat("x", 3000)}))
	f.Add(withMini())
	f.Fuzz(func(t *testing.T, data []byte) { readAll(t, data) })
}

func readAll(t *testing.T, data []byte) {
	t.Helper()
	f, err := open(data)
	if err != nil {
		require.ErrorIs(t, err, compound.ErrFormat)
		return
	}
	total := 0
	var visit func(e *compound.Entry)
	visit = func(e *compound.Entry) {
		b, _ := f.Read(e)
		total += len(b)
		for _, c := range e.Children {
			visit(c)
		}
	}
	visit(f.Root())
	require.LessOrEqual(t, total, 8*len(data))
}

func TestGrowthOfCompoundFiles(t *testing.T) {
	many := func(path string) func(n int) []byte {
		return func(n int) []byte {
			streams := map[string]string{}
			for i := range n {
				streams[fmt.Sprintf(path, i)] = "x"
			}
			return compoundtest.File(streams)
		}
	}
	const inHeader = 109 * 128 / 2 // sectors whose table the header lists, with room for the directory
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "streams", To: inHeader, Build: many("s%06d")},
		{Name: "storages", To: inHeader, Build: many("s%06d/a")},
		{Name: "one long stream", Build: func(n int) []byte {
			return compoundtest.File(map[string]string{"a": strings.Repeat("x", min(n, 100*inHeader))})
		}},
		{Name: "streams of the same sectors", To: 2000, Build: func(n int) []byte {
			file := many("s%06d")(n)
			directory := 512 * (1 + int(binary.LittleEndian.Uint32(file[48:])))
			for i := 1; i <= n; i++ {
				binary.LittleEndian.PutUint32(file[directory+128*i+116:], 0)
				binary.LittleEndian.PutUint32(file[directory+128*i+120:], uint32(512*n))
			}
			table := 512 * (1 + int(binary.LittleEndian.Uint32(file[76:])))
			for i := range n {
				binary.LittleEndian.PutUint32(file[table+4*i:], uint32(i+1))
			}
			return file
		}},
	}, readAll)
}
