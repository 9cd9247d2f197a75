package mail

import (
	"bytes"
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/ianaindex"

	legacy "quire/internal/convert/charset"
)

// decodeTransfer decodes the transfer encoding of a body (RFC 2045, 6). Damage costs no more than the bytes affected.
func decodeTransfer(body []byte, name string) []byte {
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "base64":
		return decodeBase64(body)
	case "quoted-printable":
		return decodeQuoted(body, true)
	}
	return body
}

// decodeBase64 ignores bytes outside the alphabet, and continues after padding, because some programs concatenate
// separately encoded parts.
func decodeBase64(body []byte) []byte {
	out := make([]byte, 0, base64.StdEncoding.DecodedLen(len(body)))
	digits := make([]byte, 0, len(body))
	flush := func() {
		if len(digits)%4 == 1 {
			digits = digits[:len(digits)-1]
		}
		out, _ = base64.RawStdEncoding.AppendDecode(out, digits)
		digits = digits[:0]
	}
	for _, c := range body {
		switch {
		case isBase64(c):
			digits = append(digits, c)
		case c == '=':
			flush()
		}
	}
	flush()
	return out
}

func isBase64(c byte) bool {
	letter := (c|0x20 >= 'a') && (c|0x20 <= 'z')
	return letter || (c >= '0' && c <= '9') || c == '+' || c == '/'
}

// decodeQuoted decodes quoted-printable text. An equals sign that encodes nothing is text. trim removes the spaces that
// transport added to the ends of lines.
func decodeQuoted(body []byte, trim bool) []byte {
	out := make([]byte, 0, len(body))
	for len(body) > 0 {
		line, rest, more := bytes.Cut(body, []byte("\n"))
		body = rest
		if trim {
			line = bytes.TrimRight(line, " \t\r")
		}
		soft := more && bytes.HasSuffix(line, []byte("="))
		if soft {
			line = line[:len(line)-1]
		}
		out = appendQuoted(out, line)
		if more && !soft {
			out = append(out, '\n')
		}
	}
	return out
}

func appendQuoted(out, line []byte) []byte {
	for i := 0; i < len(line); i++ {
		if line[i] == '=' && i+2 < len(line) {
			high, ok := hexDigit(line[i+1])
			low, also := hexDigit(line[i+2])
			if ok && also {
				out = append(out, high<<4|low)
				i += 2
				continue
			}
		}
		out = append(out, line[i])
	}
	return out
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	}
	return 0, false
}

// decodeCharset converts text to UTF-8. It trusts the label unless the bytes contradict it.
func decodeCharset(data []byte, label string) string {
	e := encodingOf(label)
	if e == nil || (utf8.Valid(data) && ascii(label)) {
		out, _ := legacy.Decode(data)
		return out
	}
	out, err := e.NewDecoder().Bytes(data)
	if err != nil || !utf8.Valid(out) {
		guessed, _ := legacy.Decode(data)
		return guessed
	}
	return string(out)
}

// ascii reports whether a label promises nothing but ASCII.
func ascii(label string) bool {
	label = strings.ToLower(strings.TrimSpace(label))
	return label == "us-ascii" || label == "ascii" || label == "ansi_x3.4-1968"
}

// encodingOf returns the encoding that a label stands for, or nil for UTF-8 and unknown labels, for which the bytes
// decide.
func encodingOf(label string) encoding.Encoding {
	label = strings.Trim(label, " \t\"'")
	if e, name := charset.Lookup(label); e != nil && name != "replacement" {
		if name == "utf-8" {
			return nil
		}
		return e
	}
	e, err := ianaindex.MIME.Encoding(label)
	if err != nil {
		return nil
	}
	return e
}
