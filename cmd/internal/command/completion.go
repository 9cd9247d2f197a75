package command

import (
	"fmt"

	"github.com/alecthomas/kong"

	"quire/cmd/internal/completion"
)

// Completion prints the script that lets a shell complete command lines.
type Completion struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

// Help returns text that is added to the usage.
func (Completion) Help() string {
	return `In the file that the shell reads when it starts:

  ~/.bashrc                   source <(quire completion bash)
  ~/.zshrc, after compinit    source <(quire completion zsh)
  ~/.config/fish/config.fish  quire completion fish | source`
}

// Run prints the script.
func (c Completion) Run(e *Env, k *kong.Context) error {
	script, err := completion.Script(c.Shell, k.Model.Name)
	if err == nil {
		_, err = fmt.Fprint(e.Stdout, script)
	}
	return err
}

// CompleteWords answers requests of the scripts that Completion prints.
type CompleteWords struct {
	Words []string `arg:"" optional:"" help:"The words after the program's name, up to the cursor."`
}

// Run prints the possible completions of the last word.
func (c CompleteWords) Run(e *Env, k *kong.Context) error {
	return completion.Of(k.Model.Node, c.Words).Write(e.Stdout)
}
