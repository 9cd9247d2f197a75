package bm25

import (
	"strings"

	"quire/internal/pattern"
)

// A grouped number has thousands separators in the English or the continental style.
var (
	groupedByComma = pattern.New(`^\d{1,3}(,\d{3})+(\.\d+)?$`)
	groupedByPoint = pattern.New(`^\d{1,3}(\.\d{3}){2,}(,\d+)?$|^\d{1,3}(\.\d{3})+,\d+$`)
)

// wholeCode returns the unsplit form of a run that has both a joiner and a digit: 10-k stays 10-k, while 1,577
// becomes 1577 so that it is found however it was grouped.
func wholeCode(run string) (string, bool) {
	if !strings.ContainsAny(run, "0123456789") {
		return "", false
	}
	if strings.IndexFunc(run, isJoiner) < 0 {
		return "", false
	}
	switch {
	case groupedByComma.MatchString(run):
		return strings.ReplaceAll(run, ",", ""), true
	case groupedByPoint.MatchString(run):
		return strings.Replace(strings.ReplaceAll(run, ".", ""), ",", ".", 1), true
	}
	return strings.ReplaceAll(run, "\u2010", "-"), true
}
