package answer

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumbersOfTheQuestionDoNotAnswerIt(t *testing.T) {
	t.Parallel()
	k := kindAsked(Question{Text: "How many berths has pier 1.1?"})
	require.False(t, k.answeredBy("Pier 1.1 was rebuilt after the 10th storm."))
	require.True(t, k.answeredBy("Pier 1.1 has 14 berths."))
}

func TestDefinitionsAreRecognised(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ question, defines, other string }{
		{"What is a bollard?", "A bollard is a post.", "The bollard was painted."},
		{"What are bollards?", "Posts are called bollards.", "Bollards need paint."},
		{"What does LSH stand for?", "LSH is an acronym for locality-sensitive hashing.", "LSH was fast."},
		{"Was ist ein Poller?", "Ein Poller ist ein Pfosten.", "Der Poller wurde gestrichen."},
		{"Qu'est-ce qu'une bitte ?", "Une bitte est une pièce de bois.", "La bitte manque."},
		{"¿Qué es un noray?", "El noray es un poste.", "Falta el noray."},
		{"Cos'è una bitta?", "La bitta è una colonna.", "Manca la bitta."},
		{"O que é um cabeço?", "O cabeço é um poste.", "Falta o cabeço."},
		{"Wat is een bolder?", "Een bolder is een paal.", "De bolder werd geverfd."},
	} {
		k := kindOf(c.question)
		require.GreaterOrEqual(t, k.factor(c.defines), 1.0, c.question)
		require.InDelta(t, unfitting, k.factor(c.other), 0, c.question)
	}
	for _, question := range []string{"What is the revenue of the second quarter of 2014 in euros?", "How much is a bollard?"} {
		require.False(t, kindOf(question).loose && kindOf(question).answeredBy("A bollard is a post."), question)
	}
}

func TestStepsAreAskedForInSeveralLanguages(t *testing.T) {
	t.Parallel()
	for question, steps := range map[string]bool{
		"How do I moor a yacht?": true, "What do I need to do to moor?": true, "Wie kann ich anlegen?": true, "Comment amarrer ?": true,
		"¿Cómo se amarra?": true, "Come si ormeggia?": true, "Hoe kan ik afmeren?": true, "How many yachts moor?": false, "Who moors?": false,
	} {
		require.Equal(t, steps, kindOf(question).steps, question)
	}
}

func TestTimesOfDayAndWeekdaysSayWhen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ question, answer, other string }{
		{"When does the gate open?", "It opens at 6:30.", "It opens early, for 3.50 euros."},
		{"When does the gate open?", "It opens on Tuesdays.", "It opens slowly."},
		{"Wann öffnet das Tor?", "Es öffnet um 8.30 Uhr.", "Es öffnet langsam."},
	} {
		k := kindOf(c.question)
		require.InDelta(t, 1, k.factor(c.answer), 0, c.question)
		require.InDelta(t, unanswering, k.factor(c.other), 0, c.question)
	}
}
