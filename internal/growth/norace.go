//go:build !race

package growth

// RaceDetector reports whether this program was built with the race detector.
const RaceDetector = false
