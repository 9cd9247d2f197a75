package settings

import (
	"cmp"
	"fmt"
	"strings"
)

// Markdown is the table of settings for a person to read. Those that the embedded run fills in are marked *.
func Markdown(table []Setting) string {
	var b strings.Builder
	b.WriteString("| variable | default | example | meaning |\n|---|---|---|---|\n")
	for _, s := range table {
		mark := ""
		if s.Embedded {
			mark = " *"
		}
		fmt.Fprintf(&b, "| `%s`%s | %s | %s | %s |\n", s.Name, mark, code(s.Default), code(s.Example), cmp.Or(s.Doc, " "))
	}
	return b.String()
}

func code(value string) string {
	if value == "" {
		return ""
	}
	return "`" + strings.ReplaceAll(value, "|", `\|`) + "`"
}
