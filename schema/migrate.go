package schema

import (
	"io/fs"

	"github.com/pressly/goose/v3/lock"
)

func subFS() (fs.FS, error) { return fs.Sub(migrations, "migrations") }

func sessionLocker() lock.SessionLocker {
	l, err := lock.NewPostgresSessionLocker()
	if err != nil {
		panic(err) // only wrong options can fail, and there are none
	}
	return l
}
