package mask_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/mask"
)

func all(t testing.TB, region string) mask.Rules {
	t.Helper()
	r, err := mask.New([]string{"all"}, region)
	require.NoError(t, err)
	return r
}

func TestPersonalDataIsFound(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]mask.Kind{
		"ann.o'neil+x@mail.example.co.uk":             mask.Email,
		"jürgen@müller.example":                       mask.Email,
		"ann.miller@ example.com":                     mask.Email, // over two lines
		"+49 30 901820":                               mask.Phone,
		"(+44) 20 7946 0018":                          mask.Phone,
		"0041 44 668 18 00":                           mask.Phone,
		"030/901820":                                  mask.Phone,
		"(030) 90 18 20":                              mask.Phone,
		"DE89 3704 0044 0532 0130 00":                 mask.IBAN,
		"DE 89 3704 0044 0532 0130 00":                mask.IBAN,
		"G B 8 2 W E S T 1 2 3 4 5 6 9 8 7 6 5 4 3 2": mask.IBAN, // a form with a box for each character
		"GB82WEST12345698765432":                      mask.IBAN,
		"fr14 2004 1010 0505 0001 3m02 606":           mask.IBAN,
		"4111 1111 1111 1111":                         mask.Card,
		"5555555555554444":                            mask.Card,
		"3782-822463-10005":                           mask.Card,
		"86 095 742 719":                              mask.National, // Germany
		"12345678Z":                                   mask.National, // Spain
		"X1234567L":                                   mask.National,
		"2 55 08 14 168 025 38":                       mask.National, // France
		"RSSMRA85T10A562S":                            mask.National, // Italy
		"756.1234.5678.97":                            mask.National, // Switzerland
		"44051401359":                                 mask.National, // Poland
		"811228-9874":                                 mask.National, // Sweden
		"811228+9874":                                 mask.National, // a hundred years old
		"85.07.30-033 28":                             mask.National, // Belgium
		"529.982.247-25":                              mask.National, // Brazil
		"AB 12 34 56 C":                               mask.National, // United Kingdom
		"123-45-6789":                                 mask.National, // United States
	} {
		for _, around := range [][2]string{{"", ""}, {"See ", ", please."}, {"(", ")"}, {"№:\u00a0", "\nNext"}} {
			before, after := around[0], around[1]
			found := all(t, "DE").Find(before + text + after)
			require.Equal(t, []mask.Found{{Kind: want, From: len(before), To: len(before) + len(text)}}, found, before+text+after)
		}
	}
}

func TestWhatOnlyLooksLikeItStays(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"GB82 WEST 1234 5698 7654 31", // fails mod 97
		"4111 1111 1111 1112",         // fails Luhn
		"0000 0000 0000 0000",         // of no scheme
		"86 195 742 719",              // fails its check digit
		"12345678A",                   // has another letter
		"111.111.111-11",              // passes, but is not a number that is issued
		"000-12-3456", "900-12-3456",  // never issued
		"me@home", "@handle", "a@b.1", // no domain
		"2024-11-23 14:05", "23.11.2026", "1,234,567.89", "12 345 678", "1.5-2.5",
		"ISBN 978-3-16-148410-0", "10.1000/182", "Version 10.4.12.3", "§ 139b AO", "pages 1021-1033",
		"in 1990 and in 2010", "3.141592653589793",
	} {
		require.Empty(t, all(t, "DE").Find(text), text)
	}
	require.Empty(t, all(t, "").Find("030 901820"), "whose region is unknown")
	require.NotEmpty(t, all(t, "us").Find("212-736-5000"))
	require.Empty(t, all(t, "us").Find("212 736 5000"), "written as anything may be")
}

func TestNumbersBesideOthersAreFoundAlone(t *testing.T) {
	t.Parallel()
	r := all(t, "DE")
	for text, want := range map[string]string{
		"DE89 3704 0044 0532 0130 00 BIC COBADEFF": "████ ████ ████ ████ ████ ██ BIC COBADEFF",
		"Tel. 030/901820, 030/901821":              "Tel. ███/██████, ███/██████",
		"+49 30 901820 23.11.2026":                 "+██ ██ ██████ 23.11.2026",
		"4111 1111 1111 1111 12/28":                "████ ████ ████ ████ 12/28",
		"a@b.de,c@d.de":                            "█@█.██,█@█.██",
		"nothing of that kind":                     "nothing of that kind",
	} {
		require.Equal(t, want, r.Text(text))
	}
}

func TestOnlyWhatWasAskedForIsMasked(t *testing.T) {
	t.Parallel()
	r, err := mask.New([]string{"email", "iban"}, "")
	require.NoError(t, err)
	require.True(t, r.Any())
	require.Equal(t, "█@█.██ 4111 1111 1111 1111", r.Text("a@b.de 4111 1111 1111 1111"))
	require.False(t, mask.Rules{}.Any())
	require.Equal(t, "a@b.de", mask.Rules{}.Text("a@b.de"))
	_, err = mask.New([]string{"names"}, "")
	require.ErrorContains(t, err, `no kind "names"`)
	_, err = mask.New(nil, "Germany")
	require.ErrorContains(t, err, `no region "Germany"`)
}

func TestWordsThatALineEndBreaksAreMaskedLikeTheTextTheyAreJoinedTo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		words []string
		want  []string
	}{
		{[]string{"to", "ann@exam-", "ple.com", "today"}, []string{"to", "███@████-", "███.███", "today"}},
		{[]string{"ann@exam\u2010", "ple.com"}, []string{"███@████\u2010", "███.███"}},
		{[]string{"DE89-3704-0044-", "0532-0130-00."}, []string{"████-████-████-", "████-████-██."}},
		{[]string{"123-45-67-", "89", "and", "a@b.de"}, []string{"███-██-██-", "██", "and", "█@█.██"}},
		{[]string{"a", "well-", "known", "person", "-"}, []string{"a", "well-", "known", "person", "-"}},
	} {
		var p page.Page
		for i, text := range c.words {
			p.Words = append(p.Words, page.Word{Text: text, Box: page.Box{X1: float64(i + 1)}})
		}
		masked := all(t, "").Page(p)
		for i, w := range masked.Words {
			require.Equal(t, page.Word{Text: c.want[i], Box: p.Words[i].Box}, w)
		}
		require.Len(t, masked.Words, len(c.words))
	}
}

func TestTargetsOfLinksShowNothingThatIsMasked(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{
		"mailto:ann@example.org":                         "",
		"mailto:ann%40example.org":                       "",
		"https://a.example/out?mail=ann%40example.org":   "",
		"https://a.example/out?card=4111+1111+1111+1111": "",
		"https://a.example/100%":                         "https://a.example/100%",
		"https://a.example/?q=%C3%A4":                    "https://a.example/?q=%C3%A4",
	} {
		p := page.Page{Blocks: []page.Block{{Kind: page.Paragraph, Spans: []page.Span{{Text: "here", Link: target}}}}}
		require.Equal(t, want, all(t, "").Page(p).Blocks[0].Spans[0].Link, target)
	}
}

func TestNothingOfAPageShowsWhatIsMasked(t *testing.T) {
	t.Parallel()
	const secret = "ann@example.org"
	text := func(s ...string) (spans []page.Span) {
		for _, part := range s {
			spans = append(spans, page.Span{Text: part})
		}
		return spans
	}
	p := page.Page{
		Number: 3,
		Blocks: []page.Block{
			{Kind: page.Paragraph, Spans: []page.Span{{Text: "Write to ann@"}, {Text: "example.org", Bold: true, Link: "mailto:" + secret}, {Text: " today."}}},
			{Kind: page.Picture, Alt: secret, Spans: text("4111 1111", " 1111 1111")},
			{Kind: page.TableKind, Table: &page.Table{Columns: 1, Rows: []page.Row{{Cells: []page.Cell{{Blocks: []page.Block{{Spans: text(secret)}}}}}}}},
		},
		Words:  []page.Word{{Text: "(+49"}, {Text: "30"}, {Text: "901820)", Box: page.Box{X1: 7}}, {Text: "today"}},
		Fields: []page.Field{{Value: secret, Options: []page.Option{{Value: secret, Label: "x"}}}},
	}
	before := p.Text()
	masked := all(t, "").Page(p)
	require.Equal(t, before, p.Text(), "the page itself stays")
	require.Equal(t, "Write to ███@███████.███ today.\n████ ████ ████ ████\n███@███████.███", masked.Text())
	require.True(t, masked.Blocks[0].Spans[1].Bold)
	require.Empty(t, masked.Blocks[0].Spans[1].Link)
	require.Equal(t, "███@███████.███", masked.Blocks[1].Alt)
	require.Equal(t, []page.Word{{Text: "(+██"}, {Text: "██"}, {Text: "██████)", Box: page.Box{X1: 7}}, {Text: "today"}}, masked.Words)
	require.Equal(t, "███@███████.███", masked.Fields[0].Value)
	require.Equal(t, page.Option{Value: "███@███████.███", Label: "x"}, masked.Fields[0].Options[0])
	require.Equal(t, p, mask.Rules{}.Page(p))
}

func FuzzText(f *testing.F) {
	for _, seed := range []string{"a@b.de +49 30 901820", "DE89 3704 0044 0532 0130 00", "4111-1111-1111-1111", "2 55 08 14 168 025 38", "\xff9\xff", "x\u00a0+1(2)3"} {
		f.Add(seed)
	}
	r := all(f, "DE")
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, found := range r.Find(text) {
			require.True(t, end <= found.From && found.From < found.To && found.To <= len(text), "%v in %q", found, text)
			end = found.To
		}
		if masked := r.Text(text); utf8.ValidString(text) {
			require.Equal(t, utf8.RuneCountInString(text), utf8.RuneCountInString(masked))
			require.Equal(t, strings.Count(text, " "), strings.Count(masked, " "))
		}
	})
}
