package docx_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/docx"
	"quire/internal/convert/page"
)

const png = "\x89PNG\r\n\x1a\n picture"

func drawing(id, alt string) string {
	return `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="` + alt + `"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="` + id + `"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
}

func withPictures() file {
	return file{
		rels: map[string][2]string{"rId1": {"image", "media/a.png"}, "rId2": {"image", "media/b.emf"}, "rId3": {"image", "https://a.b/remote.png"}},
		body: `<w:p>` + r("before") + drawing("rId1", "A chart. Description automatically generated") + `</w:p>` +
			`<w:p><w:r><w:pict><v:shape alt="Old picture"><v:imagedata r:id="rId1"/></v:shape></w:pict></w:r></w:p>` +
			`<w:p>` + drawing("rId2", "Vector") + drawing("rId3", "Remote") + drawing("rIdNone", "") + `</w:p>`,
		parts: map[string]string{"word/media/a.png": png, "word/media/b.emf": "\x01\x00\x00\x00"},
	}
}

func TestPicturesAreReadOnceAndNeverFetched(t *testing.T) {
	t.Parallel()
	calls := 0
	read := func(_ context.Context, img []byte) (string, error) {
		calls++
		require.Equal(t, png, string(img))
		return " SALES 2031 \n", nil
	}
	pages, _, err := convert(t.Context(), withPictures().bytes(t), docx.Options{OCR: read})
	require.NoError(t, err)
	require.Equal(t, 1, calls)
	require.Equal(t, page.SourceMixed, pages[0].Source)
	require.Equal(t, "before\n\n![A chart.]()\n\nSALES 2031\n\n![Old picture]()\n\nSALES 2031\n\n![Vector]()\n\n![Remote]()", page.Markdown(pages[0]))
}

func TestPicturesCanBeSkipped(t *testing.T) {
	t.Parallel()
	pages, _, err := convert(t.Context(), withPictures().bytes(t), docx.Options{SkipImages: true, OCR: func(context.Context, []byte) (string, error) {
		t.Error("a picture was read")
		return "", nil
	}})
	require.NoError(t, err)
	require.Equal(t, "before", page.Markdown(pages[0]))
}

func TestUnreadablePictureDoesNotFailTheDocument(t *testing.T) {
	t.Parallel()
	pages, _, err := convert(t.Context(), withPictures().bytes(t), docx.Options{OCR: func(context.Context, []byte) (string, error) {
		return "", errors.New("no text here")
	}})
	require.NoError(t, err)
	require.Equal(t, page.SourceText, pages[0].Source)
	require.Len(t, pages[0].Notes, 1)
}

func TestReadingAPictureStopsWithTheContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	_, _, err := convert(ctx, withPictures().bytes(t), docx.Options{OCR: func(ctx context.Context, _ []byte) (string, error) {
		cancel()
		return "", ctx.Err()
	}})
	require.ErrorIs(t, err, context.Canceled)
}
