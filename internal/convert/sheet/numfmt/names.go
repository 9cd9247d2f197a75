package numfmt

import "strings"

// languages maps the low byte of locale identifiers ([MS-LCID]) to the languages whose month and day names are
// known. All others are shown in English.
var languages = map[uint64]string{
	0x07: "de", 0x09: "en", 0x0A: "es", 0x0B: "fi", 0x0C: "fr", 0x10: "it", 0x13: "nl", 0x14: "no", 0x15: "pl", 0x16: "pt", 0x19: "ru", 0x1D: "sv", 0x06: "da", 0x1F: "tr", 0x05: "cs",
}

// monthNames begin with January, dayNames with Sunday. A bar marks where the short form ends; an equals sign
// separates a short form from a long one that does not begin with it.
var (
	monthNames = map[string][]string{
		"en": strings.Fields("Jan|uary Feb|ruary Mar|ch Apr|il May Jun|e Jul|y Aug|ust Sep|tember Oct|ober Nov|ember Dec|ember"),
		"de": strings.Fields("Jan|uar Feb|ruar Mrz=März Apr|il Mai Jun|i Jul|i Aug|ust Sep|tember Okt|ober Nov|ember Dez|ember"),
		"fr": strings.Fields("janv.=janvier févr.=février mars avr.=avril mai juin juil.=juillet août sept.=septembre oct.=octobre nov.=novembre déc.=décembre"),
		"es": strings.Fields("ene|ro feb|rero mar|zo abr|il may|o jun|io jul|io ago|sto sep|tiembre oct|ubre nov|iembre dic|iembre"),
		"it": strings.Fields("gen|naio feb|braio mar|zo apr|ile mag|gio giu|gno lug|lio ago|sto set|tembre ott|obre nov|embre dic|embre"),
		"pt": strings.Fields("jan|eiro fev|ereiro mar|ço abr|il mai|o jun|ho jul|ho ago|sto set|embro out|ubro nov|embro dez|embro"),
		"nl": strings.Fields("jan|uari feb|ruari mrt=maart apr|il mei jun|i jul|i aug|ustus sep|tember okt|ober nov|ember dec|ember"),
		"sv": strings.Fields("jan|uari feb|ruari mar|s apr|il maj jun|i jul|i aug|usti sep|tember okt|ober nov|ember dec|ember"),
		"da": strings.Fields("jan|uar feb|ruar mar|ts apr|il maj jun|i jul|i aug|ust sep|tember okt|ober nov|ember dec|ember"),
		"no": strings.Fields("jan|uar feb|ruar mar|s apr|il mai jun|i jul|i aug|ust sep|tember okt|ober nov|ember des|ember"),
		"fi": strings.Fields("tammi|kuu helmi|kuu maalis|kuu huhti|kuu touko|kuu kesä|kuu heinä|kuu elo|kuu syys|kuu loka|kuu marras|kuu joulu|kuu"),
		"pl": strings.Fields("sty|czeń lut|y mar|zec kwi|ecień maj cze|rwiec lip|iec sie|rpień wrz|esień paź|dziernik lis|topad gru|dzień"),
		"cs": strings.Fields("led|en úno|r bře|zen dub|en kvě|ten čer|ven čvc=červenec srp|en zář|í říj|en lis|topad pro=sinec"),
		"ru": strings.Fields("янв|арь фев|раль мар|т апр|ель май июн|ь июл|ь авг|уст сен|тябрь окт|ябрь ноя|брь дек|абрь"),
		"tr": strings.Fields("Oca|k Şub|at Mar|t Nis|an May|ıs Haz|iran Tem|muz Ağu|stos Eyl|ül Eki|m Kas|ım Ara|lık"),
	}
	dayNames = map[string][]string{
		"en": strings.Fields("Sun|day Mon|day Tue|sday Wed|nesday Thu|rsday Fri|day Sat|urday"),
		"de": strings.Fields("So|nntag Mo|ntag Di|enstag Mi|ttwoch Do|nnerstag Fr|eitag Sa|mstag"),
		"fr": strings.Fields("dim.=dimanche lun.=lundi mar.=mardi mer.=mercredi jeu.=jeudi ven.=vendredi sam.=samedi"),
		"es": strings.Fields("dom|ingo lun|es mar|tes mié|rcoles jue|ves vie|rnes sáb|ado"),
		"it": strings.Fields("dom|enica lun|edì mar|tedì mer|coledì gio|vedì ven|erdì sab|ato"),
		"pt": strings.Fields("dom|ingo seg|unda-feira ter|ça-feira qua|rta-feira qui|nta-feira sex|ta-feira sáb|ado"),
		"nl": strings.Fields("zo|ndag ma|andag di|nsdag wo|ensdag do|nderdag vr|ijdag za|terdag"),
		"sv": strings.Fields("sön|dag mån|dag tis|dag ons|dag tor|sdag fre|dag lör|dag"),
		"da": strings.Fields("sø|ndag ma|ndag ti|rsdag on|sdag to|rsdag fr|edag lø|rdag"),
		"no": strings.Fields("sø|ndag ma|ndag ti|rsdag on|sdag to|rsdag fr|edag lø|rdag"),
		"fi": strings.Fields("su|nnuntai ma|anantai ti|istai ke|skiviikko to|rstai pe|rjantai la|uantai"),
		"pl": strings.Fields("nie|dziela pon|iedziałek wto|rek śro|da czw|artek pią|tek sob|ota"),
		"cs": strings.Fields("ne|děle po|ndělí út|erý st|ředa čt|vrtek pá|tek so|bota"),
		"ru": strings.Fields("вс=воскресенье пн=понедельник вт=вторник ср=среда чт=четверг пт=пятница сб=суббота"),
		"tr": strings.Fields("Paz|ar Pzt=Pazartesi Sal|ı Çar|şamba Per|şembe Cum|a Cmt=Cumartesi"),
	}
)

// name returns the name of a month or day in a language, or in English if the language is not known.
func name(names map[string][]string, language string, i int, short bool) string {
	list := names[language]
	if list == nil {
		list = names["en"]
	}
	abbreviated, whole, ok := strings.Cut(list[i], "=")
	if !ok {
		head, tail, _ := strings.Cut(list[i], "|")
		abbreviated, whole = head, head+tail
	}
	if short {
		return abbreviated
	}
	return whole
}
