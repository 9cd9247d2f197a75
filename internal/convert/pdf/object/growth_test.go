package object_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"quire/internal/convert/pdf/object"
	"quire/internal/growth"
)

// lex reads a stream as far as possible.
func lex(_ *testing.T, data []byte) {
	l := object.NewLexer(data)
	for {
		if o, err := l.Next(); err != nil || o.Kind == object.End {
			return
		}
	}
}

func TestGrowthOfSyntax(t *testing.T) {
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "numbers", Build: growth.Repeat("1 ")},
		{Name: "names", Build: growth.Repeat("/a#20b")},
		{Name: "strings", Build: growth.Repeat(`(a\)b)`)},
		{Name: "nested strings", Build: growth.Around("(", "a", ")")},
		{Name: "open strings", Build: growth.Repeat("(")},
		{Name: "open hexadecimal strings", Build: growth.Repeat("<4")},
		{Name: "arrays", Build: growth.Repeat("[1 2]")},
		{Name: "nested arrays", Build: growth.Around("[", "1", "]")},
		{Name: "nested dictionaries", Build: growth.Around("<</A", " 1", ">>")},
		{Name: "a long dictionary", Build: growth.Within("<<", growth.Numbered("/A%d 1"), ">>")},
		{Name: "notes", Build: growth.Repeat("%\n")},
		{Name: "a long note", Build: growth.Repeat("%")},
		{Name: "a long word", Build: growth.Repeat("T")},
	}, lex)
}

// open opens a file and reads its pages and objects.
func open(_ *testing.T, data []byte) {
	f, err := object.Open(data)
	if err != nil {
		return
	}
	_, _ = f.Pages()
	for i := range 100 {
		if o, err := f.Resolve(object.Object{Kind: object.Reference, Number: float64(i)}); err == nil && o.Kind == object.Stream {
			_, _ = f.Data(o)
		}
	}
}

func TestGrowthOfFiles(t *testing.T) {
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "objects", Build: func(n int) []byte { return file(append([]string{"<< >>"}, make([]string, n)...)...) }},
		{Name: "pages", Build: func(n int) []byte {
			var kids strings.Builder
			for i := range n {
				fmt.Fprintf(&kids, "%d 0 R ", 3+i)
			}
			all := []string{"<< /Pages 2 0 R >>", "<< /Kids [" + kids.String() + "] >>"}
			for range n {
				all = append(all, "<< /Type /Page >>")
			}
			return file(all...)
		}},
		{Name: "updates", Build: func(n int) []byte {
			b := bytes.NewBuffer(file("<< >>"))
			at := bytes.LastIndex(b.Bytes(), []byte("xref\n0"))
			for range n {
				next := b.Len()
				fmt.Fprintf(b, "xref\n0 0\ntrailer\n<< /Root 1 0 R /Prev %d >>\nstartxref\n%d\n", at, next)
				at = next
			}
			return b.Bytes()
		}},
		{Name: "references to references", Build: func(n int) []byte {
			all := []string{"<< >>"}
			for i := range n {
				all = append(all, fmt.Sprintf("%d 0 R", i+3))
			}
			return file(all...)
		}},
		{Name: "lengths of lengths", Build: func(n int) []byte {
			all := []string{"<< >>"}
			for i := range n {
				all = append(all, fmt.Sprintf("<< /Length %d 0 R >>\nstream\na\nendstream", i+3))
			}
			return file(all...)
		}},
		{Name: "packed zeroes", Build: func(n int) []byte {
			return file("<< >>", stream("/Filter /FlateDecode", deflated(make([]byte, 64*n))))
		}},
	}, open)
}
