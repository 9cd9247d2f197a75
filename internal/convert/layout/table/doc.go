// Package table finds tables. Three finders look at a page one after the other, the most certain first: Ruled lays a grid
// along drawn lines, Banded takes rows from text between horizontal rules, and Borderless relies on text that stands in
// columns.
//
// Each finder proposes a grid with its text in it, or nothing. What happens to a proposed grid afterwards is one list of
// passes, in passes.go, for all three: to add a rule about tables, add a function and a line to that list.
//
// The package stands on text and ink.
package table
