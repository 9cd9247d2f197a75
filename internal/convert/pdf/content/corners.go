package content

// Corners returns the positions of the top left, the top right and the bottom left corner of a page in PDF space, for a
// page that shows a box after quarter turns clockwise, and the size of the page. They are computed as PDFium does for a
// drawing of side by side pixels.
func Corners(box Rect, turns int, side float32) (corners [3][2]float32, width, height float32) {
	width, height = box.width(), box.height()
	var m Matrix
	switch turns {
	case 0:
		m = Matrix{A: 1, D: 1, E: -box.Left, F: -box.Bottom}
	case 1:
		m = Matrix{B: -1, C: 1, E: -box.Bottom, F: box.Right}
	case 2:
		m = Matrix{A: -1, D: -1, E: box.Right, F: box.Top}
	default:
		m = Matrix{B: 1, C: -1, E: box.Top, F: -box.Left}
	}
	if turns%2 == 1 {
		width, height = height, width
	}
	back := m.then(Matrix{A: side / width, D: -side / height, F: side}).inverse()
	for i, at := range [...][2]float32{{0, 0}, {side, 0}, {0, side}} {
		corners[i][0], corners[i][1] = back.point(at[0], at[1])
	}
	return corners, width, height
}
