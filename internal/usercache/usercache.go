// Package usercache locates quire's part of the user's cache directory.
package usercache

import (
	"os"
	"path/filepath"
)

// Dir returns the path of a directory in quire's part of the user's cache directory, or "" and an error if the user has
// none. It does not create the directory.
func Dir(names ...string) (string, error) {
	home, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(append([]string{home, "quire"}, names...)...), nil
}
