package object

const (
	// The predictors of PNG, where every row names its own, and that of TIFF.
	predictTIFF = 2
	predictPNG  = 10
	// maxRow is the maximum number of samples in a row.
	maxRow = 1 << 20
)

// unpredict undoes the prediction of each sample from its neighbours.
func (f *File) unpredict(parameters Dict, data []byte) ([]byte, error) {
	number := func(key string, standard int) int {
		o, err := f.Get(parameters, key)
		if err != nil || !o.Numeric() {
			return standard
		}
		return o.Int()
	}
	predictor := number("Predictor", 1)
	if predictor < predictTIFF {
		return data, nil
	}
	colors, bits, columns := number("Colors", 1), number("BitsPerComponent", 8), number("Columns", 1)
	if predictor < predictPNG || bits != 8 || colors < 1 || colors > 32 || columns < 1 || columns > maxRow {
		return nil, errSyntax
	}
	return unPNG(data, colors, colors*columns)
}

// unPNG undoes the predictions of PNG in rows of width bytes. near is the distance to the sample on the left.
func unPNG(data []byte, near, width int) ([]byte, error) {
	out := make([]byte, 0, len(data))
	above := make([]byte, width)
	for len(data) > 0 {
		kind := data[0]
		row := data[1:min(1+width, len(data))]
		data = data[1+len(row):]
		start := len(out)
		out = append(out, row...)
		if err := unfilter(kind, out[start:], above, near); err != nil {
			return nil, err
		}
		above = out[start:]
	}
	return out, nil
}

// unfilter undoes the prediction of one row in place.
func unfilter(kind byte, row, above []byte, near int) error {
	if kind > 4 || len(row) > len(above) {
		return errSyntax
	}
	for i := range row {
		var left, corner byte
		if i >= near {
			left, corner = row[i-near], above[i-near]
		}
		switch kind {
		case 1:
			row[i] += left
		case 2:
			row[i] += above[i]
		case 3:
			row[i] += byte((int(left) + int(above[i])) / 2)
		case 4:
			row[i] += paeth(int(left), int(above[i]), int(corner))
		}
	}
	return nil
}

// paeth returns the neighbour nearest to the value at which a plane through all three would be.
func paeth(left, above, corner int) byte {
	p := left + above - corner
	distance := func(v int) int { return max(p-v, v-p) }
	switch {
	case distance(left) <= distance(above) && distance(left) <= distance(corner):
		return byte(left)
	case distance(above) <= distance(corner):
		return byte(above)
	}
	return byte(corner)
}
