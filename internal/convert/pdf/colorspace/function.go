package colorspace

import (
	"math"

	"quire/internal/convert/pdf/object"
)

const (
	// maxInputs and maxOutputs are the maximum numbers of inputs and outputs of a function.
	maxInputs  = 4
	maxOutputs = 8
	// maxBits is the maximum number of bits of a sample.
	maxBits = 16
)

// function maps numbers to numbers.
type function func(in []float32) []float32

// interval is a range of values.
type interval struct{ from, to float32 }

func (i interval) clamp(v float32) float32 { return min(max(v, i.from), i.to) }

// function reads a function with the given number of inputs, and returns its number of outputs.
func (r *reader) function(o object.Object, inputs int) (function, int, error) {
	o, err := r.file.Resolve(o)
	if err != nil {
		return nil, 0, err
	}
	domain, ok := r.intervals(o.Dict, "Domain")
	ranges, ok2 := r.intervals(o.Dict, "Range")
	kind, err := r.file.Get(o.Dict, "FunctionType")
	if err != nil || !ok || !ok2 || len(domain) != inputs || inputs > maxInputs || kind.Kind != object.Integer {
		return nil, 0, ErrUnknown
	}
	var raw function
	outputs := len(ranges)
	switch {
	case kind.Number == 0 && o.Kind == object.Stream && outputs > 0:
		raw, err = r.sampled(o, domain, outputs)
	case kind.Number == 2 && inputs == 1:
		raw, outputs, err = r.exponential(o.Dict)
	default:
		err = ErrUnknown
	}
	if err != nil || outputs > maxOutputs || (len(ranges) > 0 && len(ranges) != outputs) {
		return nil, 0, ErrUnknown
	}
	return func(in []float32) []float32 {
		var cut [maxInputs]float32
		for i, d := range domain {
			cut[i] = d.clamp(in[i])
		}
		out := raw(cut[:inputs])
		for i, limit := range ranges {
			out[i] = limit.clamp(out[i])
		}
		return out
	}, outputs, nil
}

// numbers reads an entry that is a list of numbers; nil means that there is none.
func (r *reader) numbers(d object.Dict, key string) ([]float32, bool) {
	o, err := r.file.Get(d, key)
	if err != nil || (o.Kind != object.Array && o.Kind != object.Null) || len(o.Items) > 2*maxOutputs {
		return nil, false
	}
	var out []float32
	for _, item := range o.Items {
		if item, err = r.file.Resolve(item); err != nil || !item.Numeric() {
			return nil, false
		}
		out = append(out, item.Float())
	}
	return out, true
}

func (r *reader) intervals(d object.Dict, key string) ([]interval, bool) {
	v, ok := r.numbers(d, key)
	if !ok || len(v)%2 != 0 {
		return nil, false
	}
	var out []interval
	for i := 0; i < len(v); i += 2 {
		if v[i] > v[i+1] {
			return nil, false
		}
		out = append(out, interval{v[i], v[i+1]})
	}
	return out, true
}

// exponential reads a function that interpolates exponentially between two sets of values.
func (r *reader) exponential(d object.Dict) (function, int, error) {
	from, ok := r.numbers(d, "C0")
	to, ok2 := r.numbers(d, "C1")
	exponent, err := r.file.Get(d, "N")
	if err != nil || !ok || !ok2 || !exponent.Numeric() || len(from) == 0 || len(from) != len(to) {
		return nil, 0, ErrUnknown
	}
	power := float64(exponent.Float())
	return func(in []float32) []float32 {
		share := float32(math.Pow(float64(in[0]), power))
		out := make([]float32, len(from))
		for i := range out {
			out[i] = from[i] + share*(to[i]-from[i])
		}
		return out
	}, len(from), nil
}

// samples holds the values of a function on a grid.
type samples struct {
	data    []byte
	bits    int
	sizes   []int
	domain  []interval
	encode  []interval
	decode  []interval
	outputs int
}

// sampled reads a function given by samples. Between them, it interpolates linearly along each input, as PDFium does.
func (r *reader) sampled(o object.Object, domain []interval, outputs int) (function, error) {
	s := samples{domain: domain, outputs: outputs}
	sizes, ok := r.numbers(o.Dict, "Size")
	encode, ok2 := r.numbers(o.Dict, "Encode")
	decode, ok3 := r.numbers(o.Dict, "Decode")
	bits, err := r.file.Get(o.Dict, "BitsPerSample")
	if err != nil || !ok || !ok2 || !ok3 || len(sizes) != len(domain) {
		return nil, ErrUnknown
	}
	if s.bits = bits.Int(); s.bits != 8 && s.bits != maxBits {
		return nil, ErrUnknown
	}
	if s.data, err = r.file.Data(o); err != nil {
		return nil, err
	}
	total := outputs
	for i, size := range sizes {
		n := int(size)
		if n < 1 || n > len(s.data) {
			return nil, ErrUnknown
		}
		if total *= n; total > len(s.data) {
			return nil, ErrUnknown
		}
		s.sizes, s.encode = append(s.sizes, n), append(s.encode, interval{0, float32(n - 1)})
		if len(encode) == 2*len(sizes) {
			s.encode[i] = interval{encode[2*i], encode[2*i+1]}
		}
	}
	if s.decode, err = r.decoded(o.Dict, decode, outputs); err != nil || total*s.bits/8 > len(s.data) {
		return nil, ErrUnknown
	}
	return s.at, nil
}

// decoded returns what the smallest and the largest sample stand for, by default the range.
func (r *reader) decoded(d object.Dict, decode []float32, outputs int) ([]interval, error) {
	if len(decode) == 0 {
		decode, _ = r.numbers(d, "Range")
	}
	if len(decode) != 2*outputs {
		return nil, ErrUnknown
	}
	var out []interval
	for i := range outputs {
		out = append(out, interval{decode[2*i], decode[2*i+1]})
	}
	return out, nil
}

// between maps a value from one range to another.
func between(v float32, from, to interval) float32 {
	width := from.to - from.from
	out := to.from + (v-from.from)*(to.to-to.from)/width
	if width == 0 || math.IsNaN(float64(out)) {
		return to.from
	}
	return out
}

// sample returns one output at a grid point.
func (s *samples) sample(place, output int) float32 {
	at := (place*s.outputs + output) * s.bits / 8
	if s.bits == maxBits {
		return float32(int(s.data[at])<<8 | int(s.data[at+1]))
	}
	return float32(s.data[at])
}

func (s *samples) at(in []float32) []float32 {
	var encoded [maxInputs]float32
	var index, block [maxInputs]int
	place, step := 0, 1
	for i, size := range s.sizes {
		encoded[i] = between(in[i], s.domain[i], s.encode[i])
		index[i], block[i] = int(min(max(encoded[i], 0), float32(size-1))), step
		place += index[i] * step
		step *= size
	}
	out := make([]float32, s.outputs)
	for j := range out {
		here := s.sample(place, j)
		v := here
		for i, size := range s.sizes {
			switch {
			case index[i] < size-1:
				v += (encoded[i] - float32(index[i])) * (s.sample(place+block[i], j) - here)
			case index[i] == 0:
				v = encoded[i] * here
			}
		}
		out[j] = between(v, interval{0, float32(int(1)<<s.bits - 1)}, s.decode[j])
	}
	return out
}
