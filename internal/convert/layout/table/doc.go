// Package table finds tables. Four finders look at a page one after another, the most certain first: Ruled
// lays a grid along drawn lines, Banded takes rows from text between horizontal rules, Figures looks for labels
// followed by figures, and Borderless relies on text arranged in columns.
//
// Each finder proposes a grid with its text in it, or nothing. A proposed grid then goes through the same list
// of passes, in passes.go, whichever finder it came from. To add a rule about tables, add a function and a line
// to that list.
//
// The package builds on text and ink.
package table
