package schema

import (
	"io/fs"

	"github.com/pressly/goose/v3/lock"
)

// MigrationFiles holds the steps of the schema's history as SQL, in the form of goose.
func MigrationFiles() fs.FS {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		panic(err) // only an invalid path can fail
	}
	return files
}

func sessionLocker() lock.SessionLocker {
	l, err := lock.NewPostgresSessionLocker()
	if err != nil {
		panic(err) // only wrong options can fail, and there are none
	}
	return l
}
