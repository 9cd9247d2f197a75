package pdf

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCyrillicLettersOfTeXAreRestored(t *testing.T) {
	t.Parallel()
	const garbled = "Ñîçäàíèå ïàêåòîâ ñ èñõîäíûì êîäîì"
	for _, c := range []struct{ name, font, text, want string }{
		{"in fonts without a name", "", garbled, "Создание пакетов с исходным кодом"},
		{"with other letters and signs", "", garbled + " \u009d 5, Óêðà\u00a8íà", "Создание пакетов с исходным кодом № 5, Україна"},
		{"beside Latin words", "", "Debian: " + garbled, "Debian: Создание пакетов с исходным кодом"},
		{"not in a font with a name", "Times", garbled, garbled},
		{"not in words with accents", "", "Überschläge, où l'été créé naïvement dépasse", "Überschläge, où l'été créé naïvement dépasse"},
		{"not if they are few", "", "Ïëàí", "Ïëàí"},
		{"not if hardly any would be vowels", "", "ÍÍÍÍ ÏÏÏÏÍ ÐÎÎÍ ÔÔÓÔÔ òòòòòòòòòòòòòòòòòò", "ÍÍÍÍ ÏÏÏÏÍ ÐÎÎÍ ÔÔÓÔÔ òòòòòòòòòòòòòòòòòò"},
		{"not if most would be capitals", "", "ÇÒÁÊÓÀ ÍËÅÒÂÆÀÅ ÈÒÂÁÒÀ ÅÈÒÇÎ", "ÇÒÁÊÓÀ ÍËÅÒÂÆÀÅ ÈÒÂÁÒÀ ÅÈÒÇÎ"},
	} {
		in := written(c.font, c.text)
		restoreCyrillic(&in)
		require.Equal(t, c.want, textOfGlyphs(in), c.name)
	}
}
