package table

import "quire/internal/convert/layout/text"

// fragmentWords is the fewest words of a line that begins in the middle of a sentence. Names and values, such as those of
// options, may begin with a lowercase letter but have fewer; of the lines of prose only the last of a paragraph is so short.
const fragmentWords = 3

// isFragment reports whether a cell begins in the middle of a sentence, as lines of prose in columns do.
func isFragment(cell []text.Run) bool {
	return text.StartsLower(cell[0].Text()) && text.CountWords(cell[0].Words) >= fragmentWords
}
