package object

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5" //nolint:gosec // the algorithm of the file format
	"encoding/binary"
	"errors"

	"quire/internal/convert/pdf/lock"
)

// cryptMethod is how the strings or streams of a file are encrypted.
type cryptMethod uint8

const (
	plain cryptMethod = iota
	withRC4
	withAES   // a key for each object
	withAES32 // one key of 32 bytes
)

// crypt decrypts the contents of a file.
type crypt struct {
	key              []byte
	strings, streams cryptMethod
}

var errEncrypted = errors.New("this reader does not support the encryption of the file")

// unlock prepares for reading an encrypted file that opens without a password.
func (f *File) unlock() error {
	o, err := f.Get(f.Trailer, "Encrypt")
	if err != nil || o.Kind != Dictionary || !o.Dict["Filter"].Is("Standard") {
		return errors.Join(errEncrypted, err)
	}
	id, err := f.Get(f.Trailer, "ID")
	if err != nil {
		return err
	}
	c := &crypt{}
	if err := c.methods(o.Dict); err != nil {
		return err
	}
	h := lock.Handler{
		Revision: o.Dict["R"].Int(), Bits: o.Dict["Length"].Int(), Permissions: o.Dict["P"].Int(),
		Owner: string(o.Dict["O"].Bytes), User: string(o.Dict["U"].Bytes), UserKey: string(o.Dict["UE"].Bytes),
		PlainMetadata: o.Dict["EncryptMetadata"].Kind == Boolean && o.Dict["EncryptMetadata"].Number == 0,
	}
	if len(id.Items) > 0 {
		h.ID = string(id.Items[0].Bytes)
	}
	if !h.Complete() {
		return errEncrypted
	}
	var opens bool
	if c.key, opens = h.Key(); !opens || len(c.key) == 0 {
		return errEncrypted
	}
	clear(f.cached) // nothing read so far was decrypted
	clear(f.streams)
	f.crypt = c
	return nil
}

// methods reads how strings and streams are encrypted. From version 4 on, each has its own method.
func (c *crypt) methods(d Dict) error {
	switch version := d["V"].Int(); version {
	case 1, 2:
		c.strings, c.streams = withRC4, withRC4
		return nil
	case 4, 5:
		var err, also error
		c.strings, err = method(d, "StrF")
		c.streams, also = method(d, "StmF")
		return errors.Join(err, also)
	}
	return errEncrypted
}

func method(d Dict, key string) (cryptMethod, error) {
	name := d[key]
	if name.Kind == Null || name.Is("Identity") {
		return plain, nil
	}
	switch how := d["CF"].Dict[string(name.Bytes)].Dict["CFM"]; {
	case how.Is("V2"):
		return withRC4, nil
	case how.Is("AESV2"):
		return withAES, nil
	case how.Is("AESV3"):
		return withAES32, nil
	}
	return plain, errEncrypted
}

// serial combines the number and the generation of an object.
func serial(number, generation int) float64 { return float64(number<<16 | generation) }

// open decrypts the data of an object.
func (c *crypt) open(how cryptMethod, object float64, data []byte) ([]byte, error) {
	switch how {
	case withRC4:
		return lock.RC4(c.own(object, ""), data), nil
	case withAES:
		return unAES(c.own(object, "sAlT"), data)
	case withAES32:
		return unAES(c.key, data)
	}
	return data, nil
}

// own returns the key of an object (ISO 32000-2, 7.6.3, algorithm 1).
func (c *crypt) own(object float64, salt string) []byte {
	const most = 16
	number := int(object)
	msg := append([]byte{}, c.key...)
	msg = append(msg, byte(number>>16), byte(number>>24), byte(number>>32))
	msg = binary.LittleEndian.AppendUint16(msg, uint16(number)) //nolint:gosec // the generation is what remains
	sum := md5.Sum(append(msg, salt...))                        //nolint:gosec // as specified
	return sum[:min(len(c.key)+5, most)]
}

// unAES decrypts data that begins with its initialization vector and ends with padding.
func unAES(key, data []byte) ([]byte, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	if len(data) == 0 {
		return nil, nil
	}
	if len(data) < 2*aes.BlockSize || len(data)%aes.BlockSize != 0 {
		return nil, errSyntax
	}
	out := make([]byte, len(data)-aes.BlockSize)
	cipher.NewCBCDecrypter(block, data[:aes.BlockSize]).CryptBlocks(out, data[aes.BlockSize:])
	pad := int(out[len(out)-1])
	if pad < 1 || pad > aes.BlockSize {
		return nil, errSyntax
	}
	return out[:len(out)-pad], nil
}

// openStrings decrypts the strings in an object.
func (c *crypt) openStrings(o Object, object float64) (Object, error) {
	var err error
	switch o.Kind {
	case String:
		o.Bytes, err = c.open(c.strings, object, o.Bytes)
	case Array:
		for i := range o.Items {
			if o.Items[i], err = c.openStrings(o.Items[i], object); err != nil {
				break
			}
		}
	case Dictionary, Stream:
		for key, value := range o.Dict {
			if o.Dict[key], err = c.openStrings(value, object); err != nil {
				break
			}
		}
	}
	return o, err
}
