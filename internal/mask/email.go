package mask

import "quire/internal/pattern"

// email matches an address as people write it: the dot-atom of RFC 5322 before the @, in any script, and a domain name
// with a dot after it.
// A space may follow the @, where lines end in running text.
var email = pattern.New(`[\p{L}\p{N}!#$%&'*+/=?^_{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_{|}~-]+)*@ ?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]*[\p{L}\p{N}]`)

func emails(text string) []Found {
	var found []Found
	for _, m := range email.FindAllStringIndex(text, -1) {
		found = append(found, Found{Email, m[0], m[1]})
	}
	return found
}
