// Package version tells which build this is.
package version

import (
	"cmp"
	"runtime/debug"
)

// The linker sets these: -X quire/cmd/internal/version.linked=v1.2.3.
var (
	linked    string // a tag, or a commit
	committed string // when it was committed, in UTC: 2026-11-23T11:37:50Z
)

// Build returns the version that the linker was given, or else what the Go tool knows about the source: a tag, or a
// pseudo-version with the time and the commit. It is "dev" for a build with neither.
func Build() string {
	if info, ok := debug.ReadBuildInfo(); ok && linked == "" && info.Main.Version != "(devel)" {
		return cmp.Or(info.Main.Version, "dev")
	}
	return cmp.Or(linked, "dev")
}

// Line returns the version for people, with the time of its commit if that is known. It says nothing about the machine
// or the time of the build, because a commit always builds the same program.
func Line() string {
	if linked == "" || committed == "" {
		return Build()
	}
	return linked + " (" + committed + ")"
}
