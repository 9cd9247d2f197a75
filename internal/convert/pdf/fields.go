package pdf

import (
	"slices"
	"strings"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// The limits on what is read of a form.
const (
	// maxOptions is the maximum number of entries that are read of a list.
	maxOptions = 500
	// maxFieldText is the maximum length of a name, label or value, in bytes.
	maxFieldText = 32 << 10
)

// PDFium's types of fields (fpdf_formfill.h).
const (
	formCheckBox    = 2
	formRadioButton = 3
	formComboBox    = 4
	formListBox     = 5
	formTextField   = 6
	formSignature   = 7
)

const (
	// The flags of an annotation (ISO 32000-2, 12.5.3) that hide it.
	annotationHidden = 1<<1 | 1<<5
	// fieldPassword is the flag of a field whose text is secret (12.7.5.3).
	fieldPassword = 1 << 13
	// actionFormat is the event at which a field's script formats its value.
	actionFormat = 13

	// formInfoBytes is at least the size of FPDF_FORMFILLINFO. With all callbacks null, PDFium only reads.
	formInfoBytes   = 512
	formInfoVersion = 1
)

// form returns PDFium's handle for the document's fields, which it prepares at the first call, or 0 if it has none.
func (d *document) form() uint64 {
	if d.formInfo != 0 || uint32(d.call("FPDF_GetFormType", d.handle)) == 0 {
		return d.formHandle
	}
	d.formInfo = d.alloc(formInfoBytes)
	info := d.bytes(d.formInfo, formInfoBytes)
	clear(info)
	info[0] = formInfoVersion
	d.formHandle = uint64(uint32(d.call("FPDFDOC_InitFormFillEnvironment", d.handle, d.formInfo)))
	return d.formHandle
}

func (d *document) closeForm() {
	if d.formHandle != 0 {
		d.call("FPDFDOC_ExitFormFillEnvironment", d.formHandle)
	}
	if d.formInfo != 0 {
		d.free(d.formInfo)
	}
}

// fieldReader reads the fields of a page.
type fieldReader struct {
	*pdfPage
	form uint64
	in   *ink.Input
	// groups maps the name of each group of radio buttons to its index in in.Fields.
	groups map[string]int
}

// fields fills in.Fields with the visible fields of the page. It must be called before flatten, which removes them.
func (g *pdfPage) fields(in *ink.Input) {
	r := fieldReader{pdfPage: g, in: in, groups: map[string]int{}}
	n := int(int32(g.call("FPDFPage_GetAnnotCount", g.handle)))
	for i := range min(max(n, 0), MaxAnnotations) {
		annotation := uint64(uint32(g.call("FPDFPage_GetAnnot", g.handle, uint64(i))))
		if annotation == 0 {
			continue
		}
		if uint32(g.call("FPDFAnnot_GetSubtype", annotation)) == annotationWidget && r.opened() {
			r.widget(annotation)
		}
		g.call("FPDFPage_CloseAnnot", annotation)
	}
	if r.form != 0 {
		g.call("FORM_OnBeforeClosePage", g.handle, r.form)
	}
}

// opened reports whether the document has fields, and loads those of the page into PDFium before the first is read.
func (r *fieldReader) opened() bool {
	if r.form == 0 {
		if r.form = r.document.form(); r.form != 0 {
			r.call("FORM_OnAfterLoadPage", r.handle, r.form)
		}
	}
	return r.form != 0
}

func (r *fieldReader) widget(annotation uint64) {
	if uint32(r.call("FPDFAnnot_GetFlags", annotation))&annotationHidden != 0 {
		return
	}
	var f ink.Field
	switch int32(r.call("FPDFAnnot_GetFormFieldType", r.form, annotation)) {
	case formCheckBox:
		f.Kind = page.CheckField
	case formRadioButton:
		f.Kind = page.RadioField
	case formComboBox, formListBox:
		f.Kind = page.ChoiceField
	case formTextField:
		f.Kind = page.TextField
	case formSignature:
		f.Kind = page.SignatureField
	default:
		return
	}
	if uint32(r.call("FPDFAnnot_GetRect", annotation, r.scratch)) == 0 {
		return
	}
	var v [4]float64 // left, top, right, bottom
	r.floats(v[:])
	f.Box = r.matrix.Box(v[0], v[1], v[2], v[3])
	if !OnPage(f.Box, r.width, r.height) {
		return
	}
	f.Name, f.Label = r.text("FPDFAnnot_GetFormFieldName", annotation), r.text("FPDFAnnot_GetFormFieldAlternateName", annotation)
	r.fill(&f, annotation)
	r.add(f)
}

// fill reads what the field holds.
func (r *fieldReader) fill(f *ink.Field, annotation uint64) {
	switch f.Kind {
	case page.CheckField, page.RadioField:
		f.Value = r.text("FPDFAnnot_GetFormFieldExportValue", annotation)
		f.Ticked = uint32(r.call("FPDFAnnot_IsChecked", r.form, annotation)) == 1 || r.switchedOn(annotation)
		return
	case page.SignatureField:
		f.Ticked = r.has(annotation, "V")
		return
	case page.ChoiceField:
		f.Options = r.options(annotation)
	default:
		if strings.Contains(r.script(annotation), "AFDate_") {
			f.Kind = page.DateField
		}
	}
	if uint32(r.call("FPDFAnnot_GetFormFieldFlags", r.form, annotation))&fieldPassword != 0 {
		f.Drawn = true
		return
	}
	f.Value = r.text("FPDFAnnot_GetFormFieldValue", annotation)
	f.Drawn = r.drawsText(annotation)
}

// add appends a field. The buttons of a radio group are one field.
func (r *fieldReader) add(f ink.Field) {
	if f.Kind != page.RadioField {
		r.in.Fields = append(r.in.Fields, f)
		return
	}
	button := page.Option{Value: f.Value, Chosen: f.Ticked, Box: f.Box}
	i, ok := r.groups[f.Name]
	if !ok {
		i = len(r.in.Fields)
		r.groups[f.Name] = i
		f.Value, f.Ticked = "", false
		r.in.Fields = append(r.in.Fields, f)
	}
	group := &r.in.Fields[i]
	group.Options = append(group.Options, button)
	group.Box = ink.Union(group.Box, button.Box)
	if button.Chosen {
		group.Value, group.Ticked = button.Value, true
	}
}

// switchedOn reports whether a box without an appearance is marked as on.
func (r *fieldReader) switchedOn(annotation uint64) bool {
	if r.has(annotation, "AP") {
		return false
	}
	state := r.entry(annotation, "AS")
	if state == "" {
		state = r.entry(annotation, "V")
	}
	return state != "" && state != "Off"
}

func (r *fieldReader) has(annotation uint64, key string) bool {
	name := r.cString(key)
	defer r.free(name)
	return uint32(r.call("FPDFAnnot_HasKey", annotation, name)) == 1
}

func (r *fieldReader) entry(annotation uint64, key string) string {
	name := r.cString(key)
	defer r.free(name)
	return r.utf16(func(buffer, size uint64) uint64 {
		return r.call("FPDFAnnot_GetStringValue", annotation, name, buffer, size)
	})
}

// newlines converts the line ends of fields, most of which are carriage returns, to those of text.
var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// text reads one of PDFium's strings about a field.
func (r *fieldReader) text(function string, annotation uint64) string {
	s := r.utf16(func(buffer, size uint64) uint64 { return r.call(function, r.form, annotation, buffer, size) })
	s = strings.TrimSpace(page.Visible(newlines.Replace(s)))
	if len(s) > maxFieldText {
		return ""
	}
	return s
}

func (r *fieldReader) script(annotation uint64) string {
	return r.utf16(func(buffer, size uint64) uint64 {
		return r.call("FPDFAnnot_GetFormAdditionalActionJavaScript", r.form, annotation, actionFormat, buffer, size)
	})
}

// drawsText reports whether the field's appearance shows text, or anything that may contain it.
func (r *fieldReader) drawsText(annotation uint64) bool {
	const normal = 0
	stream := r.utf16(func(buffer, size uint64) uint64 {
		return r.call("FPDFAnnot_GetAP", annotation, normal, buffer, size)
	})
	return slices.ContainsFunc(strings.Fields(stream), func(s string) bool {
		return strings.HasSuffix(s, "Tj") || strings.HasSuffix(s, "TJ") || s == "'" || s == `"` || s == "Do"
	})
}

func (r *fieldReader) options(annotation uint64) []page.Option {
	n := int(int32(r.call("FPDFAnnot_GetOptionCount", r.form, annotation)))
	var out []page.Option
	for i := range min(max(n, 0), maxOptions) {
		label := strings.TrimSpace(page.Visible(r.utf16(func(buffer, size uint64) uint64 {
			return r.call("FPDFAnnot_GetOptionLabel", r.form, annotation, uint64(i), buffer, size)
		})))
		chosen := uint32(r.call("FPDFAnnot_IsOptionSelected", r.form, annotation, uint64(i))) == 1
		out = append(out, page.Option{Value: label, Chosen: chosen})
	}
	return out
}
