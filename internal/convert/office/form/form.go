// Package form holds what form fields in different formats of text documents share: how their texts are cleaned, which
// text around a field is its label, and the characters for check boxes.
package form

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"quire/internal/convert/page"
)

const (
	// MaxText is the maximum length of a field's name, label or value, in bytes.
	MaxText = 32 << 10
	// MaxOptions is the maximum number of entries that are read of a list.
	MaxOptions = 500
	// LongestLabel is the length, in characters, up to which text beside a field is its label rather than a sentence
	// around it: that of the longest labels on paper forms.
	LongestLabel = 60
)

// EmptyBox and TickedBox are written for check boxes; Boxes lists all characters that documents use for them.
const (
	EmptyBox  = "☐"
	TickedBox = "☒"
	Boxes     = "☐☑☒"
)

// Text returns a name, label or value as a reader sees it, or "" if it is too long to be one.
func Text(s string) string {
	if s = strings.TrimSpace(page.Visible(s)); len(s) > MaxText {
		return ""
	}
	return s
}

// Label returns text without the punctuation that leads to a field.
func Label(s string) string {
	return strings.Trim(Text(strings.Join(strings.Fields(s), " ")), " :.…_*")
}

// Beside returns the label of a field from the text before and after it on its line: the label of a check box or button
// follows it, and that of any other field precedes it. Text that is too long for a label gives way to title, if there
// is one.
func Beside(kind page.FieldKind, before, after, title string) string {
	tail := strings.TrimRight(before, " \t\u00a0")
	label := Label(tail[strings.LastIndexAny(tail, "\t\n")+1:])
	if kind == page.CheckField || kind == page.RadioField {
		lead := strings.TrimLeft(after, " \t\u00a0")
		if end := strings.IndexAny(lead, "\t\n"); end >= 0 {
			lead = lead[:end]
		}
		label = cmp.Or(Label(lead), label)
	}
	if utf8.RuneCountInString(label) > LongestLabel && title != "" {
		return title
	}
	return label
}

// ShortLabel returns the text of blocks as a label, or "" if it is too long for one. It reads no more than necessary to
// determine that, because many fields can have the same label.
func ShortLabel(blocks []page.Block) string {
	var s strings.Builder
	for _, b := range blocks {
		if b.Table != nil {
			return ""
		}
		for _, span := range b.Spans {
			if s.WriteString(span.Text); s.Len() > utf8.UTFMax*LongestLabel {
				return ""
			}
		}
		s.WriteByte(' ')
	}
	label := Label(s.String())
	if utf8.RuneCountInString(label) > LongestLabel {
		return ""
	}
	return label
}

// Sign returns the character for a check box.
func Sign(ticked bool) string {
	if ticked {
		return TickedBox
	}
	return EmptyBox
}

// Above returns the label that the last block provides for a field below it.
func Above(blocks []page.Block) string {
	if len(blocks) == 0 {
		return ""
	}
	last := blocks[len(blocks)-1:]
	if last[0].Kind != page.Paragraph && last[0].Kind != page.Heading {
		return ""
	}
	return ShortLabel(last)
}

// AddOption adds an entry to a list, unless the list already has MaxOptions.
func AddOption(f *page.Field, o page.Option) {
	if len(f.Options) < MaxOptions {
		o.Value, o.Label = Text(o.Value), Text(o.Label)
		f.Options = append(f.Options, o)
	}
}
