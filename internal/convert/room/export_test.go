package room

// Holds reports whether the last value has room.
func (r *Reader) Holds() bool { return r.held > 0 }
