package document

import "quire/internal/pattern"

const (
	// versionPart is a number in that of a version, which has no leading zero, unlike the day of a date.
	versionPart = `(?:0|[1-9]\d{0,2})`
	// versionStage is what may follow the number, such as -rc.1 or b2.
	versionStage = `(?:[-.]?[a-z]{1,5}\.?\d{0,3})?`
)

var (
	// version matches the number of a version in three parts or more. The last is not a group of three digits of an amount.
	version = pattern.New(`^\[?v?` + versionPart + `(?:\.` + versionPart + `){1,2}\.(?:0|[1-9]\d?)` + versionStage + `\]?$`)
	// datedVersion matches the number of a version with its date.
	datedVersion = pattern.New(`^\[?v?` + versionPart + `(?:\.` + versionPart + `){1,3}` + versionStage + `\]?[ ,:–—-]+\(?\d{4}-\d\d-\d\d\)?$`)
)

// isVersion reports whether a text is the number of a version, as the titles in a list of changes are.
func isVersion(text string) bool { return version.MatchString(text) || datedVersion.MatchString(text) }
