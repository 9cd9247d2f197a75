package api

// Access is what a route requires of the sender of a request, for the table of roles.
type Access struct {
	Method, Path string
	Needs        string // "", "key", "read", "write", "admin" or "operator"
	Scoped       string // which keys with a scope reach it: "", "scope" or "all"
}

// Accesses returns the access rules of every route, in the order of the specification.
func Accesses() []Access {
	names := map[permission]string{open: "", anyKey: "key", read: "read", write: "write", admin: "admin", operator: "operator"}
	var list []Access
	for _, r := range new(Server).routes() {
		a := Access{Method: r.method, Path: r.path, Needs: names[r.needs]}
		_, within := scopeRuleOf(r)
		switch {
		case r.needs == open || r.needs == anyKey:
			a.Scoped = "all"
		case within && r.needs != admin: // no such key has it
			a.Scoped = "scope"
		}
		list = append(list, a)
	}
	return list
}
