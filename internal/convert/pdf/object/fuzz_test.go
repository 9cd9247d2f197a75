package object_test

import (
	"testing"
)

// FuzzOpen feeds damaged files to the reader, which must return.
func FuzzOpen(f *testing.F) {
	f.Add(file("<< /Pages 2 0 R >>", "<< /Kids [3 0 R] >>", "<< /Type /Page /Contents 4 0 R >>", stream("", []byte("q Q"))))
	f.Add(file("<< >>", stream("/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 2 >>", deflated([]byte("\x02ab\x02cd")))))
	f.Fuzz(func(t *testing.T, data []byte) {
		open(t, data)
		lex(t, data)
	})
}
