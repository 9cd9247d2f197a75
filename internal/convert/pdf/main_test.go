package pdf_test

import (
	"testing"

	"quire/internal/convert"
)

func TestMain(m *testing.M) {
	convert.Handover()
	m.Run()
}
