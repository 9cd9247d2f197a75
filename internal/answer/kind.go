package answer

import (
	"slices"
	"strings"

	"quire/internal/pattern"
)

// kind is what a question asks for, judged by its words, and the form of the answer.
type kind struct {
	asks, wanted *pattern.Pattern
	loose        bool            // may be put in words that wanted does not match
	figures      bool            // is in tables more often than in sentences
	money        bool            // is a price
	quantity     bool            // is a number other than a year
	several      bool            // is several things
	steps        bool            // is how something is done
	reasons      bool            // is why something is so
	names        bool            // is who or where something is
	people       bool            // is who something is
	form         bool            // is about the document as such: its pages, its tables
	defines      bool            // is what something means
	term         string          // the words whose meaning it is
	nouns        []string        // the words of which one is what is to be counted
	given        map[string]bool // figures that the question itself has, which are not what it asks for
}

// number matches a number in figures or in words.
var number = pattern.New(`(?i)\d|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(thir|four|fif|six|seven|eigh|nine)teen|` +
	`(twen|thir|for|fif|six|seven|eigh|nine)ty|hundreds?|thousands?|millions?|billions?|dozens?|half|one[ -](?:half|third|quarter|fifth|tenth)|twice|none|` +
	`zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|hundert|tausend|millionen|milliarden|dutzend|hälfte|drittel|viertel|(?:un|le) tiers|moitié|mitad|metà)(?:\PL|$)`)

// price matches an amount of money, or that something has none.
var price = pattern.New(`(?i)\p{Sc}\s?\d|\d\s?\p{Sc}|\b(?:USD|EUR|GBP|CHF|JPY|dollars?|euros?|pounds|cents?|francs?|for free|free of charge|gratis|kostenlos|gratuit(?:e|ement)?|gratuit[oa])\b`)

// age matches an age, or the year or time since which something has been.
var age = pattern.New(`(?i)\b(?:years?|months?|weeks?|days?|hours?|centur(?:y|ies)|decades?|aged?|jahren?|monaten?|wochen?|tagen?|jahrhunderts?|alter|ans|mois|jours|âgée?s?)\b|\b1\d\d\d\b|\b20\d\d\b`)

// moment is the pattern of a year, a date, a time of day or a day of the week.
const moment = `(?i)\b(1[5-9]|20)\d\d\b|\b\d{1,2}[./]\d{1,2}[./]|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|` +
	`\b\d{1,2}:\d\d\b|\b\d{1,2}(?:\.\d\d)? uhr\b|\b\d{1,2} ?[ap]\.?m\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s?\b`

// frequency matches how often something is done or happens.
var frequency = pattern.New(`(?i)\b(?:every|each|per|a) (?:\S+ )?(?:hours?|days?|weeks?|months?|quarters?|years?|times?|minutes?|seconds?)\b|\b(?:hourly|daily|weekly|monthly|quarterly|yearly|annual(?:ly)?|once|twice|times|always|never)\b|` +
	`\b(?:jede[nrs]?|pro|alle) (?:\S+ )?(?:stunden?|tage?|wochen?|monate?|quartale?|jahre?|mal)\b|\b(?:stündlich|täglich|wöchentlich|monatlich|vierteljährlich|jährlich|einmal|zweimal)\b|` +
	`\b(?:chaque|tous les|toutes les|cada|tod[oa]s l[oa]s|ogni|par|por|al) (?:\S+ )?(?:heures?|jours?|semaines?|mois|ans?|fois|horas?|d[ií]as?|semanas?|mes(?:es)?|trimestres?|años?|vez|veces|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|volt[ae])(?:\PL|$)`)

var kinds = []kind{
	{
		wanted: frequency,
		asks:   pattern.New(`(?i)\bhow (?:often|frequently)\b|\bwie (?:oft|häufig)\b|\b(?:combien de fois|à quelle fréquence|cada cu[aá]nt[o]|con qu[eé] frecuencia|quanto spesso|con che frequenza|com que frequência|hoe vaak)\b`),
	},
	{
		figures: true, money: true, wanted: price,
		asks: pattern.New(`(?i)\b(how much (?:do|does|did|will|would)\b.{1,200}\bcost|what (?:do|does|did|will|would)\b.{1,200}\bcost|how much (?:do|does|did|will|would)\b.{1,200}\bcharge|how expensive|(?:was|wieviel|wie viel) kostet|wie teuer|` +
			`combien co[uû]te(?:nt)?|cu[aá]nt[ao]s? cuestan?|quanto costa(?:no)?|quanto custam?|hoeveel kost(?:en)?)\b`),
	},
	{
		figures: true, quantity: true, wanted: number,
		asks: pattern.New(`(?i)\b(how (much|many|large|high|far)|what (is|was|were|are) the (number|amount|total|rate|ratio|percentage|share|price|cost)|percentage|ratio|wie ?viele?|wie (hoch|groß))\b|` +
			`(?:^|\PL)(?:combien|quants|cu[aá]nt[ao]s?|quant[aeio]|quant[ao]s|câ[țţt](?:i|e|ă)?|hoeveel|hur (?:många|mycket)|hvor (?:mange|meget|mye)|kuinka (?:monta|paljon)|` +
			`hány|mennyi|ile|ilu|kaç|сколько)(?:\PL|$)`),
	},
	{figures: true, wanted: age, asks: pattern.New(`(?i)\b(how old|wie alt|quel âge)\b`)},
	{figures: true, wanted: number, asks: pattern.New(`(?i)\b(how long|wie lang)\b`)},
	{
		asks:   pattern.New(`(?i)\bwhen (?:do|does|must|should|shall|can|may)\b`),
		wanted: pattern.New(moment + `|(?i)\b(?:on the (?:date|day)|upon|as soon as|once|after|before|until|within|unless|if|when(?:ever)?|immediately)\b`),
	},
	{
		asks: pattern.New(`(?i)^(?:\PL*(?:and|or|but|so|since|until|by|from|exactly|do you know|can you tell me|tell me))*\PL*when\b|\bwhen (?:is|was|were|are|did|will|has|have|had)\b|\b(what (date|year|month|day)|which (year|month|day)|wann)\b|` +
			`(?:^|\PL)(?:quand|quan|cu[aá]ndo|quando|când|wanneer|när|hvornår|når|milloin|mikor|kiedy|ne zaman|когда)(?:\PL|$)`),
		wanted: pattern.New(moment),
	},
	{asks: pattern.New(`(?i)\b(e-?mail)\b`), wanted: pattern.New(`\S@\S+\.\w`)},
	{
		asks:   pattern.New(`(?i)^\W*(?:and )?(?:how|where) (?:can|do|could|should|may) (?:i|we|you|one) (?:contact|reach|get in touch with|write to)\b|\bwie (?:erreiche|kontaktiere)\b`),
		wanted: pattern.New(`(?i)\S@\S+\.\w|\S ?\(at\) ?\S+\.\w|\+?\d[\d ()/.-]{6,}\d`),
	},
	{asks: pattern.New(`(?i)\b(tele)?(phone|fax)\b`), wanted: pattern.New(`\d[\d ()/.-]{5,}\d`)},
	{asks: pattern.New(`(?i)\b(web ?sites?|url|internet address)\b`), wanted: pattern.New(`(?i)https?://|www\.|\.(com|org|gov|net)\b`)},
	{
		loose: true, reasons: true,
		asks: pattern.New(`(?i)\b(why|how come|what (was|is|were|are) the (reasons?|causes?)|warum|weshalb|wieso)\b`),
		wanted: pattern.New(`(?i)\b(because|due to|owing to|since|as a result|reasons?|reflect(s|ed|ing)?|caus(es?|ed|ing)|driven|attributable|therefore|so that|in order to|` +
			`weil|wegen|aufgrund|denn|deshalb|daher|grund)\b`),
	},
	{
		loose:  true,
		names:  true,
		asks:   pattern.New(`(?i)^\W*(and )?(where|wo)\b`),
		wanted: pattern.New(`\b([Ii]n|[Aa]t|[Nn]ear|[Ff]rom|[Oo]n|[Bb]ei|[Aa]n|[Aa]us) (the |der |dem )?\p{Lu}`),
	},
	{
		loose:  true,
		names:  true,
		people: true,
		asks: pattern.New(`(?i)^\W*(who|whose|whom|wer|wessen)\b|\bname of\b|` +
			`^\PL*(?:qui|qu[ií]en(?:es)?|quem|chi|cine|wie (?:heeft|is|was|zijn|kan|moet)|vem|hvem|kuka|ketkä|kik?|kto|kim|кто)(?:\PL|$)`),
		wanted: pattern.New(`\p{Lu}[^\s:;!?]+ (\p{Lu}[^\s:;!?]* )*\p{Lu}\S+`),
	},
	{
		defines: true,
		loose:   true,
		asks: pattern.New(`(?i)^\W*(?:and )?(?:what (?:is|are|does|do) (?:an? )?|was (?:ist|sind|bedeutet) (?:eine? )?|qu['’]est-ce (?:que c['’]est que |qu['’]|que )|qu[eé] (?:es|son) |` +
			`(?:cos['’]|che cos['’])[eè] |(?:o )?que (?:é|são) |wat (?:is|zijn) |vad är |hvad er |hva er |mikä on |co to jest )` +
			`((?:[\pL\pN'’"“”„»«-]+\s?){1,4}?)(?:(?:means?|do) ?)?[\s?]*$`),
		wanted: pattern.New(`(?i)(?:^|\PL)(?:(?:is|are|be|as) (?:an?|the|any|one)|means?|refers? to|defined?|defines|called|known as|stands? for|acronym|abbreviat(?:ed|ion)|` +
			`(?:ist|sind|als) (?:eine?|die|der|das)|bedeutet|bezeichnet|heißt|(?:est|sont|comme) (?:une?|le|la|les|l['’])|désigne|signifie|(?:es|son|como) (?:una?|el|la|los|las)|` +
			`significa|[eè] (?:una?|il|la|lo)|é uma?|são|is een|zijn|är en|er en|on|jest)(?:\PL|$)`),
	},
}

func kindOf(text string) kind {
	form := ofDocuments.MatchString(text)
	for _, k := range kinds {
		if m := k.asks.FindStringSubmatch(text); m != nil && (!k.defines || isTerm(m[len(m)-1])) {
			k.form = form
			k.quantity = k.quantity && !form // otherwise the numbers of its parts may be what is asked for
			if k.quantity {
				k.nouns = nounsIn(text)
			}
			if k.defines {
				k.term = termIn(m[len(m)-1])
			}
			return k
		}
	}
	return kind{several: several.MatchString(text), steps: manner.MatchString(text), form: form}
}

// kindAsked returns the kind of a question. A fragment asks for what the previous question asks for.
func kindAsked(q Question) kind {
	k := kindInTurn(q)
	if k.quantity {
		k.given = map[string]bool{}
		for _, n := range inFigures.FindAllString(standalone(q), maxPages) {
			k.given[n] = true
		}
	}
	return k
}

func kindInTurn(q Question) kind {
	own := kindOf(q.Text)
	piece, ok := pieceOf(q.Text)
	if !ok || own.asks != nil || len(q.History) == 0 {
		return own
	}
	t := threadOf(q)
	k := kindOf(t.inFull(t.latest()))
	for at := t.latest() - 1; at >= 0 && k.asks == nil; at-- {
		k = kindOf(t.questions[at])
		k.term, k.nouns = termIn(piece), nil // the fragment names another thing
		if _, ok := pieceOf(t.questions[at]); !ok {
			break
		}
	}
	k.form = own.form
	return k
}

// listed returns the factor for quoting a list, or a heading with what it introduces.
func (k kind) listed() float64 {
	switch {
	case k.several, k.steps:
		return listShare
	case k.defines:
		return entryShare
	}
	return 1
}

// These are the factors for a text that lacks what the question asks for. Without a number or a date it cannot answer,
// but a reason, a place or a name may be put in words that no pattern knows. Values from .3 to .5 make no difference
// for the first one.
const (
	unfitting   = .75
	unanswering = .4
	entryShare  = listShare // factor for text below or after the term whose meaning is asked for
)

func (k kind) factor(text string) float64 {
	if lead, shown, ok := strings.Cut(text, "\n"); ok && k.quantity && !bullet.MatchString(shown) {
		text = lead // numbers in commands and examples are not counts
	}
	if k.isEntry(text) {
		return entryShare
	}
	if k.wanted == nil || k.answeredBy(text) {
		if k.counts(text) {
			return countedShare
		}
		return 1
	}
	if k.loose {
		return unfitting
	}
	return unanswering
}

// ordinal matches numbers that are not counts: years and days, numbers of places in a document, and those of headings
// and items.
var ordinal = pattern.New(`(?i)\b(?:1[5-9]|20)\d\d\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}\b|\b\d{1,2}(?:st|nd|rd|th)\b|` +
	`\b(?:pages?|notes?|tables?|figures?|sections?|chapters?|items?|parts?|forms?|exhibits?|appendix|annex|seiten?|abschnitt|kapitel|tabellen?|abbildung|anhang) \d[\d.-]*\pL?\b|` +
	`^\W*\d+(?:\.\d+)*[.)]? \pL`)

// beginning matches a word that has a capital only because a sentence begins with it, which makes no name of the word
// after it: "If Readline", "The NATO".
var beginning = pattern.New(`(?:^|[\s"'“(])(?:The|An?|In|On|At|If|When|Whether|For|From|To|By|Of|With|Without|This|That|These|Those|Its?|We|You|They|He|She|Our|Your|Their|His|Her|All|Some|Each|Every|Both|Most|No|Not|And|But|Or|As|` +
	`After|Before|While|Since|Until|Under|Over|There|Here|What|Which|How|Where|Why|Although|However|Because|Unlike|Like|Between|Through|During|Also|Le|La|Les|Un|Une|El|Los|Las|Una|Il|Lo|Gli|En|Si|Se|Pour|Para|Por|Per|Con|Avec)\s`)

// inFigures matches a number in figures, also one with several parts.
var inFigures = pattern.New(`\d+(?:[.,]\d+)*`)

// unanswered reports whether none of the quotes has what the question asks for, although nothing else can answer it.
func (k kind) unanswered(quotes []quote) bool {
	return k.wanted != nil && !k.loose && !k.mayBeIn(quotes)
}

// mayBeIn reports whether a quote has what the question asks for, or is a row, whose column says what its cells are. A
// price is in a column of prices.
func (k kind) mayBeIn(quotes []quote) bool {
	return slices.ContainsFunc(quotes, func(c quote) bool {
		if k.answeredBy(c.text) {
			return true
		}
		isRow := strings.Contains(c.text, "\t")
		return isRow && (!k.money || prices.MatchString(strings.Join(append(headerRows(c.from, c.span), c.from.Header, c.text), "\n")))
	})
}

// stated reports whether a quote has what nothing else can answer: a number, a date, or a row that may have one.
func (k kind) stated(c quote) bool {
	return k.wanted != nil && !k.loose && (k.answeredBy(c.text) || strings.Contains(c.text, "\t"))
}

// answeredBy reports whether a text has what the question asks for.
func (k kind) answeredBy(text string) bool {
	if k.quantity {
		text = ordinal.ReplaceAllString(text, " ")
		text = inFigures.ReplaceAllStringFunc(text, func(n string) string {
			if k.given[n] {
				return " "
			}
			return n
		})
	}
	if k.people {
		text = beginning.ReplaceAllString(text, " ")
	}
	return k.wanted != nil && (k.wanted.MatchString(text) || k.isEntry(text))
}

// words returns the question's words that say what form the answer has ("e-mail address"), if a passage has something
// of that form, because texts give an address without calling it one.
func (k kind) words(q Question, found []examinedPassage) map[uint32]bool {
	if k.asks == nil || !slices.ContainsFunc(found, func(p examinedPassage) bool { return k.answeredBy(p.Text) }) {
		return map[uint32]bool{}
	}
	return set(q.words(k.asks.FindString(q.Text)))
}
