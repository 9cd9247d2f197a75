// Package object reads the objects of a PDF file: numbers, names, strings, arrays, dictionaries and streams.
//
// It is strict. Another reader is available for every file that it refuses, so it repairs nothing: whatever is damaged,
// ambiguous or too large is an error. Its work is linear in the size of the file and of what it unpacks, which is
// bounded.
package object

// Kind is the type of an object.
type Kind uint8

// The kinds of objects. A Keyword is an operator of a content stream; End follows the last object.
const (
	Null Kind = iota
	Boolean
	Integer
	Real
	Name
	String
	Array
	Dictionary
	Stream
	Reference
	Keyword
	End
)

// Object is an object of a PDF file. The zero value is null.
type Object struct {
	Kind Kind
	// Number is the value of an Integer, a Real (rounded to 32 bits) or a Boolean (0 or 1), and the object's number of
	// a Reference. That of a Stream identifies it.
	Number float64
	// Bytes holds those of a Name, a String or a Keyword, and the encoded data of a Stream.
	Bytes []byte
	// Items holds the elements of an Array.
	Items []Object
	// Dict holds the entries of a Dictionary or of a Stream.
	Dict Dict
}

// Dict is a dictionary.
type Dict map[string]Object

// Int returns the integral part of a number, or 0.
func (o Object) Int() int {
	if o.Kind != Integer && o.Kind != Real {
		return 0
	}
	return int(o.Number)
}

// Float returns the value of a number, or 0.
func (o Object) Float() float32 {
	if o.Kind != Integer && o.Kind != Real {
		return 0
	}
	return float32(o.Number)
}

// Numeric reports whether the object is a number.
func (o Object) Numeric() bool { return o.Kind == Integer || o.Kind == Real }

// Is reports whether the object is the given name.
func (o Object) Is(name string) bool { return o.Kind == Name && string(o.Bytes) == name }
