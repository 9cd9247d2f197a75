package completion_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"quire/cmd/internal/completion"
)

type grammar struct {
	Verbose bool `short:"v" negatable:"" help:"Say more."`
	Send    struct {
		File   []string `arg:"" type:"existingfile"`
		To     string   `short:"t" help:"Where to."`
		Colour string   `short:"c" enum:"red,green,grey" default:"red"`
		Tag    []string
		Dir    string `type:"path" complete:"folders"`
		Secret string `hidden:""`
	} `cmd:"" aliases:"post" help:"Send files."`
	Log struct {
		List  struct{ Since string } `cmd:"" default:"withargs"`
		Prune struct{}               `cmd:""`
	} `cmd:""`
	Ghost struct{} `cmd:"" hidden:""`
}

func TestLastWordBecomesWhatIsAcceptedThere(t *testing.T) {
	t.Parallel()
	parser, err := kong.New(&grammar{})
	require.NoError(t, err)
	for line, want := range map[string]string{
		"":                                   "send log",
		"s":                                  "send",
		"ghost":                              "",
		"x ":                                 "",
		"send ":                              "files",
		"post a b ":                          "files",
		"send --":                            "--help --verbose --to --colour --tag --dir",
		"send --t":                           "--to --tag",
		"send --to x --tag y --t":            "--tag",
		"send --no-verbose --ver":            "",
		"send --colour ":                     "red green grey",
		"send --colour gr":                   "green grey",
		"send --colour=gr":                   "--colour=green --colour=grey",
		"send --unknown=gr":                  "",
		"send -c gr":                         "green grey",
		"send -vc gr":                        "green grey",
		"send -cred ":                        "files",
		"send --colour=red ":                 "files",
		"send --to --colour ":                "files",
		"send --dir ":                        "folders",
		"send --dir=x":                       "folders",
		"send -- --co":                       "files",
		"send -- --colour ":                  "files",
		"log ":                               "list prune",
		"log --":                             "--help --verbose --since",
		"log --since 1d ":                    "list prune",
		"log prune ":                         "--help --verbose",
		"-v log l":                           "list",
		"send " + strings.Repeat("x ", 1000): "files",
	} {
		reply := completion.Of(parser.Model.Node, strings.Split(line, " "))
		var got []string
		for _, c := range reply.Candidates {
			got = append(got, c.Word)
		}
		if reply.Paths != completion.NoPaths {
			got = append(got, string(reply.Paths))
		}
		require.ElementsMatch(t, strings.Fields(want), got, "%q", line)
	}
	require.NotEmpty(t, completion.Of(parser.Model.Node, nil).Candidates)
}

func TestReplyIsALineForEveryCandidate(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	reply := completion.Reply{Candidates: []completion.Candidate{{"send", "Send\n\tfiles."}, {Word: "log"}}, Paths: completion.Files}
	require.NoError(t, reply.Write(&b))
	require.Equal(t, "send\tSend files.\nlog\t\n:files\t\n", b.String())
}

func TestScriptsAreForOneProgramAndShell(t *testing.T) {
	t.Parallel()
	for shell, registers := range map[string]string{
		"bash": "complete -o default -F _quire_dev quire-dev",
		"zsh":  "compdef _quire_dev quire-dev",
		"fish": "complete -c quire-dev -f -a '(_quire_dev)'",
	} {
		script, err := completion.Script(shell, "quire-dev")
		require.NoError(t, err)
		require.True(t, slices.Contains(strings.Split(strings.ReplaceAll(script, "    compdef", "compdef"), "\n"), registers), script)
	}
	_, err := completion.Script("tcsh", "quire")
	require.ErrorContains(t, err, "bash, zsh or fish")
}
