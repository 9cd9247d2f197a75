package main_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

// undecodable returns a PDF with a page that consists only of an image that cannot be decoded. text, if any, is on a
// page before it.
func undecodable(text string) []byte {
	picture := stream("/Type/XObject/Subtype/Image/Width 200/Height 300/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/JBIG2Decode",
		[]byte("This is no picture, whatever its dictionary says."))
	const resources = "/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>/XObject<</I 3 0 R>>>>"
	page := func(contents string) []byte {
		return []byte("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]" + resources + "/Contents " + contents + ">>")
	}
	kids := "/Kids[5 0 R]/Count 1"
	if text != "" {
		kids = "/Kids[7 0 R 5 0 R]/Count 2"
	}
	return pdfFile([][]byte{
		[]byte("<</Type/Catalog/Pages 2 0 R>>"), []byte("<</Type/Pages" + kids + ">>"), picture,
		stream("", []byte("q 612 0 0 792 0 0 cm /I Do Q")), page("4 0 R"),
		stream("", []byte("BT /F1 12 Tf 72 700 Td ("+text+") Tj ET")), page("6 0 R"),
	})
}

func (s *service) send(name string, content []byte) document {
	s.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	require.NoError(s.t, err)
	_, err = part.Write(content)
	require.NoError(s.t, err)
	require.NoError(s.t, form.Close())
	var d document
	require.Equal(s.t, http.StatusOK, s.call(http.MethodPost, "/documents", &body, form.FormDataContentType(), &d))
	return d
}

func TestPagesThatCannotBeDecodedAreReported(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	mixed := s.await(s.send("mixed.pdf", undecodable("A page that can be read.")).ID)
	require.Equal(t, "COMPLETED", mixed.Status)
	_, markdown := s.download(deref(mixed.OutputFileURL))
	require.Contains(t, markdown, "A page that can be read.")
	require.Contains(t, markdown, "Page 2 could not be read: its picture is damaged")

	lost := s.await(s.send("lost.pdf", undecodable("")).ID)
	require.Equal(t, "FAILED", lost.Status)
	require.Contains(t, deref(lost.Error), "Nothing in the document could be read")

	c := s.collection("Scans")
	f := s.awaitFile(c, s.put(c, "lost.pdf", undecodable("")).ID)
	require.Equal(t, "failed", f.Status)
	require.Contains(t, deref(f.LastError), "Nothing in the document could be read")
}
