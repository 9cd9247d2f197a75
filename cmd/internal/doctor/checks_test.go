package doctor_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/cmd/internal/app"
	"quire/cmd/internal/doctor"
	"quire/internal/convert"
	"quire/internal/convert/pdf/unipdf"
	"quire/internal/model/modeltest"
	"quire/schema/testdb"
)

func TestMain(m *testing.M) {
	convert.Handover(unipdf.Reader)
	testdb.Main(m)
}

// healthy returns an exam of a machine on which everything but Temporal runs.
func healthy(t *testing.T) doctor.Exam {
	t.Helper()
	cfg, faults := app.LoadConfig([]string{
		"QUIRE_DATABASE_URL=" + testdb.NewURL(t), "QUIRE_BLOBS=file://" + t.TempDir(),
		"QUIRE_KEY_PEPPER=" + strings.Repeat("ab", 32), "QUIRE_LINK_SECRET=" + strings.Repeat("cd", 32),
		"QUIRE_TEMPORAL_ADDRESS=127.0.0.1:1",
	})
	require.Empty(t, faults)
	return doctor.Exam{Config: cfg, MinFree: 1}
}

// look runs one check of the exam.
func look(t *testing.T, x doctor.Exam, name string) doctor.Finding {
	t.Helper()
	for _, c := range doctor.Checks(x) {
		if c.Name == name {
			var found doctor.Finding
			doctor.Examine(t.Context(), []doctor.Check{c}, func(f doctor.Finding) { found = f })
			return found
		}
	}
	require.Fail(t, "no such check", name)
	return doctor.Finding{}
}

func TestDoctorReportsAHealthyMachineAsHealthy(t *testing.T) {
	t.Parallel()
	x := healthy(t)
	x.Config.PublicURL = "https://quire.example.org"
	m := modeltest.New(t)
	x.Config.ChatURL, x.Config.ChatModel = m.BaseURL(), "test"
	x.Config.VisionURL, x.Config.VisionModel = m.BaseURL(), "test"
	x.Config.EmbeddingURL, x.Config.EmbeddingModel = m.BaseURL(), "test"
	x.Config.RerankURL, x.Config.RerankModel = m.BaseURL(), "test"
	var all []string
	doctor.Examine(t.Context(), doctor.Checks(x), func(f doctor.Finding) {
		all = append(all, f.Name)
		switch f.Name {
		case "workflow engine", "workers", "vector store", "LibreOffice", "identity provider": // not everywhere
		default:
			require.Equal(t, doctor.OK, f.State, "%s: %s", f.Name, f.Detail)
		}
	})
	require.Len(t, all, 18)
}

func TestDoctorWarnsWithoutLibreOffice(t *testing.T) {
	t.Parallel()
	x := healthy(t)
	x.Config.LibreOffice = "/nowhere/soffice"
	found := false
	doctor.Examine(t.Context(), doctor.Checks(x), func(f doctor.Finding) {
		if f.Name == "LibreOffice" {
			found = true
			require.Equal(t, doctor.Warning, f.State)
			require.Contains(t, f.Detail, "libreoffice-writer")
			require.Contains(t, f.Advice, "QUIRE_SOFFICE")
		}
	})
	require.True(t, found)
}

func TestDoctorReportsWhatIsBroken(t *testing.T) {
	t.Parallel()
	refusing := modeltest.New(t)
	refusing.Always(modeltest.Status(http.StatusUnauthorized, `{"error":{"message":"Incorrect API key","type":"invalid_request_error"}}`))
	ignorant := modeltest.New(t)
	ignorant.Always(modeltest.Status(http.StatusNotFound, `{"error":{"message":"The model does not exist","code":"model_not_found"}}`))
	for _, c := range []struct {
		what, check string
		cause       func(*testing.T, *doctor.Exam)
		detail, do  string
	}{
		{"database down", "database", func(_ *testing.T, x *doctor.Exam) { x.Config.DatabaseURL = "postgres://u@127.0.0.1:1/d" }, "refused", "start PostgreSQL"},
		{"database closed", "database", func(t *testing.T, x *doctor.Exam) { testdb.TakeAway(t, x.Config.DatabaseURL) }, "not currently accepting", "QUIRE_DATABASE_URL"},
		{"never migrated", "database", func(t *testing.T, x *doctor.Exam) { x.Config.DatabaseURL = maintenance(t, x.Config.DatabaseURL) }, "migrations are missing", "quire migrate"},
		{"Temporal down", "workflow engine", nil, "127.0.0.1:1", "QUIRE_TEMPORAL_ADDRESS"},
		{"Qdrant down", "vector store", func(_ *testing.T, x *doctor.Exam) { x.Config.QdrantURL = "http://127.0.0.1:1" }, "refused", "QUIRE_QDRANT_URL"},
		{"no blobs", "blob store", func(t *testing.T, x *doctor.Exam) { x.Config.Blobs = "file://" + fileAt(t, 0o600) }, "not a directory", "QUIRE_BLOBS"},
		{"full disk", "disk", func(_ *testing.T, x *doctor.Exam) { x.MinFree = 1 << 60 }, "are free", "make room"},
		{"no tesseract", "tesseract", func(_ *testing.T, x *doctor.Exam) { x.Config.Tesseract = "/nowhere/tesseract" }, "not installed", "QUIRE_TESSERACT"},
		{"no language", "tesseract", func(_ *testing.T, x *doctor.Exam) { x.Config.OCRLanguages = "eng+xxx" }, `"xxx"`, "QUIRE_OCR_LANGUAGES"},
		{"no secret", "secrets", func(_ *testing.T, x *doctor.Exam) { x.Config.KeyPepper = "" }, "QUIRE_KEY_PEPPER is not set", "the same"},
		{"damaged secrets", "secrets", func(t *testing.T, x *doctor.Exam) {
			x.Config.KeyPepper, x.Config.SecretsFile = "", fileAt(t, 0o600)
		}, "is damaged", "QUIRE_SECRETS_FILE"},
		{"identity provider down", "identity provider", func(_ *testing.T, x *doctor.Exam) { x.Config.OIDCIssuer = "http://127.0.0.1:1" }, "refused", "QUIRE_OIDC_ISSUER"},
		{"no groups", "configuration", func(_ *testing.T, x *doctor.Exam) {
			x.Config.OIDCIssuer, x.Config.OIDCClientID = "https://login.example.org", "quire"
		}, "QUIRE_OIDC_GROUPS is not set", ""},
		{"unknown queue", "configuration", func(_ *testing.T, x *doctor.Exam) {
			x.Config, x.Faults = app.LoadConfig([]string{"QUIRE_QUEUES=cpu"})
		}, `QUIRE_QUEUES is "cpu": give one of workflow`, "docs"},
		{"host outside the EU list", "configuration", func(_ *testing.T, x *doctor.Exam) {
			x.Config.Region, x.Config.ChatURL, x.Config.ChatModel = "eu", "https://api.example.com/v1", "m"
		}, "api.example.com", "docs"},
		{"wrong model key", "chat model", func(_ *testing.T, x *doctor.Exam) { x.Config.ChatURL, x.Config.ChatModel = refusing.BaseURL(), "m" }, "401", "QUIRE_CHAT_KEY"},
		{"unknown model", "vision model", func(_ *testing.T, x *doctor.Exam) { x.Config.VisionURL, x.Config.VisionModel = ignorant.BaseURL(), "m" }, "404", "QUIRE_VISION_MODEL"},
		{"model endpoint down", "rerank model", func(_ *testing.T, x *doctor.Exam) {
			x.Config.RerankURL, x.Config.RerankModel = "http://127.0.0.1:1", "m"
		}, "refused", "QUIRE_RERANK_URL"},
		{"other dimensions", "embedding model", func(_ *testing.T, x *doctor.Exam) {
			x.Config.EmbeddingURL, x.Config.EmbeddingModel, x.Config.EmbeddingDimensions = refusing.BaseURL(), "m", 7
		}, "QUIRE_EMBEDDING_DIMENSIONS says 7", ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			x := healthy(t)
			if c.cause != nil {
				c.cause(t, &x)
			}
			f := look(t, x, c.check)
			require.Equal(t, doctor.Broken, f.State, f.Detail)
			require.Contains(t, f.Detail, c.detail)
			require.Contains(t, f.Advice, c.do)
		})
	}
}

func TestDoctorFindsAccountsOnAPlanThatIsNoLongerConfigured(t *testing.T) {
	t.Parallel()
	x := healthy(t)
	db := testdb.Open(t, x.Config.DatabaseURL)
	for name, plan := range map[string]string{"one": "default", "two": "tean", "three": "tean"} {
		_, err := db.CreateAccount(t.Context(), name, plan, "whsec_x")
		require.NoError(t, err)
	}
	x.Config.Plans = []string{"team=6000/600/200"}
	f := look(t, x, "plans")
	require.Equal(t, doctor.Warning, f.State, f.Detail)
	require.Contains(t, f.Detail, `2 on "tean": there is no plan "tean": did you mean team?`)
	require.Contains(t, f.Advice, "QUIRE_PLANS")
}

// maintenance returns the address of a database on the same server without the product's tables.
func maintenance(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	require.NoError(t, err)
	u.Path = "/postgres"
	return u.String()
}

// fileAt creates an empty file.
func fileAt(t *testing.T, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, nil, mode))
	require.NoError(t, os.Chmod(path, mode))
	return path
}

func TestDoctorWarnsOfWhatWorksButShouldBeChanged(t *testing.T) {
	t.Parallel()
	x := healthy(t)
	require.Contains(t, look(t, x, "configuration").Advice, "http://localhost:8080")
	dir := t.TempDir()
	x.Config.SecretsFile, x.Config.KeyPepper = filepath.Join(dir, "secrets"), ""
	_, err := x.Config.WithSecrets()
	require.NoError(t, err)
	require.NoError(t, os.Chmod(x.Config.SecretsFile, 0o644))
	f := look(t, x, "secrets")
	require.Equal(t, doctor.Warning, f.State)
	require.Contains(t, f.Advice, "chmod 600")
}

func TestDoctorChecksOnlyWhatAWorkersQueuesNeed(t *testing.T) {
	t.Parallel()
	x := healthy(t)
	x.Config.Queues = []string{"egress"}
	x.Config.KeyPepper, x.Config.LinkSecret, x.Config.Tesseract, x.Config.VisionModel = "", "", "/nowhere/tesseract", "m"
	for _, name := range []string{"secrets", "tesseract", "PDFium", "vector store", "chat model", "vision model"} {
		require.Equal(t, doctor.Skipped, look(t, x, name).State, name)
	}
	require.Equal(t, doctor.OK, look(t, x, "configuration").State)
	x.Config.Queues = append(x.Config.Queues, "workflow")
	require.Contains(t, look(t, x, "secrets").Detail, "QUIRE_LINK_SECRET is not set")
	require.Contains(t, look(t, x, "configuration").Detail, "QUIRE_QDRANT_URL is not set")
}

func TestDoctorCreatesNothingThatDoesNotExistYet(t *testing.T) {
	t.Parallel()
	x := healthy(t)
	dir := filepath.Join(t.TempDir(), "new")
	x.Config.Blobs, x.Config.SecretsFile, x.Config.CacheDir = "file://"+dir, filepath.Join(dir, "secrets"), dir
	x.Config.KeyPepper = ""
	x.Away = "nothing is running"
	require.Zero(t, doctor.Examine(t.Context(), doctor.Checks(x), func(doctor.Finding) {}))
	require.NoDirExists(t, dir)
}

func TestDoctorReportsALicenseThatUniPDFRejects(t *testing.T) {
	t.Parallel()
	x := healthy(t)
	x.Config.PDFEngine = "unipdf"
	found := look(t, x, "UniPDF")
	require.Equal(t, doctor.Broken, found.State)
	require.Contains(t, found.Detail, "UniPDF needs a license")
	require.Contains(t, look(t, x, "configuration").Detail, "QUIRE_PDF_ENGINE is unipdf, which requires a license")

	x.Config.UniDocLicense, x.Config.UniDocCustomer = filepath.Join(t.TempDir(), "none.key"), "Example Ltd"
	require.Contains(t, look(t, x, "UniPDF").Detail, "UNIDOC_LICENSE_FILE")
	require.NoError(t, os.WriteFile(x.Config.UniDocLicense, []byte("not a license"), 0o600))
	found = look(t, x, "UniPDF")
	require.Equal(t, doctor.Broken, found.State)
	require.Contains(t, found.Detail, "UniPDF rejects the license")
	require.NotContains(t, found.Detail, "not a license")
	require.Contains(t, found.Advice, "QUIRE_PDF_ENGINE")
}
