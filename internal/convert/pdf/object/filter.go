package object

import (
	"bytes"
	"encoding/ascii85"
	"errors"
	"io"
	"sync"

	"github.com/klauspost/compress/zlib" // takes about .65 of the standard library's time
	"golang.org/x/image/tiff/lzw"
)

const (
	// maxStream is the maximum number of unpacked bytes of a stream, and maxUnpacked that of all streams unpacked from
	// one file: what a thousand dense pages take.
	maxStream   = 16 << 20
	maxUnpacked = 1 << 30
	// maxFilters is the maximum number of filters of a stream.
	maxFilters = 4
)

var errLarge = errors.New("too much data in a PDF's streams")

// Data returns the unpacked data of a stream.
func (f *File) Data(stream Object) ([]byte, error) {
	filters, parameters, err := f.filters(stream.Dict)
	if err != nil {
		return nil, err
	}
	data := stream.Bytes
	if f.crypt != nil && !stream.Dict["Type"].Is("XRef") {
		if data, err = f.crypt.open(f.crypt.streams, stream.Number, data); err != nil {
			return nil, err
		}
	}
	for i, filter := range filters {
		if data, err = unpack(string(filter.Bytes), data); err != nil {
			return nil, err
		}
		if f.unpacked += len(data); f.unpacked > maxUnpacked {
			return nil, errLarge
		}
		if data, err = f.unpredict(parameters[i], data); err != nil {
			return nil, err
		}
	}
	return data, nil
}

// filters returns the filters of a stream and the parameters of each.
func (f *File) filters(d Dict) (filters []Object, parameters []Dict, err error) {
	list := func(key string) ([]Object, error) {
		o, err := f.Get(d, key)
		switch {
		case err != nil || o.Kind == Null:
			return nil, err
		case o.Kind == Array:
			return o.Items, nil
		}
		return []Object{o}, nil
	}
	if filters, err = list("Filter"); err != nil {
		return nil, nil, err
	}
	settings, err := list("DecodeParms")
	if err != nil || len(filters) > maxFilters {
		return nil, nil, errors.Join(errSyntax, err)
	}
	parameters = make([]Dict, len(filters))
	for i := range filters {
		if filters[i], err = f.Resolve(filters[i]); err != nil || filters[i].Kind != Name {
			return nil, nil, errSyntax
		}
		if i < len(settings) {
			set, err := f.Resolve(settings[i])
			if err != nil {
				return nil, nil, err
			}
			parameters[i] = set.Dict
		}
	}
	return filters, parameters, nil
}

// unpack applies one filter. Damaged data is an error, even after an intact beginning.
func unpack(filter string, data []byte) ([]byte, error) {
	switch filter {
	case "FlateDecode", "Fl":
		return inflate(data)
	case "LZWDecode", "LZW":
		return all(lzw.NewReader(bytes.NewReader(data), lzw.MSB, 8))
	case "ASCII85Decode", "A85":
		return unASCII85(data)
	case "ASCIIHexDecode", "AHx":
		return unhex(before(data, ">"))
	case "RunLengthDecode", "RL":
		return unrun(data)
	}
	return nil, errors.New("not a filter for text: " + filter)
}

// inflaters hold readers of compressed streams for reuse, because each has 44 KiB of tables.
var inflaters sync.Pool

func inflate(data []byte) ([]byte, error) {
	in := bytes.NewReader(data)
	r, ok := inflaters.Get().(io.ReadCloser)
	var err error
	if ok {
		err = r.(zlib.Resetter).Reset(in, nil)
	} else {
		r, err = zlib.NewReader(in)
	}
	if err != nil {
		return nil, err
	}
	defer inflaters.Put(r)
	return all(r)
}

// buffers hold memory for reuse, because what a stream unpacks to is only known at its end.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// all reads what a stream unpacks to, unless it is too much.
func all(r io.Reader) ([]byte, error) {
	out := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(out)
	out.Reset()
	_, err := out.ReadFrom(io.LimitReader(r, maxStream+1))
	if err == nil && out.Len() > maxStream {
		err = errLarge
	}
	return bytes.Clone(out.Bytes()), err
}

// Inflated returns how many bytes a compressed stream at the beginning of data takes, and how many it unpacks to, which
// must not be more than most.
func Inflated(data []byte, most int) (packed, unpacked int, err error) {
	in := bytes.NewReader(data)
	r, err := zlib.NewReader(in)
	if err != nil {
		return 0, 0, err
	}
	n, err := io.Copy(io.Discard, io.LimitReader(r, int64(most)+1))
	if err == nil && n > int64(most) {
		err = errLarge
	}
	return len(data) - in.Len(), int(n), err
}

// before returns what precedes an end mark, or everything if there is none.
func before(data []byte, mark string) []byte {
	if end := bytes.Index(data, []byte(mark)); end >= 0 {
		return data[:end]
	}
	return data
}

func unASCII85(data []byte) ([]byte, error) {
	data = before(bytes.TrimPrefix(bytes.TrimSpace(data), []byte("<~")), "~")
	out := make([]byte, 4*len(data)) // each z stands for four bytes
	n, _, err := ascii85.Decode(out, data, true)
	if n > maxStream {
		return nil, errLarge
	}
	return out[:n], err
}

// unrun decodes run lengths: a length below 128 precedes that many bytes plus one, and one above 128 precedes a byte to
// be repeated.
func unrun(data []byte) ([]byte, error) {
	const end = 128
	var out []byte
	for i := 0; i < len(data) && data[i] != end; {
		n := int(data[i])
		i++
		switch {
		case n < end && i+n < len(data):
			out = append(out, data[i:i+n+1]...)
			i += n + 1
		case n > end && i < len(data):
			out = append(out, bytes.Repeat(data[i:i+1], 257-n)...)
			i++
		default:
			return nil, errSyntax
		}
		if len(out) > maxStream {
			return nil, errLarge
		}
	}
	return out, nil
}
