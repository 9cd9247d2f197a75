package convert_test

import (
	"testing"

	"quire/internal/convert"
	"quire/internal/convert/pdf/unipdf"
)

func TestMain(m *testing.M) {
	convert.Handover(unipdf.Reader)
	m.Run()
}
