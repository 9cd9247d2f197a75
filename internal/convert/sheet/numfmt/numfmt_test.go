package numfmt_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/sheet/numfmt"
)

func TestNumbersFollowTheirFormatCode(t *testing.T) {
	t.Parallel()
	for code, cases := range map[string]map[float64]string{
		"General":                         {1234.5678: "1234.5678", -0.5: "-0.5", 123456789012: "123456789012", 1.0 / 3: "0.3333333333", 0.1 + 0.2: "0.3", 1.5e20: "1.5E+20", 1.5e-9: "0.0000000015", 1.25e-20: "1.25E-20"},
		`General" units"`:                 {3: "3 units"},
		"0":                               {2.5: "3", -2.5: "-3", 0.4: "0"},
		"0.00":                            {2.675: "2.68", 1.005: "1.01", -1234.5: "-1234.50"},
		"#,##0.00":                        {1234567.891: "1,234,567.89", 0.5: "0.50"},
		"#.##":                            {0.26: ".26", 0: ""},
		"0.###":                           {1.5: "1.5", 2: "2"},
		"00000":                           {42: "00042"},
		"000-00-0000":                     {123456789: "123-45-6789"},
		"0%":                              {0.256: "26%"},
		"0.0 %":                           {0.256: "25.6 %"},
		`0.0,,"M"`:                        {1234567.891: "1.2M"},
		`#,##0,`:                          {1234567: "1,235"},
		"0.00E+00":                        {1234.5: "1.23E+03", 0.000123: "1.23E-04", 0: "0.00E+00", 9.999: "1.00E+01"},
		"##0.0E+0":                        {12345: "12.3E+3", 999960: "1.0E+6"},
		"# ?/?":                           {1.25: "1 1/4", 0.5: "1/2", 3: "3", -0.5: "-1/2", 0.999: "1"},
		"# ??/??":                         {0.256: "21/82"},
		"# ?/8":                           {0.26: "2/8"},
		"?/?":                             {1.5: "3/2"},
		"0.00;(0.00)":                     {-3: "(3.00)", 3: "3.00", 0: "0.00"},
		`#,##0.00 "€";[Red]-#,##0.00 "€"`: {-1234.5: "-1,234.50 €"},
		`_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_)`: {0: " $-   ", 5: " $5.00 "},
		`[$€-407] #,##0.00`:                                  {5: "€ 5.00"},
		`"yes";"no";"none"`:                                  {1: "yes", -1: "no", 0: "none"},
		`[>=1000]0,"K";0`:                                    {2345: "2K", 12: "12"},
		`[<0]"neg";[=0]"nil";"pos"`:                          {-1: "neg", 0: "nil", 1: "pos"},
		";;;":                                                {1: "", -1: ""},
		"#,##0.00 EUR":                                       {5: "5.00 EUR"},
		"@":                                                  {7: "7"},
		"0.0.0":                                              {1.26: "1.2.6"},
	} {
		for v, want := range cases {
			require.Equal(t, want, numfmt.Parse(code).Number(v, false), "%s of %v", code, v)
		}
	}
}

func TestDatesFollowTheirFormatCode(t *testing.T) {
	t.Parallel()
	const noon = 45000.5 // 15 March 2023, a Wednesday
	for code, want := range map[string]string{
		"yyyy-mm-dd hh:mm:ss":           "2023-03-15 12:00:00",
		"yyyy-mm-ddThh:mm":              "2023-03-15T12:00",
		"d/m/yy":                        "15/3/23",
		"dddd, d mmmm yyyy":             "Wednesday, 15 March 2023",
		"[$-407]ddd, d. mmm yyyy":       "Mi, 15. Mrz 2023",
		"[$-40C]d mmmm yyyy":            "15 mars 2023",
		"[$-411]yyyy年m月d日":              "2023年3月15日",
		"mmmmm":                         "M",
		"h:mm AM/PM":                    "12:00 PM",
		"[h]:mm":                        "1080012:00",
		"mm:ss.0":                       "00:00.0",
		"h \"h\" mm":                    "12 h 00",
		`[$-F800]dddd\, mmmm dd\, yyyy`: "Wednesday, March 15, 2023",
	} {
		require.Equal(t, want, numfmt.Parse(code).Number(noon, false), code)
	}
	day := numfmt.Parse("yyyy-mm-dd")
	require.Equal(t, "2027-03-16", day.Number(45000, true), "counted from 1904")
	require.Equal(t, "1900-02-29", day.Number(60, false), "a day that never existed")
	require.Equal(t, "-3", day.Number(-3, false), "not a date")
	require.Equal(t, "1E+300", day.Number(1e300, false))
	require.Equal(t, "-2:30", numfmt.Parse("[h]:mm").Number(-2.5/24, false))
	require.Equal(t, "11:59", numfmt.Parse("h:mm").Number(0.49999, false), "minutes are truncated, not rounded")
	require.Equal(t, "2023-03-15", numfmt.Builtin(14).Number(noon, false), "the reader's own date format")
}

func TestTextUsesTheLastSection(t *testing.T) {
	t.Parallel()
	require.Equal(t, "a", numfmt.Parse("0.00").Text("a"))
	require.Equal(t, "No. a", numfmt.Parse(`0;-0;0;"No. "@`).Text("a"))
	require.Equal(t, "a", numfmt.Parse("@").Text("a"))
	require.Empty(t, numfmt.Parse(";;;").Text("a"), "hidden")
}

func FuzzNumber(f *testing.F) {
	f.Add(`[>=1000]#,##0.0,"K";[Red]-0.0?/?;# ??/8;@`, 1234.5)
	f.Add("[$-407]dddd, d. mmmm yyyy [h]:mm:ss.000 AM/PM", 45000.123)
	f.Add("##0.0E+0%", math.Inf(1))
	f.Fuzz(func(t *testing.T, code string, v float64) {
		require.Less(t, len(numfmt.Parse(code).Number(v, false)), 64<<10)
		numfmt.Parse(code).Text(code)
	})
}
