package document

import (
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// admonition matches the titles that the stylesheets of DocBook and Sphinx give to notes, tips and warnings, in the
// languages into which documentation is translated.
var admonition = pattern.New(`^(?i:note|tip|hint|important|caution|warning|danger|attention` +
	`|remarque|astuce|conseil|avertissement|hinweis|anmerkung|tipp|wichtig|vorsicht|achtung|warnung|gefahr` +
	`|nota|sugerencia|consejo|importante|precaución|aviso|advertencia|atención|peligro` +
	`|suggerimento|attenzione|avviso|avvertimento|avvertenza|pericolo|dica|atenção|cuidado|perigo` +
	`|suggeriment|consell|avís|atenció|precaució|opmerking|belangrijk|let op|waarschuwing|gevaar` +
	`|wskazówka|uwaga|ostrzeżenie|ważne|poznámka|tips|varování|catatan|penting|peringatan` +
	`|примечание|замечание|подсказка|совет|важно|внимание|предупреждение|осторожно` +
	`|注|注記|注意|注释|註釋|提示|警告|重要|備考|ヒント|참고|주의|경고|중요)\s*[!:：]?$`)

// isAdmonition reports whether a block is the title of a note. It names only the text in the same box or between the
// same rules, whereas a heading names all text up to the next one. In type larger than that of all headings it may be
// the text of a sign.
func (s *Survey) isAdmonition(b page.Block) bool {
	within := b.Font.Size < HeadingSize*s.body || (len(s.tiers) > 0 && halfPoint(b.Font.Size) < s.tiers[0])
	return within && len(b.Text()) <= maxAdmonition && admonition.MatchString(furnitureText(&b))
}
