package mail_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/mail"
	"quire/internal/convert/page"
)

// message joins lines as a program sends them.
func message(lines ...string) string { return strings.Join(lines, "\r\n") }

// read returns a message's Markdown and its attachments.
func read(t *testing.T, source string, opt mail.Options) (string, []mail.Attachment) {
	t.Helper()
	blocks, attachments, err := mail.Parse([]byte(source)).Blocks(t.Context(), opt)
	require.NoError(t, err)
	return strings.TrimSpace(page.Markdown(page.Page{Number: 1, Blocks: blocks})), attachments
}

// plain is a message with a body of plain text and no other fields.
func plain(header, body string) string {
	return message("Content-Type: text/plain"+header, "", body)
}

func TestMessageBeginsWithItsSubjectAndATableOfItsFields(t *testing.T) {
	t.Parallel()
	got, _ := read(t, message(
		"Received: by a.example; Mon, 2 Feb 2026 10:00:01 +0100",
		`From: "Jane Doe" <jane@example.org>`,
		"To: a@example.org,",
		"\tb@example.org",
		"Cc: =?utf-8?Q?J=C3=BCrgen?= <j@example.org>",
		"Date: Mon, 2 Feb 2026 10:00:00 +0100",
		"Subject: =?utf-8?B?VGhlIGJvYXRz?=",
		"",
		"Ready.",
	), mail.Options{})
	require.Equal(t, strings.Join([]string{
		"# The boats", "",
		`| From | Jane Doe \<jane@example.org> |`,
		"| --- | --- |",
		"| To | a@example.org, b@example.org |",
		`| Cc | Jürgen \<j@example.org> |`,
		"| Date | Mon, 2 Feb 2026 10:00:00 +0100 |", "",
		"Ready.",
	}, "\n"), got)
}

func TestSubjectsAreDecoded(t *testing.T) {
	t.Parallel()
	for subject, want := range map[string]string{
		"=?iso-8859-1?q?Caf=E9_au_lait?=":          "Café au lait",
		"=?utf-8?q?M=C3?=\r\n =?utf-8?q?=BCller?=": "Müller",
		"=?utf-8?q?a?= =?iso-8859-1?q?=E9?= b":     "aé b",
		"Re: =?UTF-8?B?5pel5pys6Kqe?= (fwd)":       "Re: 日本語 (fwd)",
		"=?iso-2022-jp?B?GyRCRnxLXDhsGyhC?=":       "日本語",
		"=?utf-8*en?q?tagged?=":                    "tagged",
		"=?utf-8?q?with space?=":                   "with space",
		"=?utf-8?b?00?=0":                          "Ó0",
		"raw Caf\xe9":                              "raw Café",
		"=?no-such?q?abc?=":                        "abc",
		"a =?= b":                                  "a =?= b",
		"=?utf-8?x?a?=":                            "=?utf-8?x?a?=",
	} {
		require.Equal(t, want, mail.Parse([]byte("Subject: "+subject+"\r\n\r\n")).Subject, subject)
	}
}

func TestBodiesAreDecoded(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ header, body, want string }{
		"quoted-printable":          {"; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable", "Caf=E9 =\r\nau lait =3D good  \r\nA=ZZ =", "Café au lait = good\nA=ZZ ="},
		"base64":                    {"; charset=utf-8\r\nContent-Transfer-Encoding: BASE64", "Q2Fm\r\nw6k=", "Café"},
		"base64 with damage":        {"\r\nContent-Transfer-Encoding: base64", "SGVs!!bG8g\r\n d29ybGQ=\r\nLi4=", "Hello world.."},
		"windows-1252 as us-ascii":  {"; charset=us-ascii", "caf\xe9 au lait", "café au lait"},
		"utf-8 as us-ascii":         {"; charset=us-ascii", "café", "café"},
		"utf-8 without a charset":   {"", "café", "café"},
		"not the charset it states": {"; charset=utf-8", "caf\xe9 au lait", "café au lait"},
		"unknown charset":           {"; charset=x-nobody", "plain", "plain"},
		"koi8":                      {"; charset=\"koi8-r\"", "\xf0\xd2\xc9\xd7\xc5\xd4", "Привет"},
		"unknown encoding":          {"\r\nContent-Transfer-Encoding: x-none", "a", "a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _ := read(t, plain(test.header, test.body), mail.Options{})
			require.Equal(t, test.want, strings.ReplaceAll(got, "  \n", "\n"))
		})
	}
}

func TestPlainTextKeepsQuotationsAndSignature(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ header, body, want string }{
		"replies":           {"", "Yes.\n\n> Will you come?\n>> On Monday?\n> Or not?\n\nBye", "Yes.\n\n> Will you come?\n>\n> > On Monday?\n>\n> Or not?\n\nBye"},
		"spaces in marks":   {"", "> > a\n> b", "> > a\n>\n> b"},
		"items of a quote":  {"", "> - one\n> - two", "> • one\n>\n> • two"},
		"signature":         {"", "Bye\n-- \nJane\nWexmouth", "Bye\n\nJane  \nWexmouth"},
		"flowed":            {"; format=flowed", "The boats \nare ready.\nNew line", "The boats are ready.  \nNew line"},
		"flowed, delsp":     {"; format=flowed; delsp=yes", "Donau \nschiff", "Donauschiff"},
		"flowed quotes":     {"; format=flowed", ">The boats \n>are ready.\n>> So \n> no", "> The boats are ready.\n>\n> > So\n>\n> no"},
		"stuffed":           {"; format=flowed", " >not quoted", ">not quoted"},
		"flowed signature":  {"; format=flowed", "Bye \n-- \nJane", "Bye\n\nJane"},
		"quotes very deep":  {"", strings.Repeat(">", 40) + "a", strings.Repeat("> ", 8) + "a"},
		"nothing":           {"", "", ""},
		"only a signature":  {"", "-- \n", ""},
		"not a signature":   {"", "--\nJane", "--  \nJane"},
		"soft at the end":   {"; format=flowed", "a ", "a"},
		"soft, then deeper": {"; format=flowed", "a \n>b", "a\n\n> b"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _ := read(t, plain(test.header, strings.ReplaceAll(test.body, "\n", "\r\n")), mail.Options{})
			require.Equal(t, test.want, strings.ReplaceAll(strings.ReplaceAll(got, `\>`, ">"), `\-`, "-"))
		})
	}
}

// alternatives returns a message with two forms of its text.
func alternatives(plain, html string) string {
	return message("MIME-Version: 1.0", `Content-Type: multipart/alternative; boundary="=b"`, "", "Preamble", "--=b", "Content-Type: text/plain", "", plain,
		"--=b", "Content-Type: text/html; charset=utf-8", "", html, "--=b--", "Epilogue")
}

func TestTheFormThatSaysMoreIsRead(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ plain, html, want string }{
		"markup":                  {"Hello Jane https://a.example/1", "<p>Hello <b>Jane</b></p>", "Hello **Jane**"},
		"no plain text":           {"", "<p>Hello</p>", "Hello"},
		"only a remark in markup": {"Hello Jane, the boats are ready.", "<p>See text</p>", "Hello Jane, the boats are ready."},
		"empty markup":            {"Hello", "<html><body></body></html>", "Hello"},
		"a page's furniture":      {"a", "<title>c</title><footer><p>Unsubscribe</p></footer><main>b</main>", "Unsubscribe\n\nb"},
		"quotations":              {"a", "<p>a</p><blockquote>b<blockquote>c</blockquote></blockquote>", "a\n\n> b\n>\n> > c"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, attachments := read(t, alternatives(test.plain, test.html), mail.Options{})
			require.Equal(t, test.want, got)
			require.Empty(t, attachments)
		})
	}
}

// withPicture is a message whose text shows a picture twice and which encloses another one.
var withPicture = message("MIME-Version: 1.0", "Content-Type: multipart/related; boundary=r", "", "--r", "Content-Type: text/html", "",
	`<p>See:</p><img src="cid:a%40b" alt="plan"><img src="CID:a@b" alt="again"><img src="https://track.example/1.gif">`,
	"--r", "Content-Type: image/png; name=plan.png", "Content-ID: <a@b>", "Content-Transfer-Encoding: base64", "", "UE5H",
	"--r", "Content-Type: image/png", "Content-ID: <c@d>", "", "other", "--r--")

func TestPicturesAreReadInTheirPlace(t *testing.T) {
	t.Parallel()
	read1 := func(_ context.Context, img []byte) (string, error) { return "read: " + string(img), nil }
	got, attachments := read(t, withPicture, mail.Options{OCR: read1})
	require.Equal(t, "See:\n\n![plan]()\n\nread: PNG\n\n![again]()", got)
	require.Len(t, attachments, 1)
	require.Equal(t, "other", string(attachments[0].Content))

	got, attachments = read(t, withPicture, mail.Options{SkipImages: true, OCR: read1})
	require.Equal(t, "See:", got)
	require.Len(t, attachments, 1, "a picture of the text is not an attachment")
}

func TestAttachmentsHaveNames(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		`Content-Disposition: attachment; filename="a b.pdf"`:                          "a b.pdf",
		`Content-Disposition: attachment; filename=a;x=y`:                              "a",
		`Content-Disposition: attachment; filename="a \"b\".pdf"`:                      `a "b".pdf`,
		`Content-Disposition: attachment; filename*=iso-8859-1'de'%FCber.pdf`:          "über.pdf",
		`Content-Disposition: attachment; filename*0*=utf-8''%C3; filename*1*=%BC.pdf`: "ü.pdf",
		`Content-Disposition: attachment; filename*1="b.pdf"; filename*0="a-"`:         "a-b.pdf",
		`Content-Disposition: attachment; filename="=?utf-8?q?=C3=BC.pdf?="`:           "ü.pdf",
		`Content-Disposition: attachment; filename="../../etc/passwd"`:                 "passwd",
		`Content-Disposition: attachment; filename="C:\dir\a.doc"`:                     "a.doc",
		"Content-Type: application/pdf; name=b.pdf":                                    "b.pdf",
		"Content-Type: application/pdf":                                                "attachment 1",
		"Content-Disposition: attachment":                                              "attachment 1.txt",
		"Content-Type: text/calendar":                                                  "attachment 1.ics",
		"Content-Type: message/rfc822":                                                 "Inner.eml",
		"Content-Type: text/plain\r\nContent-Disposition: inline; filename=notes.txt":  "notes.txt",
	} {
		_, attachments := read(t, message("Content-Type: multipart/mixed; boundary=b", "", "--b", header, "", "Subject: Inner", "", "x", "--b--"), mail.Options{})
		require.Len(t, attachments, 1, header)
		require.Equal(t, want, attachments[0].Name, header)
		require.Equal(t, "Subject: Inner\r\n\r\nx", string(attachments[0].Content), header)
	}
}

func TestMalformedMessagesAreReadAsFarAsTheyGo(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ source, want string }{
		"no header":                   {"Just text", "Just text"},
		"bare line feeds":             {"Subject: a\n\nb", "# a\n\nb"},
		"a line that is no field":     {"Subject: a\nwhat is this\nFrom: b\n\nc", "# a\n\n| From | b |\n| --- | --- |\n\nc"},
		"no blank line":               {"Subject: a\nAnd here it begins\nand goes on", "# a\n\nAnd here it begins  \nand goes on"},
		"only a header":               {"Subject: a", "# a"},
		"no last boundary":            {"Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\n\ntwo", "one\n\ntwo"},
		"no boundary stated":          {"Content-Type: multipart/mixed\n\n--b\n\none\n--b--", "one"},
		"no boundary":                 {"Content-Type: multipart/mixed; boundary=b\n\nplain after all", "plain after all"},
		"an inner part not closed":    {"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\n\none\n--b\n\ntwo\n--b--", "one\n\ntwo"},
		"boundaries that begin alike": {"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=bb\n\n--bb\n\none\n--bb--\n--b\n\ntwo\n--b--", "one\n\ntwo"},
		"a media type of its own":     {"Content-Type: text\n\na", "a"},
		"a mailbox":                   {"From a@b Mon Jan 1\nSubject: a\n\nb", "# a\n\nb"},
		"a space before the colon":    {"Subject : a\n\nb", "# a\n\nb"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _ := read(t, test.source, mail.Options{})
			require.Equal(t, test.want, got)
		})
	}
}

func TestTooManyPartsAreCounted(t *testing.T) {
	t.Parallel()
	got, attachments := read(t, "Content-Type: multipart/mixed; boundary=b\n\n"+strings.Repeat("--b\nContent-Type: image/png\n\nx\n", 1200)+"--b--", mail.Options{})
	require.Len(t, attachments, 999)
	require.Contains(t, got, "201 parts of the message are left out")
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(withPicture))
	f.Add([]byte(alternatives("> a \r\n>> b", "<blockquote>a</blockquote>")))
	f.Add([]byte("Subject: =?utf-8?b?YQ==?= =?x?q?=?=\nContent-Type: multipart/mixed; boundary*0*=utf-8''%41; boundary*1=\"b\"\n\n--Ab\nContent-Transfer-Encoding: quoted-printable\n\n=4=\n--Ab--"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m := mail.Parse(data)
		blocks, attachments, err := m.Blocks(t.Context(), mail.Options{OCR: func(context.Context, []byte) (string, error) { return "read", nil }})
		if err != nil && page.ReasonOf(err) == "" {
			t.Fatal(err)
		}
		page.Markdown(page.Page{Number: 1, Blocks: blocks})
		enclosed := 0
		for _, a := range attachments {
			enclosed += len(a.Content)
			require.NotEmpty(t, a.Name)
		}
		require.LessOrEqual(t, enclosed, len(data), "nothing grows by being unpacked")
	})
}
