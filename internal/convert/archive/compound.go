package archive

import (
	"bytes"
	"errors"
	"io"

	"quire/internal/convert/page"
)

// compoundMagic begins an OLE compound file, the container of encrypted OOXML and of the formats before it.
var compoundMagic = []byte{0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1}

// encryptedPackage is the name of the stream that holds an encrypted document, as stored in the directory
// ([MS-OFFCRYPTO] 2.3.4.4).
var encryptedPackage = func() (name []byte) {
	for _, c := range []byte("EncryptedPackage") {
		name = append(name, c, 0)
	}
	return name
}()

// refuseCompound rejects compound files. A locked document gets its own message; all others are reported as an
// old format.
func refuseCompound(r io.ReaderAt, size int64) error {
	head := make([]byte, len(compoundMagic))
	if _, err := r.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !bytes.Equal(head, compoundMagic) {
		return nil
	}
	buf := make([]byte, 64<<10)
	for at := int64(0); at < size; at += int64(len(buf) - len(encryptedPackage)) {
		n, err := r.ReadAt(buf, at)
		if bytes.Contains(buf[:n], encryptedPackage) {
			return &page.Error{Reason: page.PasswordProtected, Message: "Document is password-protected"}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
	}
	return &page.Error{Reason: page.Unsupported, Message: "Document is in an old Office format; save it as .docx, .pptx or .xlsx"}
}
