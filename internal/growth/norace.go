//go:build !race

package growth

const raceDetector = false
