// Package formula finds formulas on pages that use fonts for mathematics, and writes them as LaTeX where the
// positions of their pieces leave no doubt. A displayed formula becomes a separate block; a formula within a
// line becomes one word of that line, so that its fractions and scripts stay together.
//
// The package builds on text and ink, and on package latex for the names of symbols and functions.
package formula
