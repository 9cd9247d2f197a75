package mail_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"quire/internal/convert/mail"
	"quire/internal/convert/page"
	"quire/internal/growth"
)

func TestGrowthOfMessages(t *testing.T) {
	const mixed = "Content-Type: multipart/mixed; boundary=b\n\n"
	html := func(build func(n int) []byte) func(n int) []byte {
		return growth.Within("Content-Type: text/html\n\n", build, "")
	}
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "fields", Build: growth.Numbered("X%d: a\n")},
		{Name: "one field, often", Build: growth.Repeat("To: a@b.c\n")},
		{Name: "folded lines", Build: growth.Within("Subject: a\n", growth.Repeat(" b\n"), "")},
		{Name: "lines that are no fields", Build: growth.Within("Subject: a\n", growth.Repeat("b\nX: y\n"), "")},
		{Name: "encoded words", Build: growth.Within("Subject: ", growth.Repeat("=?utf-8?q?=C3=BC?= "), "\n\n")},
		{Name: "encoded words of changing charsets", Build: growth.Within("Subject: ", growth.Repeat("=?utf-8?q?a?= =?koi8-r?b?YQ==?="), "\n\n")},
		{Name: "beginnings of encoded words", Build: growth.Within("Subject: ", growth.Repeat("=?a?q?"), "\n\n")},
		{Name: "names in quotation marks", Build: growth.Within("To: ", growth.Repeat(`"a" <b@c>, `), "\n\n")},
		{Name: "quotation marks", Build: growth.Within("To: ", growth.Repeat(`" `), "\n\n")},
		{Name: "parameters", Build: growth.Within("Content-Type: text/plain", growth.Numbered("; a%d=b"), "\n\na")},
		{Name: "pieces of a parameter", Build: growth.Within("Content-Type: text/plain", growth.Numbered("; name*%d=b"), "\n\na")},
		{Name: "one long parameter", Build: growth.Within("Content-Type: text/plain; name=\"", growth.Repeat(`\"`), "\n\na")},
		{Name: "a long boundary", Build: func(n int) []byte {
			b := strings.Repeat("b", n)
			return []byte("Content-Type: multipart/mixed; boundary=" + b + "\n\n" + strings.Repeat("--"+b[:n/2]+"\n", 4))
		}},
		{Name: "parts", Build: growth.Within(mixed, growth.Repeat("--b\nContent-Type: image/png\n\na\n"), "--b--")},
		{Name: "texts", Build: growth.Within(mixed, growth.Repeat("--b\n\na\n"), "--b--")},
		{Name: "boundaries", Build: growth.Within(mixed, growth.Repeat("--b\n"), "")},
		{Name: "parts in parts", Build: func(n int) []byte {
			var s strings.Builder
			for i := range n {
				fmt.Fprintf(&s, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
			}
			return []byte(s.String())
		}},
		{Name: "parts in parts of one boundary", Build: growth.Repeat(mixed + "--b\n")},
		{Name: "base64", Build: growth.Within("Content-Transfer-Encoding: base64\n\n", growth.Repeat("YQ==\n"), "")},
		{Name: "quoted-printable", Build: growth.Within("Content-Transfer-Encoding: quoted-printable\n\n", growth.Repeat("=C3=BC=\n"), "")},
		{Name: "lines", Build: growth.Within("\n", growth.Repeat("a\n"), "")},
		{Name: "one flowed paragraph", Build: growth.Within("Content-Type: text/plain; format=flowed\n\n", growth.Repeat("a \n"), "")},
		{Name: "quoted lines", Build: growth.Within("\n", growth.Repeat("> a\n>> b\n"), "")},
		{Name: "marks of quotation", Build: growth.Within("\n", growth.Repeat("> "), "a")},
		{Name: "quotes of growing depth", Build: growth.Within("\n", growth.Growing(">", "a\n"), "")},
		{Name: "signatures", Build: growth.Within("\n", growth.Repeat("-- \na\n"), "")},
		{Name: "quotes in markup", Build: html(growth.Around("<blockquote>", "a", "</blockquote>"))},
		{Name: "quotes in markup, often", Build: html(growth.Repeat("<blockquote>a<blockquote>b</blockquote></blockquote>"))},
		{Name: "one picture, often", Build: func(n int) []byte {
			return []byte(mixed + "--b\nContent-Type: text/html\n\n" + strings.Repeat("<img src=cid:a alt=b>", n) + "\n--b\nContent-ID: <a>\nContent-Type: image/png\n\n" + strings.Repeat("a", n))
		}},
		{Name: "pictures of one name", Build: growth.Within(mixed+"--b\nContent-Type: text/html\n\n<img src=cid:a>\n", growth.Repeat("--b\nContent-ID: a\nContent-Type: image/png\n\na\n"), "")},
	}, converted)
}

func TestGrowthOfComposedMessages(t *testing.T) {
	growth.Compose(t, []string{
		"Content-Type: multipart/mixed; boundary=b\n", "Content-Type: multipart/alternative; boundary=c\n", "Content-Type: text/html\n", "Content-Type: text/plain; format=flowed\n",
		"Content-Transfer-Encoding: base64\n", "Content-Transfer-Encoding: quoted-printable\n", "Content-ID: <a>\n", "Subject: ", "To: ", "\n", "\n\n", "--b\n", "--c\n", "--b--\n", "--c--\n",
		"a", " ", ">", "> ", "=", "=?utf-8?q?", "?=", "-- \n", "<blockquote>", "<img src=cid:a>", "<p>", ";", "\"", "\\", "filename*0*=", "\t",
	}, 0, func(drawn []byte) []byte { return drawn }, converted)
}

func converted(t *testing.T, input []byte) {
	t.Helper()
	blocks, _, err := mail.Parse(input).Blocks(t.Context(), mail.Options{OCR: func(_ context.Context, img []byte) (string, error) { return string(img), nil }})
	if err != nil && page.ReasonOf(err) == "" {
		t.Fatal(err)
	}
	page.Markdown(page.Page{Number: 1, Blocks: blocks})
}
