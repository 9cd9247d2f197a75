package app_test

import (
	"testing"

	"quire/schema/testdb"
)

func TestMain(m *testing.M) { testdb.Main(m) }
