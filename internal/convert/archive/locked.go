package archive

import (
	"bytes"

	"quire/internal/convert/page"
	"quire/internal/pattern"
)

const (
	manifestPart   = "META-INF/manifest.xml"
	encryptionPart = "META-INF/encryption.xml"
	// manifestLimit bounds the list of a package's parts, in bytes.
	manifestLimit = 16 << 20
)

// Locked returns an error if the parts of an OpenDocument package or a book are encrypted (ISO/IEC 26300-2, 4.3, EPUB
// Open Container Format), and otherwise nil.
func (a *Archive) Locked() error {
	locked := a.Has("encrypted-package")
	if a.Has(manifestPart) && !locked {
		manifest, err := a.ReadPart(manifestPart, manifestLimit)
		if err != nil {
			return err
		}
		locked = bytes.Contains(manifest, []byte("encryption-data"))
	}
	if a.Has(encryptionPart) && !locked {
		return a.protected()
	}
	if locked {
		return &page.Error{Reason: page.PasswordProtected, Message: "Document is password-protected. Remove the password in its program and send it again"}
	}
	return nil
}

// method matches the algorithm with which a part is encrypted.
var method = pattern.New(`EncryptionMethod[^>]{0,200}Algorithm\s*=\s*["']([^"']{0,200})["']`)

// protected returns an error if a book has digital rights management, and otherwise nil. Other books may have
// obfuscated fonts.
func (a *Archive) protected() error {
	encryption, err := a.ReadPart(encryptionPart, manifestLimit)
	if err != nil {
		return err
	}
	for _, m := range method.FindAllSubmatch(encryption, -1) {
		switch string(m[1]) {
		case "http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC":
		default:
			return &page.Error{Reason: page.PasswordProtected, Message: "E-book is protected by digital rights management (DRM) and cannot be read. Send a copy without it"}
		}
	}
	return nil
}
