package colorspace_test

import (
	"fmt"
	"strings"
	"testing"

	"quire/internal/convert/pdf/colorspace"
	"quire/internal/convert/pdf/object"
)

// fileOf returns a file whose only object is the space.
func fileOf(space string) string {
	const start = "%PDF-1.7\n"
	body := "1 0 obj\n" + space + "\nendobj\n"
	return fmt.Sprintf("%s%sxref\n0 2\n0000000000 65535 f \n%010d 00000 n \ntrailer\n<< >>\nstartxref\n%d\n%%%%EOF\n", start, body, len(start), len(start+body))
}

// FuzzSpace computes colours in damaged spaces, which must return.
func FuzzSpace(f *testing.F) {
	tint := "<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0] /C1 [1 .5 0] /N 1 >>"
	f.Add("[/Separation /Spot /DeviceRGB "+tint+"]", float32(.5))
	f.Add("[/DeviceN [/A /B] /DeviceCMYK << /FunctionType 2 /Domain [0 1] /N 1 >>]", float32(2))
	f.Add("[/Separation /Spot /DeviceGray "+strings.Replace(tint, "[0 1]", "[0 999999999999999]", 1)+"]", float32(1e30))
	f.Add("[/ICCBased 1 0 R]", float32(0))
	f.Fuzz(func(_ *testing.T, space string, v float32) {
		file, err := object.Open([]byte(fileOf(space)))
		if err != nil {
			return
		}
		s, err := colorspace.Open(file, object.Object{Kind: object.Reference, Number: 1}, func([4]float32) uint32 { return 0 })
		if err != nil {
			return
		}
		components := make([]float32, s.Components)
		for i := range components {
			components[i] = v
		}
		s.Color(components)
	})
}
