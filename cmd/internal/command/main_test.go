package command_test

import (
	"testing"

	"quire/internal/convert"
)

func TestMain(m *testing.M) {
	convert.Handover()
	m.Run()
}
