package page

// SpanWriter joins runs of text into spans: adjacent runs in the same style become one span.
type SpanWriter struct {
	// Open is the style of the last run, until End.
	Open Span
	text []byte
}

// Write appends s to the open span, or begins a new one if the style differs, and returns spans with what that completed.
func (w *SpanWriter) Write(spans []Span, s string, style Span) []Span {
	if len(w.text) > 0 && w.Open != style {
		spans = w.End(spans)
	}
	w.Open = style
	w.text = append(w.text, s...)
	return spans
}

// End completes the open span and returns spans with it, unless it has no visible text.
func (w *SpanWriter) End(spans []Span) []Span {
	if w.Open.Text = Visible(string(w.text)); w.Open.Text != "" {
		spans = append(spans, w.Open)
	}
	w.text, w.Open = w.text[:0], Span{}
	return spans
}
