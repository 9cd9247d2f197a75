package abbreviation_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/abbreviation"
	"quire/internal/growth"
)

func TestDefinitionsInTexts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]abbreviation.Definition{
		"The net asset value (NAV) of the fund rose.":                         {{"NAV", "net asset value"}},
		"The NAV (net asset value) rose.":                                     {{"NAV", "net asset value"}},
		"filed with the Harbour and Coast Authority (the “HCA”) in May":       {{"HCA", "Harbour and Coast Authority"}},
		`the Harbour Safety Board ("HSB" or the "Board")`:                     {{"HSB", "Harbour Safety Board"}},
		"mooring service agreements (MSAs) were signed":                       {{"MSA", "mooring service agreements"}},
		"research and development (R&D) costs":                                {{"R&D", "research and development"}},
		"optical mark recognition (OMR; see below)":                           {{"OMR", "optical mark recognition"}},
		"nach dem Kapitalanlagegesetzbuch (KAGB) gilt":                        {{"KAGB", "Kapitalanlagegesetzbuch"}},
		"NAV\tNet asset value of a share\nTEU\tTwenty-foot equivalent unit\n": {{"NAV", "Net asset value"}, {"TEU", "Twenty-foot equivalent unit"}},
		"GDP: gross domestic product; see the annex":                          {{"GDP", "gross domestic product"}},
		"LCR – liquidity coverage ratio":                                      {{"LCR", "liquidity coverage ratio"}},
		"DOF: department of fisheries":                                        {{"DOF", "department of fisheries"}},
		"shipping line\tnet asset value (NAV)":                                {{"NAV", "net asset value"}},
		"The harbour (see Table 2) was dredged (2014).":                       nil,
		"The chart (NAV) shows vessels.":                                      nil,
		"Revenue (in USD) and costs (net)":                                    nil,
		"The Company (the “Company”) leases quays.":                           nil,
		"the long story of navigation (NAV)":                                  {{"NAV", "navigation"}},
		"(NAV)":                                                               nil,
		"NAV (":                                                               nil,
		"":                                                                    nil,
	} {
		require.Equal(t, want, slices.Collect(abbreviation.In(text)), text)
	}
}

func TestAQuestionIsExpandedByTheFormThatItLacks(t *testing.T) {
	t.Parallel()
	texts := slices.Values([]string{
		"The net asset value (NAV) of the fund rose.", "Net Asset Values (NAVs) are published daily.",
		"The Agency for Coastal Trade (ACT) acts on requests.",
	})
	for question, want := range map[string]string{
		"What was the NAV in May?":                "What was the NAV in May? net asset value",
		"what was the nav in may?":                "what was the nav in may? net asset value",
		"What is the fund's net asset value?":     "What is the fund's net asset value? NAV",
		"How are Net Asset Values published?":     "How are Net Asset Values published? NAV",
		"What is the net asset value (NAV)?":      "What is the net asset value (NAV)?",
		"How did the Board act on the requests?":  "How did the Board act on the requests?",
		"Which asset has the highest net value?":  "Which asset has the highest net value?",
		"What do the ACT's rules say about NAVs?": "What do the ACT's rules say about NAVs? net asset value Agency for Coastal Trade",
		"": "",
	} {
		require.Equal(t, want, abbreviation.Expand(question, texts), question)
	}
}

func TestGrowthOfDefinitions(t *testing.T) {
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "definitions", Build: growth.Repeat("net asset value (NAV) ")},
		{Name: "openings", Build: growth.Repeat("(")},
		{Name: "long brackets", Build: growth.Within("(", growth.Repeat("NAV "), ")")},
		{Name: "quotes in brackets", Build: growth.Within("(", growth.Repeat(`"NAV" `), ")")},
		{Name: "one long word", Build: growth.Within("", growth.Repeat("a"), " (AAAA)")},
		{Name: "rows", Build: growth.Repeat("NAV\tnet asset value\n")},
		{Name: "tabs", Build: growth.Repeat("\t")},
		{Name: "abbreviations without definitions", Build: growth.Repeat("x (NAV) ")},
	}, func(_ *testing.T, text []byte) {
		abbreviation.Expand(string(text), slices.Values([]string{string(text), "net asset value (NAV)"}))
	})
}
