package pdf

import "math"

// leastSize is the smallest type size, in points: on a page measured in inches, type of 3.6 points has it.
const leastSize = 0.05

// IsTypeSize reports whether text of this size, in points, is a character for the layout, which in turn drops what
// nobody can read beside larger type.
func IsTypeSize(size float64) bool { return size > leastSize && !math.IsInf(size, 0) }
