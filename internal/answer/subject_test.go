package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
)

// townHall returns passages of a city's report; each of them has the words of its header.
func townHall() []answer.Passage {
	passages := []answer.Passage{
		onPages("report.pdf", 0, 1, "Capital expenditures of the city rose to 12 million euros. Most of it went into schools."),
		onPages("report.pdf", 1, 2, "The town hall is open from nine to five. The canteen serves lunch."),
		onPages("report.pdf", 2, 3, "Contact: office@ulm.example, or call the main number."),
		onPages("report.pdf", 3, 4, "The first woman on the city council was elected in 1919."),
		onPages("report.pdf", 4, 5, "Road works on the ring will end in October. The bridge stays closed."),
	}
	for i := range passages {
		passages[i].Header = "Annual report of the city of Ulm 2023"
	}
	return scored(passages...)
}

func TestExtractRefusesWhatTheCollectionIsNotAbout(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		question string
		found    bool
	}{
		{"What were the capital expenditures of the city?", true},
		{"When is the town hall open?", true},
		{"How much did Ulm spend on capital expenditures in FY2023?", true},
		{"What is the e-mail address of the office?", true},
		{"WHEN IS THE TOWN HALL OPEN?", true},
		{"What is the capital of Mongolia?", false},
		{"How much did Augsburg spend on capital expenditures?", false},
		{"Who was the first woman in space to orbit the moon?", false},
		{"Which enzyme splits lactose in mammals?", false},
		{"Wie heißt die Hauptstadt der Mongolei?", false},
	} {
		t.Run(c.question, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.found, extracted(t, english(c.question), townHall()).Found)
		})
	}
}

// What is asked about a name or a year has to occur near it: that both occur somewhere does not make an answer.
func TestExtractRefusesWordsThatOccurOnlyApart(t *testing.T) {
	t.Parallel()
	passages := []answer.Passage{
		onPages("log.pdf", 0, 1, "The Northern Basin was dredged and its channel was deepened by two metres in 2013."),
		onPages("log.pdf", 1, 9, "The Eastern Quay has a new crane, whose engine was repaired and painted in 2014."),
		onPages("log.pdf", 2, 17, "The canteen serves lunch to pilots and to the crews of the tugs."),
	}
	for question, found := range map[string]bool{
		"By how much was the channel of the Northern Basin dredged and deepened?": true,
		"When was the crane's engine at the Eastern Quay repaired?":               true,
		"What was repaired and painted in 2014?":                                  true,
		"When was the crane's engine in the Northern Basin repaired?":             false,
		"Was the channel dredged and deepened at the Eastern Quay?":               false,
		"Which engine was repaired and painted in 2013?":                          false,
	} {
		require.Equal(t, found, extracted(t, english(question), scored(passages...)).Found, question)
	}
}

// In a collection, some file has nearly every word: only the files that are meant count when words are checked for
// being apart.
func TestWordsOfOtherFilesDoNotCountAsApart(t *testing.T) {
	t.Parallel()
	basin := onPages("basin.pdf", 0, 1, "The Northern Basin lets 40 berths to fishing boats.")
	others := onPages("canteen.pdf", 0, 1, "Vegetarian meals have a share of one third. Rented chairs cost two euros.")
	apart := onPages("basin.pdf", 1, 9, "A share of one third of the wage is paid to rented pilots.")
	q := english("What share of the Northern Basin is rented?")
	require.True(t, extracted(t, q, scored(basin, others)).Found)
	require.False(t, extracted(t, q, scored(basin, apart)).Found, "the same file has both about something else")
}

func TestExtractAnswersAQuestionWithAYearFromPassagesWithoutYears(t *testing.T) {
	t.Parallel()
	rule := onPages("handbook.md", 0, 1, "Every employee of the harbour has thirty days of vacation a year.")
	question := english("How many days of vacation does every employee have in 2014?")
	require.True(t, extracted(t, question, scored(rule)).Found)
}

func TestExtractUsesCosinesWhereVectorsExist(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, question string
		cosine         float64
		found          bool
	}{
		{"close in meaning, few common words", "What does it cost to renovate classrooms in schools?", .6, true},
		{"a common word, far in meaning", "What does it cost to renovate classrooms in schools?", .1, false},
		{"another city, however close", "Which schools does Augsburg renovate?", .6, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			passages := townHall()
			passages[0].Cosine = c.cosine
			require.Equal(t, c.found, extracted(t, english(c.question), passages).Found)
		})
	}
}

func TestNumbersAreFoundWithoutTheirPrefix(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"What was sold in FY2023? 2023"}, answer.Queries(answer.Question{Text: "What was sold in FY2023?"}))
	require.Equal(t, []string{"Was 2024 a good year"}, answer.Queries(answer.Question{Text: "Was 2024 a good year"}))
}
