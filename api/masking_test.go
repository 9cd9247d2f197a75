package api_test

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/schema"
)

const maskedOnly = "Personal data is masked in this; its original and the pictures of its pages are only for keys with the permission unmask, which such a request must carry"

const ultraRefused = "ultra shows a model pictures of pages, in which nothing is masked; use lite where personal data is masked"

// pathOf returns a link without the address of the service.
func (s *service) pathOf(link string) string { return strings.TrimPrefix(link, s.url) }

// maskedSample uploads a file of the converter's samples, of which e-mail addresses are masked, and completes it.
func (s *service) maskedSample(name string, pages ...page.Page) doc {
	s.t.Helper()
	content, err := os.ReadFile(samples + name)
	require.NoError(s.t, err)
	var d doc
	s.do(s.form("/api/v1/documents", "file=@"+name, string(content), "mask=email")).into(200, &d)
	s.keepPages(schema.DocumentPrefix(d.ID)+"output.md", pages...)
	s.complete(d.ID, "One.\n", 0)
	return d
}

// unmaskings counts the audit log's entries about unmasked access to an object.
func (s *service) unmaskings(object uuid.UUID) int {
	s.t.Helper()
	n, err := s.db.CountAudit(s.t.Context(), schema.AuditFilter{AccountID: &s.id, ObjectID: &object, Action: schema.AuditDocumentUnmask})
	require.NoError(s.t, err)
	return n
}

func TestTheOriginalOfAMaskedDocumentNeedsThePermission(t *testing.T) {
	t.Parallel()
	s := newReader(t)
	d := s.maskedSample("report.pdf", letter)
	may := s.as(s.keyOf(schema.Permissions{Read: true, Unmask: true}, nil))
	image := may.imageOf("/api/v1/documents/" + d.ID.String() + "/pages/1")
	var got struct {
		FileURL   string   `json:"file_url"`
		OutputURL string   `json:"output_file_url"`
		Masking   []string `json:"masking"`
	}
	s.get("/api/v1/documents/"+d.ID.String()).into(200, &got)
	require.Equal(t, []string{"email"}, got.Masking)
	var p struct {
		ImageURL *string `json:"image_url"`
	}
	s.get("/api/v1/documents/"+d.ID.String()+"/pages/1").into(200, &p)
	require.Nil(t, p.ImageURL)
	for _, key := range []string{"", s.key} {
		for _, link := range []string{got.FileURL, image} {
			s.as(key).get(s.pathOf(link)).fails(http.StatusForbidden, maskedOnly)
		}
	}
	require.Equal(t, http.StatusOK, s.as("").get(s.pathOf(got.OutputURL)).status)
	require.Zero(t, s.unmaskings(d.ID))
	for _, link := range []string{got.FileURL, image} {
		require.Equal(t, http.StatusOK, may.get(s.pathOf(link)).status)
	}
	require.Equal(t, 2, s.unmaskings(d.ID))
}

func TestAnUploadNamesWhatIsMasked(t *testing.T) {
	t.Parallel()
	s := newService(t)
	var d struct{ Masking []string }
	s.do(s.form("/api/v1/documents", "file=@a.md", "x", "mask=phone,email", "mask_region=de")).into(200, &d)
	require.Equal(t, []string{"email", "phone:DE"}, d.Masking)
	for field, fields := range map[string][]string{
		"mask":        {"mask=names"},
		"mask_region": {"mask_region=DE"},
		"accuracy":    {"mask=all", "accuracy=ultra"},
	} {
		s.do(s.form("/api/v1/documents", append([]string{"file=@a.md", "x"}, fields...)...)).invalid("body."+field, "value_error")
	}
}

func TestAMaskedCollectionKeepsItsOriginalsForThePermission(t *testing.T) {
	t.Parallel()
	s := newService(t)
	var c struct {
		ID      uuid.UUID
		Masking []string
	}
	s.do(s.json("POST", "/api/v1/collections", `{"name":"letters"}`)).into(200, &c)
	var f doc
	s.do(s.form("/api/v1/collections/"+c.ID.String()+"/files", "file=@a.md", "x")).into(200, &f)
	of := "/api/v1/collections/" + c.ID.String()
	var links struct {
		FileURL string `json:"file_url"`
	}
	s.get(of+"/files/"+f.ID.String()).into(200, &links)
	require.Equal(t, http.StatusOK, s.as("").get(s.pathOf(links.FileURL)).status)
	s.do(s.json("PUT", of+"/masking", `{"mask":"email"}`)).fails(http.StatusForbidden, "Access denied")
	admin := s.as(s.keyOf(schema.Permissions{Read: true, Write: true, Admin: true}, nil))
	admin.do(admin.json("PUT", of+"/masking", `{"mask":"email,phone","mask_region":"DE"}`)).into(200, &c)
	require.Equal(t, []string{"email", "phone:DE"}, c.Masking)

	original := of + "/files/" + f.ID.String() + "/content?format=original"
	s.as("").get(s.pathOf(links.FileURL)).fails(http.StatusForbidden, maskedOnly)
	admin.get(original).fails(http.StatusForbidden, maskedOnly)
	require.Equal(t, http.StatusOK, s.as(s.keyOf(schema.Permissions{Read: true, Unmask: true}, nil)).get(original).status)

	batch := `{"file_ids":["` + f.ID.String() + `"]`
	var b struct{ ID uuid.UUID }
	var made maskings
	s.do(s.json("POST", "/api/v1/batches", batch+`,"accuracy":"ultra"}`)).into(200, &b)
	s.get("/api/v1/batches/"+b.ID.String()+"/documents").into(200, &made)
	require.NotNil(t, made.Data[0].Error)
	require.Contains(t, *made.Data[0].Error, "ultra shows a model pictures of pages")
	made = maskings{}
	s.do(s.json("POST", "/api/v1/batches", batch+`}`)).into(200, &b)
	s.get("/api/v1/batches/"+b.ID.String()+"/documents").into(200, &made)
	require.Equal(t, []string{"email", "phone:DE"}, made.Data[0].Masking)
}

// maskings is what the tests read of a list of documents.
type maskings struct {
	Data []struct {
		Masking []string
		Error   *string
	}
}

func TestTheMaskingOfAnAccountIsWhereItsDocumentsAndCollectionsBegin(t *testing.T) {
	t.Parallel()
	s := newService(t)
	var before, after struct {
		ID      uuid.UUID
		Masking []string
	}
	s.do(s.json("POST", "/api/v1/collections", `{"name":"before"}`)).into(200, &before)
	s.do(s.json("PUT", "/api/v1/account/masking", `{"mask":"email"}`)).fails(http.StatusForbidden, "Access denied")
	admin := s.as(s.keyOf(schema.Permissions{Read: true, Write: true, Admin: true}, nil))
	for _, without := range []string{`{}`, `{"kinds":["email"]}`, `{"mask":null}`} {
		admin.do(admin.json("PUT", "/api/v1/account/masking", without)).invalid("body.mask", "missing")
	}
	admin.do(admin.json("PUT", "/api/v1/account/masking", `{"mask":"names"}`)).invalid("body.mask", "value_error")
	var account struct{ Masking []string }
	admin.do(admin.json("PUT", "/api/v1/account/masking", `{"mask":"phone","mask_region":"DE"}`)).into(200, &account)
	require.Equal(t, []string{"phone:DE"}, account.Masking)

	var d struct{ Masking []string }
	s.do(s.form("/api/v1/documents", "url=https://example.org/a.pdf")).into(200, &d)
	require.Equal(t, []string{"phone:DE"}, d.Masking)
	s.do(s.form("/api/v1/documents", "file=@a.md", "x", "mask=email")).into(200, &d)
	require.Equal(t, []string{"email", "phone:DE"}, d.Masking, "a request adds to it")
	s.do(s.form("/api/v1/documents", "file=@a.md", "x", "accuracy=ultra")).fails(http.StatusBadRequest, ultraRefused)
	var b struct{ ID uuid.UUID }
	s.do(s.form("/api/v1/batches", "files=@a.md", "x")).into(200, &b)
	var made maskings
	s.get("/api/v1/batches/"+b.ID.String()+"/documents").into(200, &made)
	require.Equal(t, []string{"phone:DE"}, made.Data[0].Masking)
	s.do(s.json("POST", "/api/v1/collections", `{"name":"after"}`)).into(200, &after)
	require.Equal(t, []string{"phone:DE"}, after.Masking)
	s.get("/api/v1/collections/"+before.ID.String()).into(200, &before)
	require.Empty(t, before.Masking, "what is there already stays as it is")

	account.Masking, d.Masking = nil, nil
	admin.do(admin.json("PUT", "/api/v1/account/masking", `{"mask":""}`)).into(200, &account)
	require.Empty(t, account.Masking)
	s.do(s.form("/api/v1/documents", "file=@a.md", "x")).into(200, &d)
	require.Empty(t, d.Masking)
}
