// Package version tells which build this is.
package version

import (
	"cmp"
	"runtime/debug"
)

// linked is set by a linker that is told to: -X quire/cmd/internal/version.linked=v1.2.3.
var linked string

// Build returns the version that the linker was given, or else what the Go tool knows of the source: a tag, or a pseudo
// version with the time and the commit. It is "dev" for a build without either.
func Build() string {
	if info, ok := debug.ReadBuildInfo(); ok && linked == "" && info.Main.Version != "(devel)" {
		return cmp.Or(info.Main.Version, "dev")
	}
	return cmp.Or(linked, "dev")
}
