package bm25_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/index/bm25"
)

func TestProfileFindsTheLanguage(t *testing.T) {
	t.Parallel()
	for lang, text := range map[bm25.Language]string{
		"en": "The company recognised revenue from the sale of its products when control was transferred to the customer.",
		"de": "Der Vorstand hat beschlossen, dass die Gesellschaft im kommenden Jahr nicht mehr als zehn Filialen eröffnet.",
		"fr": "Le conseil a décidé que la société ne pourra pas ouvrir plus de dix magasins dans les villes de la région.",
		"es": "El consejo ha decidido que la empresa no abrirá más de diez tiendas en las ciudades de la región este año.",
		"it": "Il consiglio ha deciso che la società non aprirà più di dieci negozi nelle città della regione quest'anno.",
		"pt": "O conselho decidiu que a empresa não vai abrir mais de dez lojas nas cidades da região durante o próximo ano.",
		"nl": "De raad heeft besloten dat het bedrijf niet meer dan tien winkels zal openen in de steden van de regio.",
		"da": "Bestyrelsen har besluttet, at selskabet ikke må åbne mere end ti butikker i byerne efter det næste år.",
		"sv": "Styrelsen har beslutat att bolaget inte får öppna fler än tio butiker i städerna under det kommande året.",
		"no": "Styret har bestemt at selskapet ikke skal åpne mer enn ti butikker i byene før det neste året er omme, hvordan det enn går.",
		"fi": "Hallitus on päättänyt, että yhtiö ei voi avata enempää kuin kymmenen myymälää, mutta se on myös mahdollista.",
		"hu": "A tanács úgy döntött, hogy a vállalat nem nyithat meg tíz üzletnél többet, és ez már csak így lesz.",
		"ro": "Consiliul a decis că societatea nu poate deschide mai mult de zece magazine în orașele din regiune și pentru anul acesta.",
		"ru": "Совет решил, что компания не будет открывать больше десяти магазинов в городах, если это не нужно.",
		"tr": "Kurul, şirketin bu yıl için on mağazadan daha fazla açmayacağını ve bunun ne kadar önemli olduğunu belirtti.",
	} {
		t.Run(string(lang), func(t *testing.T) {
			t.Parallel()
			var p bm25.Profile
			p.Add(text)
			require.Equal(t, lang, p.Language())
		})
	}
}

func TestTextThatIsNotProseHasNoLanguage(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "12 345 6", "Widget Gadget Sprocket Flange 7741", "人工智能 芯片"} {
		var p bm25.Profile
		p.Add(text)
		require.Empty(t, p.Language(), text)
	}
}
