package check

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDockerfileKeepsTheUsualRules checks the rules of hadolint that matter for a file as small as ours.
func TestDockerfileKeepsTheUsualRules(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../Dockerfile")
	require.NoError(t, err)
	text := strings.ReplaceAll(string(raw), "\\\n", "")
	var user string
	for line := range strings.Lines(text) {
		instruction, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch instruction {
		case "FROM":
			require.Regexp(t, `^(--platform=\$BUILDPLATFORM )?(\$\{[A-Z]+\}|scratch)( AS \w+)?$`, rest, "the arguments above name the images")
			user = ""
		case "USER":
			user = rest
		case "RUN":
			if strings.Contains(rest, "apt-get install") {
				require.Contains(t, rest, "--no-install-recommends")
				require.Contains(t, rest, "rm -rf /var/lib/apt/lists/*")
			}
		case "ENTRYPOINT", "CMD":
			require.True(t, strings.HasPrefix(rest, "["), "a shell would keep signals from the process")
		case "ENV", "ARG":
			if name, image, _ := strings.Cut(rest, "="); strings.Contains(text, "${"+name+"}") {
				require.Regexp(t, `^[a-z/]+:[\w.-]+(@sha256:[0-9a-f]{64})?$`, image, "an image without a version")
				require.NotContains(t, image, ":latest")
			}
			require.NotRegexp(t, `(?i)password|secret|token|pepper`, rest)
		}
		require.NotContains(t, []string{"ADD", "MAINTAINER"}, instruction)
	}
	require.NotEmpty(t, user, "the process would run as root")
	require.NotContains(t, []string{"root", "0"}, user)
}
