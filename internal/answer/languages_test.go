package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
	"quire/internal/index/bm25"
)

// twoHarbours returns the reports of a French and of a German harbour, which are searched together.
func twoHarbours() []answer.Passage {
	passages := []answer.Passage{
		onPages("port.pdf", 0, 3, "Les plus grandes grues déchargent les navires. La capacité des grues est de quarante conteneurs par heure."),
		onPages("hafen.pdf", 0, 7, "Die größten Kräne entladen die Schiffe. Die Leistung der Kräne beträgt dreißig Behälter je Stunde."),
	}
	for i, l := range []bm25.Language{"fr", "de"} {
		passages[i].Score, passages[i].Language = 10, l
	}
	return passages
}

func inBoth(text string) answer.Question {
	return answer.Question{Text: text, Languages: []bm25.Language{"fr", "de", bm25.English, ""}}
}

// A file has the stems and stop words of its own language. That it lacks those of another language says nothing about
// what it is about.
func TestFilesInSeveralLanguagesAreAnsweredInEach(t *testing.T) {
	t.Parallel()
	for question, file := range map[string]string{
		"Quelle est la capacité des grues les plus grandes ?": "port.pdf",
		"Que déchargent les grues ?":                          "port.pdf",
		"Welche Leistung haben die größten Kräne?":            "hafen.pdf",
		"Was entladen die Kräne?":                             "hafen.pdf",
		"Quelle est la couleur du sang des homards ?":         "",
		"Welche Farbe hat das Blut der Hummer?":               "",
		"What is the colour of the blood of lobsters?":        "",
	} {
		t.Run(question, func(t *testing.T) {
			t.Parallel()
			out := extracted(t, inBoth(question), twoHarbours())
			require.Equal(t, file != "", out.Found)
			if out.Found {
				require.Equal(t, file, out.Citations[0].Filename)
			}
		})
	}
}

// Tables and sections are found by their names in the file's own language.
func TestTablesAndSectionsAreNamedInTheLanguageOfTheirFile(t *testing.T) {
	t.Parallel()
	p := blocks("hafen.pdf", 0, 5, "Liegeplatz\tGebühren\nBecken\t340\nSchleuse\t120", "Der Ausschuss setzt sie jedes Jahr fest.")
	p.Language, p.Header = "de", "hafen.pdf\nHafen von Elm\nGebühren der Liegeplätze"
	named := extracted(t, inBoth("Zeig mir die Tabelle über Gebühren"), []answer.Passage{p})
	require.True(t, named.Found)
	require.Contains(t, named.Text, "340")

	next := blocks("hafen.pdf", 1, 6, "Neun Lotsen arbeiten hier.")
	next.Language, next.Header = "de", "hafen.pdf\nHafen von Elm\nPersonal"
	outlined, ok, err := answer.Outline(inBoth("Was steht im Abschnitt über Gebühren?"), []answer.Passage{p, next}, func(string, []answer.Citation) error { return nil })
	require.NoError(t, err)
	require.True(t, ok)
	require.Contains(t, outlined.Text, "Der Ausschuss setzt sie jedes Jahr fest.")
}

// The encoder knows English: to it, all sentences in German are similar, whatever they say.
func TestSimilarMeaningSavesOnlyAQuestionAboutEnglishFiles(t *testing.T) {
	t.Parallel()
	const says = "In winter nothing moves."
	for language, found := range map[bm25.Language]bool{bm25.English: true, "": true, "de": false} {
		q := answer.Question{Text: "When do the masters go on holiday, and where to?", Languages: []bm25.Language{language}, Meaning: near(says)}
		p := text("a", 1, says+" The masters live by the sea.")
		p.Score, p.Language = 10, language
		require.Equal(t, found, extracted(t, q, []answer.Passage{p}).Found, "files in %q", language)
	}
}

func TestANumberIsAskedForInManyLanguages(t *testing.T) {
	t.Parallel()
	for language, c := range map[bm25.Language]struct{ question, without, with string }{
		"fr": {"Combien de navires le port reçoit-il ?", "Le port reçoit des navires, et combien il en reçoit dépend du temps.", "Environ 340 navires sont reçus."},
		"es": {"¿Cuántos barcos recibe el puerto?", "El puerto recibe barcos, y los barcos que recibe pagan al puerto.", "Cada año entran 340 barcos."},
		"nl": {"Hoeveel schepen ontvangt de haven?", "De haven ontvangt schepen, en schepen die de haven ontvangt betalen.", "Per jaar zijn het 340 schepen."},
		"sv": {"Hur många fartyg tar hamnen emot?", "Hamnen tar emot fartyg, och fartyg som hamnen tar emot betalar.", "Varje år kommer 340 fartyg."},
	} {
		p := onPages("a.pdf", 0, 1, c.without+" "+c.with)
		p.Score, p.Language = 10, language
		out := extracted(t, answer.Question{Text: c.question, Languages: []bm25.Language{language}}, []answer.Passage{p})
		require.Contains(t, out.deltas[1], c.with, language)
	}
}
