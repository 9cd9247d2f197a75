// Package ink is the base of the layout: what is known about a page before anything is read from it. It holds glyphs
// with their fonts, drawn rules and fills, pictures, words that OCR read, and the structure tree of a tagged PDF,
// together with whatever can be determined from them without reading words: which segments form one line, which fonts
// set formulas, whether the tags can be trusted.
//
// All positions and sizes are in points on the page as shown, with the origin at the top left and y growing
// downwards. ink imports nothing from the layout, only package page.
package ink
