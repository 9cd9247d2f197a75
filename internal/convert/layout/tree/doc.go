// Package tree lays out the pages of tagged PDFs by their structure tree: kinds of blocks, order and cells of tables come
// from the tree, lines and words from the page. Many trees are wrong, so a tree that contradicts the page is refused.
//
// The package stands on text and ink, and on table for the text of cells.
package tree
