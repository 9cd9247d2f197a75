package check

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/types"
	"github.com/stretchr/testify/require"
)

// composes loads and returns both compose files.
func composes(t *testing.T) map[string]*types.Project {
	t.Helper()
	return map[string]*types.Project{
		"development": load(t, "../../docker-compose.yml"),
		"production":  load(t, "../docker-compose.production.yml", secrets(t)...),
	}
}

func TestFirstStartPrintsAKeyOnceTheDatabaseIsMigrated(t *testing.T) {
	t.Parallel()
	for name, p := range composes(t) {
		s := p.Services["first-key"]
		require.Equal(t, types.ShellCommand{"key", "create", "default", "--if-none", "--name", "first start"}, s.Command, name)
		require.Equal(t, types.ServiceConditionCompletedSuccessfully, s.DependsOn["migrate"].Condition, name)
		require.NotContains(t, []string{types.RestartPolicyAlways, types.RestartPolicyUnlessStopped}, s.Restart, "%s: it ends, and stays so", name)
		for _, variable := range []string{"QUIRE_KEY_PEPPER", "QUIRE_SECRETS_FILE", "QUIRE_DATABASE_URL"} {
			require.Equal(t, p.Services["api"].Environment[variable], s.Environment[variable], "%s: the API would not know its key", name)
		}
	}
}

func TestBlobStoreIsTheProgramThatTheTestsRun(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../Makefile")
	require.NoError(t, err)
	version := regexp.MustCompile(`(?m)^VERSITYGW_VERSION +:= (\S+)$`).FindStringSubmatch(string(raw))
	require.NotNil(t, version)
	image, _, _ := strings.Cut(composes(t)["production"].Services["store"].Image, "@") // without the digest
	require.Equal(t, "versity/versitygw:"+version[1], image)
}

func TestAPITrustsTheProxyInFrontOfIt(t *testing.T) {
	t.Parallel()
	p := load(t, "../docker-compose.production.yml", secrets(t, "QUIRE_TRUSTED_PROXIES")...)
	gateway := p.Networks["frontend"].Ipam.Config[0].Gateway
	require.NotEmpty(t, gateway)
	require.Equal(t, gateway+"/32", *p.Services["api"].Environment["QUIRE_TRUSTED_PROXIES"])
}

func TestLanguagesOfScansAreBuiltIntoTheImageAndUsed(t *testing.T) {
	t.Parallel()
	for name, p := range composes(t) {
		require.NotNil(t, p.Services["worker"].Build.Args["OCR_LANGUAGES"], name)
		require.NotContains(t, p.Services["worker"].Environment, "QUIRE_OCR_LANGUAGES", "%s: the image knows what it was built with", name)
	}
	raw, err := os.ReadFile("../../Dockerfile")
	require.NoError(t, err)
	require.Contains(t, string(raw), "QUIRE_OCR_LANGUAGES=$OCR_LANGUAGES")
	script, err := os.ReadFile("../image/system.sh")
	require.NoError(t, err)
	packages := regexp.MustCompile(`(?m)^languages=\$\((.*)\)$`).FindSubmatch(script)
	require.NotNil(t, packages)
	cmd := exec.CommandContext(t.Context(), "sh", "-c", string(packages[1]))
	cmd.Env = append(os.Environ(), "OCR_LANGUAGES=eng+deu+chi_sim")
	out, err := cmd.Output()
	require.NoError(t, err)
	require.Equal(t, "tesseract-ocr-eng tesseract-ocr-deu tesseract-ocr-chi-sim\n", string(out))
}
