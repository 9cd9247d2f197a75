// Package figure finds the charts and diagrams that are drawn on a page, so that their texts stay with them: the
// numbers on an axis are not a table, labels are not headings, and points are not list items.
//
// A figure is recognised by its lines: curves and slanted lines, or an axis with numbers at the ends of its ticks. What
// contains sentences is not a figure. The package builds on text and ink.
package figure
