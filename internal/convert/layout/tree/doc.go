// Package tree lays out the pages of tagged PDFs by their structure tree: kinds of blocks, order and table
// cells come from the tree, lines and words from the page. Many trees are wrong, so a tree that contradicts the
// page is rejected.
//
// The package builds on text and ink, and on table for the text of cells.
package tree
