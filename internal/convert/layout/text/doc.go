// Package text reads glyphs, and words from OCR, as text.
//
// Glyphs become Words; words on one baseline without a wide gap become Runs. From there, two readings diverge:
// tables look at Rows, which are all runs at one height, while running text becomes Lines, then Paragraphs,
// then blocks. The package also knows the marks of text: list markers, captions, leaders, hyphens at line ends,
// letterspacing, initials, and the direction of writing.
//
// It builds on ink and uses nothing else from the layout. An em is the type size of the text in question, in
// points.
package text
