// Command sbom writes the software bill of materials of Go programs as CycloneDX 1.6 JSON: the modules linked into
// them, as recorded by the compiler.
//
//	sbom bin/quire bin/quire-convert bin/quire-dev > sbom.json
package main

import (
	"debug/buildinfo"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
)

func main() {
	if err := write(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func write(w io.Writer, programs []string) error {
	var components []cyclonedx.Component
	for _, program := range programs {
		info, err := buildinfo.ReadFile(program)
		if err != nil {
			return err
		}
		components = append(components, module("golang/std", strings.TrimPrefix(info.GoVersion, "go")))
		for _, m := range info.Deps {
			if m.Replace != nil {
				m = m.Replace
			}
			if m.Sum != "" { // without a checksum it is part of this repository
				components = append(components, module("golang/"+m.Path, m.Version))
			}
		}
	}
	slices.SortFunc(components, func(a, b cyclonedx.Component) int { return strings.Compare(a.BOMRef, b.BOMRef) })
	components = slices.CompactFunc(components, func(a, b cyclonedx.Component) bool { return a.BOMRef == b.BOMRef })
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Component: &cyclonedx.Component{
		BOMRef: "quire", Type: cyclonedx.ComponentTypeApplication, Name: "quire",
	}}
	bom.Components = &components
	return cyclonedx.NewBOMEncoder(w, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
}

// module returns a Go module as a component identified by its package URL: https://github.com/package-url/purl-spec
func module(path, version string) cyclonedx.Component {
	purl := "pkg:" + path + "@" + version
	return cyclonedx.Component{
		BOMRef: purl, Type: cyclonedx.ComponentTypeLibrary, Name: strings.TrimPrefix(path, "golang/"), Version: version, PackageURL: purl,
	}
}
