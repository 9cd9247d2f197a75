package pdf

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/pdf/colorspace"
	"quire/internal/convert/pdf/object"
)

// profileOf returns a colour profile for a device with the given tags, as a stream.
func profileOf(space string, tags map[string][]byte) string {
	const header = 128
	data := make([]byte, header+4+12*len(tags))
	copy(data[8:], []byte{2, 0x10, 0, 0})
	copy(data[12:], "mntr"+space+"XYZ ")
	copy(data[36:], "acsp")
	binary.BigEndian.PutUint32(data[header:], uint32(len(tags)))
	at := header + 4
	for name, tag := range tags {
		copy(data[at:], name)
		binary.BigEndian.PutUint32(data[at+4:], uint32(len(data)))
		binary.BigEndian.PutUint32(data[at+8:], uint32(len(tag)))
		data = append(data, tag...)
		at += 12
	}
	binary.BigEndian.PutUint32(data, uint32(len(data)))
	n := map[string]int{"GRAY": 1, "RGB ": 3}[space]
	return fmt.Sprintf("<< /N %d /Length %d >>\nstream\n%s\nendstream", n, len(data), data)
}

// tableCurve returns a curve given by values, and formulaCurve one given by fractional numbers.
func tableCurve(values ...uint16) []byte {
	out := binary.BigEndian.AppendUint32([]byte("curv\x00\x00\x00\x00"), uint32(len(values)))
	for _, v := range values {
		out = binary.BigEndian.AppendUint16(out, v)
	}
	return append(out, make([]byte, len(out)%4)...)
}

func formulaCurve(kind uint16, numbers ...float64) []byte {
	return fractions(append([]byte("para\x00\x00\x00\x00"), byte(kind>>8), byte(kind), 0, 0), numbers...)
}

func fractions(out []byte, numbers ...float64) []byte {
	for _, v := range numbers {
		out = binary.BigEndian.AppendUint32(out, uint32(int32(math.Round(v*65536))))
	}
	return out
}

// colored returns the primaries of one manufacturer's screens.
func colored(curve []byte) map[string][]byte {
	place := func(v ...float64) []byte { return fractions([]byte("XYZ \x00\x00\x00\x00"), v...) }
	return map[string][]byte{
		"rXYZ": place(.4543, .2419, .0149), "gXYZ": place(.3533, .6736, .0906), "bXYZ": place(.1566, .0845, .7195),
		"rTRC": curve, "gTRC": curve, "bTRC": curve, "wtpt": place(.9642, 1, .8249),
	}
}

func TestColorSpacesHaveTheColorsOfPDFium(t *testing.T) {
	t.Parallel()
	samples := "<< /FunctionType 0 /Domain [0 1 0 1] /Range [0 1 0 1 0 1] /Size [2 3] /BitsPerSample 8 /Length 18 >>\nstream\n" + "\x10\x80\xff\x20\x40\x60\x00\xff\x80\xa0\xb0\xc0\xff\xff\xff\x01\x02\x03" + "\nendstream"
	for name, c := range map[string]struct {
		space, part string
		components  int
	}{
		"grey by a power":      {"[/ICCBased 6 0 R]", profileOf("GRAY", map[string][]byte{"kTRC": tableCurve(0x01CD)}), 1},
		"grey by a table":      {"[/ICCBased 6 0 R]", profileOf("GRAY", map[string][]byte{"kTRC": tableCurve(0, 500, 9000, 30000, 65535)}), 1},
		"grey as it is":        {"[/ICCBased 6 0 R]", profileOf("GRAY", map[string][]byte{"kTRC": tableCurve()}), 1},
		"colours by a power":   {"[/ICCBased 6 0 R]", profileOf("RGB ", colored(tableCurve(0x01CD))), 3},
		"colours by a formula": {"[/ICCBased 6 0 R]", profileOf("RGB ", colored(formulaCurve(3, 2.4, 1/1.055, .055/1.055, 1/12.92, .04045))), 3},
		"an ink of its own":    {"[/Separation /Spot /DeviceCMYK 6 0 R]", "<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [1 .57 0 .02] /N 1 >>", 1},
		"a bowed ink":          {"[/Separation /Spot /DeviceRGB 6 0 R]", "<< /FunctionType 2 /Domain [0 1] /Range [0 1 0 1 0 .9] /C0 [1 1 1] /C1 [.2 .3 .4] /N 1.8 >>", 1},
		"two inks":             {"[/DeviceN [/One /Two] /DeviceRGB 6 0 R]", samples, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(3, 4)) //nolint:gosec // colours
			var asked []string
			var values [][]float32
			for range 400 {
				v := make([]float32, c.components)
				operands := make([]string, c.components)
				for i := range v {
					level := random.IntN(1001)
					v[i], operands[i] = float32(level)/1000, fmt.Sprintf("%.3f", float64(level)/1000)
				}
				values, asked = append(values, v), append(asked, "/S cs "+strings.Join(operands, " ")+" sc")
			}
			path := objectFile(
				t, "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
				"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Resources << /ColorSpace << /S 5 0 R >> >> /Contents 4 0 R >>",
				streamOf(squares(asked)), c.space, c.part,
			)
			n := newNative(span{path: path, from: 1, to: 1}, new(desk))
			space, err := colorspace.Open(n.file, object.Object{Kind: object.Reference, Number: 5}, inked)
			require.NoError(t, err)
			for i, want := range colorsOf(t, path) {
				got, ok := space.Color(values[i])
				require.True(t, ok)
				require.Equal(t, fmt.Sprintf("%06x", want), fmt.Sprintf("%06x", got), asked[i])
			}
		})
	}
}
