package main

import "slices"

// part is the role of an element for a reader.
type part int

const (
	other     part = iota // contains blocks, or has no standard type
	inline                // part of the text around it
	paragraph             // a block of text
	heading
	list
	item
	label
	table
	row
	cell
	note   // read after the surrounding text
	figure // a picture, with or without text
)

// anonymous is the type of elements without a meaning of their own.
const anonymous = "NonStruct"

// blocks are the roles of the standard structure types (ISO 32000-2, 14.8.4). All others contain further elements.
var blocks = map[string]part{
	"P": paragraph, "TOCI": paragraph, "Caption": paragraph, "BibEntry": paragraph, "Code": paragraph,
	"Title": heading, "H": heading, "H1": heading, "H2": heading, "H3": heading, "H4": heading, "H5": heading, "H6": heading,
	"L": list, "LI": item, "Lbl": label, "Table": table, "TR": row, "TH": cell, "TD": cell,
	"Note": note, "FENote": note, "Figure": figure,
	"Span": inline, "Quote": inline, "Em": inline, "Strong": inline, "Sub": inline, "Link": inline, "Reference": inline,
	"Annot": inline, "Formula": inline, "Ruby": inline, "RB": inline, "RT": inline, "RP": inline,
	"Warichu": inline, "WT": inline, "WP": inline,
}

func (e *element) part() part { return blocks[e.role] }

// flows reports whether an element is part of the text around it.
func (e *element) flows() bool { return e.part() == inline || (e.role == anonymous && !e.hollow()) }

// hollow reports whether an element is anonymous and has no text of its own. It may be a block or part of a line.
func (e *element) hollow() bool {
	return e.role == anonymous && !slices.ContainsFunc(e.kids, func(k kid) bool { return k.element == nil })
}

// level returns the level of a heading; H has none of its own.
func (e *element) level() int {
	switch e.role {
	case "H", "Title":
		return 1
	}
	return int(e.role[1] - '0')
}
