package content

import "quire/internal/convert/pdf/object"

// operations are the operators that change text or what is drawn, by their letters.
var operations map[uint32]operation

// longestOperator is the length of the longest of their names, in bytes.
const longestOperator = 3

// letters packs the name of an operator into a number, which a map finds several times as fast as a string.
func letters[T string | []byte](word T) uint32 {
	n := uint32(0)
	for i := range len(word) {
		n = n<<8 | uint32(word[i])
	}
	return n
}

func init() { // avoids an initialization cycle: the table refers to functions that refer to the table
	operations = map[uint32]operation{}
	for _, table := range []map[string]operation{stateOperations, colorOperations, pathOperations, textOperations} {
		for word, op := range table {
			operations[letters(word)] = op
		}
	}
}

var stateOperations = map[string]operation{
	"q": {-1, func(r *runner, _ [6]float32) error { return r.save() }},
	"Q": {-1, func(r *runner, _ [6]float32) error { r.restore(); return nil }},
	"cm": {6, func(r *runner, n [6]float32) error {
		r.ctm = Matrix{n[0], n[1], n[2], n[3], n[4], n[5]}.then(r.ctm)
		r.reset()
		return nil
	}},
	"w": {1, func(r *runner, n [6]float32) error { r.width = n[0]; return nil }},
	"gs": {-1, func(r *runner, _ [6]float32) error {
		name, err := r.name()
		if err != nil {
			return err
		}
		return r.settings(name)
	}},
	"Do":  {-1, func(r *runner, _ [6]float32) error { return r.external() }},
	"sh":  {-1, func(r *runner, _ [6]float32) error { return r.shading() }},
	"BI":  {-1, func(r *runner, _ [6]float32) error { return r.inline() }},
	"BMC": {-1, func(r *runner, _ [6]float32) error { return r.mark(nil, 0) }},
	"BDC": {-1, func(r *runner, _ [6]float32) error { return r.markWith() }},
	"EMC": {-1, func(r *runner, _ [6]float32) error {
		if n := len(r.marks); n > 1 {
			r.marks = r.marks[:n-1]
		}
		return nil
	}},
}

// painted returns an operator that sets a colour in a device's space.
func painted(space string, n int, which func(r *runner) *colorState) operation {
	return operation{n, func(r *runner, _ [6]float32) error { return which(r).paint(space, r.operands) }}
}

func filling(r *runner) *colorState  { return &r.fill }
func stroking(r *runner) *colorState { return &r.stroke }

// spaced returns an operator that sets the space of the following colours. It does not change the current colour.
func spaced(which func(r *runner) *colorState) operation {
	return operation{-1, func(r *runner, _ [6]float32) error {
		name, err := r.name()
		if err != nil {
			return err
		}
		which(r).space, err = r.space(name)
		return err
	}}
}

// componented returns an operator that sets a colour in the current space.
func componented(which func(r *runner) *colorState) operation {
	return operation{-1, func(r *runner, _ [6]float32) error {
		n := len(r.operands)
		if n == 0 {
			return ErrUnknown
		}
		if r.operands[n-1].Kind == object.Name {
			return r.paintPattern(which(r), r.operands)
		}
		return which(r).set(r.operands)
	}}
}

var colorOperations = map[string]operation{
	"g": painted(deviceGray, 1, filling), "G": painted(deviceGray, 1, stroking),
	"rg": painted(deviceRGB, 3, filling), "RG": painted(deviceRGB, 3, stroking),
	"k": painted(deviceCMYK, 4, filling), "K": painted(deviceCMYK, 4, stroking),
	"cs": spaced(filling), "CS": spaced(stroking),
	"sc": componented(filling), "SC": componented(stroking),
	"scn": componented(filling), "SCN": componented(stroking),
}
