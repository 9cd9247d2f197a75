// Package document decides what a single block cannot show: what is a heading and of which level, which text is a running
// head, which footnote belongs to which reference, what continues over a column or a page. A Survey sees all pages of a
// document first and then finishes them one by one; the functions beside it need one page only.
//
// The package works on finished blocks, and stands on text and ink.
package document
