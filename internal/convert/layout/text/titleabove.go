package text

// titleRatio is the least ratio of the type size of a title to that of the text which a line break parts from it, like that
// of the smallest heading by size alone.
const titleRatio = 1.15

// TitleAbove reports whether the first line of a paragraph is a title that only a line break parts from the text: a line
// in larger type than all others, which leaves room for the next word.
func TitleAbove(lines []Line) bool {
	if len(lines) < 2 || !StartsUpper(lines[0]) {
		return false
	}
	least := lines[0].size
	for _, w := range lines[0].Words {
		if !w.Style.script() {
			least = min(least, w.Size)
		}
	}
	for _, l := range lines[1:] {
		for _, w := range l.Words {
			if least < titleRatio*w.Size {
				return false
			}
		}
	}
	left, right := margins(lines)
	return hasRoom(lines[0], lines[1], left, right)
}
