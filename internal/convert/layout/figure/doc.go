// Package figure finds the charts and diagrams that are drawn on a page, so that what is written in them stays with them:
// the numbers on an axis are no table, labels no headings, and points no list.
//
// A figure is told by its lines: curves and slanted lines, or an axis, which has numbers at the ends of its ticks. What
// holds sentences is none. The package builds on text and ink.
package figure
