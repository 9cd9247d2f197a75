package settings

import (
	"cmp"
	"fmt"
	"strings"
)

// Markdown returns the table of settings as Markdown. Settings that the embedded run fills in are marked with *.
func Markdown(table []Setting) string {
	var b strings.Builder
	b.WriteString("| variable | read by | default | example | meaning |\n|---|---|---|---|---|\n")
	for _, s := range table {
		mark := ""
		if s.Embedded {
			mark = " *"
		}
		fmt.Fprintf(&b, "| `%s`%s | %s | %s | %s | %s |\n", s.Name, mark, cmp.Or(strings.Join(s.For, ", "), "all"), code(s.Default), code(s.Example), cmp.Or(s.Doc, " "))
	}
	return b.String()
}

func code(value string) string {
	if value == "" {
		return ""
	}
	return "`" + strings.ReplaceAll(value, "|", `\|`) + "`"
}
