package main

import "strings"

// language is a stock of words from which sentences are made. They need not make sense, but they follow the language's
// spelling, spacing and punctuation.
type language struct {
	code, direction         string
	space, point, thousands string
	hyphenates              bool
	fonts                   []string
	nouns, verbs            []string
	adjectives, places      []string
	names                   []string
	// The templates of sheet.phrase.
	sentences, titles, terms []string
}

// words splits a list of words at spaces; an underscore stands for a space within one.
func words(list string) []string {
	out := strings.Fields(list)
	for i := range out {
		out[i] = strings.ReplaceAll(out[i], "_", " ")
	}
	return out
}

// languages are those in Latin script, English first.
var languages = []language{english, german, french}

var english = language{
	code: "en", direction: "ltr", space: " ", point: ".", thousands: ",", hyphenates: true, fonts: bodyFonts,
	nouns: words(`harbour workshop ledger canal orchard committee lighthouse turbine archive meadow schedule inspector
		warehouse regulation ferry balance library reservoir filter station gallery membership machine estimate corridor
		signal bakery department programme instrument office timber granite laboratory catalogue parcel`),
	verbs: words(`supports repairs follows measures replaces describes surrounds delivers inspects collects improves
		postpones records balances connects examines protects organises reduces considers`),
	adjectives: words(`quiet northern annual narrow reliable wooden former public careful coastal modern efficient regular
		distant technical private local heavy flexible temporary official different`),
	places: words(`Elmbridge Norwick Talmouth Greyford Ostbury Kelham Wexdale Thornby`),
	names:  words(`Anna_Thorley Peter_Halvard Theo_Finch Maria_Oakes Thomas_Affleck Judith_Field Samuel_Fitch Ruth_Theaker`),
	sentences: []string{
		"the {a} {n} {v} the {n} of the {a} {n}.", "in {p}, every {n} {v} a {a} {n} before the {n} opens.",
		"{m} {v} the {n}, and the {a} {n} {v} it again after {d} days.", "although the {n} is {a}, the {n} rarely {v} the {a} {n} near {p}.",
		"this {n} {v} {d} parts; the {a} {n} has only {d}.", "there is no {a} {n} that {v} both the {n} and the {a} {n} at the same time.",
		"when the {a} {n} {v} the {n}, a second {n} in {p} {v} the {a} {n} that had been left behind.", "nobody {v} the {n}.",
	},
	titles: []string{"the {a} {n}", "{n} and {n}", "{a} {n} of {p}", "how the {n} {v} the {n}", "{a} {n}", "{n}", "a note on the {a} {n}"},
	terms:  []string{"{a} {n}", "{n}", "{n}, {a}", "{n} in {p}"},
}

var german = language{
	code: "de", direction: "ltr", space: " ", point: ",", thousands: ".", hyphenates: true, fonts: bodyFonts,
	nouns: words(`Werkstätten Genehmigungen Häfen Verzeichnisse Leuchttürme Abteilungen Obstgärten Mitgliedschaften
		Vereinbarungen Messgeräte Bäckereien Zeitpläne Brückenpfeiler Verordnungen Lagerhallen Sammlungen Schleusen
		Rechnungsprüfungen Fahrgäste Wasserwege Übersichten`),
	verbs: words(`ersetzen begleiten beschreiben umgeben prüfen erhalten verbessern verschieben verbinden schützen
		berücksichtigen vermessen liefern`),
	adjectives: words(`ruhige nördliche jährliche schmale zuverlässige hölzerne ehemalige öffentliche sorgfältige moderne
		regelmäßige vorläufige größere`),
	places: words(`Altenwerder Niederbruck Hohenfelde Grünau Mühlrade`),
	names:  words(`Jürgen_Thönnes Käthe_Waßmann Lars_Overbeck Gisela_Früh Otto_Lindemann`),
	sentences: []string{
		"die {a}n {n} {v} {a} {n} in {p}.", "in {p} {v} {d} {n} die {a}n {n}, bevor die {n} öffnen.",
		"obwohl die {n} schmal sind, {v} sie {a} {n}.", "{m} und die {a}n {n} {v} dort {d} {n}; andere {v} sie nicht.",
		"wenn {a} {n} die {n} {v}, müssen {n} und {n} in {p} warten.", "alle {n} {v} die {n}.",
	},
	titles: []string{"{a} {n}", "{n} und {n}", "{n} in {p}", "über {a} {n}"},
	terms:  []string{"{a} {n}", "{n}", "{n} ({p})"},
}

var french = language{
	code: "fr", direction: "ltr", space: " ", point: ",", thousands: "\u00a0", hyphenates: false, fonts: bodyFonts,
	nouns: words(`ateliers ports registres vergers comités phares archives prairies horaires entrepôts règlements écluses
		bibliothèques réservoirs filtres galeries machines couloirs signaux forêts œuvres`),
	verbs: words(`remplacent décrivent entourent protègent mesurent améliorent rejoignent étudient reportent soutiennent
		réduisent`),
	adjectives: words(`tranquilles annuels étroits fiables anciens publics côtiers modernes réguliers lointains techniques
		privés légers`),
	places: words(`Montbrezac Saint-Aubry Villeneuve-le-Pont Carquerel`),
	names:  words(`Hélène_Favreau Benoît_Garcin Zoé_Lemoyne Étienne_Marsac`),
	sentences: []string{
		"les {n} {a} {v} les {n} de {p}.", "à {p}, les {n} {v} {d} {n} {a} avant l’ouverture.",
		"{m} et les {n} {v} les {n} {a}, mais jamais les {n}.", "quand les {n} {v} les {n}, d’autres {n} {a} {v} ceux de {p}.",
	},
	titles: []string{"les {n} {a}", "{n} et {n}", "{n} de {p}"},
	terms:  []string{"{n} {a}", "{n}", "{n} de {p}"},
}

var chinese = language{
	code: "zh", direction: "ltr", space: "", point: ".", thousands: ",", fonts: words(`WenQuanYi_Zen_Hei`),
	nouns:      words(`港口 工厂 账本 运河 果园 委员会 灯塔 档案 草地 仓库 规章 渡船 图书馆 水库 车站 画廊 机器 走廊 信号 面包店`),
	verbs:      words(`支持 修理 测量 更换 描述 包围 检查 收集 改进 推迟 记录 连接 保护 组织`),
	adjectives: words(`安静 北方 年度 狭窄 可靠 木制 公共 现代 定期 技术 私人 临时`),
	places:     words(`青石镇 东桥 柳河县 南塘`),
	names:      words(`陈立新 王晓梅 李国平 赵文`),
	sentences: []string{
		"{a}的{n}{v}了{p}的{n}。", "在{p}，{n}{v}{d}个{a}的{n}，然后{n}才开门。", "{m}{v}{n}，但是{a}的{n}没有{v}它。",
		"如果{n}很{a}，{n}和{n}就要{v}{p}的{a}{n}。",
	},
	titles: []string{"{a}的{n}", "{n}与{n}", "{p}的{n}"},
	terms:  []string{"{a}{n}", "{n}"},
}

var arabic = language{
	code: "ar", direction: "rtl", space: " ", point: ".", thousands: ",", fonts: words(`Noto_Naskh_Arabic Noto_Sans_Arabic DejaVu_Sans`),
	nouns:      words(`الميناء المصنع الدفتر البستان المكتب الجسر الكتاب المخزن السوق المركز القانون الطريق المعرض النهر القطار`),
	verbs:      words(`يدعم يصلح يقيس يصف يحيط يفحص يجمع يسجل يحمي ينظم`),
	adjectives: words(`الهادئ الشمالي السنوي الضيق العام الحديث القديم الخاص المحلي الكبير`),
	places:     words(`القاهرة دمشق بغداد الرباط`),
	names:      words(`سمير_حداد ليلى_منصور كريم_يوسف`),
	sentences: []string{
		"{v} {n} {a} {n} في {p}.", "في {p} {v} {n} {d} من {n} قبل أن يفتح {n} {a}.", "{v} {m} {n}، ثم {v} {n} {a} مرة أخرى.",
	},
	titles: []string{"{n} {a}", "{n} و {n}", "{n} في {p}"},
	terms:  []string{"{n} {a}", "{n}"},
}

var hebrew = language{
	code: "he", direction: "rtl", space: " ", point: ".", thousands: ",", fonts: words(`Noto_Sans_Hebrew Noto_Serif_Hebrew DejaVu_Sans`),
	nouns:      words(`הנמל המפעל הספר הגשר המשרד השוק המרכז החוק הדרך הנהר הרכבת המחסן הספרייה התחנה`),
	verbs:      words(`בודק מתקן מודד מתאר אוסף רושם שומר מארגן מחליף`),
	adjectives: words(`השקט הצפוני השנתי הצר הציבורי החדש הישן הפרטי המקומי`),
	places:     words(`חיפה יפו נתניה`),
	names:      words(`דוד_לוי רות_כהן משה_ברק`),
	sentences: []string{
		"{n} {a} {v} את {n} ליד {p}.", "ב{p}, {n} {v} {d} ימים לפני {n} {a}.", "{m} {v} את {n}, אבל {n} {a} לא {v} אותו.",
	},
	titles: []string{"{n} {a}", "{n} ו{n}", "{n} של {p}"},
	terms:  []string{"{n} {a}", "{n}"},
}
