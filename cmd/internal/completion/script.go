package completion

import (
	"embed"
	"fmt"
	"io"
	"strings"
)

// Asked is the name of the hidden command that the scripts run to get completions.
const Asked = "complete-words"

//go:embed scripts
var scripts embed.FS

// Script returns the script that lets a shell (bash, zsh or fish) complete the command lines of a program.
func Script(shell, program string) (string, error) {
	text, err := scripts.ReadFile("scripts/" + shell)
	if err != nil {
		return "", fmt.Errorf("%q is not a supported shell: give bash, zsh or fish", shell)
	}
	function := "_" + strings.ReplaceAll(program, "-", "_")
	return strings.NewReplacer("PROGRAM", program, "FUNCTION", function, "ASK", Asked).Replace(string(text)), nil
}

// Write writes a reply in the format that the scripts read: a line for every candidate with its help after a tab, and a
// line for paths.
func (r Reply) Write(w io.Writer) error {
	var b strings.Builder
	for _, c := range r.Candidates {
		fmt.Fprintf(&b, "%s\t%s\n", c.Word, strings.Join(strings.Fields(c.Help), " "))
	}
	if r.Paths != NoPaths {
		fmt.Fprintf(&b, ":%s\t\n", r.Paths)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
