package api_test

import (
	"bytes"
	"image"
	_ "image/png"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	_ "golang.org/x/image/webp"

	"quire/api"
	"quire/internal/blob"
	"quire/internal/convert/page"
	"quire/internal/pageimage"
	"quire/schema"
)

const samples = "../internal/convert/testdata/samples/"

// newReader starts a service that draws pages.
func newReader(t *testing.T) *service {
	t.Helper()
	return newService(t, func(c *api.Config) {
		drawer := pageimage.New(pageimage.Config{Blobs: c.Blobs, Dirs: []string{t.TempDir()}, Bytes: 1 << 20, Processes: 1})
		t.Cleanup(drawer.Close)
		c.Images = drawer
	})
}

// sample uploads a file of the converter's samples and completes it with these pages.
func (s *service) sample(name string, pages ...page.Page) doc {
	s.t.Helper()
	content, err := os.ReadFile(samples + name)
	require.NoError(s.t, err)
	var d doc
	s.do(s.form("/api/v1/documents", "file=@"+name, string(content))).into(200, &d)
	s.keepPages(schema.DocumentPrefix(d.ID)+"output.md", pages...)
	s.complete(d.ID, "One.\n", 0)
	return d
}

// imageOf returns the signed link to the image of a page.
func (s *service) imageOf(pagePath string) string {
	s.t.Helper()
	var p struct {
		ImageURL *string `json:"image_url"`
	}
	s.get(pagePath).into(200, &p)
	require.NotNil(s.t, p.ImageURL)
	return *p.ImageURL
}

var letter = page.Page{Number: 1, Width: 595.28, Height: 841.89, Blocks: []page.Block{line("x", 0)}}

func TestAPageIsShownAsAPictureByItsLink(t *testing.T) {
	t.Parallel()
	s := newReader(t)
	d := s.sample("report.pdf", letter)
	link := s.imageOf(path(d.ID) + "/pages/1")
	for accept, want := range map[string]string{
		"": "png", "image/png": "png", "image/webp,*/*;q=0.8": "webp", "image/webp;q=0, image/png": "png",
	} {
		got := s.visit("GET", link+"&width=430", "Accept", accept)
		require.Equal(t, 200, got.status, "%s", got.body)
		require.Equal(t, "image/"+want, got.header.Get("Content-Type"))
		require.Equal(t, "private, max-age=600", got.header.Get("Cache-Control"))
		require.Equal(t, "Accept", got.header.Get("Vary"))
		cfg, format, err := image.DecodeConfig(bytes.NewReader(got.body))
		require.NoError(t, err)
		require.Equal(t, want, format)
		require.Equal(t, 500, cfg.Width, "in steps, so that nobody has a page drawn in thousands of sizes")
		again := s.visit("GET", link+"&width=430", "Accept", accept, "If-None-Match", got.header.Get("ETag"))
		require.Equal(t, 304, again.status)
		require.Empty(t, again.body)
	}
	require.Equal(t, 200, s.visit("HEAD", link).status)
	var list struct {
		Data []struct {
			ImageURL string `json:"image_url"`
		}
	}
	s.get(path(d.ID)+"/pages").into(200, &list)
	// Links change with the half hour, which may have passed meanwhile.
	require.Contains(t, []string{link, s.imageOf(path(d.ID) + "/pages/1")}, list.Data[0].ImageURL, "a link stays the same for a while, so that browsers know the picture")
}

func TestAPictureIsRefusedWithAReason(t *testing.T) {
	t.Parallel()
	s := newReader(t)
	d := s.sample("report.pdf", letter, page.Page{Number: 2, Width: 595, Height: 842}, page.Page{Number: 9, Width: 595, Height: 842})
	link := s.imageOf(path(d.ID) + "/pages/1")
	s.visit("GET", link+"&width=199").invalid("query.width", "greater_than_equal")
	s.visit("GET", link+"&width=2401").invalid("query.width", "less_than_equal")
	s.visit("GET", strings.Replace(link, "/pages/1/", "/pages/2/", 1)).fails(403, "The download link is not valid")
	missing := s.visit("GET", s.imageOf(path(d.ID)+"/pages/9"))
	require.Equal(t, 409, missing.status)
	require.Contains(t, string(missing.body), "The page cannot be drawn: ")
	require.Empty(t, missing.header.Get("ETag"))

	office := s.sample("letter.docx", page.Page{Number: 1, Blocks: []page.Block{line("x", 0)}})
	var p struct {
		ImageURL *string `json:"image_url"`
	}
	s.get(path(office.ID)+"/pages/1").into(200, &p)
	require.Nil(t, p.ImageURL)
	signed := "/api/v1/documents/" + office.ID.String() + "/pages/1/image"
	s.visit("GET", signed+"?"+s.signer.Sign(signed, time.Now().Add(time.Hour))).
		fails(409, "The pages of this format have no appearance of their own; those of PDFs and pictures can be drawn")

	require.Equal(t, 200, s.visit("GET", link).status)
	require.Equal(t, 200, s.delete(path(d.ID)).status)
	s.visit("GET", link).fails(404, "Document not found")
}

func TestAPictureBelongsToItsVersion(t *testing.T) {
	t.Parallel()
	s := newReader(t)
	c := s.collection("c")
	photo, err := os.ReadFile(samples + "photo.jpg")
	require.NoError(t, err)
	f := s.put(c, "photo.jpg", string(photo))
	claim := s.claim(c, f)
	key := schema.VersionPrefix(claim.VersionID) + "output-1"
	s.keepPages(key, page.Page{Number: 1, Width: 400, Height: 300})
	_, err = s.db.ActivateFile(t.Context(), claim.VersionID, claim.Attempt, schema.FileOutput{PageCount: 1, OutputKey: key}, claim.Generation)
	require.NoError(t, err)
	link := s.imageOf(c.file(f) + "/pages/1")
	got := s.visit("GET", link+"&width=200")
	require.Equal(t, http.StatusOK, got.status, "%s", got.body)
	s.visit("GET", strings.Replace(link, "version=1", "version=2", 1)).fails(403, "The download link is not valid")
	s.visit("GET", link+"&version=2").fails(403, "The download link is not valid")
	other := s.collection("other")
	s.visit("GET", strings.Replace(link, c.ID.String(), other.ID.String(), 1)).fails(403, "The download link is not valid")
	require.Equal(t, 200, s.delete(c.file(f)).status)
	s.visit("GET", link).fails(404, "File not found")
}

func TestAPictureWithoutItsFileIsOurFault(t *testing.T) {
	t.Parallel()
	s := newReader(t)
	d := s.sample("report.pdf", letter)
	link := s.imageOf(path(d.ID) + "/pages/1")
	require.NoError(t, s.blobs.Delete(t.Context(), schema.SourceKey(d.ID)))
	s.visit("GET", link).fails(500, "Internal server error")
	require.Contains(t, s.log.String(), blob.ErrNotFound.Error())
}
