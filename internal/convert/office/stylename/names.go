package stylename

// Word stores its built-in styles under their English names in every language, whereas other programs store the name
// that the user sees. These are the names of the built-in styles in the languages in which such files occur.
var (
	headingNames  = set("heading", "überschrift", "titre", "título", "titulo", "titolo", "kop", "rubrik", "overskrift", "nagłówek", "nadpis", "otsikko", "başlık", "заголовок", "标题", "標題", "見出し", "제목", "címsor", "titlu", "naslov", "encapçalament", "επικεφαλίδα", "כותרת", "عنوان", "encabezado", "intestazione", "pealkiri", "virsraksts", "antraštė", "tiêu đề", "หัวเรื่อง", "judul")
	titleNames    = set("titel", "titre", "título", "titulo", "titolo", "tittel", "tytuł", "název", "otsikko", "konu başlığı", "название", "标题", "標題", "表題", "제목", "cím", "titlu", "naslov", "τίτλος", "tiêu đề")
	captionNames  = set("caption", "beschriftung", "légende", "legenda", "didascalia", "epígrafe", "descripción", "bijschrift", "beskrivning", "bildetekst", "billedtekst", "titulek", "kuvaotsikko", "resim yazısı", "название объекта", "题注", "標號", "図表番号", "캡션", "image caption", "table caption", "figure caption")
	contentsNames = set("toc", "verzeichnis", "tm", "tdc", "sommario", "inhopg", "innehåll", "inhalt", "spis treści", "obsah", "sisluet", "içt", "оглавление", "目录", "目錄", "目次", "목차", "contents", "table of contents", "inhaltsverzeichnis")
	codeNames     = set("source code", "code", "code block", "codeblock", "html preformatted", "html vorformatiert", "préformaté html", "preformatted text", "preformatted", "verbatim", "verbatim char", "source text", "html code", "html typewriter", "html keyboard", "html sample", "inline code", "code char", "listing", "programlisting", "macro text")
	quoteNames    = set("quote", "intense quote", "block text", "blocktext", "quotations", "block quote", "block quotation", "zitat", "intensives zitat", "citation", "citation intense", "cita", "cita destacada", "citazione", "citazione intensa", "citação", "citaat", "duidelijk citaat", "citat", "cytat", "引用", "引文")
)

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}
