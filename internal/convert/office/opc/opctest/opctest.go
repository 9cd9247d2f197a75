// Package opctest builds Open Packaging Conventions archives for the tests of the office formats.
package opctest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Namespace is the namespace of references to relationships (xmlns:r), and the prefix of their types.
const Namespace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

// Relations returns the relationships part for targets by id. A target is a pair of the last segment of its type and
// its address; one with a scheme is external.
func Relations(rels map[string][2]string) string {
	var s strings.Builder
	s.WriteString(`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`)
	for _, id := range slices.Sorted(maps.Keys(rels)) {
		mode := ""
		if strings.Contains(rels[id][1], ":") {
			mode = ` TargetMode="External"`
		}
		fmt.Fprintf(&s, `<Relationship Id="%s" Type="%s/%s" Target="%s"%s/>`, id, Namespace, rels[id][0], rels[id][1], mode)
	}
	return s.String() + `</Relationships>`
}

// Pack zips parts by their names, in order.
func Pack(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		w, err := z.Create(name)
		require.NoError(t, err)
		_, err = io.WriteString(w, parts[name])
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return b.Bytes()
}
