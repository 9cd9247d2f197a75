package document

import "quire/internal/pattern"

const (
	// versionPart is a part of a version number. It has no leading zero, unlike the day of a date.
	versionPart = `(?:0|[1-9]\d{0,2})`
	// versionStage is what may follow the number, such as -rc.1 or b2.
	versionStage = `(?:[-.]?[a-z]{1,5}\.?\d{0,3})?`
)

var (
	// version matches a version number of three parts or more. The last part must not be a group of three digits, as in
	// an amount.
	version = pattern.New(`^\[?v?` + versionPart + `(?:\.` + versionPart + `){1,2}\.(?:0|[1-9]\d?)` + versionStage + `\]?$`)
	// datedVersion matches a version number followed by its date.
	datedVersion = pattern.New(`^\[?v?` + versionPart + `(?:\.` + versionPart + `){1,3}` + versionStage + `\]?[ ,:–—-]+\(?\d{4}-\d\d-\d\d\)?$`)
)

// isVersion reports whether a text is a version number, like the titles in a change log.
func isVersion(text string) bool { return version.MatchString(text) || datedVersion.MatchString(text) }
