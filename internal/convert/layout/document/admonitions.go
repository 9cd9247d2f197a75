package document

import (
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// admonition matches what notes, tips and warnings call themselves in the languages that documentation is translated to, as the
// stylesheets of DocBook and Sphinx write it.
var admonition = pattern.New(`^(?i:note|tip|hint|important|caution|warning|danger|attention` +
	`|remarque|astuce|conseil|avertissement|hinweis|anmerkung|tipp|wichtig|vorsicht|achtung|warnung|gefahr` +
	`|nota|sugerencia|consejo|importante|precaución|aviso|advertencia|atención|peligro` +
	`|suggerimento|attenzione|avviso|avvertimento|avvertenza|pericolo|dica|atenção|cuidado|perigo` +
	`|suggeriment|consell|avís|atenció|precaució|opmerking|belangrijk|let op|waarschuwing|gevaar` +
	`|wskazówka|uwaga|ostrzeżenie|ważne|poznámka|tips|varování|catatan|penting|peringatan` +
	`|примечание|замечание|подсказка|совет|важно|внимание|предупреждение|осторожно` +
	`|注|注記|注意|注释|註釋|提示|警告|重要|備考|ヒント|참고|주의|경고|중요)\s*[!:：]?$`)

// isAdmonition reports whether a block is the title of a note: it names only the text in the same box or between the same
// rules, while a heading names all text up to the next one. Type larger than that of all headings may be the title of a sign.
func (s *Survey) isAdmonition(b page.Block) bool {
	within := b.Font.Size < HeadingSize*s.body || (len(s.tiers) > 0 && halfPoint(b.Font.Size) < s.tiers[0])
	return within && len(b.Text()) <= maxAdmonition && admonition.MatchString(furnitureText(&b))
}
