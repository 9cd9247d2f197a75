package text

// titleRatio is the least ratio of a title's type size to that of the text after the line break. It equals that of the
// smallest heading by size alone.
const titleRatio = 1.15

// TitleAbove reports whether the first line of a paragraph is a title that only a line break separates from the text:
// it is in larger type than all other lines and leaves room for the next word.
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
