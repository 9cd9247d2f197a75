// Package form finds the check boxes that a page only draws, labels the fields of forms, and adds to the text what the
// page does not show as text: check boxes, and values without an appearance.
package form
