package probe

import "quire/internal/convert/pdf/lock"

// opensWithoutPassword checks the empty user password against a standard security handler's dictionary. An incomplete
// dictionary passes, because the file is then broken rather than locked.
func opensWithoutPassword(d pdfDict, id string) bool {
	owner, _ := d["O"].(pdfString)
	user, _ := d["U"].(pdfString)
	revision, _ := d["R"].(int)
	bits, _ := d["Length"].(int)
	permissions, _ := d["P"].(int)
	h := lock.Handler{
		Revision: revision, Bits: bits, Owner: string(owner), User: string(user), Permissions: permissions, ID: id,
		PlainMetadata: d["EncryptMetadata"] == pdfWord("false"),
	}
	if !h.Complete() {
		return true
	}
	_, opens := h.Key()
	return opens
}
