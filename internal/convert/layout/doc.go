// Package layout turns the contents of a page (glyphs, words, rules, pictures) into blocks in reading order.
//
// It is the top of a stack of packages whose imports point only downwards, which a test of the architecture enforces:
//
//	layout                                  the sequence of steps, columns, titles in margins, pages on their side, coverage
//	table  formula  figure  tree  document  what blocks are made from: tables, formulas, charts, tagged PDFs, the whole document
//	text                                    words, runs, rows, lines, paragraphs
//	ink                                     the input: glyphs, rules, fills, scans
//
// tree also builds on table, for the text of cells. Analyze runs the steps one after another. Decisions that
// need the whole document (heading levels, running heads, continuations over a page break) are made by a
// document.Survey in a second pass over the pages.
package layout
