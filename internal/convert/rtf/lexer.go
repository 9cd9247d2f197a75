package rtf

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// kind is what a token is.
type kind int

const (
	endOfFile kind = iota
	openGroup
	closeGroup
	control   // a control word with an optional number
	symbolic  // a control symbol: a backslash and a character that is not a letter
	hexByte   // a byte of text written as \'a1
	plainByte // a byte of text
	binary    // bytes that follow \bin
)

// token is a piece of a file.
type token struct {
	kind   kind
	word   string
	number int
	given  bool // the word has a number
	char   byte
	data   []byte
}

const (
	// wordLimit bounds control words. RTF allows 32 letters.
	wordLimit = 64
	// digitLimit bounds the digits of a number.
	digitLimit = 10
	// binaryLimit bounds the bytes of one picture.
	binaryLimit = 64 << 20
)

// lexer splits a file into tokens.
type lexer struct {
	in   *bufio.Reader
	word [wordLimit]byte
	held *bytes.Reader // what remains of a file with a wrong length of binary data; nil in others
}

const bufferSize = 64 << 10

func newLexer(r io.Reader) *lexer { return &lexer{in: bufio.NewReaderSize(r, bufferSize)} }

// next returns the next token. Line ends in the file have no meaning.
func (l *lexer) next() (token, error) {
	for {
		c, err := l.in.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			return token{}, nil
		case err != nil:
			return token{}, err
		}
		switch c {
		case '\r', '\n', 0:
		case '{':
			return token{kind: openGroup}, nil
		case '}':
			return token{kind: closeGroup}, nil
		case '\\':
			return l.control()
		default:
			return token{kind: plainByte, char: c}, nil
		}
	}
}

// control reads what follows a backslash.
func (l *lexer) control() (token, error) {
	c, err := l.in.ReadByte()
	if err != nil {
		return token{}, ended(err)
	}
	if c == '\'' {
		return l.hex()
	}
	if !isLetter(c) {
		return token{kind: symbolic, char: c}, nil
	}
	n := 0
	for ; err == nil && isLetter(c); c, err = l.in.ReadByte() {
		if n < wordLimit {
			l.word[n] = c
			n++
		}
	}
	t := token{kind: control, word: string(l.word[:n])}
	if err != nil {
		return t, ended(err)
	}
	if err := l.number(&t, c); err != nil {
		return t, err
	}
	if t.word == "bin" && t.number > 0 {
		return l.binary(int64(t.number))
	}
	return t, nil
}

// number reads the number of a control word, whose first character is c, and the space that ends the word.
func (l *lexer) number(t *token, c byte) error {
	negative := c == '-'
	var err error
	if negative {
		if c, err = l.in.ReadByte(); err != nil {
			return ended(err)
		}
	}
	digits := 0
	for ; err == nil && c >= '0' && c <= '9'; c, err = l.in.ReadByte() {
		if digits++; digits <= digitLimit {
			t.number = t.number*10 + int(c-'0')
		}
		t.given = true
	}
	if negative {
		t.number = -t.number
	}
	if err != nil {
		return ended(err)
	}
	if c != ' ' {
		return l.in.UnreadByte()
	}
	return nil
}

// hex reads a byte written as two digits.
func (l *lexer) hex() (token, error) {
	value := 0
	for range 2 {
		c, err := l.in.ReadByte()
		if err != nil {
			return token{}, ended(err) // the end of the file
		}
		d, ok := hexDigit(c)
		if !ok {
			return token{kind: plainByte, char: '?'}, l.in.UnreadByte()
		}
		value = value<<4 | d
	}
	return token{kind: hexByte, char: byte(value)}, nil
}

// binary reads bytes that are not text. A file that has fewer of them but is complete, because it ends with a brace,
// states a wrong length. What follows is then read as text: the length must not hide the rest of the document.
func (l *lexer) binary(n int64) (token, error) {
	if l.held != nil && n > int64(l.held.Len()+l.in.Buffered()) {
		return token{kind: binary}, nil
	}
	most := min(n, binaryLimit)
	data, err := io.ReadAll(io.LimitReader(l.in, most))
	if err == nil && int64(len(data)) < most && bytes.HasSuffix(bytes.TrimRight(data, "\x00\r\n "), []byte{'}'}) {
		l.held = bytes.NewReader(data)
		l.in = bufio.NewReaderSize(l.held, bufferSize)
		return token{kind: binary}, nil
	}
	if err == nil && n > binaryLimit {
		_, err = io.CopyN(io.Discard, l.in, n-binaryLimit)
	}
	return token{kind: binary, data: data}, ended(err)
}

// ended turns the unexpected end of a truncated file into an ordinary end.
func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func hexDigit(c byte) (int, bool) {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0'), true
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10, true
	}
	return 0, false
}
