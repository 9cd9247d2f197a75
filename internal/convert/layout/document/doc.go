// Package document decides what a single block cannot show: which blocks are headings and of which level, which
// text is a running head, which footnote belongs to which reference, and what continues over a column or a
// page. A Survey first sees all pages of a document and then finishes them one by one; the other functions need
// only one page.
//
// The package works on finished blocks and builds on text and ink.
package document
